"""A board whose lines are in memory."""

from collections.abc import Callable
from functools import cache
from typing import Final

from companion.errors import PanelError
from companion.panel import Clock
from hardware.gpio.board import GpioChip, OnEdge, Pin

_LINES: Final = 54
"""A Raspberry Pi's chip has so many."""


class MemoryPin(Pin):
    """A pin that a button presses, or to which the program gives a level."""

    def __init__(self, board: "EmulatedBoard", clock: Clock) -> None:
        self._board: Final = board
        self.now = clock
        self.part: Callable[[bool], None] = lambda level: None
        self.active_high = True
        self.driven: bool | None = None
        """The level to which the program drives it, None for a line it only reads."""
        self._level = False
        """The last of them."""
        self._pressed = False
        self._on_edge: OnEdge = lambda at, active: None

    @property
    def active(self) -> bool:
        """Whether a button connects the line."""
        return self._pressed

    def connect_button(self, pressed: bool) -> None:
        """Connect the line as a button does, or disconnect it."""
        if pressed != self._pressed:
            self._pressed = pressed
            self._on_edge(self.now(), pressed)
            self._board.on_change()

    def set(self, active: bool) -> None:
        """Drive the line, and the part on it."""
        before = self.driven
        self.driven = active == self.active_high
        if self.driven != self._level:
            self._level = self.driven
            self.part(self._level)
        if self.driven != before:
            self._board.on_change()

    def listen(self, on_edge: OnEdge) -> None:
        """Call this with every press and release."""
        self._on_edge = on_edge

    def close(self) -> None:
        """Leave the line as nothing drives it; the part on it keeps the last level."""
        self._on_edge = lambda at, active: None
        if self.driven is not None:
            self.set(False)
            self.driven = None
            self._board.on_change()


class EmulatedBoard(GpioChip):
    """A board whose lines are in memory: a test or the window presses buttons and sees the LEDs."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.on_change: Callable[[], None] = lambda: None
        """Called whenever a line has changed."""
        self._clock: Final = clock
        self._pin: Final = cache(self._new_pin)

    def input(self, pin: int, active_high: bool) -> Pin:
        """Open the pin of a button."""
        return self._pin(pin)

    def output(self, pin: int, active_high: bool) -> Pin:
        """Open the pin of an LED, which starts dark."""
        self._pin(pin).active_high = active_high
        self._pin(pin).set(False)
        return self._pin(pin)

    def connect(self, pin: int, part: Callable[[bool], None]) -> None:
        """Wire the line to a part, which is called with each new level."""
        self._pin(pin).part = part

    def pull_down(self, pin: int) -> None:
        """Connect the line to ground, or to 3.3 V, as a pressed button does."""
        with self._lock:
            self._pin(pin).connect_button(pressed=True)

    def let_go(self, pin: int) -> None:
        """Disconnect the line; its resistor pulls it to the other side."""
        with self._lock:
            self._pin(pin).connect_button(pressed=False)

    def is_grounded(self, pin: int) -> bool:
        """Return True if the line is connected as by a pressed button."""
        return self._pin(pin).active

    def driven(self, pin: int) -> bool | None:
        """Return the level to which the program drives the line, None for a line it only reads."""
        return self._pin(pin).driven

    def is_high(self, pin: int) -> bool:
        """Return True if the program drives the line high."""
        return self.driven(pin) is True

    def _new_pin(self, number: int) -> MemoryPin:
        if number >= _LINES:
            raise PanelError(f"GPIO {number} cannot be used: no board has that line")
        return MemoryPin(self, self._clock)
