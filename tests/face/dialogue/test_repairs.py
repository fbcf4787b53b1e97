"""Turns: what was forgotten or entered wrongly is repaired by the buttons."""

import re

import pytest

from companion.game.actions import Bonus, Clue, Correct, Discard, Misfire, Play
from companion.game.cards import CARDS, Card
from companion.game.corrections import counters_on
from companion.journal.stickers import Sticker
from companion.panel import DISCARD_PAD, PLAY_PAD
from tests.rig.menu_lines import mark, move_to, select
from tests.rig.readmes import ROOT
from tests.rig.rig import Rig
from tests.rig.samples import paired
from wiring.reading.build import load


@pytest.fixture
def rig():
    with Rig() as rig:
        rig.tap("play")
        yield rig


def visit(rig):
    return rig.core.view.face.visit


def acts(rig):
    return list(rig.core.sitting.actions)


R, W, B, Y, G = (Play(suit=suit) for suit in "RWBYG")


# What it costs


def told_costs():
    """How many gestures the page says for a clue that is entered so many turns late."""
    page = (ROOT / "companion" / "face" / "README.md").read_text("utf-8")
    late, gestures = (
        re.findall(rf"^\| {row} \|(.*)\|$", page, re.MULTILINE)[0]
        for row in ("a forgotten.*?entered", "gestures")
    )
    return list(
        zip([0, *map(int, re.findall(r"\d+", late))], map(int, gestures.split("|")), strict=True)
    )


@pytest.mark.parametrize(("late", "gestures"), told_costs())
def test_a_forgotten_clue_costs_few_gestures(rig, late, gestures):
    rig.play("W")
    for _ in range(late):
        rig.tap("clue")
    begun = rig.presses
    if late:
        rig.more("turns")
        for _ in range(late - 1):
            rig.tap("clue")
        rig.hold("discard")
    rig.tap("clue")
    assert rig.presses - begun == gestures
    assert acts(rig) == [W, *[Clue()] * (late + 1)]
    assert rig.screen == "table"
    rig.check()


@pytest.mark.parametrize(("late", "gestures"), [(0, 3), (1, 6), (3, 8)])
def test_a_wrong_firework_costs_few_gestures(rig, late, gestures):
    rig.play("W")
    for _ in range(late):
        rig.tap("clue")
    begun = rig.presses
    if late:
        rig.more("turns")
        for _ in range(late):
            rig.tap("clue")
        rig.hold("play")
    else:
        rig.hold("clue")
    rig.play("R")
    assert rig.presses - begun == gestures
    assert acts(rig) == [R, *[Clue()] * late]
    rig.check()


# What it shows


def test_it_opens_at_the_last_turn_with_the_table_before_it(rig):
    rig.tap("clue")
    rig.play("R")
    rig.more("turns")
    assert visit(rig).mark == 1
    texts = rig.ask(get="screen")["screen"]["texts"]
    assert texts[:4] == ["7", "3", "35", "turn 2"]
    assert {"Red 1", "A clue", "now"} <= set(texts)
    rig.check()


def test_the_lights_and_scripts_tell_of_the_game_as_it_is(rig):
    rig.tap("clue")
    rig.tap("clue")
    rig.more("turns")
    rig.tap("clue")
    assert rig.ask(get="state")["state"]["clues"] == 6
    rig.check()


def test_the_mark_stops_at_both_ends(rig):
    rig.tap("clue")
    rig.more("turns")
    for _ in range(3):
        rig.tap("clue")
    assert visit(rig).mark == 0
    for _ in range(5):
        rig.tap("discard")
    assert visit(rig).mark == 1


@pytest.mark.parametrize("way", ["hold", "go on"])
def test_it_is_left_with_everything_as_it_was(rig, way):
    rig.tap("clue")
    before = rig.core.sitting
    rig.more("turns")
    if way == "hold":
        rig.hold("clue")
    else:
        rig.tap("discard")
        rig.tap("play")
    assert (rig.screen, rig.core.sitting) == ("table", before)


