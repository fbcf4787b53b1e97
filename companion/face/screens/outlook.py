"""The outlook's page: its headline, then the cards that matter."""

from typing import Final

from companion.face.glyphs import fits, text_width, wrap
from companion.face.outlook import headline, scarce, without_token
from companion.face.screens.page import TEXT, Page
from companion.face.screens.parts import sentence
from companion.game.cards import Card
from companion.game.outlook import lost_cards
from companion.game.state import State

_LISTS: Final = 26
_PITCH: Final = 9


def outlook(page: Page, state: State) -> None:
    """Draw the headline, then the cards that matter, as many as there is room for."""
    head = headline(state)
    more = page.words(head.more) if head.more else ""
    draw_head = _draw_beside if page.beside else _draw
    y = draw_head(page, head.figure, page.words(head.counts), more)
    lists = {
        "outlook_no_token": without_token(state),
        "outlook_lost": lost_cards(state),
        "outlook_last_copy": scarce(state),
    }
    for key, cards in lists.items():
        if cards and y + _PITCH <= page.height:
            y = _cards(page, y, page.say(key), cards, last=key == "outlook_last_copy")


def _draw_beside(page: Page, figure: int | None, counts: str, more: str) -> int:
    """Draw the headline in a narrow picture. Return the first row below it."""
    width = page.width
    if figure is None:
        page.dense((0, 1, width, 23), sentence(counts))
        return _LISTS
    x = page.text(0, 1, str(figure), "large") + 5
    page.dense((x, 1, width - x, 20), counts)
    if not more:
        return _LISTS
    high = 8 * len(wrap(more, "tiny", width))
    page.dense((0, 24, width, high), more)
    return 25 + high


def _draw(page: Page, figure: int | None, counts: str, more: str) -> int:
    """Draw the headline. Return the first row below it."""
    if figure is None:
        page.paragraph((0, 0, page.room, 22), sentence(counts), TEXT, "left")
        return _LISTS
    x = page.text(0, 1, str(figure), "large") + 5
    width = page.width - x
    y = 2 if more else 7
    if not fits(more, "tiny", width):
        y = 0
    page.fit(x, y, counts, page.room - x)
    if more:
        page.paragraph((x, 9, width, 16), more, anchor="left")
    return _LISTS


def _cards(page: Page, y: int, label: str, cards: tuple[Card, ...], last: bool) -> int:
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
