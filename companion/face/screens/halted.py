"""What stays on the display when the computer goes down."""

from companion.face.screens.layout import WIDTH
from companion.face.screens.page import Page
from companion.face.screens.typography import TITLE
from companion.face.shown import kept_phrase


def halted(page: Page) -> None:
    """Draw that it is off, how far the game is kept, and when the plug may be pulled."""
    page.centre(4, page.say("halted_title"), page.room, names=TITLE)
    kept = kept_phrase(page.view)
    if kept:
        page.centre(21, page.words(kept), WIDTH)
    page.paragraph((0, 33, WIDTH, 30), page.say("halted_text"))
