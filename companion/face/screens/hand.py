"""A hand on the glass: what clues have said about each card, the newest card at the left."""

from typing import Final

from companion.face.glyphs import text_width
from companion.face.hands import ShownCard, hands
from companion.face.screens.look import draw_player
from companion.face.screens.page import Page
from companion.game.actions import Value

_CARDS: Final = 15
"""The first row of what cards were pointed at for."""
_BASE: Final = 28
"""The row of the line on which a card stands; below it is what the card is not."""
_PITCH: Final = 8
_SMALL: Final = 7
_LARGE: Final = 11
"""Rows of a suit's symbol."""


def draw_hand(page: Page, seat: int) -> None:
    """Draw a hand below its title, which begins with its player."""
    left = draw_player(page, 0, page.state._replace(seat=seat))
    page.fit(left, 2, page.say("hand_new"), page.room - left)
    shown = hands(page.sitting, page.face.preferences.clues)[seat]
    width = page.width // 5
    for place, card in enumerate(shown):
        draw_hand_card(page, place * width + 1, width - 2, card)


def draw_hand_card(page: Page, left: int, width: int, card: ShownCard) -> None:
    """Draw a card: above its line what it was pointed at for, below what it was not."""
    signs = [*card.touched, *(["?"] if card.unknown else [])]
    large = sum(_width(sign, _LARGE) for sign in signs) <= width
    draw_signs(page, (left, _CARDS, width), signs, _LARGE if large else _SMALL)
    page.fill((left, _BASE, width, 1))
    draw_signs(page, (left, _BASE + 3, width), card.passed, _SMALL)
    if card.false:
        page.box((left - 1, _CARDS - 3, width + 2, page.height - _CARDS + 3))


def draw_signs(
    page: Page, room: tuple[int, int, int], signs: list[Value] | tuple[Value, ...], size: int
) -> None:
    """Draw suits and ranks, as many in a line as there is room for.

    room: the first column and row, and the columns.
    """
    left, y, width = room
    taken = sum(_width(sign, size) for sign in signs) - 1
    x = left + max(0, (width - taken) // 2)
    for sign in signs:
        if x > left and x + _width(sign, size) > left + width + 1:
            x = left
            y += _PITCH
        if isinstance(sign, str) and sign != "?":
            page.symbol(x, y - (size - _SMALL), sign, size)
        else:
            page.text(x, y, str(sign), "medium" if size == _LARGE else "small")
        x += _width(sign, size)


def _width(sign: Value, size: int) -> int:
    """Return the columns that a suit, a rank or a question mark takes, and one more."""
    if isinstance(sign, str) and sign != "?":
        return size + 1
    return text_width(str(sign), "medium" if size == _LARGE else "small") + 1