def test_before_the_first_turn_there_is_nothing_to_see(rig):
    rig.more("turns")
    assert (rig.screen, rig.notice) == ("more", "empty_cell")


def test_it_closes_by_itself_and_changes_nothing(rig):
    rig.tap("clue")
    rig.more("turns")
    rig.wait(59)
    assert rig.screen == "turns"
    rig.wait(2)
    assert rig.screen == "table"


def test_the_menu_leads_there_too(rig):
    rig.tap("clue")
    select(rig, "turns")
    assert rig.screen == "turns"


def test_from_the_end_and_the_next_start_it_shows_the_game_before(rig):
    rig.play("W")
    for _ in range(3):
        rig.hold("play")
    assert rig.screen == "end"
    rig.more("turns")
    assert visit(rig).mark == 3
    rig.hold("clue")
    assert rig.screen == "end"
    rig.tap("play")
    assert rig.screen == "start"
    rig.more("turns")
    rig.hold("clue")
    assert rig.screen == "start"
    rig.more("turns")
    mark(rig, 3)
    rig.tap("play")
    rig.select("turn_never")
    assert (rig.screen, rig.state.errors, rig.state.over) == ("table", 2, False)
    rig.check()


def test_before_the_first_game_ever_there_is_nothing_to_see():
    with Rig() as rig:
        rig.hold("discard")
        assert "Turns" not in rig.ask(get="screen")["screen"]["keys"].values()


# What becomes of a turn


def test_a_turn_never_was(rig):
    rig.tap("clue")
    rig.play("R")
    rig.play("R")
    rig.more("turns")
    rig.tap("clue")
    rig.tap("play")
    assert rig.screen == "turn"
    rig.select("turn_never")
    assert acts(rig) == [Clue(), R]
    assert rig.notice == "repaired_never"
    rig.check()


def test_back_to_before_a_turn_is_one_step_that_one_undo_takes_back(rig):
    for _ in range(5):
        rig.tap("clue")
    before = rig.core.sitting
    rig.more("turns")
    mark(rig, 1)
    rig.tap("play")
    rig.select("turn_back_to")
    assert acts(rig) == [Clue()]
    rig.hold("clue")
    assert rig.core.sitting._replace(undone=()) == before
    rig.ask(do="redo")
    assert acts(rig) == [Clue()]


def test_a_step_back_from_the_question_is_the_list_again(rig):
    rig.tap("clue")
    rig.more("turns")
    rig.tap("play")
    rig.hold("clue")
    assert rig.screen == "turns"
    rig.hold("discard")
    rig.play("R")
    assert acts(rig) == [R, Clue()]


def test_what_comes_last_is_entered_at_the_table(rig):
    rig.tap("clue")
    rig.more("turns")
    rig.tap("discard")
    rig.hold("discard")
    assert (rig.screen, rig.notice, visit(rig)) == ("table", "enter_now", None)


def test_what_was_undone_is_redone_up_to_the_mark(rig):
    for suit in "RRWB":
        rig.play(suit)
    for _ in range(3):
        rig.hold("clue")
    undone = rig.core.sitting
    rig.more("turns")
    assert visit(rig).mark == 2, "it begins on what was undone last"
    rig.tap("discard")
    rig.tap("play")
    assert acts(rig) == [R, R, W]
    rig.hold("clue")
    assert rig.core.sitting.actions == undone.actions
    rig.ask(do="redo")
    rig.ask(do="redo")
    assert acts(rig) == [R, R, W, B]
    rig.check()


def test_a_game_undone_by_mistake_comes_back_although_the_one_before_was_undone_in(rig):
    rig.tap("clue")
    rig.hold("clue")
    rig.ask(do="new", players=2)
    rig.wait(1)
    rig.hold("clue")
    assert rig.core.sitting.game == 1
    rig.more("turns")
    rig.tap("discard")
    rig.tap("play")
    assert rig.core.sitting.game == 2
    rig.check()


