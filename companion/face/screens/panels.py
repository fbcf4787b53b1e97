"""Panels over a screen: what is being said, and what a held button will do."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import labels
from companion.face.glyphs import fits
from companion.face.screens.layout import UPPER, WIDTH
from companion.face.screens.page import Page
from companion.face.screens.parts import sentence
from companion.face.screens.typography import TEXT, has_room_for
from companion.face.state import Phrase, ScreenName
from companion.face.view import Held

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


def draw_panel(page: Page, whole: bool) -> tuple[int, int]:
    """Draw empty brackets. Return their first row, and how many rows they have."""
    width = page.width
    end = UPPER if page.columns else page.height
    at_table = page.face.screen == ScreenName.TABLE or page.columns
    top = 21 if at_table and not whole else 0
    height = end - top
    page.erase((0, top, width if top else WIDTH, height))
    for x in (0, width - 1):
        page.fill((x, top, 1, height))
    for x in (0, width - _SERIF):
        for y in (top, end - 1):
            page.fill((x, y, _SERIF, 1))
    return top, height


def notice(page: Page, phrase: Phrase) -> None:
    """Draw what is being said, over the screen or, at the table, under its counters.

    At the last card everyone who still plays stands there, in order, as the mark that points to
    them.
    """
    text = page.words(phrase)
    width = page.width - 6
    state = page.sitting.state
    turns = state.turns_left if state and phrase.key == "last_round" else None
    if state is None or turns is None:
        text = sentence(text)
        room = (UPPER if page.columns else page.height) - 23
        is_whole = page.beside and not has_room_for(text, width, room)
        top, height = draw_panel(page, is_whole)
        page.paragraph((3, top + 1, width, height - 2), text, TEXT)
        return
    top, _ = draw_panel(page, whole=False)
    is_small = page.beside and turns > _LARGE
    pitch, kind = (15, "point") if is_small else (24, "seat")
    if page.beside:
        y = top + 22
        page.paragraph((3, top + 1, width, 20), text)
    else:
        y = top + 13
        page.centre(top + 3, text, width, 3)
    x = (page.width - pitch * turns) // 2 + 2
    players = state.setup.players
    first = seats.seat_place(page.sitting)
    for place in range(first, first + turns):
        page.icon(x, y, f"{kind}-{seats.direction(place % players, players, page.view.flipped)}")
        x += pitch


def held_button(page: Page, button: Held) -> None:
    """Draw a held button: a filled bar and what letting go will do, or what the button is for.

    It has all rows unless a line of large letters says it: then the table's counters stay.
    """
    width = page.width - 6
    if button.too_long:
        top, height = draw_panel(page, whole=True)
        phrase = labels.explanation(page.face, page.sitting, button.control)
        page.paragraph((3, top + 1, width, height - 2), page.words(phrase), TEXT)
        return
    string = page.words(labels.on_release(page.face, page.sitting, button.control))
    bar = _BAR_BESIDE if page.beside and not page.columns else _BAR
    is_short = fits(string, "medium", width)
    if page.beside:
        is_short = has_room_for(string, width, bar - 24)
    top, _ = draw_panel(page, whole=not is_short)
    page.paragraph((3, top + 2, width, bar - top - 3), string, TEXT)
    page.bar(((page.width - _LONG) // 2, bar, _LONG, 8))
