"""The discard pile: every suit by ranks, and which copies of each card lie there."""

from typing import Final

from companion.face import shown
from companion.face.glyphs.letters import text_width
from companion.face.preferences import Help
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import Page
from companion.game.cards import RANKS, Card, ranks_on
from companion.game.outlook import critical_cards, lost_cards

_LEFT: Final = 7
"""The first column of the suits."""
_SUITS: Final = 8
"""Rows from the symbols of the suits to the ones."""
_FIRST: Final = 18
"""The row of the ones."""
_PITCH: Final = 6
_WIDE: Final = ((15, 4), (12, 3), (0, 2))
"""How wide each of three copies can be in a column of at least so many pixels."""
_LEGEND: Final = 48
"""The row of the legend."""
_BESIDE: Final = ((90, 13), (90, 22), (0, 56))
"""Where its signs stand with labels at the right; the last one follows the one before it."""


def draw_pile(page: Page) -> None:
    """Draw each copy of a card: a block if it is left, a ring in the pile, a dash if played.

    A needed card that is gone for good is crossed out; one with a single copy left has a `!`. With
    the help switched off only what lies there is shown, and not what is left.
    """
    state = page.state
    marked = page.face.preferences.help != Help.OFF
    gone = lost_cards(state) if marked else ()
    last = critical_cards(state) if marked else ()
    copies = state.setup.box.copies
    first = draw_pile_title(page)
    for row, rank in enumerate(RANKS):
        page.text(0, first + _PITCH * row, str(rank), "tiny")
    column = (page.width - _LEFT) // len(state.fireworks)
    wide = max(wide for least, wide in _WIDE if column >= least)
    across = 16 if page.width == WIDTH else 3 * wide + 2
    for number, (suit, height) in enumerate(state.fireworks.items()):
        x = _LEFT + column * number + (column - across) // 2
        middle = x + across // 2 - 3
        page.symbol(middle - 1, first - _SUITS, suit, 7)
        for row, rank in enumerate(RANKS):
            card = Card(suit, rank)
            y = first + _PITCH * row
            if rank in ranks_on(suit, height):
                page.fill((middle, y + 2, 4, 1))
            elif card in gone:
                page.icon(middle, y, "cross-tiny")
            else:
                draw_copies(page, card, (x, y, wide), marked)
            if card in last and copies[card] > 1:
                draw_last_mark(page, x + (wide + 1) * copies[card], y)
    draw_legend(page, marked)


def draw_pile_title(page: Page) -> int:
    """Draw how many cards lie there. Return the row of the ones."""
    draw_ring(page, 0, 2)
    line = page.words(shown.pile_title(page.state))
    room = page.room - 7
    if page.beside and text_width(line, "tiny") > room:
        page.paragraph((7, 1, room, 16), line, anchor="left")
        return _FIRST + 8
    page.fit(7, 1, line, room)
    return _FIRST


def draw_legend(page: Page, marked: bool) -> None:
    """Draw what the signs stand for; the ring's stands in the first row."""
    x = 0
    y = _LEGEND
    signs = ("left", "played", "gone", "last") if marked else ("played",)
    for number, sign in enumerate(signs):
        if page.beside and number < len(_BESIDE):
            x, y = _BESIDE[number]
        match sign:
            case "left":
                page.fill((x, y, 4, 5))
            case "played":
                page.fill((x, y + 2, 4, 1))
            case "gone":
                page.icon(x, y, "cross-tiny")
            case _:
                draw_last_mark(page, x + 2, y)
        x += page.text(x + 7, y, page.say(f"legend_{sign}"), "tiny") + 11


def draw_last_mark(page: Page, x: int, y: int) -> None:
    """Draw the mark of a card with a single copy left."""
    page.fill((x, y, 1, 3))
    page.fill((x, y + 4, 1, 1))


def draw_copies(page: Page, card: Card, at: tuple[int, int, int], left_too: bool) -> None:
    """Draw the copies of a card from a column and row on, each so wide."""
    state = page.state
    x, y, wide = at
    copies = state.setup.box.copies[card]
    left = copies - state.discards.get(card, 0)
    for copy in range(copies):
        if copy >= left:
            draw_ring(page, x, y, wide)
        elif left_too:
            page.fill((x, y, wide, 5))
        x += wide + 1


def draw_ring(page: Page, x: int, y: int, wide: int = 4) -> None:
    """Draw the outline of a copy; where it is too narrow for one, its first and last row."""
    if wide > 2:
        page.box((x, y, wide, 5))
    else:
        page.fill((x, y, wide, 1))
        page.fill((x, y + 4, wide, 1))