def test_the_first_game_ever_that_was_undone_comes_back():
    with Rig() as rig:
        rig.tap("play")
        rig.hold("clue")
        assert rig.core.sitting.game == 0
        rig.more("turns")
        rig.tap("discard")
        rig.tap("play")
        assert (rig.core.sitting.game, rig.screen) == (1, "table")


# A turn is told


def test_the_table_of_that_moment_says_so_and_takes_only_that_turn(rig):
    rig.tap("clue")
    rig.play("R")
    rig.more("turns")
    rig.hold("discard")
    screen = rig.ask(get="screen")["screen"]
    assert (screen["name"], screen["entering"]) == ("table", {"turn": 2, "as": "forgotten"})
    assert "What came before turn 2?" in screen["texts"]
    for item in ("turns", "menu"):
        rig.more(item)
        assert (rig.screen, rig.notice) == ("more", "empty_cell")
        rig.hold("clue")
        assert rig.ask(get="screen")["screen"]["entering"] == {"turn": 2, "as": "forgotten"}
    rig.hold("clue")
    assert rig.screen == "turns"
    rig.hold("clue")
    assert acts(rig) == [Clue(), R]


def test_it_never_closes_and_its_first_press_after_a_minute_only_wakes(rig):
    rig.tap("clue")
    rig.more("turns")
    rig.hold("discard")
    rig.wait(600)
    rig.tap("clue")
    rig.wait(1)
    assert acts(rig) == [Clue()]
    rig.tap("clue")
    assert acts(rig) == [Clue(), Clue()]


def test_what_the_rules_refuse_there_is_refused_and_the_entry_goes_on(rig):
    rig.tap("clue")
    rig.more("turns")
    rig.hold("discard")
    rig.tap("discard")
    assert rig.notice == "all_clue_tokens"
    rig.hold("play")
    assert acts(rig) == [Misfire(), Clue()]


def test_naming_belongs_to_the_turn_and_does_not_close():
    with Rig() as rig:
        rig.ask(do="new", players=3, detail="cards")
        rig.wait(1)
        rig.tap("clue")
        rig.tap("clue")
        rig.more("turns")
        rig.hold("play")
        rig.tap("discard")
        assert rig.screen == "naming"
        rig.wait(50)
        assert rig.screen == "naming"
        rig.chord("clue", "discard")
        rig.tap("clue")
        assert acts(rig) == [Clue(), Discard(Card("R", 1))]


def test_naming_is_skipped_or_the_turn_taken_back_there_too():
    with Rig() as rig:
        rig.ask(do="new", players=3, detail="cards")
        rig.wait(1)
        rig.tap("clue")
        rig.tap("clue")
        rig.more("turns")
        rig.hold("play")
        rig.tap("discard")
        rig.hold("clue")
        assert (rig.screen, rig.core.view.face.visit.entry.kind) == ("table", "another")
        rig.tap("discard")
        rig.hold("discard")
        assert acts(rig) == [Clue(), Discard()]


def test_any_control_that_enters_a_turn_does_it_there_too():
    with Rig(build=load("emulator-keys")) as rig:
        rig.tap("play")
        for way in (lambda: rig.tap("B"), lambda: (rig.ask(do="turn", steps=1), rig.tap("play"))):
            rig.tap("clue")
            rig.more("turns")
            rig.hold("play")
            way()
        assert acts(rig) == [B, W]
        rig.ask(do="press", control="up")
        rig.wait(1)


def test_a_joystick_moves_along_the_turns():
    with Rig(build=load("bonnet")) as rig:
        rig.tap("play")
        for _ in range(3):
            rig.tap("clue")
        rig.more("turns")
        for control in ("up", "left", "down", "right"):
            rig.ask(do="press", control=control)
        assert visit(rig).mark == 2


