"""The outlook's page: its headline, then the cards that matter."""

from typing import Final

from companion.face.glyphs import fits, text_width, wrap
from companion.face.outlook import Headline, headline, scarce, without_token
from companion.face.screens.page import PLAIN, TEXT, Page
from companion.face.screens.parts import sentence
from companion.game.cards import Card
from companion.game.outlook import lost_cards
from companion.game.state import State

_LISTS: Final = 26
_PITCH: Final = 9


def outlook(page: Page, state: State) -> None:
    """Draw the headline, then the cards that matter, as many as there is room for."""
    if page.beside:
        y = _draw_beside(page, headline(state))
    else:
        _draw(page, headline(state))
        y = _LISTS
    lists = [
        ("outlook_no_token", without_token(state)),
        ("outlook_lost", lost_cards(state)),
        ("outlook_last_copy", scarce(state)),
    ]
    for key, cards in lists:
        if cards and y + _PITCH <= page.height:
            y = _cards(page, y, page.say(key), cards, last=key == "outlook_last_copy")


def _draw_beside(page: Page, head: Headline) -> int:
    """Draw the headline in a narrow picture. Return the first row below it."""
    counts = page.words(head.counts)
    width = page.width
    if head.figure is None:
        page.dense((0, 1, width, 23), sentence(counts))
        return _LISTS
    x = page.text(0, 1, str(head.figure), "large") + 5
    page.dense((x, 1, width - x, 20), counts)
    if not head.more:
        return _LISTS
    more = page.words(head.more)
    high = 8 * len(wrap(more, "tiny", width))
    page.dense((0, 24, width, high), more)
    return 25 + high


def _draw(page: Page, head: Headline) -> None:
    counts = page.words(head.counts)
    if head.figure is None:
        page.paragraph((0, 0, page.room, 22), sentence(counts), TEXT, "left")
        return
    more = page.words(head.more) if head.more else ""
    x = page.text(0, 1, str(head.figure), "large") + 5
    y = 2 if more else 7
    if not fits(more, PLAIN[-1], page.width - x):
        y = 0
    page.fit(x, y, counts, page.room - x, PLAIN)
    if more:
        page.paragraph((x, 9, page.width - x, 16), more, PLAIN, "left")


def _cards(page: Page, y: int, label: str, cards: tuple[Card, ...], last: bool) -> int:
    """Draw a label and the cards by symbol and rank; the last list goes on in more lines.

    What has no room is counted. Return the next row.
    """
    start = page.fit(0, y, label, 64, PLAIN) + 4
    x = start
    for number, card in enumerate(cards):
        left = len(cards) - number
        more = f"+{left}"
        ends = last and y + 2 * _PITCH <= page.height
        end = x + 14
        if left > 1 and not ends:
            end += text_width(more, "small") + 3
        if end > page.width:
            if not ends:
                page.text(x, y, more, "small")
                break
            x = start
            y += _PITCH
        page.symbol(x, y, card.suit, 7)
        x += 8 + page.text(x + 8, y, str(card.rank), "small") + 3
    return y + _PITCH
