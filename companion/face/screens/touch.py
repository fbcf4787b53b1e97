"""Touch: the buttons that a mouse or a finger means at a point of the picture.

Each function returns the name of the buttons as `choices.together` makes it, `NOTHING` for none.
"""

from typing import Final

from companion.face.dialogue.choices import DONE
from companion.face.glyphs import Rect
from companion.face.screens import draw
from companion.face.screens.columns import middles
from companion.face.screens.layout import UPPER
from companion.face.screens.page import Page
from companion.face.state import ScreenName
from companion.face.view import View

Point = tuple[int, int]
"""Column and row of the display."""

NOTHING: Final = ""


def label_at(view: View, point: Point) -> str:
    """Return the button whose label stands at a point."""
    page = draw(view._replace(pressed=frozenset()))
    if page.columns:
        return NOTHING
    for control, rects in page.keys.items():
        if any(_covers(rect, point) for rect in rects):
            return control
    if page.lit:
        return NOTHING
    for control, rect in page.layout.labels.items():
        if _covers(rect, point):
            return control
    return NOTHING


def item_at(view: View, point: Point) -> str:
    """Return the buttons of the column or the cell at a point, while one is chosen."""
    page = Page(view)
    if page.columns:
        is_seen = point[1] >= UPPER or not page.is_covered
        if is_seen and point[0] < page.width:
            return _column_at(page, point[0])
    elif not page.is_covered:
        return _cell_at(page, point)
    return NOTHING


def _cell_at(page: Page, point: Point) -> str:
    """Return the button whose cell has a point."""
    if _has_cells(page):
        for control, rect in page.layout.boxes.items():
            if _covers(rect, point) and page.items[control]:
                return control
    return NOTHING


def firework_buttons(view: View, suit: str) -> str:
    """Return the buttons of a firework, while one is chosen; in cells those that lead to it."""
    for buttons, items in Page(view).items.items():
        if suit in items:
            return buttons
    return NOTHING


def _column_at(page: Page, x: int) -> str:
    half = page.width // len(page.columns) // 2
    for middle, buttons in zip(middles(page), page.columns, strict=True):
        if middle - half <= x <= middle + half and buttons in page.items:
            return buttons
    return NOTHING


def _has_cells(page: Page) -> bool:
    """Return True if what can be chosen is drawn in cells, and not in lines of words."""
    face = page.face
    if face.choice is None or face.screen == ScreenName.LEAVING:
        return False
    return (DONE,) not in page.items.values()


def _covers(rect: Rect, point: Point) -> bool:
    left, top, width, height = rect
    return left <= point[0] < left + width and top <= point[1] < top + height
