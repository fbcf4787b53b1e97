"""What stays on the display when the computer goes down."""

from companion.face.dialogue import outcomes
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import Page
from companion.face.screens.typography import TITLE
from companion.face.state import Phrase
from companion.face.view import View


def halted(page: Page) -> None:
    """Draw that it is off, how far the game is kept, and when the plug may be pulled."""
    page.centre(4, page.say("halted_title"), page.room, names=TITLE)
    kept = kept_phrase(page.view)
    if kept:
        page.centre(21, page.words(kept), WIDTH)
    page.paragraph((0, 33, WIDTH, 30), page.say("halted_text"))


def kept_phrase(view: View) -> Phrase | None:
    """Return how far the game is kept; None if there is no game."""
    if view.lost is not None:
        return outcomes.kept_phrase(view.lost)
    if view.sitting.playing and view.sitting.state is not None:
        return Phrase("halted_game", {"turn": view.sitting.state.turn})
    return None
