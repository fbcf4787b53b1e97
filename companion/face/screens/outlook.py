"""The outlook's page: its headline, then the cards that matter."""

from typing import Final

from companion.face.glyphs import text_width, wrap
from companion.face.outlook import headline, scarce, without_token
from companion.face.screens.page import Page
from companion.face.screens.parts import sentence
from companion.face.screens.typography import AIR, TEXT, TINY, TITLE_ROW
from companion.game.cards import Card
from companion.game.outlook import lost_cards
from companion.game.state import State

_LISTS: Final = 26
_PITCH: Final = 9
_ALONE: Final = 7
"""The row of the words beside a figure where there are no others."""


def outlook(page: Page, state: State) -> None:
    """Draw the headline, then the cards that matter, as many as there is room for."""
    head = headline(state)
    more = page.words(head.more) if head.more else ""
    y = draw_headline(page, head.figure, page.words(head.counts), more)
    lists = {
        "outlook_no_token": without_token(state),
        "outlook_lost": lost_cards(state),
        "outlook_last_copy": scarce(state),
    }
    for key, cards in lists.items():
        if cards and y + _PITCH <= page.height:
            y = draw_cards(page, y, page.say(key), cards, last=key == "outlook_last_copy")


def draw_headline(page: Page, figure: int | None, counts: str, more: str) -> int:
    """Draw the headline, in a narrow picture also below its figure. Return the first row below."""
    if figure is None:
        page.paragraph((0, 0, page.room, 22), sentence(counts), TEXT, "left")
        return _LISTS
    x = page.text(0, TITLE_ROW, str(figure), "large") + AIR
    width = page.width - x
    if not page.beside:
        page.fit(x, 0 if more else _ALONE, counts, page.room - x)
        page.paragraph((x, 10, width, 15), more, anchor="left")
        return _LISTS
    page.paragraph((x, 0, width, 22), counts, anchor="left")
    high = 8 * len(wrap(more, "tiny", page.width))
    page.paragraph((0, 23, page.width, high), more, TINY, "left")
    return 24 + high


def draw_cards(page: Page, y: int, label: str, cards: tuple[Card, ...], last: bool) -> int:
    """Draw a label and the cards by symbol and rank; the last list goes on in more lines.

    What has no room is counted. Return the next row.
    """
    start = page.fit(0, y, label, 64) + 4
    x = start
    for number, card in enumerate(cards):
        left = len(cards) - number
        more = f"+{left}"
        goes_on = last and y + 2 * _PITCH <= page.height
        end = x + 14
        if left > 1 and not goes_on:
            end += text_width(more, "small") + 3
        if end > page.width and not goes_on:
            page.text(x, y, more, "small")
            break
        if end > page.width:
            x = start
            y += _PITCH
        page.symbol(x, y, card.suit, 7)
        x += 8 + page.text(x + 8, y, str(card.rank), "small") + 3
    return y + _PITCH
