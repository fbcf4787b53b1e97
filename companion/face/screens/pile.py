"""The discard pile: every suit by ranks, and which copies of each card lie there."""

from typing import Final

from companion.face.glyphs import text_width
from companion.face.preferences import Help
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import PLAIN, Page
from companion.game.cards import RANKS, Card, played
from companion.game.outlook import critical_cards, lost_cards
from companion.game.state import State

_LEFT: Final = 7
_SUITS: Final = 8
_FIRST: Final = 18
_PITCH: Final = 6
"""Where the table begins: its columns, the suits above it, the row of the ones, the pitch of rows."""
_FOR_WIDE: Final = 15
_FOR_NARROW: Final = 12
"""A column of at least so many pixels has room for three copies that are four or three of them wide."""
_LEGEND: Final = 48
_BESIDE: Final = 90
_GAPS: Final = (13, 22)
_LAST_ROW: Final = 57
"""The row of the legend; with labels at the right, what stands between them, and the rest's."""


def pile(page: Page, state: State) -> None:
    """A block for each copy that is left, a ring for each in the pile, a dash for a card on its firework.

    A needed card that is gone for good is crossed out; one with a single copy left has a `!`. With the
    help switched off only what lies there is shown, and not what is left.
    """
    _ring(page, 0, 2)
    line = page.say("pile_title", cards=state.pile)
    if state.unnamed:
        line = page.say("pile_unnamed", cards=state.pile, unnamed=state.unnamed)
    first = _FIRST
    if page.layout.beside and text_width(line, "tiny") > page.room - 7:
        page.dense((7, 2, page.room - 7, 15), line)
        first += 8
    else:
        page.fit(7, 1, line, page.room - 7, PLAIN)
    for row, rank in enumerate(RANKS):
        page.text(0, first + _PITCH * row, str(rank), "tiny")
    suits = state.setup.box.suits
    column = (page.layout.width - _LEFT) // len(suits)
    wide = 4 if column >= _FOR_WIDE else 3 if column >= _FOR_NARROW else 2
    across = 16 if page.layout.width == WIDTH else 3 * wide + 2
    marked = page.view.face.preferences.help != Help.OFF
    lost = set(lost_cards(state)) if marked else set()
    critical = set(critical_cards(state)) if marked else set()
    for number, suit in enumerate(suits):
        x = _LEFT + column * number + (column - across) // 2
        page.symbol(x + across // 2 - 4, first - _SUITS, suit, 7)
        for row, rank in enumerate(RANKS):
            card = Card(suit, rank)
            y = first + _PITCH * row
            if rank in played(suit, state.fireworks[suit]):
                page.fill((x + across // 2 - 3, y + 2, 4, 1))
            elif card in lost:
                page.icon(x + across // 2 - 3, y, "cross-tiny")
            else:
                _copies(page, card, (x, y, wide), left_too=marked)
                if card in critical and state.setup.box.copies[card] > 1:
                    _last(page, x + (wide + 1) * state.setup.box.copies[card], y)

    _legend(page, marked)


def _legend(page: Page, marked: bool) -> None:
    """What the signs stand for; the ring's stands in the first row."""
    x, y = 0, _LEGEND
    signs = ("left", "played", "gone", "last") if marked else ("played",)
    for number, sign in enumerate(signs):
        if page.layout.beside:
            x, y = (_BESIDE, _GAPS[number]) if number < len(_GAPS) else (x, _LAST_ROW)
            x = 0 if number == len(_GAPS) else x
        match sign:
            case "left":
                page.fill((x, y, 4, 5))
            case "played":
                page.fill((x, y + 2, 4, 1))
            case "gone":
                page.icon(x, y, "cross-tiny")
            case _:
                _last(page, x + 2, y)
        x += 7
        x += page.text(x, y, page.say(f"legend_{sign}"), "tiny") + 4


def _last(page: Page, x: int, y: int) -> None:
    """The mark of a card with a single copy left."""
    page.fill((x, y, 1, 3))
    page.fill((x, y + 4, 1, 1))


def _copies(page: Page, card: Card, at: tuple[int, int, int], left_too: bool) -> None:
    """The copies of a card from a column and row on, each so wide."""
    state = page.game.state
    x, y, wide = at
    copies = state.setup.box.copies[card]
    left = copies - state.discards.get(card, 0)
    for copy in range(copies):
        if copy >= left:
            _ring(page, x + (wide + 1) * copy, y, wide)
        elif left_too:
            page.fill((x + (wide + 1) * copy, y, wide, 5))


def _ring(page: Page, x: int, y: int, wide: int = 4) -> None:
    """The outline of a copy; where it is too narrow for one, its first and last row."""
    if wide > 2:
        page.box((x, y, wide, 5))
    else:
        page.fill((x, y, wide, 1))
        page.fill((x, y + 4, wide, 1))
