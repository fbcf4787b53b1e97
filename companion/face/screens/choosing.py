"""Questions whose answers stand in cells: fireworks, cards, outcomes, languages, *more*, tiles."""

from collections.abc import Mapping
from typing import Final

from companion.face.dialogue import choices, labels
from companion.face.glyphs.canvas import Rect
from companion.face.glyphs.letters import FaceName, face
from companion.face.screens.layout import UPPER
from companion.face.screens.page import Page
from companion.face.screens.parts import draw_boxes, draw_frame, places
from companion.face.screens.typography import LABEL, MARGIN, TEXT, TITLE
from companion.face.state import Purpose, ScreenName
from companion.game.actions import RECYCLE, REPLAY
from companion.game.cards import BLACK, SUITS, top_rank
from companion.panel import BUTTONS, CLUE, PLAY

_NAMED: Final = {"name_discard": "discard", "name_late": "discard", "name_misfire": "blast"}
"""The sign of what is named: the pile, or the misfire."""
_FLAT: Final = 20
"""A box of fewer rows has symbol and rank side by side."""
_ARROW: Final = 11
_NAME: Final = 12
_CELL: Final = 18
_LINE: Final = 8
"""Rows of an arrow, of a language above it, of languages at the right, and of a line there."""
_OUTCOMES: Final = {choices.FITS: "check", choices.COMPLETES: "star", choices.MISFIRE: "blast"}


def choosing(page: Page) -> None:
    """Draw a question, or a tip about it, and the answers that each button stands for."""
    if page.face.purpose == Purpose.LANGUAGE:
        _draw_languages(page)
        return
    ask(page)
    _draw_cells(page)


def draw_more(page: Page) -> None:
    """Draw a word in the box over each button: what it opens, or what a group does first."""
    ask(page)
    for _, items, (left, top, width, height) in draw_boxes(page):
        edge = 0 if page.beside else 1
        rect = (left + 2, top + edge, width - 4, height - 2 * edge)
        page.paragraph(rect, page.words(labels.item_purpose(page.face, items[0])))


def ask(page: Page) -> bool:
    """Draw the open question, or a tip about it, after the sign of what is named or was turned.

    Return True as `Page.question` does.
    """
    sign = ""
    if page.face.screen == ScreenName.NAMING:
        sign = _NAMED[labels.naming_key(page.face, page.sitting)]
    elif page.face.screen == ScreenName.TILE:
        revealed = choices.revealed_tile(page.face, page.sitting)
        sign = f"tile-{revealed.name}" if revealed else ""
    return page.question(page.lines[-1], sign)


