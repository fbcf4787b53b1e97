"""The bar of words: what a button will do once it is held, in the last rows.

It fills with light until the hold counts, a piece in each frame, of 56 bytes at most where it is
one line. Then a panel says what letting go does.
"""

from typing import Final

from PIL.Image import Image

from companion.face.dialogue import labels
from companion.face.glyphs.canvas import Rect, invert
from companion.face.glyphs.letters import fits, wrap
from companion.face.preferences import STILL
from companion.face.screens.layout import LABELS, ROWS
from companion.face.screens.page import Page
from companion.face.screens.typography import LABEL
from companion.face.state import Phrase
from companion.face.view import Holding, View

_STEP_S: Final = 1 / 15
"""How long each frame stays."""
_ABOVE: Final = 2
"""Rows above a line that accents of capitals take."""
_PITCH: Final = 9
_TOLERANCE: Final = 1e-6
"""A frame that is due now may be asked for by so much too early."""


def draw_bar(page: Page, holding: Holding) -> None:
    """Draw what holding a button does over the last rows, in as many lines as it needs."""
    string = _words(page, holding)
    left, top, width, high = rect = _bar(page, string)
    page.lit = False
    page.erase(rect)
    if top + _ABOVE == LABELS:
        page.centre(LABELS, string, width - 2, left + 1, LABEL)
    else:
        page.paragraph((left + 1, top + _ABOVE, width - 2, high - _ABOVE), string, LABEL[-1:])


def fill_bar(picture: Image, view: View, holding: Holding, now: float) -> Image:
    """Return the picture with its bar filled as far as it is at this time."""
    frame = _frame(holding, now)
    if not frame or view.face.preferences.motion == STILL:
        return picture
    page = Page(view)
    left, top, width, high = _bar(page, _words(page, holding))
    filled = picture.copy()
    frames = max(1, round((holding.until - holding.since) / _STEP_S))
    invert(filled, (left, top, min(width, width * frame // frames), high))
    return filled


def next_fill_at(view: View, holding: Holding, now: float) -> float | None:
    """Return the time of the bar's next frame; None for never."""
    due = holding.since + (_frame(holding, now) + 1) * _STEP_S
    is_moving = view.face.preferences.motion != STILL
    return due if is_moving and due < holding.until else None


def rect_above(page: Page, rect: Rect) -> Rect:
    """Return the part of a rectangle that the bar leaves free."""
    assert page.view.holding is not None
    left, top, width, high = rect
    _, bar, end, _ = _bar(page, _words(page, page.view.holding))
    return (left, top, width, max(0, min(high, bar - top))) if left < end else rect


def _words(page: Page, holding: Holding) -> str:
    deed = labels.hold_deed(page.face, page.sitting, holding.control)
    return page.words(Phrase("keep_holding", {"what": deed})) if deed else ""


def _bar(page: Page, string: str) -> Rect:
    """Return the place of the bar: up to the labels at the right, or below all of the picture."""
    width = page.layout.bar[2] if page.layout.bar[1] else page.width
    is_short = any(fits(string, name, width - 2) for name in LABEL)
    lines = 1 if is_short else len(wrap(string, LABEL[-1], width - 2))
    top = LABELS - _ABOVE - _PITCH * (lines - 1)
    return 0, top, width, ROWS - top


def _frame(holding: Holding, now: float) -> int:
    """Return how many pieces are filled."""
    return max(0, int((now - holding.since) / _STEP_S + _TOLERANCE))