def cards(rig, **tags):
    for tag, card in tags.items():
        rig.store.enrol(tag, Sticker("ours", CARDS[card]))
    rig.books.open()
    rig.settle()


def test_a_card_laid_on_a_reader_tells_the_turn_too():
    with Rig(build=load("emulator-pads")) as rig:
        cards(rig, aaaa="R1", bbbb="B3", cccc="R2")
        rig.tap("play")
        rig.tap("clue")
        rig.lay("cccc", reader=PLAY_PAD)
        assert rig.state.errors == 1
        rig.more("turns")
        rig.lay("bbbb", reader=DISCARD_PAD)
        assert rig.notice == "turns_first"
        rig.hold("discard")
        rig.lay("aaaa", reader=PLAY_PAD)
        assert (rig.state.errors, rig.state.fireworks["R"], rig.notice) == (0, 2, "repaired_but")
        assert acts(rig) == [Clue(), Play(CARDS["R1"]), Play(CARDS["R2"])]
        assert "red 2 fits now" in " ".join(rig.ask(get="screen")["screen"]["texts"])
        rig.check()


# What does not fit any more


def full(rig):
    """Five white cards and a clue, of which the second white one was forgotten."""
    for _ in range(5):
        rig.play("W")
    rig.tap("clue")


def misfit(rig):
    """Put a white card in before the second one: the fifth fits no more. Return the game before."""
    full(rig)
    before = rig.core.sitting
    rig.more("turns")
    mark(rig, 1)
    rig.hold("discard")
    rig.play("W")
    return before


def test_what_does_not_fit_stays_in_the_list_until_it_is_cut_or_left(rig):
    before = misfit(rig)
    assert (rig.screen, rig.notice, visit(rig).mark) == ("turns", "no_longer_fits", 5)
    assert rig.core.sitting is before
    rig.hold("clue")
    assert rig.screen == "leaving"
    texts = rig.ask(get="screen")["screen"]["texts"]
    assert any("Turn 6" in text and "2 turns from it on are cut" in text for text in texts)
    rig.tap("discard")
    assert rig.screen == "turns"
    rig.hold("clue")
    rig.hold("clue")
    assert (rig.screen, rig.core.sitting) == ("table", before)


def test_what_is_cut_is_entered_again(rig):
    misfit(rig)
    rig.hold("clue")
    rig.tap("play")
    assert (acts(rig), rig.notice) == ([W] * 5, "cut_from")
    rig.hold("clue")
    assert acts(rig) == [*[W] * 5, Clue()], "one undo takes all of it back"


def test_a_second_mistake_is_repaired_in_the_same_visit(rig):
    """A white card was forgotten, and a blue one was entered as the fifth white one."""
    misfit(rig)
    rig.hold("play")
    assert rig.ask(get="screen")["screen"]["entering"] == {"turn": 6, "as": "another"}
    rig.play("B")
    assert acts(rig) == [*[W] * 5, B, Clue()]
    rig.hold("clue")
    assert acts(rig) == [*[W] * 5, Clue()]


@pytest.mark.parametrize("question", [False, True])
def test_a_visit_with_misfits_is_dropped_by_no_clock_and_wakes_first(rig, question):
    before = misfit(rig)
    if question:
        rig.hold("clue")
    seen = visit(rig), rig.screen
    rig.wait(3 * 3600)
    rig.tap("clue")  # the display wakes
    rig.wait(11)
    rig.tap("clue")
    assert (rig.notice, visit(rig), rig.screen) == ("awake_turns", *seen)
    rig.tap("clue")
    assert (visit(rig), rig.screen) != seen
    assert rig.core.sitting == before


def test_behind_what_does_not_fit_no_turn_is_told(rig):
    misfit(rig)
    rig.tap("discard")
    rig.hold("play")
    assert (rig.screen, rig.notice, visit(rig).mark) == ("turns", "first_that_turn", 5)


