"""*More*: a word over each button, and what it is for."""

from companion.face.dialogue import more, practice
from companion.face.screens.page import PLAIN, Page
from companion.face.screens.parts import title
from companion.face.state import Choice


def draw_more(page: Page, choice: Choice) -> None:
    """Draw what can be opened, each in a box over its button."""
    face = page.face
    if face.practice is None:
        title(page, page.say("ask_more"))
    else:
        title(page, page.words(practice.line(face)))
    for control, items in page.items.items():
        if items:
            left, top, width, height = page.layout.boxes[control]
            page.box((left, top, width, height))
            purpose = page.words(more.purpose(face, items[0]))
            if page.beside:
                page.dense((left + 3, top + 4, width - 6, 14), purpose)
            else:
                page.paragraph((left + 2, top + 1, width - 4, height - 2), purpose, PLAIN)
