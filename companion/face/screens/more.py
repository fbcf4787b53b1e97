"""*More*, and the first question: a word over each button, and what it is for."""

from companion.face.dialogue import labels, more
from companion.face.screens.page import Page
from companion.face.screens.parts import draw_boxes
from companion.face.state import Choice


def draw_more(page: Page, choice: Choice) -> None:
    """Draw what can be opened, each in a box over its button."""
    page.title(page.words(labels.question_phrase(choice, page.sitting)))
    inset = 3 if page.beside else 1
    for _, items, (left, top, width, height) in draw_boxes(page):
        rect = (left + 2, top + inset, width - 4, height - 1 - inset)
        page.paragraph(rect, page.words(more.item_purpose(page.face, items[0])))