def test_a_late_name_that_fits_no_more_is_left_out_and_said():
    with Rig() as rig:
        rig.ask(do="new", players=3)
        for action in (
            {"do": "clue"},
            {"do": "discard"},
            {"do": "name", "card": "R1"},
            {"do": "clue"},
        ):
            rig.ask(do="action", action=action)
        rig.wait(1)
        rig.more("turns")
        mark(rig, 1)
        rig.hold("play")
        rig.tap("clue")
        assert (acts(rig), rig.notice) == ([Clue()] * 3, "repaired_but")
        assert "Left out: name red 1." in rig.ask(get="screen")["screen"]["texts"][-4]


def test_a_line_that_is_no_turn_can_go_but_is_not_told_anew(rig):
    rig.tap("clue")
    rig.ask(do="action", action={"do": "correct", "clues": 3})
    rig.wait(1)
    rig.tap("clue")
    rig.more("turns")
    mark(rig, 1)
    rig.hold("play")
    assert rig.notice == "no_meaning"
    rig.tap("play")
    rig.select("turn_never")
    assert acts(rig) == [Clue(), Clue()]


# Corrections


def correct(rig, counter):
    """Set a counter to one less in *Correct*."""
    select(rig, "correct", counter)
    rig.tap("discard" if counter == "counter_seat" else "clue")
    rig.tap("play")
    move_to(rig, "apply")
    rig.tap("play")


@pytest.mark.parametrize(
    ("repair", "counter"),
    paired(
        [
            {"turn": 1, "as": "insert", "action": {"do": "clue"}},
            {"turn": 2, "as": "insert", "action": {"do": "misfire"}},
            {"turn": 2, "as": "replace", "action": {"do": "play", "suit": "R"}},
            {"turn": 1, "as": "remove"},
        ],
        ["counter_clues", "counter_fuses", "counter_seat"],
    ),
    ids=str,
)
def test_a_repair_before_a_correction_of_the_menu_moves_no_counter(rig, repair, counter):
    for suit in "WWB":
        rig.play(suit)
        rig.tap("clue")
    correct(rig, counter)
    shown = counters_on(rig.state)
    assert rig.ask(do="repair", **repair)["ok"]
    assert counters_on(rig.state) == shown
    rig.hold("clue")
    assert counters_on(rig.state) == shown
    rig.check_store()


def test_a_correction_of_a_script_is_recorded_as_it_was_given(rig):
    rig.ask(do="action", action={"do": "correct", "clues": 3})
    assert acts(rig) == [Correct({"clues": 3})]
    rig.ask(do="repair", turn=1, **{"as": "insert"}, action={"do": "play", "suit": "W"})
    assert (rig.state.clues, rig.state.fireworks["W"], rig.state.seat) == (3, 1, 1)


# Bonus tiles


def flamboyants(rig, tiles="device"):
    rig.ask(do="new", players=3, edition={"preset": "flamboyants"})
    rig.wait(1)


def test_a_tile_that_comes_up_in_a_repair_is_asked_for():
    with Rig() as rig:
        flamboyants(rig)
        first = rig.core.sitting.began.tiles[0]
        for suit in "WWWWR":
            rig.play(suit)
        rig.tap("clue")
        rig.more("turns")
        mark(rig, 1)
        rig.hold("discard")
        rig.play("W")
        assert (rig.screen, rig.notice) == ("tile", "tile_of_turn")
        assert rig.core.sitting.state.turn == 7
        _tile(rig)
        assert rig.screen == "table"
        assert [a.tile for a in acts(rig) if isinstance(a, Bonus)] == [first]
        rig.check()


def _tile(rig):
    """Do what the tile on the screen says, with nothing taken from the pile."""
    for _ in range(3):
        options = rig.ask(get="screen")["screen"]["options"]
        if rig.screen != "tile":
            return
        rig.tap(next(iter(options)))


