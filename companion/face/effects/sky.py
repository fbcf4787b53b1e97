"""The sky over the glass at the end of a game: rockets for each verdict, all of it for a perfect game.

Each function lights, on an empty page, the pixels that a frame turns over in the picture beneath.
"""

from collections.abc import Callable, Mapping
from functools import partial
from math import cos, pi, sin
from typing import Final

from companion.face.happened import BANDS, Verdict
from companion.face.screens.layout import UPPER
from companion.face.screens.page import Page

Point = tuple[int, int]
"""Column and row."""

FRAMES: Final = 14
"""With the card that fell before, two seconds."""


def sparks(page: Page, middle: Point, age: int) -> None:
    """Sparks that fly from a point, some frames after the burst; they fall a little, and are gone."""
    if age < _BRIGHT:
        for ray in range(_RAYS):
            _spark(page, middle, 2 * pi * ray / _RAYS, 8.0 * age, age * age // 2)


def _spark(page: Page, middle: Point, angle: float, far: float, fallen: int = 0) -> None:
    x = middle[0] + round(far * cos(angle)) - 1
    y = middle[1] + round(far * sin(angle)) - 1 + fallen
    if 0 <= x <= page.layout.width - _SIZE and 0 <= y <= UPPER - _SIZE:
        page.fill((x, y, _SIZE, _SIZE))


_SIZE: Final = 3
_RAYS: Final = 7
_BRIGHT: Final = 5
"""Frames in which sparks are seen."""


def _rockets(rockets: int, page: Page, number: int) -> None:
    """One rocket after another climbs and bursts."""
    apart = (FRAMES - _CLIMB - _BRIGHT) // max(1, rockets - 1)
    for rocket in range(rockets):
        age = number - rocket * apart
        across, top = _PLACES[rocket]
        x = page.layout.width * across // 128
        if 0 < age <= _CLIMB:
            page.fill((x, UPPER - 4 - (UPPER - 4 - top) * age // _CLIMB, 2, 4))
        elif age > _CLIMB:
            sparks(page, (x, top), age - _CLIMB)


_CLIMB: Final = 2
"""Frames in which a rocket climbs."""
_PLACES: Final = ((64, 20), (28, 16), (100, 24), (46, 30), (84, 12), (14, 28))
"""Where each rocket bursts, in a picture of 128 columns."""


def _curtain(page: Page, number: int) -> None:
    """A dark band sinks over the picture: every other row of pixels."""
    top = (UPPER + _BAND) * number // FRAMES - _BAND
    for row in range(max(0, top), min(UPPER, top + _BAND), 2):
        page.fill((0, row, page.layout.width, 1))


_BAND: Final = 16


def _whole(rays: int, page: Page, number: int) -> None:
    """All of the glass flashes three times, and each time rays fly from its middle to its edges."""
    age = number % _BEAT
    middle = page.layout.width // 2, UPPER // 2
    if age == 1:
        page.fill((0, 0, page.layout.width, UPPER))
    for ray in range(rays):
        for ring in (0, 1):
            if age > ring:
                _spark(page, middle, 2 * pi * ray / rays, 22.0 * (age - ring))


_BEAT: Final = FRAMES // 3

END: Final[Mapping[Verdict, Callable[[Page, int], None]]] = {
    Verdict.LOST: _curtain,
    **{band: partial(_rockets, rating + 1) for rating, band in enumerate(BANDS)},
    Verdict.PERFECT: partial(_whole, 16),
    Verdict.BEYOND: partial(_whole, 30),
}
"""What the glass shows of each verdict."""
