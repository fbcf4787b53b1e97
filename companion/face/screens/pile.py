"""The discard pile: every suit by ranks, and which copies of each card lie there."""

from typing import Final

from companion.face.preferences import Help
from companion.face.screens.page import PLAIN, WIDTH, Page
from companion.game.cards import RANKS, Card, played
from companion.game.outlook import critical_cards, lost_cards
from companion.game.state import State

_LEFT: Final = 7
_SUITS: Final = 10
_FIRST: Final = 18
_PITCH: Final = 6
"""Where the table begins: its columns, the suits' row, the row of the ones, and how far rows are apart."""
_LEGEND: Final = 48


def pile(page: Page, state: State) -> None:
    """A block for each copy that is left, a ring for each in the pile, a dash for a card on its firework.

    A needed card that is gone for good is crossed out; one with a single copy left has a `!`. With the
    help switched off only what lies there is shown, and not what is left.
    """
    _ring(page, 0, 2)
    line = page.say("pile_title", cards=state.pile)
    if state.unnamed:
        line = page.say("pile_unnamed", cards=state.pile, unnamed=state.unnamed)
    page.fit(7, 1, line, page.room - 7, PLAIN)
    for row, rank in enumerate(RANKS):
        page.text(0, _FIRST + _PITCH * row, str(rank), "tiny")
    suits = state.setup.box.suits
    column = (WIDTH - _LEFT) // len(suits)
    marked = page.view.face.preferences.help != Help.OFF
    lost = set(lost_cards(state)) if marked else set()
    critical = set(critical_cards(state)) if marked else set()
    for number, suit in enumerate(suits):
        x = _LEFT + column * number + (column - 16) // 2
        page.symbol(x + 4, _SUITS, suit, 7)
        for row, rank in enumerate(RANKS):
            card = Card(suit, rank)
            y = _FIRST + _PITCH * row
            if rank in played(suit, state.fireworks[suit]):
                page.fill((x + 5, y + 2, 4, 1))
            elif card in lost:
                page.icon(x + 5, y, "cross-tiny")
            else:
                _copies(page, state, card, x, y, left_too=marked)
                if card in critical and state.setup.box.copies[card] > 1:
                    _last(page, x + 5 * state.setup.box.copies[card], y)

    _legend(page, marked)


def _legend(page: Page, marked: bool) -> None:
    """What the signs stand for; the ring's stands in the first row."""
    x = 0
    for sign in ("left", "played", "gone", "last") if marked else ("played",):
        match sign:
            case "left":
                page.fill((x, _LEGEND, 4, 5))
            case "played":
                page.fill((x, _LEGEND + 2, 4, 1))
            case "gone":
                page.icon(x, _LEGEND, "cross-tiny")
            case _:
                _last(page, x + 2, _LEGEND)
        x += 7
        x += page.text(x, _LEGEND, page.say(f"legend_{sign}"), "tiny") + 4


def _last(page: Page, x: int, y: int) -> None:
    """The mark of a card with a single copy left."""
    page.fill((x, y, 1, 3))
    page.fill((x, y + 4, 1, 1))


def _copies(page: Page, state: State, card: Card, x: int, y: int, left_too: bool) -> None:
    copies = state.setup.box.copies[card]
    left = copies - state.discards.get(card, 0)
    for copy in range(copies):
        if copy >= left:
            _ring(page, x + 5 * copy, y)
        elif left_too:
            page.fill((x + 5 * copy, y, 4, 5))


def _ring(page: Page, x: int, y: int) -> None:
    page.box((x, y, 4, 5))
