"""Choosing by columns: the table's picture, and below each column the buttons that stand for it.

Three dots are the three buttons, from the left: a large one, as round as they are, is pressed, a
small one is not. They are the same in every language, and nothing else of the picture changes.
"""

from typing import Final

from companion.face.screens import choosing, table
from companion.face.screens.layout import LABELS, ROWS, WIDTH
from companion.face.screens.page import Page
from companion.face.shown import is_counted
from companion.face.state import ScreenName

_SIZES: Final = {5: 5, 6: 4, 7: 4}
_NARROW_SIZES: Final = {5: 4, 6: 3, 7: 2}
"""How wide a large dot is, by the number of columns; and where those are narrow."""
_HIGH: Final = 6
_SMALL: Final = 2


def draw_columns(page: Page) -> None:
    """Draw the table, or the ranks of a suit in the place of its fireworks."""
    _draw_head(page)
    if _asks_rank(page):
        for middle, _, rank in column_middles(page):
            page.text(middle, 22, rank, "large", "centre")
            page.symbol(middle - 5, table.SYMBOLS, page.face.path[-1])
    elif _has_bare_symbols(page):
        size = 21 if len(page.columns) == 5 else 15
        if page.beside:
            size = 11
        for middle, _, suit in column_middles(page):
            page.symbol(middle - size // 2, 22 + (32 - size) // 2, suit, size)
    elif page.face.screen == ScreenName.TILE:
        table.draw_fireworks(page)
    else:
        table.below_head(page)


def _draw_head(page: Page) -> None:
    """Draw the rows above: what is asked, or in a lesson and while a turn is told the counters."""
    in_words = page.face.practice is not None or page.face.entry is not None
    if in_words and page.face.screen not in (ScreenName.TILE, ScreenName.NAMING):
        table.draw_table_head(page)
        return
    is_between = choosing.ask(page)
    if is_between:
        table.draw_tokens(page)
    if is_between or page.beside:
        table.draw_deck(page)


def _asks_rank(page: Page) -> bool:
    return all(item.isdigit() for item in page.columns.values())


def _has_bare_symbols(page: Page) -> bool:
    """Return True if symbols stand alone, since a card is named or the heights are not known."""
    return page.face.screen == ScreenName.NAMING or is_counted(page.state)


def dots(page: Page) -> None:
    """Draw the row below: three dots for each column that can be chosen."""
    sizes = _NARROW_SIZES if page.beside else _SIZES
    large = sizes[len(page.columns)]
    small = min(_SMALL, large - 1)
    pitch = large + 1
    across = 3 * pitch - 1
    for middle, presses, _ in column_middles(page):
        # What is complete or cannot be has no dots.
        if presses not in page.items:
            continue
        pressed = presses.split("+")
        left = middle - across // 2
        for number, button in enumerate(page.layout.labels):
            wide, high = (large, _HIGH) if button in pressed else (small, _SMALL)
            x = left + pitch * number + (large - wide) // 2
            y = LABELS + 1 + (_HIGH - high) // 2
            page.fill((x, y, wide, high))
            if wide > 3:
                page.darken_corners((x, y, wide, high))
        page.keys[presses] = (left - 1, LABELS, across + 2, ROWS - LABELS)


def column_middles(page: Page) -> list[tuple[int, str, str]]:
    """Return the middle of each column, its buttons and its item.

    A picture that is turned round has them the other way.
    """
    width = page.width // len(page.columns)
    first = width // 2
    if page.view.flipped:
        first = WIDTH - width + width // 2
        width = -width
    columns = enumerate(page.columns.items())
    return [(first + width * number, buttons, item) for number, (buttons, item) in columns]
