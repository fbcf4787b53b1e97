"""Screensaver: an unused display is dimmed and then blank, and its picture moves a little.

An OLED's pixels age as they shine, so the best protection is that the display is dark while it is
not used.
"""

from typing import Final

from companion.face.view import Night

DIM_AFTER_S: Final = 120.0
BLANK_AFTER_S: Final = 900.0
"""Time without a press, in seconds."""
MOVED_EVERY_S: Final = 120.0
ORBIT: Final = (0, 1)
"""How many rows the picture is moved down, one after the other, each for so many seconds.

No picture uses the last row, and more than one would cut into its labels. No controller here can
move its picture sideways without a redraw.
"""
NEVER: Final = float("-inf")
_TOLERANCE_S: Final = 1e-6
"""Tolerance for comparing clock readings, in seconds."""


class Screensaver:
    """When a button was last pressed, and since when the display shines."""

    def __init__(self, now: float = NEVER, wears: bool = True) -> None:
        """Begin `now`; without a time the display stays blank.

        wears: its pixels age, so the picture moves.
        """
        self._wears: Final = wears
        self._began = now
        self.stirred = now
        """When somebody acted last."""
        self._blank_from = float("inf")
        self._blank_until = float("inf")

    def note_press(self, now: float) -> None:
        """Count the time without a press from this one on."""
        if self._began != NEVER:
            self.stirred = now

    def on_shown(self, night: Night, now: float) -> None:
        """Note from when until when the display is blank, by the stage of the night it shows."""
        is_blank = self._blank_from <= now < self._blank_until
        if is_blank == (night == Night.BLANK):
            return
        self._blank_until = now if is_blank else float("inf")
        self._blank_from = self._blank_from if is_blank else now

    def only_wakes(self, at: float) -> bool:
        """Return True if a press at that time only wakes the display, because it was blank."""
        return self._blank_from <= at < self._blank_until

    def night(self, now: float) -> Night:
        """Return the level to which screen and lights are dimmed."""
        if now >= self.stirred + BLANK_AFTER_S:
            return Night.BLANK
        return Night.DIM if now >= self.stirred + DIM_AFTER_S else Night.AWAKE

    def shift(self, now: float) -> int:
        """Return the rows by which the picture is moved down; 0 while the display is blank."""
        if not self._wears or self.night(now) == Night.BLANK:
            return 0
        return ORBIT[self._moves_so_far(now) % len(ORBIT)]

    def deadlines(self, now: float) -> list[float]:
        """Return the time at which the night or the shift changes by itself."""
        night = self.night(now)
        if night == Night.BLANK:
            return []
        changes_after = BLANK_AFTER_S if night == Night.DIM else DIM_AFTER_S
        times = [self.stirred + changes_after]
        if self._wears:
            times.append(self._began + (self._moves_so_far(now) + 1) * MOVED_EVERY_S)
        return times

    def _moves_so_far(self, now: float) -> int:
        return int((now - self._began + _TOLERANCE_S) / MOVED_EVERY_S)
