"""Sounds: what is heard of each step, of a press, of a refusal, and how loud."""

import pytest

from companion.face.command import Amend, Begin, Do, GameCommand, Redo, Repair, Undo
from companion.face.dialogue import menus
from companion.face.effects import sounds
from companion.face.happened import effects_of
from companion.game.actions import (
    Action,
    Bonus,
    Clue,
    Concede,
    Correct,
    Discard,
    Misfire,
    Name,
    Play,
)
from companion.game.cards import CARDS
from companion.game.setup import Setup
from companion.journal.events import Amended, Did
from companion.journal.sitting import EMPTY, Sitting, follow
from tests.rig.rig import Rig
from tests.rig.views import ALL, FRESH, action, empty_deck, finished, game, then


def settled(before: Sitting, after: Sitting, command: GameCommand) -> str | None:
    return sounds.sound(effects_of(before, after, command, 0.0))


def heard(before: Sitting, one: Action) -> str | None:
    """What a step of the game sounds like."""
    return settled(before, follow(before, Did(one)), Do(one))


# Turns


@pytest.mark.parametrize("word", ["clue", "discard", "discard:R1"])
def test_a_clue_and_a_discard_have_no_sound_but_the_click(word):
    assert heard(game("clue"), action(word)) is None


def test_each_card_on_a_firework_is_heard_higher_than_the_one_before():
    found = [heard(game("R " * height), Play(suit="R")) for height in range(5)]
    assert found == ["grow_1", "grow_2", "grow_3", "grow_4", "complete"]


def test_black_rises_too_while_its_ranks_fall():
    found = [heard(game("K " * height, "black-powder"), Play(suit="K")) for height in range(5)]
    assert found == ["grow_1", "grow_2", "grow_3", "grow_4", "complete"]


def test_without_colours_the_sound_rises_with_all_the_fireworks():
    found = [
        heard(game("+ " * played, detail="tokens"), Play()) for played in (0, 4, 5, 10, 15, 18)
    ]
    assert found == ["grow_1", "grow_1", "grow_2", "grow_3", "grow_4", "grow_4"]
    assert heard(game("+ " * 8, detail="tokens"), Play(completed=True)) == "complete"


@pytest.mark.parametrize("one", [Misfire(), Misfire(CARDS["R2"]), Play(CARDS["R2"])])
def test_a_fuse_burns_however_the_misfire_was_entered(one):
    assert heard(game("clue"), one) == "misfire"


def test_a_tile_that_lays_a_card_makes_its_firework_grow():
    tile = game("clue discard:B1 R R R R R", "flamboyants", detail="cards", tiles=("replay",))
    assert heard(tile, Bonus("replay", CARDS["B1"])) == "grow_1"


@pytest.mark.parametrize("one", [Discard(), Misfire(), Play(suit="W")])
def test_the_last_card_is_what_everybody_must_hear(one):
    before = game("clue clue clue R R")
    while before.state.deck > 1:
        before = then(before, Clue() if before.state.clues > 5 else Discard())
    assert heard(before, one) == "last_round"


def test_each_turn_of_the_last_round_ticks_unless_more_happens_in_it():
    sitting = empty_deck(game("clue", players=5))
    ticks = []
    for _ in range(4):
        ticks.append(heard(sitting, Clue()))
        sitting = then(sitting, Clue())
    assert ticks == ["turns_left_4", "turns_left_3", "turns_left_2", "turns_left_1"]
    assert heard(empty_deck(game("clue")), Play(suit="R")) == "grow_1"


# Steps back, names, what is no turn


@pytest.mark.parametrize(
    ("command", "sound"),
    [
        (Undo(), "undo"),
        (Redo(), "redo"),
        (Repair(()), "redo"),
        (Begin(FRESH.draft), None),
    ],
)
def test_steps_back_and_forth_sound_the_same_whatever_they_take_back(command: GameCommand, sound):
    before, after = game("clue misfire misfire"), game("clue misfire misfire misfire")
    assert settled(before, after, command) == sound, "give a step of its own a test of its own"
    assert settled(after, before, command) == sound
    assert settled(EMPTY, game(""), command) == sound


@pytest.mark.parametrize(
    "one",
    [
        Correct({"fireworks": {"R": 3}}),
        Correct({"errors": 1}),
        Correct({"clues": 2}),
        Name(CARDS["B4"]),
    ],
)
def test_what_takes_no_turn_is_not_heard(one):
    sitting = game("clue discard R")
    if isinstance(one, Correct) and "fireworks" in one.values:
        sitting = follow(sitting, Did(Correct({"missing": 0})))
        one = Correct({"fireworks": {"R": 3}, "deck": sitting.state.deck - 2})
    assert heard(sitting, one) is None


