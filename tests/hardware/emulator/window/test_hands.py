"""What mouse and keyboard hold down together."""

from companion.panel import Edge, Rotated, Unusable
from hardware.emulator.opening import emulate
from hardware.emulator.window.hands import KEYBOARD, MOUSE, WindowHands
from wiring.reading.build import load


class Device:
    """A device, hands, and the edges that come of them."""

    def __init__(self, build: str = "emulator-keys") -> None:
        panel, emulated = emulate(load(build))
        self.edges: list[tuple[str, bool, bool]] = []
        panel.controls.listen(self._hear)
        self.hands = WindowHands(emulated, cancel=lambda control: None)

    def _hear(self, message: Edge | Rotated | Unusable) -> None:
        assert isinstance(message, Edge)
        self.edges.append((message.control, message.down, message.cancelled))


def test_a_control_is_up_once_no_hand_holds_it() -> None:
    device = Device()
    device.hands.hold_control(MOUSE, "play")
    device.hands.hold_control(KEYBOARD, "play")
    device.hands.let_all_go(MOUSE, cancelled=False)
    assert device.edges == [("play", True, False)]
    device.hands.release_control(KEYBOARD, "play")
    assert device.edges[1:] == [("play", False, False)]
