"""What the last step shows to have been entered wrongly is said once, and nothing is refused."""

import random

import pytest

from companion.face.doubts import doubt_of
from companion.face.words import say
from companion.game.actions import parse_action
from companion.game.setup import Setup
from companion.journal.events import Began, Did
from companion.journal.sitting import begin, follow
from tests.rig.rig import Rig
from tests.rig.samples import fewer
from tests.rig.told_clues import clue, known_game, shuffled


def said(*turns, players=2, language="en"):
    """What is said of the last of these turns; nothing may be said before it."""
    sitting = begin(1, Began(Setup(players, detail="cards")))
    found = None
    for turn in turns:
        assert found is None, turn
        sitting = follow(sitting, Did(parse_action(turn)))
        phrase = doubt_of(sitting)
        found = phrase and say(language, phrase).replace("\N{NO-BREAK SPACE}", " ")
    return found


def test_a_card_that_leaves_against_its_marks():
    red = clue(2, "R", 1, 4)
    play = {"do": "play", "suit": "W", "place": 1}
    assert said(red, play) == "white 1 was marked red on turn 1: see Turns"
    assert said(red, {**play, "suit": "R"}) is None
    assert said(red, {**play, "suit": "R", "place": 2}) == (
        "red 1 was marked not red on turn 1: see Turns"
    )
    assert said(red, {"do": "discard", "card": "R5", "place": 4}) is None
    assert said(red, {"do": "misfire", "card": "B4", "place": 4}, language="de") == (
        "Blau 4 war im Zug 1 als Rot gezeigt: siehe Züge"
    )
    assert said(red, {"do": "discard", "card": "B4"}) is None  # its place was not told


def test_the_mark_follows_its_card_as_others_leave_and_come():
    others = clue(2, 3, 2), {"do": "discard", "card": "B1", "place": 4}, clue(2, "B", 1)
    gone = {"do": "discard", "card": "R4", "place": 3}
    assert said(*others, gone) == "red 4 was marked 3 on turn 1: see Turns"


def test_two_marks_that_exclude_each_other():
    between = clue(1, 1, 5)
    assert said(clue(2, "R", 1), between, clue(2, "B", 1)) == (
        "red on turn 1, blue on turn 3: one is wrong"
    )
    assert said(clue(2, 3, 1), between, clue(2, 3, 2)) == (
        "3 on turn 1, not 3 on turn 3: one is wrong"
    )
    again = clue(2, "R", 1), between, clue(2, "B", 1)
    sitting = begin(1, Began(Setup(2)))
    for turn in (*again, between, clue(2, "Y", 1)):
        sitting = follow(sitting, Did(parse_action(turn)))
    assert doubt_of(sitting) is None, "it is said once"


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_game_that_was_told_rightly_raises_no_doubt(players):
    for seed in range(fewer(6, 2)):
        dice = random.Random(seed)
        setup = Setup(players, detail="cards")
        sitting = begin(1, Began(setup))
        for turn in known_game(dice, setup, shuffled(dice, setup)):
            sitting = follow(sitting, Did(parse_action(turn)))
            assert doubt_of(sitting) is None, (seed, sitting.actions)


def test_the_device_says_it_once_the_card_is_named():
    with Rig() as rig:
        rig.ask(do="new", players=2, detail="cards")
        rig.ask(do="action", action=clue(2, "R", 1))
        rig.ask(do="action", action={"do": "discard", "place": 1})
        assert rig.ask(do="answer", purpose="name", path=["B", "4"])["ok"]
        assert any("was marked red" in text for text in rig.ask(get="screen")["screen"]["texts"])
        rig.wait(10)
        assert not any("was marked" in text for text in rig.ask(get="screen")["screen"]["texts"])
