"""Mouse or finger, keyboard, and latched buttons: they press the emulated device's controls."""

from collections.abc import Callable
from typing import Final

from companion.panel import BUTTONS
from hardware.emulator.device import PLUG, Emulated, at_panel

MOUSE: Final = "mouse"
KEYBOARD: Final = "keyboard"
_LATCH: Final = "latch"


def can_latch(control: str) -> bool:
    """Return True for the buttons of which several may be pressed together."""
    return at_panel(control) in BUTTONS


class WindowHands:
    """Holds controls down, each for as long as one of the hands does.

    A latched button goes down with the next button that is pressed, and up with it. It does not go
    down before, since the device takes a button that is down for long as absent.
    """

    def __init__(self, emulated: Emulated, cancel: Callable[[str], None]) -> None:
        """Hold nothing; `cancel` gets a control that goes up without a press."""
        self._emulated: Final = emulated
        self._cancel: Final = cancel
        self._held: Final[set[tuple[str, str]]] = set()
        self._latched: Final[dict[str, None]] = {}

    @property
    def latched_buttons(self) -> frozenset[str]:
        """The buttons that wait for the next one."""
        return frozenset(self._latched)

    def latch(self, control: str) -> None:
        """Latch a button, or unlatch it."""
        if control in self._latched:
            del self._latched[control]
        else:
            self._latched[control] = None

    def unlatch(self) -> None:
        """Unlatch every button."""
        self._latched.clear()

    def hold(self, hand: str, control: str) -> None:
        """Press a control, a button together with those that are latched."""
        if can_latch(control):
            for other in self._latched:
                self._press(_LATCH, other)
            self.unlatch()
        self._press(hand, control)

    def let_go(self, hand: str, control: str) -> None:
        """Release a control unless another hand holds it, and the buttons latched with it."""
        self._release(hand, control, cancelled=False)
        self.let_all_go(_LATCH, cancelled=False)

    def let_all_go(self, *hands: str, cancelled: bool) -> None:
        """Release every control that these hands hold; a cancelled press has no effect."""
        for held in tuple(self._held):
            if held[0] in (*hands, _LATCH):
                self._release(*held, cancelled)

    def _press(self, hand: str, control: str) -> None:
        self._held.add((hand, control))
        self._emulated.press(control)

    def _release(self, hand: str, control: str, cancelled: bool) -> None:
        self._held.discard((hand, control))
        held = {other for _, other in self._held}
        name = at_panel(control)
        if cancelled and name not in (PLUG, *map(at_panel, held)):
            self._cancel(name)
        if control not in held:
            self._emulated.release(control)
