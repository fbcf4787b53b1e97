"""Menus and what they open: lists, the audit, what this is."""

from typing import Final

import companion
from companion.face import seats
from companion.face.dialogue import menus
from companion.face.dialogue.counters import counters
from companion.face.glyphs import fits, text_width
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import PLAIN, Page
from companion.face.state import MenuName

_FIRST: Final = 11
_PITCH: Final = 11
_DOUBLE: Final = 19
_SECOND: Final = 10
"""The rows of a line that takes two, and where its second one begins."""
_BETWEEN: Final = 88
"""The first column of what stands between two labels at the right."""
_BAR: Final = 4
"""Columns that the position takes at the right of a list."""


def menu(page: Page) -> None:
    """Draw a list, the line under the cursor inverted."""
    view = page.view
    here = view.face.menu
    lines = menus.lines(view.face, view.sitting)
    first = _FIRST + _title(page)
    heights = [_height(page, line, number == here.cursor) for number, line in enumerate(lines)]
    top, count = window(heights, here.cursor, page.height - first + 1)
    y = first
    for number in range(top, top + count):
        _line(page, lines[number], (y, heights[number]), number == here.cursor)
        y += heights[number]
    _position(page, (first, y - 1), (top, count, len(lines)))


def window(heights: list[int], cursor: int, room: int) -> tuple[int, int]:
    """Return the first line of a list that is shown, and how many are.

    The first one is the line before the cursor.
    """
    top = max(0, cursor - 1)
    while top and sum(heights[top - 1 :]) <= room:
        top -= 1
    count = 1
    while top + count < len(heights) and sum(heights[top : top + count + 1]) <= room:
        count += 1
    return top, count


def _title(page: Page) -> int:
    """Draw what the list is called, and what stands beside it.

    Return how many rows it takes more than one line.
    """
    view = page.view
    here = view.face.menu
    title = page.words(menus.title(view.face))
    line = page.room
    width = page.room
    if here.name == MenuName.CORRECT:
        total = page.words(menus.total(view.face, view.sitting))
        if page.beside:
            page.fit(_BETWEEN, page.layout.deck + 6, total, WIDTH - _BETWEEN, PLAIN)
        else:
            width -= page.fit(page.room, 1, total, 60, PLAIN, "right") + 2
    elif here.name == MenuName.SEAT:
        line -= 14
        width -= 14
        where = seats.direction(here.place, view.face.draft.setup.players)
        page.icon(page.room - 12, 0, f"point-{where}")
    more = 0
    if page.beside and not fits(title, PLAIN[-1], width):
        more = page.heading(title, width)
    else:
        page.fit(0, 1, title, width, PLAIN)
    page.fill((0, 9 + more, line, 1))
    return more


def _height(page: Page, line: menus.MenuLine, chosen: bool) -> int:
    """Return how many rows a line takes: more than usual where it is too wide for them."""
    if not page.beside:
        return _PITCH
    value = _value(page, line, chosen)
    place = line.label.facts.get("place")
    x = 11 if isinstance(place, int) else 2
    need = text_width(value, PLAIN[-1]) + 5 if value else 0
    named = 20 if "name" in line.label.facts else text_width(page.words(line.label), PLAIN[-1])
    return _PITCH if x + named + need <= page.width - _BAR - 1 else _DOUBLE


def _line(page: Page, line: menus.MenuLine, rows: tuple[int, int], chosen: bool) -> None:
    y, high = rows
    room = page.width - _BAR if y > _FIRST else min(page.room, page.width - _BAR)
    value = _value(page, line, chosen)
    label = page.words(line.label)
    place = line.label.facts.get("place")
    x = _mark(page, place, y) if isinstance(place, int) else 2
    is_double = high == _DOUBLE
    below = _SECOND if is_double else 1
    if is_double and not value:
        page.paragraph((x, y, room - 1 - x, high - 1), label, PLAIN[-1:], "left")
    else:
        free = room - 1 - x
        if value:
            value_room = _value_room(page, line, value, x)
            width = page.fit(room - 2, y + below, value, value_room, PLAIN, "right") + 4
            if not is_double:
                free -= width
        if "name" in line.label.facts:
            page.name(x, y + 1, label, free)
        else:
            page.fit(x, y + 1, label, free, PLAIN)
    if chosen:
        page.invert((0, y, room, high - 1))