def test_a_name_for_the_card_burns_no_second_fuse():
    before = game("clue misfire")
    command = Amend(Misfire(CARDS["R3"]))
    assert settled(before, follow(before, Amended(command.action)), command) is None


# The end


def no_more(script: str, edition: str = "classic") -> str | None:
    return heard(game(script, edition), Concede("no_more_points"))


def test_an_end_is_cheered_by_its_points():
    colours = "W W W W W R R R R R B B B B B Y Y Y Y Y"
    assert no_more("R") == "end"
    assert no_more(" ".join(colours.split()[:15])) == "end"
    assert no_more(" ".join(colours.split()[:16])) == "win"
    assert no_more(colours + " G G G G") == "win"
    before = finished(empty_deck(game("clue")))
    assert before.state.reason == "last_round"


def test_everything_complete_has_its_own_sound():
    words = ALL.split()
    assert heard(game(" ".join(words[:-1])), action(words[-1])) == "perfect"
    assert heard(game(" ".join(words[:-1]), "final-flourish"), action(words[-1])) == "perfect"


@pytest.mark.parametrize(
    ("script", "one"),
    [
        ("misfire misfire", Misfire()),
        ("clue", Concede("conceded")),
        ("R R R", Concede("dead_card")),
    ],
)
def test_a_lost_game_is_heard_as_lost(script, one):
    edition = "final-flourish" if one == Concede("dead_card") else "classic"
    assert heard(game(script, edition), one) == "loss"


def test_a_dead_card_found_by_its_name_ends_the_game_once():
    before = game("clue discard", "final-flourish")
    command = Amend(Discard(CARDS["R5"]))
    after = follow(before, Amended(command.action))
    assert after.state.over
    assert settled(before, after, command) == "loss"
    assert settled(after, after, command) is None


def test_every_sound_can_happen_and_no_other_one():
    """The names above are all that there are."""
    assert set(sounds.SOUNDS) == {
        "click", "refused", "grow_1", "grow_2", "grow_3", "grow_4", "complete", "misfire",
        "last_round", "turns_left_1", "turns_left_2", "turns_left_3", "turns_left_4", "undo",
        "redo", "end", "win", "loss", "perfect",
    }, "give the new sound a test above, and then its name here"  # fmt: skip
    assert len(set(sounds.SOUNDS)) == len(sounds.SOUNDS), "each sound stands in SOUNDS once"


def test_the_most_turns_that_a_last_round_has_have_their_sounds():
    setup = Setup(5)
    assert len(sounds.LAST_TURNS) == setup.players - 1


# On the device


@pytest.fixture
def rig():
    with Rig(language="en") as rig:
        rig.tap("play")
        rig.stage.sounds.clear()
        yield rig


def played(rig: Rig) -> list[str]:
    """What was heard since this was asked last."""
    found = [name for name, _ in rig.stage.sounds]
    rig.stage.sounds.clear()
    return found


def test_a_button_that_bounces_clicks_once(rig):
    rig.edge("clue", True)
    rig.wait(0.002)
    rig.edge("clue", False)
    rig.wait(0.002)
    rig.edge("clue", True)
    assert played(rig) == ["click"]


def set_sound(rig: Rig, step: str) -> None:
    """Choose a volume in the menu, which stays open."""
    if rig.screen != "menu":
        rig.more("menu")
    for _ in range(40):
        face = rig.core.view.face
        if face.preferences.sound == step:
            return
        line = menus.menu_lines(face, rig.core.view.sitting)[face.menu.cursor]
        rig.tap("play" if line.label.key == "menu_sound" else "discard")
    raise AssertionError(f"the menu has no {step}")


def test_the_menu_has_the_volume_and_lets_it_be_heard(rig):
    rig.tap("clue")
    assert rig.stage.sounds[-1] == ("click", "2")
    set_sound(rig, "3")
    assert rig.stage.sounds[-1] == ("grow_3", "3")
    set_sound(rig, "off")
    rig.stage.sounds.clear()
    rig.more("menu")
    rig.tap("clue")
    rig.hold("clue")
    assert rig.state.clues == 7
    assert rig.stage.sounds == []
    set_sound(rig, "1")
    assert rig.stage.sounds[-1] == ("grow_3", "1")


def test_the_volume_is_kept(tmp_path):
    with Rig(tmp_path, language="en") as rig:
        rig.tap("play")
        set_sound(rig, "1")
    with Rig(tmp_path, language="en") as rig:
        rig.tap("clue")
        assert rig.stage.sounds[-1][1] == "1"
