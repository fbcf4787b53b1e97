"""A board whose lines are in memory, over the mock pins of gpiozero."""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, Final

from gpiozero.pins.mock import MockFactory, MockPin  # type: ignore[import-untyped]
from gpiozero.pins.pi import PiBoardInfo  # type: ignore[import-untyped]

from companion.panel import Clock
from hardware.gpio.board import GpioChip

_REVISION: Final = "a020a0"
"""That of a Compute Module 3, which has the most lines."""


class EmulatedBoard(GpioChip):
    """A board whose lines are in memory: a test or the window presses buttons and sees the LEDs."""

    def __init__(self, clock: Clock, active_high: Collection[int] = ()) -> None:
        """Make a board; a press connects the lines of `active_high` to 3.3 V, not to ground."""
        self._active_high: Final = active_high
        self._pins = _EmulatedFactory(clock)
        self._line: Final = cache(self._pins.pin)
        self._grounded: set[int] = set()
        super().__init__(self._pins)

    def watch_lines(self, on_change: Callable[[], None]) -> None:
        """Call `on_change` whenever a line that the program drives has changed."""
        self._pins.on_change = on_change

    def connect(self, pin: int, part: Callable[[bool], None]) -> None:
        """Wire the line to a part, which is called with each new level."""
        self._line(pin).part = part

    def pull_down(self, pin: int) -> None:
        """Connect the line to ground, or to 3.3 V, as a pressed button does."""
        with self._lock:
            self._grounded.add(pin)
            self._drive_line(pin, high=pin in self._active_high)

    def let_go(self, pin: int) -> None:
        """Disconnect the line; its resistor pulls it to the other side."""
        with self._lock:
            self._grounded.discard(pin)
            self._drive_line(pin, high=pin not in self._active_high)

    def _drive_line(self, pin: int, high: bool) -> None:
        line = self._line(pin)
        (line.drive_high if high else line.drive_low)()

    def is_grounded(self, pin: int) -> bool:
        """Return True if the line is connected as by a pressed button."""
        return pin in self._grounded

    def driven_level(self, pin: int) -> bool | None:
        """Return the level to which the program drives the line, None for a line it only reads."""
        line = self._line(pin)
        return bool(line.state) if line.function == "output" else None


class _EmulatedPin(MockPin):  # type: ignore[misc]
    """A mock pin on the injected clock, without a history; `part` is called with each new level."""

    part: Callable[[bool], None] = staticmethod(lambda level: None)

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._state: float = value
        self._last_change = self._factory.ticks()
        self.part(bool(value))
        self._factory.on_change()
        return True

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        self._factory.on_change()

    def clear_states(self) -> None:
        self._last_change = self._factory.ticks()
        self.states: list[object] = []


class _BoardInfo(PiBoardInfo):  # type: ignore[misc]
    """What gpiozero knows of the board."""

    # gpiozero looks through all pins of all headers for each one that is opened or closed: with
    # forty of them that was a third of what it takes to open the device.
    def find_pin(self, name: str) -> Sequence[tuple[Any, Any]]:
        return _pins_called(name)


@cache
def _board_info() -> _BoardInfo:
    return _BoardInfo(*PiBoardInfo.from_revision(int(_REVISION, 16)))


@cache
def _pins_called(name: str) -> Sequence[tuple[Any, Any]]:
    return tuple(PiBoardInfo.find_pin(_board_info(), name))


class _EmulatedFactory(MockFactory):  # type: ignore[misc]
    """Mock pins whose edges are stamped by the injected clock."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(revision=_REVISION, pin_class=_EmulatedPin)
        self.ticks = clock
        self.watermark = clock  # mock pins tell each edge at once
        self.on_change: Callable[[], None] = lambda: None

    def _get_board_info(self) -> _BoardInfo:
        return _board_info()