def test_an_inserted_turn_turns_the_first_tile_that_was_never_turned():
    with Rig() as rig:
        flamboyants(rig)
        order = rig.core.sitting.began.tiles
        for suit in "WWWWRRRRR":
            rig.play(suit)
        _tile(rig)
        rig.tap("clue")
        rig.more("turns")
        mark(rig, 4)
        rig.hold("discard")
        rig.play("W")
        assert rig.screen == "tile"
        _tile(rig)
        assert rig.screen == "table", rig.notice
        assert [a.tile for a in acts(rig) if isinstance(a, Bonus)] == [order[1], order[0]]
        for _ in range(5):
            rig.play("B")
        tile = rig.ask(get="screen")["screen"]
        assert order[2] in str(tile["options"]) or order[2] in ("recycle", "replay")


def test_a_replaced_turn_keeps_its_tile_and_asks_nothing():
    with Rig() as rig:
        flamboyants(rig)
        order = rig.core.sitting.began.tiles
        for suit in "WWWWRRRRW":
            rig.play(suit)
        _tile(rig)
        told = rig.core.sitting.actions[-1]
        rig.more("turns")
        rig.hold("play")
        rig.play("R")
        if rig.screen == "tile":  # what it took of the pile does not fit any more
            _tile(rig)
        assert rig.screen == "table"
        assert acts(rig)[-1].tile == told.tile == order[0]
        assert acts(rig)[-2] == R


def test_leaving_a_tile_that_is_asked_for_leads_to_the_list():
    with Rig() as rig:
        flamboyants(rig)
        for suit in "WWWWR":
            rig.play(suit)
        rig.more("turns")
        mark(rig, 1)
        rig.hold("discard")
        rig.play("W")
        rig.hold("clue")
        assert (rig.screen, visit(rig).mark) == ("turns", 4)
        rig.tap("play")
        rig.select("turn_its_tile")
        assert rig.screen == "tile"


# Other things meanwhile


def test_a_game_that_ended_is_taken_up_again_by_a_repair_and_the_history_follows(rig):
    rig.play("W")
    for _ in range(3):
        rig.hold("play")
    assert rig.ask(get="history")["history"][0]["status"] == "lost"
    rig.more("turns")
    rig.hold("play")
    rig.play("W")
    assert rig.screen == "table"
    assert rig.ask(get="history")["history"][0]["status"] == "playing"
    assert [action["do"] for action in rig.ask(get="record")["record"]["actions"]] == [
        "play", "misfire", "misfire", "play",
    ]  # fmt: skip


# By scripts