def _value_room(page: Page, line: menus.MenuLine, value: str, x: int) -> int:
    """Return how wide a value may be: in a narrow picture, what its label leaves."""
    if not page.beside:
        return 60
    left = page.width - _BAR - 7 - x - text_width(page.words(line.label), PLAIN[-1])
    return max(left, text_width(value, PLAIN[-1]))


def _mark(page: Page, place: int, y: int) -> int:
    """Draw the mark that points to the player of a line. Return where its words begin."""
    page.icon(2, y + 1, f"seen-{seats.direction(place - 1, page.game.setup.players)}")
    return 11


def _value(page: Page, line: menus.MenuLine, chosen: bool) -> str:
    """Return a value, a changed one after its earlier one, the one being set between signs."""
    if line.value is None:
        return ""
    here = page.face.menu
    value = page.words(line.value)
    if not isinstance(line.act, menus.Edit):
        return value
    before = str(counters(page.sitting)[line.act.counter])
    if before != value:
        value = f"{before}→{value}"
    return f"– {value} +" if chosen and here.editing else value


def _position(page: Page, rows: tuple[int, int], shown: tuple[int, int, int]) -> None:
    """Draw where in a longer list the lines stand.

    shown: the first line, how many, of how many.
    """
    first, end = rows
    top, count, total = shown
    if count == total:
        return
    if page.sign and not page.beside:
        first += 3
    high = end - first
    right = page.width
    page.fill((right - 2, first, 1, high))
    bar = max(5, high * count // total)
    page.fill((right - 3, first + (high - bar) * top // (total - count), 3, bar))


# The audit, about


def _count(page: Page, at: tuple[int, int], words: str, number: str) -> None:
    """Draw what is counted, and its number, in half of the picture."""
    x, y = at
    width = page.text(x + 60, y, number, "medium", "right")
    page.fit(x, y + 4, words, 58 - width, PLAIN)


def _count_beside(page: Page, y: int, words: str, number: str) -> None:
    """Draw what is counted, and its number, in a row of a narrow picture."""
    width = page.text(page.width, y + 1, number, "small", "right")
    page.fit(0, y + 1, words, page.width - 2 - width, PLAIN)


def audit(page: Page) -> None:
    """Draw where every card should be."""
    state = page.state
    places = [
        ("deck", state.deck),
        ("pile", state.pile),
        ("fireworks", state.cards_played),
        ("hands", sum(state.hands)),
    ]
    if state.missing:
        places.append(("missing", state.missing))
    beside = page.beside
    for place, (key, number) in enumerate(places):
        if beside:
            _count_beside(page, 9 * place, page.say(f"audit_{key}"), str(number))
        else:
            at = (68 * (place % 2), 1 + 13 * (place // 2))
            _count(page, at, page.say(f"audit_{key}"), str(number))
    y = page.height - (18 if beside else 15)
    page.fill((0, y, page.width, 1))
    total = state.setup.box.total
    key = "audit_right" if state.card_total == total else "audit_wrong"
    width = page.text(page.width, y + 3, str(state.card_total), "medium", "right")
    line = page.say(key, total=total)
    if beside:
        page.paragraph((0, y + 1, page.width - width - 4, 17), line, PLAIN, "left")
    else:
        page.fit(0, y + 5, line, page.width - width - 4, PLAIN)


def about(page: Page) -> None:
    """Draw what this is."""
    width = page.width
    page.fit(width // 2, 2, page.say("about_name"), width, ("medium", "small"), "centre")
    version = page.say("about_version", version=companion.__version__)
    page.fit(width // 2, 17, version, width, PLAIN, "centre")
    page.paragraph((0, 27, width, page.height - 27), page.say("about_text"), PLAIN)
