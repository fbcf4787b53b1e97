"""Panels over a screen: what is being said, and what a held button will do."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import labels
from companion.face.glyphs import Rect, fits
from companion.face.screens.layout import UPPER, WIDTH
from companion.face.screens.page import PLAIN, TEXT, Page, has_room
from companion.face.screens.parts import sentence
from companion.face.state import Phrase, ScreenName
from companion.face.view import Held
from companion.game.state import State


def panel(page: Page, string: str) -> None:
    """Draw a sentence in brackets, over the screen or, at the table, under its counters."""
    text = sentence(string)
    room = (UPPER if page.columns else page.height) - 23
    is_whole = page.beside and not has_room(text, page.width - 6, room)
    left, top, width, height = _frame(page, whole=is_whole)
    page.paragraph((left + 3, top + 1, width - 6, height - 2), text, TEXT)


def _frame(page: Page, whole: bool = False) -> Rect:
    over_all = whole or not (page.face.screen == ScreenName.TABLE or page.columns)
    width = page.width
    height = UPPER if page.columns else page.height
    rect = (0, 0, width, height) if over_all else (0, 21, width, height - 21)
    if page.beside and over_all:
        page.erase((0, 0, WIDTH, height))
    page.erase(rect)
    left, top, width, height = rect
    for x in (left, left + width - 1):
        page.fill((x, top, 1, height))
    for x in (left, left + width - _SERIF):
        for y in (top, top + height - 1):
            page.fill((x, y, _SERIF, 1))
    return rect


def notice(page: Page, phrase: Phrase) -> None:
    """Draw what is being said; at the last card, who still plays."""
    state = page.sitting.state if phrase.key == "last_round" else None
    if state is not None and state.turns_left is not None:
        _last_round(page, state, page.words(phrase))
    else:
        panel(page, page.words(phrase))


def _last_round(page: Page, state: State, string: str) -> None:
    """Draw everyone who still plays, in order, as the marks that point to them."""
    _, top, width, _ = _frame(page)
    players = state.setup.players
    turns = state.turns_left or 0
    pitch = 24
    kind = "seat"
    if page.beside and turns > _LARGE:
        pitch = 15
        kind = "point"
    if page.beside:
        y = top + 22
        page.paragraph((3, top + 1, width - 6, 20), string)
    else:
        y = top + 13
        page.fit(width // 2, top + 3, string, width - 6, PLAIN, "centre")
    x = (width - pitch * turns) // 2 + 2
    for turn in range(turns):
        place = (seats.place(page.sitting, state) + turn) % players
        where = seats.direction(place, players, page.view.flipped)
        page.icon(x + pitch * turn, y, f"{kind}-{where}")


def held_button(page: Page, button: Held) -> None:
    """Draw a held button: a filled bar and what letting go will do, or what the button is for.

    It has all rows unless a line of large letters says it: then the table's counters stay.
    """
    view = page.view
    if button.too_long:
        _, top, width, height = _frame(page, whole=True)
        phrase = labels.explanation(view.face, view.sitting, button.control)
        page.paragraph((3, top + 1, width - 6, height - 2), page.words(phrase), TEXT)
        return
    string = page.words(labels.on_release(view.face, view.sitting, button.control))
    width = page.width
    bar = _BAR_BESIDE if page.beside and not page.columns else _BAR
    if page.beside:
        whole = not has_room(string, width - 6, bar - 24)
    else:
        whole = not fits(string, TEXT[0], width - 6)
    _, top, _, _ = _frame(page, whole=whole)
    page.paragraph((3, top + 2, width - 6, bar - top - 3), string, TEXT)
    page.bar(((width - _LONG) // 2, bar, _LONG, 8))


_LARGE: Final = 3
"""So many large marks of players stand side by side in a narrow picture."""
_SERIF: Final = 6
"""How far a bracket reaches into its row.

A line through all of it would be half of the panel's bytes."""
_BAR: Final = 40
_BAR_BESIDE: Final = 48
"""The first row of the bar, which has a page of the display's memory: usual, in all rows."""
_LONG: Final = 64
"""How long the bar is."""
