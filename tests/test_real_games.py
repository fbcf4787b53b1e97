"""Forty games that people played, once more by the buttons: pins and socket."""

import pytest

from companion.face import screens
from companion.face.effects import motion
from companion.game.view import state_json
from companion.journal.reader import GamesReader
from tests.games import real_games, turns
from tests.rig.rig import Rig
from tests.rig.running import Script, running
from tests.rig.samples import sample

GAMES = real_games()


def gestures_a_turn(buttons: str) -> float:
    """How many taps, holds and chords a turn takes with three buttons, over some of the games."""
    presses = count = 0
    for record in sample(GAMES[::2], 5):
        with Rig(blind=True, buttons=buttons) as rig:
            rig.ask(do="new", players=record.setup.players)
            rig.wait(1)
            for do, suit, expected in turns(record):
                rig.enter(do, suit)
                assert rig.state == expected
                count += 1
            presses += rig.presses
    return presses / count


@pytest.mark.parametrize(("buttons", "most"), [("together", 1.22), ("single", 1.4)])
def test_the_real_games_take_few_gestures_a_turn(buttons, most):
    assert gestures_a_turn(buttons) <= most


def test_by_mouse_each_turn_of_the_real_games_is_one_gesture():
    for record in sample(GAMES[1::2], 5):
        with Rig(blind=True) as rig:
            rig.ask(do="new", players=record.setup.players)
            rig.wait(1)
            for count, (do, suit, expected) in enumerate(turns(record), 1):
                if do == "play":
                    rig.touch_firework(suit)
                else:
                    rig.enter(do, suit)
                assert (rig.state, rig.presses) == (expected, count)


@pytest.mark.parametrize("part", sample(range(4), 4))
def test_real_games_by_the_socket(part, tmp_path):
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        store = GamesReader(tmp_path)
        for number, record in enumerate(sample(GAMES[part::8], 2), 1):
            script.ask(do="new", players=record.setup.players)
            for do, suit, expected in turns(record):
                match do:
                    case "play":
                        script.play(suit)
                    case "misfire":
                        script.ask(do="action", action={"do": "misfire"})
                    case _:
                        script.press(do)
                told = script.ask(get="state")["state"]
                assert {key: told[key] for key in state_json(expected)} == state_json(expected)
                assert told["saved"]
                lights = script.ask(get="lights")["lights"]
                assert sum(lights["clue"]) == expected.clues
                assert sum(lights["fuse"]) == expected.fuses
                for suit_, height in expected.fireworks.items():
                    assert sum(lights["firework"][suit_]) == height
                view = companion.threads.core.view
                if motion.next_frame_at(view, 0) is None:
                    assert (
                        companion.emulated.shown_picture().tobytes()
                        == screens.draw(view).image.tobytes()
                    )
            assert store.current().state == expected
            assert store.current().game == number
            assert script.ask(get="screen")["screen"]["name"] == "end"
        store.close()


def test_a_misfire_by_the_socket_is_a_hold_in_real_time(tmp_path):
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        script.ask(do="new", players=2)
        script.ask(do="hold", control="play", seconds=0.75)
        assert script.ask(get="state")["state"]["errors"] == 1
