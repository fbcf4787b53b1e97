"""Mouse or finger, and keyboard: they press the emulated device's controls."""

import time
from collections.abc import Callable
from typing import Final

from hardware.emulator.device import Emulated

MOUSE: Final = "mouse"
KEYBOARD: Final = "keyboard"
SHORTEST_S: Final = 0.03
"""A press lasts at least so long: a click may be shorter, which on a wire would be a spike."""


class WindowHands:
    """Holds controls down, each for as long as one of the hands does."""

    def __init__(self, emulated: Emulated, cancel: Callable[[str], None]) -> None:
        """Hold nothing; `cancel` gets a control that goes up without a press."""
        self._emulated: Final = emulated
        self._cancel: Final = cancel
        self._held: Final[dict[tuple[str, str], float]] = {}
        """When each hand pressed a control."""

    def hold_control(self, hand: str, control: str) -> None:
        """Press a control."""
        self._held[hand, control] = time.monotonic()
        self._emulated.press(control)

    def release_control(self, hand: str, control: str, cancelled: bool = False) -> None:
        """Release a control unless another hand holds it; a cancelled press has no effect."""
        began = self._held.pop((hand, control), 0.0)
        if not cancelled:
            time.sleep(max(0.0, began + SHORTEST_S - time.monotonic()))
        held = {other for _, other in self._held}
        if control in held:
            return
        if cancelled:
            self._cancel(control)
        self._emulated.release(control)

    def let_all_go(self, hand: str, cancelled: bool) -> None:
        """Release every control that a hand holds."""
        for _, control in [held for held in self._held if held[0] == hand]:
            self.release_control(hand, control, cancelled)
