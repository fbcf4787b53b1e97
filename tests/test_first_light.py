"""From a finger to the glass: a pin goes down, the store has it, and the picture changes."""

from companion.daemon.core import Core
from companion.daemon.interfaces import Request
from tests.rig.rig import Rig


def test_a_press_of_clue_takes_a_token_from_the_glass_the_lights_and_the_store():
    with Rig() as rig:
        rig.tap("play")
        assert rig.state.clues == 8
        before = rig.glass.tobytes()
        rig.tap("clue")
        assert rig.state.clues == 7
        assert rig.glass.tobytes() != before
        rig.check()


def test_the_label_under_a_finger_is_inverted_while_it_is_down():
    with Rig() as rig:
        before = rig.glass.tobytes()
        rig.down("clue")
        assert rig.glass.tobytes() != before
        rig.check()


def test_a_game_is_taken_up_again_after_the_power_was_off(tmp_path):
    with Rig(tmp_path) as rig:
        rig.tap("play")
        rig.tap("clue")
        left = rig.json
    with Rig(tmp_path) as rig:
        assert rig.screen == "table"
        assert rig.json == left


def test_who_asks_before_the_store_is_open_hears_of_the_first_picture():
    with Rig() as rig:
        core = Core(rig.books, rig.stage, rig.panel.controls)
        answers = []
        core.handle(Request({"get": "screen"}, answers.append), rig.now)
        rig.books.open()
        assert not answers
        core.handle(rig.inbox.popleft(), rig.now)
        assert answers[0]["screen"]["name"] == "language"
