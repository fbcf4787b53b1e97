"""Turns: what was forgotten or entered wrongly is repaired by the buttons."""

import re

import pytest

from companion.game.actions import Bonus, Clue, Play
from companion.game.corrections import counters_on
from tests.rig.menu_lines import move_to, select
from tests.rig.readmes import ROOT
from tests.rig.rig import Rig
from tests.rig.samples import paired


@pytest.fixture
def rig():
    with Rig() as rig:
        rig.tap("play")
        yield rig


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


# Programs

INSERT = {"turn": 2, "as": "insert", "action": {"do": "clue"}}


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({"turn": 9, "as": "remove"}, "there is no turn 9 to repair"),
        ({"turn": "2", "as": "remove"}, "the number of a turn, from 1"),
        ({"turn": True, "as": "remove"}, "the number of a turn, from 1"),
        ({"turn": 2, "as": "mend"}, "'mend' is no way to repair"),
        ({"turn": 2}, "is no way to repair"),
        ({"turn": 2, "as": "insert"}, "repair needs the action of a turn"),
        (INSERT | {"action": {"do": "name", "card": "R1"}}, "the action of a turn"),
        (INSERT | {"as": "remove"}, "remove takes no action"),
        ({"turn": 2, "as": "remove", "cut": 1}, "cut must be true or false"),
        (INSERT | {"bonus": {"do": "clue"}}, "bonus must be"),
        (INSERT | {"turn": 1, "action": {"do": "discard"}}, "turn 1 does not fit: all 8 clue"),
        (INSERT | {"as": "replace"}, "that changes nothing"),
        (INSERT | {"action": {"do": "play", "card": "M1"}}, "turn 2 does not fit: this edition"),
        (INSERT | {"action": {"do": "misfire", "card": "R1"}}, "R1 fits its firework"),
        (INSERT | {"bonus": {"do": "bonus", "tile": "clue"}}, "turn 2 does not fit: no bonus tile"),
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


def test_a_script_tells_what_a_tile_took():
    with Rig() as rig:
        rig.ask(do="new", players=3, edition={"preset": "flamboyants"})
        rig.wait(1)
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