def _draw_cells(page: Page) -> None:
    """Draw the boxes of suits, cards, ranks or outcomes; empty ones are left out.

    What a single press takes is drawn large; several answers of a box each keep their place.
    """
    for control, items, box in draw_boxes(page):
        left, _, width, _ = box
        if len(items) == 1:
            _draw_answer(page, items[0], left + width // 2, box, alone=True)
            continue
        for middle, item in places(page, control):
            _draw_answer(page, item, middle, box, alone=False)


def _draw_answer(page: Page, item: str, middle: int, box: Rect, alone: bool) -> None:
    """Draw an answer around a column of its box: symbol and rank, a figure, or an icon.

    alone: it has the box for itself.
    """
    _, top, _, room = box
    centre = top + room // 2
    if item in _OUTCOMES:
        size = max(size for size in (11, 15, 30) if size <= room)
        sign = _OUTCOMES[item] + "-small" * (size == 11)
        page.icon(middle - size // 2, top + (room - size) // 2, sign, scale=max(1, size // 15))
    elif item in SUITS:
        _draw_suit(page, item, middle, box, alone)
    elif item == choices.OTHER:
        _draw_other_suits(page, middle, centre, room)
    else:
        name: FaceName = "medium" if room < _FLAT else "narrow"
        if alone and room >= _FLAT:
            name = "huge" if room > 36 else "large"
        page.text(middle, centre - face(name).cap // 2, item, name, "centre")


def _draw_other_suits(page: Page, middle: int, centre: int, room: int) -> None:
    suits = [suit for suit in page.state.fireworks if suit != BLACK]
    across, above = (len(suits), 5) if room < _FLAT else (3, 12)
    left = middle - 13 * across // 2 + 1
    for number, suit in enumerate(suits):
        row = centre - above + 13 * (number // across)
        page.symbol(left + 13 * (number % across), row, suit)


def _draw_suit(page: Page, suit: str, middle: int, box: Rect, alone: bool) -> None:
    """Draw a suit, and where a card is laid its height: over its symbol, or in a low box beside."""
    _, top, _, room = box
    height = ""
    if choices.lays(page.face, page.sitting):
        height = str(top_rank(suit, page.state.fireworks[suit]))
    if room < _FLAT:
        size = 15 if alone and room > 16 else 11
        beside = 10 if height else 0
        left = middle - (size + beside) // 2
        if height:
            page.text(left, top + (room - face("medium").cap) // 2, height, "medium")
        page.symbol(left + beside, top + (room - size) // 2, suit, size)
    elif not height:
        size = 21 if alone else 11
        page.symbol(middle - size // 2, top + (room - size) // 2, suit, size)
    elif alone and room > 40:
        page.text(middle, top + 3, height, "large", "centre")
        page.symbol(middle - 7, top + room - 18, suit, 15)
    elif alone:
        page.text(middle - 9, top + (room - 20) // 2, height, "large", "centre")
        page.symbol(middle + 2, top + (room - 15) // 2, suit, 15)
    else:
        gap = (room - 22) // 3
        page.text(middle, top + gap, height, "medium", "centre")
        page.symbol(middle - 5, top + 11 + 2 * gap, suit)


def _draw_languages(page: Page) -> None:
    """Draw the first question ever: in every language that has a button, else in English alone.

    The languages of a button stand in a column above it, all in one face.
    """
    shown = [language for items in page.items.values() for language in items]
    greets = len(shown) <= len(BUTTONS)
    page.question(" · ".join(page.lines))
    for number, (control, items) in enumerate(page.items.items()):
        said = "hello" if greets else "own_name"
        names = [page.say(said, language=language) for language in items]
        left, top, width, height = page.layout.boxes[control]
        if page.beside:  # two lines each, which the first cell has no room for
            _draw_names_beside(page, dict(zip(items, names, strict=True)), _CELL * number)
            continue
        y = top + (height - _ARROW - _NAME * len(names)) // 2 + 2
        for line, (language, name) in enumerate(zip(items, names, strict=True)):
            page.centre(y + _NAME * line, name, width, left, LABEL)
            page.targets.append(((left, y + _NAME * line - 2, width, _NAME), language))
        page.icon(left + width // 2 - 5, UPPER - _ARROW, "point-s")


def _draw_names_beside(page: Page, names: Mapping[str, str], top: int) -> None:
    """Draw what stands at a button at the right in two lines, below a rule."""
    if top:
        page.fill((0, top - 1, page.width, 1))
    columns = 2 if len(names) > 1 else 1
    wide = page.width // columns
    first = top + (2 if len(names) > columns else 5)
    for number, (language, name) in enumerate(names.items()):
        down, across = divmod(number, columns)
        page.fit(MARGIN + wide * across, first + _LINE * down, name, wide - MARGIN, LABEL)
        page.targets.append(((wide * across, top + _LINE * down, wide, _LINE), language))


# Bonus tiles


def tile(page: Page) -> None:
    """Draw the tile that was turned, or the question which one it was."""
    revealed = choices.revealed_tile(page.face, page.sitting)
    if revealed is None:
        ask(page)
        _draw_six_tiles(page)
        return
    is_done = (choices.DONE,) in page.items.values()
    if not is_done and not revealed.either:
        ask(page)
        _draw_cells(page)
        return
    name = page.lines[0]
    if is_done:
        x = MARGIN + page.icon(MARGIN, 0, f"tile-{revealed.name}") + MARGIN
        page.fit(x + 1, 2, name, page.room - x, TITLE)
        names = TEXT if page.beside else TITLE
        page.paragraph((0, 17, page.width, page.height - 17), page.lines[-1], names)
        return
    ask(page)
    for control, use in ((CLUE, RECYCLE), (PLAY, REPLAY)):
        left, top, width, height = box = page.layout.boxes[control]
        draw_frame(page, control)
        page.targets.append((box, use))
        page.paragraph((left + 2, top + 1, width - 4, height - 2), page.say(f"use_{use}"))


def _draw_six_tiles(page: Page) -> None:
    """Draw the tiles at each button, and the lines between those of one button and the next."""
    for control, cell in page.cells.items():
        box = page.layout.boxes[control]
        for number, item in enumerate(cell):
            if item not in page.items[control]:
                continue
            rows = box[3] // len(cell)
            page.targets.append(((box[0], box[1] + rows * number, box[2], rows), item))
            if len(cell) == 1:
                _draw_one_tile(page, item, control)
            else:
                _draw_tile_of_two(page, item, box, number)
    if page.face.choice and page.face.choice.spread:
        return
    _, (left, top, width, height), last = page.layout.boxes.values()
    if page.beside:
        page.fill((left, top - 1, width, 1))
        page.fill((left, last[1] - 1, width, 1))
    else:
        page.fill((left - 1, top, 1, height))
        page.fill((left + width, top, 1, height))


def _draw_one_tile(page: Page, item: str, control: str) -> None:
    left, top, width, height = page.layout.boxes[control]
    name = page.say(f"tile_{item}")
    draw_frame(page, control)
    if not page.beside:
        page.icon(left + width // 2 - 7, top + 4, f"tile-{item}")
        page.paragraph((left + 2, top + 21, width - 4, 21), name)
        return
    if height > 15:  # the cell of a key beside the first rows is lower
        page.icon(left + 4, top + (height - 13) // 2, f"tile-{item}")
    page.fit(left + 24, top + (height - 7) // 2, name, width - 26)


def _draw_tile_of_two(page: Page, item: str, box: Rect, number: int) -> None:
    left, top, width, height = box
    name = page.say(f"item_{item}")
    if page.beside:
        half = width // 2
        page.centre(top + (height - 7) // 2, name, half, left + half * number)
    else:
        y = top + 22 * number
        page.icon(left + width // 2 - 7, y, f"tile-{item}")
        page.centre(y + 15, name, width, left, LABEL)
