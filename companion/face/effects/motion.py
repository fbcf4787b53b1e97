"""Motion: what moves over the table's picture for a moment after something happened.

The picture beneath is the true one from the first instant: motion only turns pixels of it over, a few at
a time, so that each frame is a hundred bytes at most on the display's bus. There is none elsewhere than
on the table, and none while a button is down.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from PIL import ImageChops
from PIL.Image import Image

from companion.face.effects import frames
from companion.face.glyphs import icon
from companion.face.happened import Happening, What
from companion.face.on_table import on_table
from companion.face.screens.page import UPPER, WIDTH, Page
from companion.face.screens.table import firework_at, fuse_at
from companion.face.state import ScreenName
from companion.face.view import Night, View
from companion.game.state import State

STEP_S: Final = 0.06
"""The duration of a frame."""
FRAMES: Final = 5
"""The number of frames; the first one moves nothing, and all take 0.3 s."""

_FIREWORKS: Final = 21
"""The first row of the fireworks, and of what is being said."""


class Moving(NamedTuple):
    """What moves, and since when."""

    event: Happening
    began: float


def frame(picture: Image, view: View, now: float) -> Image:
    """The picture of a view as it is at this time."""
    moving = _moving(view)
    number = 0 if moving is None else frames.number(moving.began, now, STEP_S)
    if moving is None or not 0 < number < FRAMES:
        return picture
    page = Page(view)
    _MOVES[moving.event.kind](page, on_table(view.sitting).state, moving.event, number)
    if view.flipped:
        page.flip(UPPER)
    return ImageChops.logical_xor(picture, page.image)


def next_change(view: View, now: float) -> float | None:
    """When that changes by itself; None for not at all."""
    moving = _moving(view)
    if moving is None or frames.number(moving.began, now, STEP_S) >= FRAMES:
        return None
    return moving.began + (frames.number(moving.began, now, STEP_S) + 1) * STEP_S


def _moving(view: View) -> Moving | None:
    if (
        view.happened is None
        or view.face.screen != ScreenName.TABLE
        or view.held
        or view.night == Night.BLANK
    ):
        return None
    event = view.happened.first(_MOVES)
    if event is None or (event.kind == What.LANDED and view.face.notice):
        return None
    return Moving(event, view.happened.at)


# What each of them turns over, from its first frame to its last


def _land(page: Page, state: State, event: Happening, number: int) -> None:
    """A card falls onto its firework."""
    middle = firework_at(state, event.suit) if event.suit else _PLAYED
    top = _FALL[number - 1]
    page.fill((middle - 4, top, 9, 8))
    if event.suit:
        page.symbol(middle - 3, top + 1, event.suit, 7, ink=0)


_FALL: Final = (24, 32, 40, 46)
"""The first row of the card in each frame: mostly that of a page of the display's memory."""
_PLAYED: Final = 16
"""The middle of the figure that counts the cards, where the fireworks are not named."""


def _burst(page: Page, state: State, event: Happening, number: int) -> None:
    """Sparks fly from a complete firework."""
    middle = firework_at(state, event.suit) if event.suit else _STAR
    for across, up in _SPARKS:
        x, y = middle - 1 + across * number, _FIREWORKS + 16 - up * number
        if 0 <= x < WIDTH - 1 and 0 <= y < UPPER - 1:
            page.fill((x, y, 2, 2))


_SPARKS: Final = ((0, 7), (-5, 5), (5, 5), (-8, 0), (8, 0))
_STAR: Final = 107
"""The middle of the star that counts them, where the fireworks are not named."""


def _flicker(page: Page, state: State, event: Happening, number: int) -> None:
    """The fuse that is gone flickers."""
    if number % 2:
        spark = icon("fuse-small")
        page.fill((*fuse_at(page, state, event.fuse), spark.width, spark.mask.height))


def _back(page: Page, state: State, event: Happening, number: int) -> None:
    """A band runs to the left."""
    _band(page, FRAMES - number)


def _forth(page: Page, state: State, event: Happening, number: int) -> None:
    """A band runs to the right."""
    _band(page, number)


def _band(page: Page, number: int) -> None:
    page.fill((WIDTH * number // FRAMES - _BAND // 2, _FIREWORKS + 3, _BAND, 24))


_BAND: Final = 8

_MOVES: Final[dict[What, Callable[[Page, State, Happening, int], None]]] = {
    What.UNDONE: _back,
    What.REDONE: _forth,
    What.COMPLETED: _burst,
    What.MISFIRED: _flicker,
    What.LANDED: _land,
}
"""What moves for each happening; of several happenings the first one here moves."""
