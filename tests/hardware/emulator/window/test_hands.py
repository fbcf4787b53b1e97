"""What mouse, keyboard and latched buttons hold down together."""

from companion.panel import Edge, Rotated, Unusable
from hardware.emulator.opening import emulate
from hardware.emulator.window.hands import KEYBOARD, MOUSE, WindowHands, can_latch
from hardware.emulator.window.presses import Presses
from wiring.reading.build import load


class Device:
    """A device, hands, and the edges that come of them."""

    def __init__(self, build: str = "emulator-keys") -> None:
        panel, emulated = emulate(load(build))
        self.edges: list[tuple[str, bool, bool]] = []
        presses = Presses(panel.controls, self._hear)
        self.hands = WindowHands(emulated, presses.cancel)

    def _hear(self, message: Edge | Rotated | Unusable) -> None:
        assert isinstance(message, Edge)
        self.edges.append((message.control, message.down, message.cancelled))


def down_and_up(*controls: str, cancelled: bool = False) -> set[tuple[str, bool, bool]]:
    return {(control, True, False) for control in controls} | {
        (control, False, cancelled) for control in controls
    }


def test_a_latched_button_goes_down_and_up_with_the_next_one() -> None:
    device = Device()
    device.hands.latch("clue")
    assert device.edges == []
    device.hands.hold(MOUSE, "play")
    assert device.hands.latched_buttons == frozenset()
    assert {control for control, down, _ in device.edges if down} == {"clue", "play"}
    assert len(device.edges) == 2
    device.hands.let_all_go(MOUSE, cancelled=False)
    assert set(device.edges) == down_and_up("clue", "play")
    device.hands.hold(MOUSE, "play")
    assert device.edges[4:] == [("play", True, False)], "a latch counts once"


def test_two_latched_buttons_and_a_key_of_the_keyboard_are_three() -> None:
    device = Device()
    device.hands.latch("clue")
    device.hands.latch("discard")
    device.hands.hold(KEYBOARD, "play")
    device.hands.let_go(KEYBOARD, "play")
    assert set(device.edges) == down_and_up("clue", "discard", "play")


def test_a_latch_that_is_taken_off_presses_nothing() -> None:
    device = Device()
    device.hands.latch("clue")
    device.hands.latch("clue")
    device.hands.hold(MOUSE, "play")
    assert device.edges == [("play", True, False)]


def test_what_is_cancelled_is_cancelled_with_its_latch() -> None:
    device = Device()
    device.hands.latch("clue")
    device.hands.hold(MOUSE, "play")
    device.hands.let_all_go(MOUSE, cancelled=True)
    assert set(device.edges) == down_and_up("clue", "play", cancelled=True)


def test_a_control_that_is_part_of_no_chord_leaves_the_latch_alone() -> None:
    device = Device()
    device.hands.latch("clue")
    device.hands.hold(MOUSE, "undo")
    assert device.edges == [("undo", True, False)]
    assert device.hands.latched_buttons == {"clue"}


def test_only_the_three_buttons_can_be_latched() -> None:
    assert all(map(can_latch, ("clue", "discard", "play", "play@far end")))
    assert not any(map(can_latch, ("undo", "W", "plug@far end", "encoder", "left")))
