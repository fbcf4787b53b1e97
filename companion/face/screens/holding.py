"""The bar of words: what a button will do once it is held, in the last rows. Then a panel says what
letting go does.
"""

from typing import Final

from companion.face.dialogue import labels
from companion.face.glyphs.canvas import Rect
from companion.face.glyphs.letters import text_width
from companion.face.screens.layout import LABELS, ROWS, WIDTH
from companion.face.screens.page import Page
from companion.face.screens.typography import LABEL
from companion.face.state import Phrase
from companion.face.view import Holding

TOP: Final = LABELS - 2
"""The first row of the bar: accents of capitals reach so far above them."""


def draw_bar(page: Page, holding: Holding) -> None:
    """Draw what holding a button does over the last rows."""
    deed = labels.hold_deed(page.face, page.sitting, holding.control)
    string = page.say("keep_holding", what=deed) if deed else ""
    width = bar_width(page)
    if text_width(string, LABEL[-1]) > width - 2:  # the panel names the step that is undone
        string = page.say("keep_holding", what=Phrase("hold_undo_step"))
    page.lit = False
    page.erase((0, TOP, width, ROWS - TOP))
    page.centre(LABELS, string, width - 2, 1, LABEL)


def bar_width(page: Page) -> int:
    """Return the columns of the bar: all of them, or those before a label at the right."""
    ends = max(top + high for _, top, _, high in page.layout.labels.values())
    return page.width if page.beside and ends > TOP else WIDTH


def rect_above(page: Page, rect: Rect) -> Rect:
    """Return the part of a rectangle that the bar leaves free."""
    left, top, width, high = rect
    return (left, top, width, max(0, min(high, TOP - top))) if left < bar_width(page) else rect
