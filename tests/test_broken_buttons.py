"""Buttons that do not work: the screen says so, and the others go on."""

from companion.daemon.fingers import Fingers
from companion.face.gestures.debounce import TOO_LONG_S
from companion.face.gestures.gestures import STUCK_S
from companion.panel import Edge, Unusable
from tests.rig.rig import Rig

BUSY = "GPIO 6 is in use"


def begun() -> Rig:
    rig = Rig()
    rig.ask(do="new", players=3)
    rig.wait(1)
    return rig


def tell(rig: Rig, control: str, why: str) -> None:
    rig.inbox.append(Unusable(control, why))
    rig.settle()


def texts(rig: Rig) -> str:
    return " ".join(rig.ask(get="screen")["screen"]["texts"])


def test_a_button_whose_pin_is_taken_is_told_until_the_next_press_and_once_it_works_again():
    with begun() as rig:
        tell(rig, "discard", BUSY)
        rig.wait(600)
        assert "Discard does not work: its pin is in use" in texts(rig)
        rig.tap("clue")
        assert rig.state.turn == 2, "the other buttons act as ever"
        assert "does not work" not in texts(rig)
        tell(rig, "discard", "")
        assert "Discard works again" in texts(rig)


def test_several_are_told_together_and_what_is_left_of_them():
    with begun() as rig:
        tell(rig, "clue", BUSY)
        tell(rig, "play", BUSY)
        assert "2 buttons do not work: their pins are in use" in texts(rig)
        tell(rig, "clue", "")
        assert "Play does not work" in texts(rig)


def test_it_is_told_however_early_the_pin_was_tried():
    with Rig() as rig:
        rig.core.dialogue.opened = False
        tell(rig, "discard", BUSY)
        rig.books.open()
        rig.settle()
        assert rig.notice == "control_unusable"


def test_a_button_that_is_stuck_from_the_start_is_told_and_the_others_act():
    with begun() as rig:
        rig.down("discard")
        rig.wait(STUCK_S + 0.1)
        assert "Discard is stuck, or something lies on it" in texts(rig)
        rig.wait(600)
        assert "Discard is stuck" in texts(rig), "once, until a press"
        rig.tap("clue")
        assert rig.state.turn == 2
        assert "stuck" not in texts(rig)
        rig.wait(600)
        assert "stuck" not in texts(rig)
        rig.up("discard")
        rig.wait(1)
        assert rig.state.turn == 2, "nothing comes of it"


def test_a_long_press_is_not_stuck():
    with begun() as rig:
        rig.hold("play", TOO_LONG_S + 1)
        assert "stuck" not in texts(rig)


def test_a_button_that_comes_up_and_sticks_again_is_told_again():
    fingers = Fingers()
    told = []
    for began in (0.0, 100.0):
        fingers.take_edge(Edge("clue", True, began))
        told += [
            fingers.newly_stuck(began + after) for after in (STUCK_S - 0.1, STUCK_S, STUCK_S + 5)
        ]
        fingers.take_edge(Edge("clue", False, began + 50))
        told.append(fingers.newly_stuck(began + 51))
    stuck, none = frozenset({"clue"}), frozenset()
    assert told == [none, stuck, none, none] * 2
