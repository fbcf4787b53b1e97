"""Motion: what moves over the picture for a moment after something happened.

A moment is a row of acts. While a card falls and its firework bursts, the table is on the glass
without what covers it. In each act the picture beneath is the true one: an act only turns pixels of
it over, a few at a time or all of them, so that each frame is a hundred bytes at most on the
display's bus. The next press ends the moment.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PIL import ImageChops
from PIL.Image import Image

from companion.face.effects import sky
from companion.face.effects.frames import Act, Playing, playing_now
from companion.face.glyphs import icon
from companion.face.happened import Effect, EffectKind
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
_EACH: Final = 5
"""Frames from one burst to the next."""
_FLASH: Final = 2
"""Frames of a flash."""
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
    return playing_now(view.happened, partial(_act_on, view.face.screen), now)


def _act_on(screen: ScreenName, event: Effect) -> Act[DrawMotion] | None:
    moves = screen in _SCREENS.get(event.kind, (ScreenName.TABLE,))
    return _ACTS.get(event.kind) if moves else None


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
    sky.draw_sparks(page, (middle, _FIREWORKS + 16), number % _EACH)


def draw_burning(page: Page, event: Effect, number: int) -> None:
    """Flash all of the glass, then let the fuse that is gone flicker."""
    if number <= _FLASH:
        sky.flash(page)
    elif number % 2 and page.face.screen == ScreenName.TABLE:
        spark = icon("fuse-small")
        page.fill((*fuse_at(page, event.fuse), spark.width, spark.mask.height))


def _band(page: Page, number: int) -> None:
    """Light a band, so far on its way to the right."""
    page.fill((page.width * number // _SWEEP - _BAND // 2, _FIREWORKS + 3, _BAND, 24))


_ACTS: Final[Mapping[EffectKind, Act[DrawMotion]]] = {
    EffectKind.LANDED: Act(5, STEP_S, _land),
    EffectKind.COMPLETED: Act(3 * _EACH, STEP_S, draw_burst),
    EffectKind.MISFIRED: Act(9, STEP_S, draw_burning),
    EffectKind.UNDONE: Act(_SWEEP, STEP_S, lambda page, _, number: _band(page, _SWEEP - number)),
    EffectKind.REDONE: Act(_SWEEP, STEP_S, lambda page, _, number: _band(page, number)),
    EffectKind.ENDED: Act(
        sky.FRAMES, STEP_S, lambda page, event, number: sky.END[event.verdict](page, number)
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
