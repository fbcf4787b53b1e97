"""The optional controls: colour keys, undo key, encoder, joystick, on their pins."""

from tests.games import real_games, turns
from tests.rig.rig import Rig
from tests.rig.samples import sample
from wiring.reading.build import load


def test_the_real_games_take_one_press_a_turn_with_colour_keys():
    presses = count = 0
    for record in sample(real_games(), 8):
        with Rig(build=load("emulator-keys"), blind=True) as rig:
            rig.ask(do="new", players=record.setup.players)
            rig.wait(1)
            for do, suit, expected in turns(record):
                if do == "play":
                    rig.tap(suit)
                else:
                    rig.enter(do, suit)
                count += 1
                assert rig.state.turn == expected.turn
            assert rig.state == expected
            presses += rig.presses
    assert presses == count
