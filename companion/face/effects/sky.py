"""The sky over the glass at the end of a game: rockets by the verdict, flashes if it is perfect.

Each function lights, on an empty page, the pixels that a frame turns over in the picture beneath.
One burst at a time is in the air, so that a frame has few bytes; all of the glass turned over is a
single command.
"""

from collections.abc import Callable, Mapping
from functools import partial
from math import cos, pi, sin
from typing import Final

from companion.face.happened import BANDS, Verdict
from companion.face.screens.layout import HEIGHT, UPPER, WIDTH
from companion.face.screens.page import Page

SkyPoint = tuple[int, int]
"""Column and row."""

FRAMES: Final = 28
"""With the card that fell before, two seconds."""
_RAYS: Final = 5
_BRIGHT: Final = 4
"""Frames in which sparks are seen."""
_EACH: Final = _BRIGHT + 1
"""Frames from one burst to the next."""
_PLACES: Final = ((64, 22), (28, 18), (100, 24), (46, 30), (84, 16), (14, 28))
"""Where each rocket bursts, in a picture of the whole width."""
_FALLING: Final = (40, 88, 20, 108)
"""The columns of the embers, in a picture of the whole width."""
_BEAT: Final = 9
_FLASHES: Final = (1, 2)
_DARK: Final = 3
"""Frames of a beat: those of its flash, and the last one before its sparks. A
beat lasts half a second, since no light may flash more than three times a second."""


def draw_sparks(page: Page, middle: SkyPoint, age: int) -> None:
    """Draw the sparks of a burst, which fly from a point and fall a little.

    age: the frames since the burst.
    """
    if not 0 < age <= _BRIGHT:
        return
    x, y = middle
    far = 5 * age
    for ray in range(_RAYS):
        angle = 2 * pi * ray / _RAYS - pi / 2
        _draw_spark(page, x + far * cos(angle), y + far * sin(angle) + age * age // 4)


def _draw_spark(page: Page, x: float, y: float) -> None:
    left = round(x) - 1
    top = round(y) - 1
    if 0 <= left < page.width - 1 and 0 <= top < UPPER - 1:
        page.fill((left, top, 2, 2))


def flash(page: Page) -> None:
    """Turn all of the glass over."""
    page.fill((0, 0, WIDTH, HEIGHT))


def _rockets(rockets: int, page: Page, number: int) -> None:
    """Draw one rocket after another as it bursts, each in its place."""
    rocket, age = divmod(number, _EACH)
    if rocket < rockets:
        draw_sparks(page, _place_of_rocket(page, rocket), age)


def _place_of_rocket(page: Page, number: int) -> SkyPoint:
    across, row = _PLACES[number]
    return page.width * across // WIDTH, row


def _embers(page: Page, number: int) -> None:
    """Draw embers that sink."""
    for ember, across in enumerate(_FALLING):
        _draw_spark(page, page.width * across // WIDTH, UPPER * number / FRAMES - 6 * ember)


def _flashes(places: tuple[int, ...], page: Page, number: int) -> None:
    """Turn all of the glass over three times, and let sparks fly after each flash."""
    beat, age = divmod(number, _BEAT)
    if beat >= len(places):
        return
    if age in _FLASHES:
        flash(page)
    elif age > _DARK:
        draw_sparks(page, _place_of_rocket(page, places[beat]), age - _DARK)


END: Final[Mapping[Verdict | None, Callable[[Page, int], None]]] = {
    Verdict.LOST: _embers,
    **{band: partial(_rockets, rating + 1) for rating, band in enumerate(BANDS)},
    Verdict.PERFECT: partial(_flashes, (0, 0, 0)),
    Verdict.BEYOND: partial(_flashes, (1, 2, 0)),
}
"""What the glass shows at each verdict."""
