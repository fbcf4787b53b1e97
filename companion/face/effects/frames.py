"""Frames: which one of a show is due."""

from typing import Final

TOLERANCE_S: Final = 1e-6
"""Tolerance for comparing clock readings, in seconds."""


def frame_number(began: float, now: float, step_s: float) -> int:
    """Return the number of the frame that is due, from 0, where each lasts for a step."""
    return max(0, int((now - began + TOLERANCE_S) / step_s))
