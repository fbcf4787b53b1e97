"""*More*, and the first question: a word over each button, and what it is for."""

from companion.face.dialogue import labels, more
from companion.face.screens.page import Page
from companion.face.screens.parts import draw_boxes, title
from companion.face.state import Choice


def draw_more(page: Page, choice: Choice) -> None:
    """Draw what can be opened, each in a box over its button."""
    title(page, page.words(labels.question(choice, page.sitting)))
    for _, items, (left, top, width, height) in draw_boxes(page):
        purpose = page.words(more.purpose(page.face, items[0]))
        if page.beside:
            page.dense((left + 3, top + 3, width - 6, 14), purpose)
        else:
            page.paragraph((left + 2, top + 1, width - 4, height - 2), purpose)
