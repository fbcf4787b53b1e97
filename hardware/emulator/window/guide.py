"""What the window knows of the program in the device: its language, and what its display shows."""

from collections.abc import Callable
from typing import NamedTuple

PixelPoint = tuple[int, int]
Buttons = tuple[str, ...]
"""Buttons that are pressed together; none for a place where there is nothing to press."""


class Guide(NamedTuple):
    """Answers for the window; a point is a column and a row of the display.

    `label` is the button whose label is there; it is held for as long as the finger stays. `item`
    stands for a column or a cell that can be chosen there, `firework` for a firework by its suit's
    letter: they are tapped. `language` is a code, or empty.
    """

    label: Callable[[PixelPoint], Buttons] = lambda point: ()
    item: Callable[[PixelPoint], Buttons] = lambda point: ()
    firework: Callable[[str], Buttons] = lambda suit: ()
    language: Callable[[], str] = lambda: ""
