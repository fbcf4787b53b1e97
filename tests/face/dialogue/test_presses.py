"""What presses do, through the whole companion in virtual time; `tests/walks` has more."""

import pytest
from PIL import ImageChops

from companion.face.game_pages import end_pages
from tests.rig.rig import Rig
from tests.rig.samples import paired, sample
from tests.walks import overlap


@pytest.fixture
def rig():
    with Rig() as rig:
        yield rig


@pytest.fixture
def game(rig):
    """A game of three that has just begun."""
    rig.tap("play")
    assert rig.screen == "table"
    return rig


def test_who_starts_can_be_chosen_and_the_mark_points_there(rig):
    rig.tap("discard")
    rig.tap("play")
    assert rig.core.sitting.began.first == 1
    assert rig.state.seat == 0
    assert rig.device.levels()["seat"] == [0.0, 1.0, 0.0, 0.0, 0.0]


def test_the_column_is_marked_before_letting_go(game):
    experienced(game)
    game.tap("play", after=0.1)
    rest = game.glass
    game.down("clue")
    white = game.glass
    game.wait(0.03)
    game.down("discard")
    red = game.glass
    boxes = [ImageChops.difference(rest, picture).getbbox() for picture in (white, red)]
    assert boxes == [(4, 43, 21, 55), (29, 43, 46, 55)]
    game.look()
    game.wait(0.1)
    game.up("clue")
    assert game.glass.tobytes() == red.tobytes(), "the chord stays marked until all of it is up"
    game.up("discard")
    assert game.state.fireworks["R"] == 1


def test_choosing_changes_the_row_of_labels_alone(game):
    experienced(game)
    before = game.glass
    game.tap("play", after=0.1)
    assert ImageChops.difference(before, game.glass).getbbox()[1] >= 54


def experienced(rig):
    """The same group after some games."""
    dialogue = rig.core.dialogue
    dialogue.face = dialogue.face._replace(newcomers=False, notice=None)
    rig.settle()


def test_the_seat_blinks_while_a_firework_is_chosen(game):
    game.tap("play", after=0.1)
    seen = set()
    for _ in range(8):
        game.wait(0.25)
        seen.add(game.device.levels()["seat"][0])
        game.check()
    assert seen == {0.0, 1.0}


def finish(game: Rig) -> None:
    """Clues and discards until the deck is empty and the last round is over."""
    while not game.state.over:
        game.tap("clue" if game.state.clues > 6 else "discard")


def test_the_last_round_is_announced_until_the_next_press_and_counted_down(game):
    while game.state.deck:
        game.tap("clue" if game.state.clues > 6 else "discard")
    assert game.notice == "last_round"
    game.wait(600)
    assert game.notice == "last_round"
    game.check()
    game.tap("clue")
    assert game.notice is None
    assert game.state.turns_left == 2
    game.check()


def test_the_end_shows_its_pages_and_the_next_game_is_two_presses_away(game):
    finish(game)
    assert game.screen == "end"
    game.check()
    game.tap("discard")
    game.check()
    game.tap("play")
    assert game.screen == "start"
    game.tap("play")
    assert (game.screen, game.state.turn, game.core.sitting.game) == ("table", 1, 2)
    game.check()


def test_the_end_can_be_undone_from_the_next_game_too(game):
    finish(game)
    game.tap("play")
    game.tap("play")
    game.hold("clue")
    assert game.screen == "start"
    game.hold("clue")
    assert game.screen == "table"
    assert (game.core.sitting.game, game.state.turns_left) == (1, 1)
    game.check()
    game.more("turns")
    game.tap("discard")
    game.tap("discard")
    game.tap("play")
    assert not game.core.sitting.undone, "the last turn"
    game.more("turns")
    game.tap("discard")
    game.tap("discard")
    game.tap("play")
    assert game.core.sitting.game == 2
    game.check()


def test_a_child_on_all_buttons_for_five_seconds_is_put_right_by_seven_presses_at_most(game):
    game.play("R")
    before = game.json
    for number in range(25):
        control = ("clue", "play", "discard")[number * 7 % 3]
        game.hold(control, 0.05 + number % 3 * 0.03, after=0.08)
    game.wait(1)
    presses = game.presses
    while game.json != before or game.screen != "table":
        game.hold("clue")
        assert game.presses - presses <= 7, "more than seven presses to be right again"


def test_quick_taps_turn_every_page_of_the_end(game):
    lose(game)
    for _ in range(6):
        game.tap("discard", after=0.07)
    assert game.core.view.face.page == 6 % len(end_pages(game.core.sitting))


# The game before


def lose(rig):
    for _ in range(3):
        rig.hold("play")
    rig.wait(1)


def said(rig):
    return rig.ask(get="screen")["screen"]["texts"]


def test_an_end_that_was_taken_back_stays_so_whatever_begins_after_it(game):
    game.play("W")
    lose(game)
    game.hold("clue")
    undone = game.core.sitting
    assert not game.state.over
    game.ask(do="new", players=2)
    history = game.ask(get="history")["history"]
    assert [(one["game"], one["status"]) for one in history] == [(2, "playing"), (1, "playing")]
    assert not game.ask(get="stats")["stats"]
    game.wait(1)
    game.hold("clue")
    assert game.core.sitting == undone._replace(undone=(), successor=2), "as it lay"
    game.check()


def test_a_finished_game_is_looked_at_without_an_undo(game):
    game.tap("clue")
    game.tap("discard")
    game.play("W")
    lose(game)
    finished = game.core.sitting
    seen = []
    for _ in end_pages(finished):
        seen += said(game)
        game.tap("discard")
    assert [text for text in seen if text.startswith("pile: 4")], "its pile"
    assert "Latest turns" in seen
    game.tap("play")
    game.more("menu")
    while said(game)[game.ask(get="screen")["screen"]["cursor"] + 1] != "How the last game ended":
        game.tap("discard")
    game.tap("play")
    assert game.screen == "end"
    assert game.core.sitting == finished


@pytest.mark.parametrize("apart", [0.02, 0.14, 0.3, 0.6, 0.9])
def test_presses_that_overlap_on_the_start_screen_begin_no_game(rig, apart):
    overlap(rig, ("clue", 0, apart + 0.2), ("play", apart, apart + 0.2))
    assert (rig.screen, rig.notice) == ("start", "one_at_a_time")
    assert rig.core.view.face.draft.setup.players == 4, "the other press counts"


@pytest.mark.parametrize(
    ("apart", "buttons"),
    paired(
        [0.02, 0.14, 0.2, 0.6, 0.9],
        [("clue", "discard"), ("clue", "play"), ("discard", "clue"), ("discard", "play")],
    ),
)
def test_presses_that_overlap_at_the_table_count_nothing(game, apart, buttons):
    first, second = buttons
    game.tap("clue")
    before = game.json
    overlap(game, (first, 0, apart + 0.2), (second, apart, apart + 0.1))
    assert (game.screen, game.notice, game.json) == ("table", "one_at_a_time", before)
    game.check()


@pytest.mark.parametrize("again", sample([0.12, 0.16, 0.2, 0.24, 0.28, 0.32, 0.36], 3))
def test_green_is_as_quick_as_the_other_fireworks(game, again):
    overlap(game, ("play", 0, 0.07), ("play", again, again + 0.07))
    game.wait(1)
    assert (game.screen, game.state.fireworks["G"]) == ("table", 1)
