"""Screensaver: a display that nobody uses is dimmed and then blank, and its picture moves a little meanwhile.

An OLED's pixels age as they shine. Most of the care is that it is dark while nobody plays.
"""

from typing import Final

from companion.face.view import Night

DIM_AFTER: Final = 120.0
BLANK_AFTER: Final = 900.0
"""Seconds without a press."""
MOVED_EVERY: Final = 120.0
ORBIT: Final = (0, 1)
"""How many rows the picture is moved down, one after the other, each for so many seconds.

More than one row would cut into the labels at the lower edge, and no controller here can move its
picture sideways without a redraw.
"""
_DUST: Final = 1e-6
"""Of the clock's seconds, swept off."""


class Screensaver:
    """When somebody pressed last, and since when the display shines."""

    def __init__(self, now: float = float("-inf")) -> None:
        """Screensaver from `now` on; before that the display is blank."""
        self._began = now
        self._stirred = now

    def stir(self, now: float) -> None:
        """Somebody pressed something."""
        self._stirred = now

    def night(self, now: float) -> Night:
        """How far screen and lights are switched down."""
        if now >= self._stirred + BLANK_AFTER:
            return Night.BLANK
        return Night.DIM if now >= self._stirred + DIM_AFTER else Night.AWAKE

    def shift(self, now: float) -> int:
        """How many rows the picture is moved down; it rests while the display is blank."""
        if self.night(now) == Night.BLANK:
            return 0
        return ORBIT[self._moves(now) % len(ORBIT)]

    def deadlines(self, now: float) -> list[float]:
        """When one of them changes by itself."""
        night = self.night(now)
        if night == Night.BLANK:
            return []
        moved = self._began + (self._moves(now) + 1) * MOVED_EVERY
        return [moved, self._stirred + (BLANK_AFTER if night == Night.DIM else DIM_AFTER)]

    def _moves(self, now: float) -> int:
        return int((now - self._began + _DUST) / MOVED_EVERY)
