"""Turns: what the page says that a repair costs; `tests/walks/repairs.txt` has the repairs."""

import re

import pytest

from companion.game.actions import Clue, Play
from tests.rig.readmes import ROOT
from tests.rig.rig import Rig


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
def test_a_forgotten_clue_costs_few_gestures(late, gestures):
    with Rig() as rig:
        rig.tap("play")
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
        assert rig.core.sitting.actions == (Play(suit="W"), *[Clue()] * (late + 1))
        assert rig.screen == "table"
        rig.check()
