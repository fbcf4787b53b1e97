"""Motion: what moves over the picture for a moment after something happened.

A moment is a row of acts. While a card falls and its firework bursts, the table is on the glass
without what covers it. In each act the picture beneath is the true one: an act only turns pixels of
it over, a few at a time or all of them, so that each frame is a hundred bytes at most on the
display's bus. The next press ends the moment.

At the end of a game one burst at a time is in the air, so that a frame has few bytes; all of the
glass turned over is a single command.
"""

from collections.abc import Callable, Mapping
from functools import partial
from math import cos, pi, sin
from typing import Final

from PIL import ImageChops
from PIL.Image import Image

from companion.face.glyphs.canvas import icon
from companion.face.happened import BANDS, Act, Effect, EffectKind, Playing, Verdict, playing_now
from companion.face.screens.layout import HEIGHT, UPPER, WIDTH
from companion.face.screens.page import Page
from companion.face.screens.table import complete_left, firework_at, fuse_at
from companion.face.state import ScreenName
from companion.face.view import Night, View

STEP_S: Final = 0.06
"""The duration of a frame."""

_FIREWORKS: Final = 21
"""The first row of the fireworks, and of what is being said."""
_FALL: Final = (24, 32, 40, 46)
"""The first row of the card in each frame: mostly that of a page of the display's memory, since
what crosses two pages is sent twice."""
_PLAYED: Final = 16
"""The middle of the figure that counts the cards, where the fireworks are not named."""
_STAR: Final = 23
"""Columns from the figure of complete fireworks that are not named to the middle of its star."""
_FLASH: Final = 2
"""Frames of a flash."""
_END: Final = 28
"""Frames of the end: with the card that fell before, two seconds."""
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
_BEAT_FLASHES: Final = (1, 2)
_DARK: Final = 3
"""Frames of a beat: those of its flash, and the last one before its sparks. A
beat lasts half a second, since no light may flash more than three times a second."""
_SWEEP: Final = 5
_BAND: Final = 8
"""Frames of the band that an undo moves across, and its columns."""


DrawMotion = Callable[[Page, Effect, int], None]
"""Lights on an empty page what is turned over in a frame; in the first one nothing is."""


def moment_view(view: View, now: float) -> View:
    """Return the view that is on the glass at this time."""
    playing = playing_act(view, now)
    if playing is None or playing[1].kind not in _UNCOVERING:
        return view
    return view._replace(face=view.face._replace(scene=ScreenName.TABLE, notice=None))


def moving_picture(picture: Image, view: View, now: float) -> Image:
    """Return the picture of a view's moment as it is at this time."""
    playing = playing_act(view, now)
    if playing is None or not playing[2]:
        return picture
    act, event, number, _ = playing
    page = Page(view)
    act.draw(page, event, number)
    if view.flipped:
        page.flip()
    return ImageChops.logical_xor(picture, page.image)


def next_frame_at(view: View, now: float) -> float | None:
    """Return the time of the next frame; None for never."""
    playing = playing_act(view, now)
    return None if playing is None else playing[-1]


def playing_act(view: View, now: float) -> Playing[DrawMotion] | None:
    """Return the act that moves over the picture, unless something else has the picture."""
    notice = view.face.notice
    if view.held or view.night == Night.BLANK:
        return None
    if notice is not None and notice.refusal:
        return None
    screen = view.face.screen
    # One effect is asked for: going through all acts for it took 150,000 instructions a turn.
    return playing_now(
        view.happened,
        lambda event: (
            _ACTS.get(event.kind)
            if screen in _SCREENS.get(event.kind, (ScreenName.TABLE,))
            else None
        ),
        now,
    )


# What each of them turns over, from its first frame to its last


def _land(page: Page, event: Effect, number: int) -> None:
    """Let a card fall onto its firework."""
    middle = firework_at(page, event.suit) if event.suit else _PLAYED
    top = _FALL[number - 1]
    page.fill((middle - 4, top, 9, 8))
    if event.suit:
        page.symbol(middle - 3, top + 1, event.suit, 7, ink=0)


