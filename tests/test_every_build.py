"""A real game on every build, through the controls that it has, emulated."""

import pytest

from tests.games import real_games, turns
from tests.rig.real_builds import PRESSED
from tests.rig.rig import Rig
from tests.rig.samples import EVERY_CASE
from wiring.reading.build import load

SHORT = 24
"""A game of 42 turns, with all that a group can enter."""


@pytest.mark.parametrize("name", PRESSED)
def test_a_real_game_by_the_controls_of_the_build(name):
    record = real_games()[SHORT]
    with Rig(build=load(name)) as rig:
        keys = rig.panel.controls.names
        while rig.core.view.face.draft.setup.players != record.setup.players:
            rig.tap("clue")
        rig.tap("play")
        for number, (do, suit, expected) in enumerate(turns(record)):
            if do == "play" and suit in keys and number % 2:
                rig.tap(suit)
            else:
                rig.enter(do, suit)
            if "undo" in keys and number % 5 == 0:
                rig.tap("undo")
                rig.more("turns")
                rig.tap("discard")
                rig.tap("discard")
                rig.tap("play")
            assert rig.state == expected
            rig.check_store()
            if EVERY_CASE or number % 6 == 0:
                rig.look()
        rig.look()
        assert rig.screen == "end"
