"""Touch: the buttons that a mouse or a finger means at a point of the picture.

Each function returns the name of the buttons as `choices.together` makes it, `NOTHING` for none.
"""

from collections.abc import Mapping
from typing import Final

from companion.face.glyphs import Rect
from companion.face.screens import draw
from companion.face.screens.columns import middles
from companion.face.screens.layout import NO_BOXES, UPPER
from companion.face.screens.page import Page
from companion.face.view import View

Point = tuple[int, int]
"""Column and row of the display."""

NOTHING: Final = ""


def label_at(view: View, point: Point) -> str:
    """Return the button whose label stands at a point."""
    page = draw(view._replace(pressed=frozenset()))
    if page.columns:
        return NOTHING
    control = _control_at(page.keys, point)
    if control or page.lit:
        return control
    return _control_at(page.layout.labels, point)


def _control_at(rects: Mapping[str, Rect], point: Point) -> str:
    """Return the button whose rectangle has a point."""
    x, y = point
    for control, (left, top, width, height) in rects.items():
        if left <= x < left + width and top <= y < top + height:
            return control
    return NOTHING


def item_at(view: View, point: Point) -> str:
    """Return the buttons of the column or the cell at a point, while one is chosen."""
    page = Page(view)
    x, y = point
    if page.columns:
        is_seen = y >= UPPER or not page.is_covered
        if is_seen and x < page.width:
            return _column_at(page, x)
    elif not page.is_covered and page.head != NO_BOXES:
        boxes = page.layout.boxes
        return _control_at({name: boxes[name] for name in boxes if page.items[name]}, point)
    return NOTHING


def firework_buttons(view: View, suit: str) -> str:
    """Return the buttons of a firework, while one is chosen; in cells those that lead to it."""
    for buttons, items in Page(view).items.items():
        if suit in items:
            return buttons
    return NOTHING


def _column_at(page: Page, x: int) -> str:
    half = page.width // len(page.columns) // 2
    for middle, buttons, _ in middles(page):
        if middle - half <= x <= middle + half and buttons in page.items:
            return buttons
    return NOTHING