def draw_burst(page: Page, event: Effect, number: int) -> None:
    """Let sparks fly from a complete firework, three times."""
    middle = firework_at(page, event.suit) if event.suit else complete_left(page) + _STAR
    draw_sparks(page, (middle, _FIREWORKS + 16), number % _EACH)


def draw_burning(page: Page, event: Effect, number: int) -> None:
    """Flash all of the glass, then let the fuse that is gone flicker."""
    if number <= _FLASH:
        flash_glass(page)
    elif number % 2 and page.face.screen == ScreenName.TABLE:
        spark = icon("fuse-small")
        page.fill((*fuse_at(page, event.fuse), spark.width, spark.mask.height))


def _band(page: Page, number: int) -> None:
    """Light a band, so far on its way to the right."""
    page.fill((page.width * number // _SWEEP - _BAND // 2, _FIREWORKS + 3, _BAND, 24))


# The end: rockets by the verdict, flashes if it is perfect


def draw_sparks(page: Page, middle: tuple[int, int], age: int) -> None:
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


def flash_glass(page: Page) -> None:
    """Turn all of the glass over."""
    # Both controllers swap light and dark by a command; as a picture a flash took up to 86 ms.
    page.fill((0, 0, WIDTH, HEIGHT))


def _rockets(rockets: int, page: Page, number: int) -> None:
    """Draw one rocket after another as it bursts, each in its place."""
    rocket, age = divmod(number, _EACH)
    if rocket < rockets:
        draw_sparks(page, _place_of_rocket(page, rocket), age)


def _place_of_rocket(page: Page, number: int) -> tuple[int, int]:
    across, row = _PLACES[number]
    return page.width * across // WIDTH, row


def _embers(page: Page, number: int) -> None:
    """Draw embers that sink."""
    for ember, across in enumerate(_FALLING):
        _draw_spark(page, page.width * across // WIDTH, UPPER * number / _END - 6 * ember)


def _flashes(places: tuple[int, ...], page: Page, number: int) -> None:
    """Turn all of the glass over three times, and let sparks fly after each flash."""
    beat, age = divmod(number, _BEAT)
    if beat >= len(places):
        return
    if age in _BEAT_FLASHES:
        flash_glass(page)
    elif age > _DARK:
        draw_sparks(page, _place_of_rocket(page, places[beat]), age - _DARK)


_ENDS: Final[Mapping[Verdict | None, Callable[[Page, int], None]]] = {
    Verdict.LOST: _embers,
    **{band: partial(_rockets, rating + 1) for rating, band in enumerate(BANDS)},
    Verdict.PERFECT: partial(_flashes, (0, 0, 0)),
    Verdict.BEYOND: partial(_flashes, (1, 2, 0)),
}
"""What the glass shows at each verdict."""
_ACTS: Final[Mapping[EffectKind, Act[DrawMotion]]] = {
    EffectKind.LANDED: Act(5, STEP_S, _land),
    EffectKind.COMPLETED: Act(3 * _EACH, STEP_S, draw_burst),
    EffectKind.MISFIRED: Act(9, STEP_S, draw_burning),
    EffectKind.UNDONE: Act(_SWEEP, STEP_S, lambda page, _, number: _band(page, _SWEEP - number)),
    EffectKind.REDONE: Act(_SWEEP, STEP_S, lambda page, _, number: _band(page, number)),
    EffectKind.ENDED: Act(
        _END, STEP_S, lambda page, event, number: _ENDS[event.verdict](page, number)
    ),
}
"""What moves for each effect."""
_SCREENS: Final[Mapping[EffectKind, tuple[ScreenName, ...]]] = {
    EffectKind.LANDED: (ScreenName.TABLE, ScreenName.TILE, ScreenName.END),
    EffectKind.MISFIRED: (ScreenName.TABLE, ScreenName.NAMING),
    EffectKind.ENDED: (ScreenName.END,),
}
"""The screens on which it moves, where that is not the table alone."""
_UNCOVERING: Final = (EffectKind.LANDED, EffectKind.COMPLETED)
"""Meanwhile the table is seen without what stands over it: the card falls onto its firework."""