def test_a_script_repairs_by_the_number_of_a_turn(rig):
    for suit in "WRB":
        rig.play(suit)
    assert rig.ask(do="repair", turn=2, **{"as": "insert"}, action={"do": "clue"})["ok"]
    assert acts(rig) == [W, Clue(), R, B]
    assert rig.ask(do="repair", turn=3, **{"as": "replace"}, action={"do": "play", "suit": "G"})[
        "ok"
    ]
    assert acts(rig) == [W, Clue(), G, B]
    assert rig.ask(do="repair", turn=1, **{"as": "remove"})["ok"]
    assert acts(rig) == [Clue(), G, B]
    assert rig.ask(do="repair", turn=4, **{"as": "insert"}, action={"do": "clue"})["ok"]
    assert acts(rig) == [Clue(), G, B, Clue()]
    for _ in range(3):
        rig.ask(do="undo")
    assert rig.ask(do="undo")["ok"]
    assert acts(rig) == [W, R, B]
    rig.check()


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({"turn": 9, "as": "remove"}, "there is no turn 9 to repair"),
        ({"turn": "2", "as": "remove"}, "repair needs the number of a turn, from 1"),
        ({"turn": True, "as": "remove"}, "repair needs the number of a turn, from 1"),
        ({"turn": 2, "as": "mend"}, "'mend' is no way to repair"),
        ({"turn": 2}, "is no way to repair"),
        ({"turn": 2, "as": "insert"}, "repair needs the action of a turn"),
        (
            {"turn": 2, "as": "insert", "action": {"do": "name", "card": "R1"}},
            "the action of a turn",
        ),
        ({"turn": 2, "as": "remove", "action": {"do": "clue"}}, "remove takes no action"),
        ({"turn": 2, "as": "remove", "cut": 1}, "cut must be true or false"),
        (
            {"turn": 2, "as": "insert", "action": {"do": "clue"}, "bonus": {"do": "clue"}},
            "bonus must be",
        ),
        (
            {"turn": 1, "as": "insert", "action": {"do": "discard"}},
            "turn 1 does not fit: all 8 clue tokens",
        ),
        ({"turn": 2, "as": "replace", "action": {"do": "clue"}}, "that changes nothing"),
        (
            {"turn": 2, "as": "insert", "action": {"do": "play", "card": "M1"}},
            "turn 2 does not fit: this edition",
        ),
        (
            {"turn": 2, "as": "insert", "action": {"do": "misfire", "card": "R1"}},
            "R1 fits its firework",
        ),
        (
            {
                "turn": 2,
                "as": "insert",
                "action": {"do": "clue"},
                "bonus": {"do": "bonus", "tile": "clue"},
            },
            "turn 2 does not fit: no bonus tile is to be resolved",
        ),
    ],
)
def test_a_repair_that_cannot_be_is_refused_in_a_sentence(rig, request_, error):
    rig.play("W")
    rig.tap("clue")
    before = rig.core.sitting
    answer = rig.ask(do="repair", **request_)
    assert not answer["ok"]
    assert error in answer["error"]
    assert rig.core.sitting is before


def test_a_script_cuts_what_no_longer_fits_only_when_it_says_so(rig):
    full(rig)
    asked = {"do": "repair", "turn": 2, "as": "insert", "action": {"do": "play", "suit": "W"}}
    assert rig.ask(**asked)["error"] == "turn 6 does not fit: the firework W is complete"
    assert rig.ask(**asked, cut=True)["ok"]
    assert acts(rig) == [W] * 5


def test_a_script_tells_what_a_tile_took():
    with Rig() as rig:
        flamboyants(rig)
        for word in ("clue", "discard", "W", "W", "W", "W"):
            if word == "W":
                rig.play(word)
            else:
                rig.tap(word)
        asked = {"do": "repair", "turn": 7, "as": "insert", "action": {"do": "play", "suit": "W"}}
        answer = rig.ask(
            **asked, bonus={"do": "bonus", "tile": "recycle", "unnamed": True}, cut=True
        )
        assert answer["ok"], answer
        assert acts(rig)[-1] == Bonus("recycle", unnamed=True)


def test_a_double_press_on_a_turn_answers_no_question(rig):
    rig.tap("clue")
    rig.more("turns")
    rig.tap("play", after=0.1)
    rig.tap("play")
    assert (rig.screen, rig.notice) == ("turn", "too_soon")
    assert acts(rig) == [Clue()]


@pytest.mark.parametrize(
    ("key", "kind"), [("turn_forgotten", "forgotten"), ("turn_another", "another")]
)
def test_what_the_holds_do_stands_in_the_list_in_words(rig, key, kind):
    rig.tap("clue")
    rig.play("R")
    rig.more("turns")
    rig.tap("play")
    rig.select(key)
    assert rig.ask(get="screen")["screen"]["entering"] == {"turn": 2, "as": kind}
    rig.check()


@pytest.mark.parametrize("button", ["clue", "discard"])
def test_the_list_of_a_turn_leads_back_to_the_turns(rig, button):
    misfit(rig)
    before = visit(rig)
    rig.tap("play")
    rig.hold(button)
    assert (rig.screen, visit(rig)) == ("turns", before)
