"""What the window knows of the program in the device: its language, and what its display shows."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

PixelPoint = tuple[int, int]


class Guide(NamedTuple):
    """Answers for the window; a point is a column and a row of the display.

    `label` is the button whose label is there, or empty: it is held for as long as the finger
    stays. `caps` has the word on each of the three buttons. `language` is a code, or empty.
    """

    label: Callable[[PixelPoint], str] = lambda point: ""
    caps: Callable[[], Mapping[str, str]] = dict
    language: Callable[[], str] = lambda: ""


NO_GUIDE: Final = Guide()
