"""Palettes: the colours of pixels, also for people who confuse some.

Position says all that colour says: every group and every firework has pixels of its own, always in
the same order. Any two suits' colours are far apart, both for the people whom the palette is for
and for all others (`tests/wiring/reading/test_palettes.py`). A suit is as bright in all.
"""

from collections.abc import Mapping
from typing import Final

from companion.panel import BLUE_YELLOW, RED_GREEN, USUAL
from wiring.spec import Colour

_USUAL: Final[Mapping[str, Colour]] = {
    "clue": (0, 110, 255),
    "fuse": (255, 0, 0),
    "deck": (255, 255, 255),
    "seat": (255, 120, 0),
    "press": (255, 120, 0),
    "W": (255, 255, 255),
    "R": (255, 0, 0),
    "B": (0, 0, 255),
    "Y": (255, 170, 0),
    "G": (0, 255, 0),
    "M": (255, 0, 200),
    "K": (90, 60, 136),
}
_RED_GREEN: Final[Mapping[str, Colour]] = {
    "B": (0, 102, 255),
    "Y": (255, 255, 0),
    "G": (51, 255, 102),
    "M": (255, 0, 170),
    "K": (0, 0, 136),
}
_BLUE_YELLOW: Final[Mapping[str, Colour]] = {
    "B": (0, 51, 255),
    "Y": (255, 187, 0),
    "G": (51, 255, 34),
    "M": (153, 17, 255),
    "K": (34, 0, 136),
}

COLOURS: Final[Mapping[str, Mapping[str, Colour]]] = {
    USUAL: _USUAL,
    RED_GREEN: {**_USUAL, **_RED_GREEN},
    BLUE_YELLOW: {**_USUAL, **_BLUE_YELLOW},
}
"""In each palette the colour of each group, and of each suit's fireworks, where a build says
nothing."""
