"""Panels over a screen: what is being said, and what a held button will do."""

from companion.face import seats
from companion.face.dialogue import labels
from companion.face.glyphs import Rect
from companion.face.screens.page import PLAIN, WIDTH, Page
from companion.face.screens.parts import sentence
from companion.face.state import Phrase, ScreenName
from companion.face.view import Held
from companion.game.state import State


def panel(page: Page, string: str) -> None:
    """A sentence in a frame: on the table's picture under the counters, elsewhere over everything."""
    left, top, width, height = _frame(page)
    page.paragraph((left + 3, top + 1, width - 6, height - 2), sentence(string))


def _frame(page: Page, whole: bool = False) -> Rect:
    over_all = whole or not (page.view.face.screen == ScreenName.TABLE or page.columns)
    rect = (0, 0, WIDTH, 54) if over_all else (0, 21, WIDTH, 33)
    page.erase(rect)
    page.box(rect)
    return rect


def notice(page: Page, phrase: Phrase) -> None:
    """What is being said; at the last card, who still plays."""
    state = page.view.sitting.state
    if phrase.key == "last_round" and state is not None and state.turns_left is not None:
        _last_round(page, state, page.words(phrase))
    else:
        panel(page, page.words(phrase))


def _last_round(page: Page, state: State, string: str) -> None:
    """Everyone who still plays, in order, as the marks that point to them."""
    _, top, width, _ = _frame(page)
    page.fit(width // 2, top + 3, string, width - 6, PLAIN, "centre")
    players = state.setup.players
    turns = state.turns_left or 0
    x = (width - 24 * turns) // 2 + 2
    for turn in range(turns):
        where = (seats.place(page.view.sitting, state) + turn) % players
        page.icon(x + 24 * turn, top + 13, f"seat-{seats.direction(where, players, page.view.flipped)}")


def held(page: Page, button: Held) -> None:
    """A held button: a filled bar and what letting go will do, or what the button is for."""
    view = page.view
    _, top, width, height = _frame(page, whole=True)
    if button.too_long:
        phrase = labels.explained(view.face, view.sitting, button.control)
        page.paragraph((3, top + 1, width - 6, height - 2), page.words(phrase))
        return
    phrase = labels.on_release(view.face, view.sitting, button.control)
    page.paragraph((3, top + 2, width - 6, height - 14), page.words(phrase))
    page.bar((4, top + height - 11, width - 8, 8), 1.0)
