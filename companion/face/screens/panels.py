"""Panels over a screen: what is being said, and what a held button will do."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import labels
from companion.face.glyphs import Rect, fits
from companion.face.screens.page import PLAIN, TEXT, WIDTH, Page
from companion.face.screens.parts import sentence
from companion.face.state import Phrase, ScreenName
from companion.face.view import Held
from companion.game.state import State


def panel(page: Page, string: str) -> None:
    """A sentence in brackets: on the table's picture under the counters, elsewhere over everything."""
    left, top, width, height = _frame(page)
    page.paragraph((left + 3, top + 1, width - 6, height - 2), sentence(string))


def _frame(page: Page, whole: bool = False) -> Rect:
    over_all = whole or not (page.view.face.screen == ScreenName.TABLE or page.columns)
    rect = (0, 0, WIDTH, 54) if over_all else (0, 21, WIDTH, 33)
    page.erase(rect)
    left, top, width, height = rect
    for x in (left, left + width - 1):
        page.fill((x, top, 1, height))
    for x in (left, left + width - _SERIF):
        for y in (top, top + height - 1):
            page.fill((x, y, _SERIF, 1))
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
    """A held button: a filled bar and what letting go will do, or what the button is for.

    It has all rows unless a line of large letters says it: then the table's counters stay.
    """
    view = page.view
    if button.too_long:
        _, top, width, height = _frame(page, whole=True)
        phrase = labels.explained(view.face, view.sitting, button.control)
        page.paragraph((3, top + 1, width - 6, height - 2), page.words(phrase))
        return
    string = page.words(labels.on_release(view.face, view.sitting, button.control))
    _, top, width, _ = _frame(page, whole=not fits(string, TEXT[0], WIDTH - 6))
    page.paragraph((3, top + 2, width - 6, _BAR - top - 3), string)
    page.bar(((width - _LONG) // 2, _BAR, _LONG, 8), 1.0)


_SERIF: Final = 6
"""How far a bracket reaches into its row; a line through all of it would be half of the panel's bytes."""
_BAR: Final = 40
"""The first row of the bar, which has a page of the display's memory."""
_LONG: Final = 64
"""How long the bar is."""
