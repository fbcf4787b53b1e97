"""What stays on the display when the computer goes down."""

from companion.face.dialogue import outcomes
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import PLAIN, Page
from companion.face.state import Phrase
from companion.face.view import View


def halted(page: Page) -> None:
    """That it is off, how far the game is kept, and when the plug may be pulled."""
    page.fit(page.room // 2, 4, page.say("halted_title"), page.room, ("medium", "small"), "centre")
    told = kept(page.view)
    if told:
        page.fit(WIDTH // 2, 21, page.words(told), WIDTH, PLAIN, "centre")
    page.paragraph((0, 33, WIDTH, 30), page.say("halted_text"), PLAIN)


def kept(view: View) -> Phrase | None:
    """How far the game is kept; None where there is nothing to say of it."""
    if view.lost is not None:
        return outcomes.kept(view.lost)
    if view.sitting.playing and view.sitting.state is not None:
        return Phrase("halted_game", {"turn": view.sitting.state.turn})
    return None
