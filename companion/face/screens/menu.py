"""Menus and what they open: lists, the audit, what this is."""

from typing import Final

import companion
from companion.face import seats
from companion.face.dialogue import menus
from companion.face.dialogue.counters import counters
from companion.face.glyphs import FaceName, fits, text_width
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
    """A list, the line under the cursor inverted; the value that is being changed between arrows."""
    view = page.view
    here = view.face.menu
    lines = menus.lines(view.face, view.sitting)
    first = _FIRST + _title(page)
    heights = [_height(page, line, number == here.cursor) for number, line in enumerate(lines)]
    top, count = window(heights, here.cursor, page.layout.height - first + 1)
    y = first
    for number in range(top, top + count):
        _line(page, lines[number], (y, heights[number]), number == here.cursor)
        y += heights[number]
    _position(page, (first, y - 1), (top, count, len(lines)))


def window(heights: list[int], cursor: int, room: int) -> tuple[int, int]:
    """Return the first line of a list that is shown, and how many are: the one before the cursor, and on."""
    top = max(0, cursor - 1)
    while top and sum(heights[top - 1 :]) <= room:
        top -= 1
    count = 1
    while top + count < len(heights) and sum(heights[top : top + count + 1]) <= room:
        count += 1
    return top, count


def _title(page: Page) -> int:
    """What the list is called, and what stands beside; returns how many rows it takes more than one line."""
    view = page.view
    here = view.face.menu
    title = page.words(menus.title(view.face))
    beside = more = 0
    if here.name == MenuName.CORRECT and page.layout.beside:
        total = page.words(menus.total(view.face, view.sitting))
        page.fit(_BETWEEN, page.layout.deck + 6, total, WIDTH - _BETWEEN, PLAIN)
    elif here.name == MenuName.CORRECT:
        beside = (
            page.fit(
                page.room, 1, page.words(menus.total(view.face, view.sitting)), 60, PLAIN, "right"
            )
            + 2
        )
    asked = here.name == MenuName.SEAT
    if asked:
        beside = 14
        page.icon(
            page.room - 12, 0, f"point-{seats.direction(here.place, view.face.draft.setup.players)}"
        )
    width = page.room - beside
    if page.layout.beside and not fits(title, PLAIN[-1], width):
        more = page.heading(title, width)
    else:
        page.fit(0, 1, title, width, PLAIN)
    page.fill((0, 9 + more, page.room - (beside if asked else 0), 1))
    return more


def _height(page: Page, line: menus.MenuLine, chosen: bool) -> int:
    """How many rows a line takes: more than the usual ones where it is too wide for them."""
    if not page.layout.beside:
        return _PITCH
    value = _value(page, line, chosen)
    place = line.label.facts.get("place")
    x = 11 if isinstance(place, int) else 2
    need = text_width(value, PLAIN[-1]) + 5 if value else 0
    named = 20 if "name" in line.label.facts else text_width(page.words(line.label), PLAIN[-1])
    return _PITCH if x + named + need <= page.layout.width - _BAR - 1 else _DOUBLE


def _line(page: Page, line: menus.MenuLine, rows: tuple[int, int], chosen: bool) -> None:
    y, high = rows
    room = page.layout.width - _BAR if y > _FIRST else min(page.room, page.layout.width - _BAR)
    value = _value(page, line, chosen)
    label = page.words(line.label)
    place = line.label.facts.get("place")
    x = _mark(page, place, y) if isinstance(place, int) else 2
    double = high == _DOUBLE
    if double and not value:
        page.paragraph((x, y, room - 1 - x, high - 1), label, PLAIN[-1:], "left")
    else:
        width = 0
        if value:
            below = _SECOND if double else 1
            width = (
                page.fit(
                    room - 2, y + below, value, _value_room(page, line, value, x), PLAIN, "right"
                )
                + 4
            )
        free = room - 1 - x - (0 if double else width)
        if "name" in line.label.facts:
            page.name(x, y + 1, label, free)
        else:
            page.fit(x, y + 1, label, free, PLAIN)
    if chosen:
        page.invert((0, y, room, high - 1))


def _value_room(page: Page, line: menus.MenuLine, value: str, x: int) -> int:
    """How wide a value may be: in a narrow picture what its label leaves, in the smallest letters."""
    if not page.layout.beside:
        return 60
    left = page.layout.width - _BAR - 7 - x - text_width(page.words(line.label), PLAIN[-1])
    return max(left, text_width(value, PLAIN[-1]))


def _mark(page: Page, place: int, y: int) -> int:
    """The mark that points to the player whom a line is about; returns where its words begin."""
    page.icon(2, y + 1, f"seen-{seats.direction(place - 1, page.game.setup.players)}")
    return 11


def _value(page: Page, line: menus.MenuLine, chosen: bool) -> str:
    """A value; a changed one after what it was, the one that is being changed between arrows."""
    if line.value is None:
        return ""
    here = page.view.face.menu
    value = page.words(line.value)
    if not isinstance(line.act, menus.Edit):
        return value
    before = str(counters(page.view.sitting)[line.act.counter])
    if before != value:
        value = f"{before}→{value}"
    return f"– {value} +" if chosen and here.editing else value


def _position(page: Page, rows: tuple[int, int], shown: tuple[int, int, int]) -> None:
    """Where in a longer list the lines stand: the first one, how many, of how many."""
    first, end = rows
    top, count, total = shown
    if count == total:
        return
    if page.sign and not page.layout.beside:
        first += 3
    high = end - first
    right = page.layout.width
    page.fill((right - 2, first, 1, high))
    bar = max(5, high * count // total)
    page.fill((right - 3, first + (high - bar) * top // (total - count), 3, bar))


# The audit, about


def audit(page: Page) -> None:
    """Where every card should be."""
    state = page.game.state
    counted = [
        ("deck", state.deck),
        ("pile", state.pile),
        ("fireworks", state.played),
        ("hands", sum(state.hands)),
    ]
    if state.missing:
        counted.append(("missing", state.missing))
    beside = page.layout.beside
    for place, (key, number) in enumerate(counted):
        x, y = (0, 9 * place) if beside else (68 * (place % 2), 1 + 13 * (place // 2))
        wide = page.layout.width if beside else 60
        figures: FaceName = "small" if beside else "medium"
        width = page.text(x + wide, y + beside, str(number), figures, "right")
        page.fit(x, y + (1 if beside else 4), page.say(f"audit_{key}"), wide - 2 - width, PLAIN)
    y = page.layout.height - (18 if beside else 15)
    page.fill((0, y, page.layout.width, 1))
    total = state.setup.box.total
    right = state.accounted == total
    width = page.text(page.layout.width, y + 3, str(state.accounted), "medium", "right")
    line = page.say("audit_right" if right else "audit_wrong", total=total)
    if beside:
        page.paragraph((0, y + 1, page.layout.width - width - 4, 17), line, PLAIN, "left")
    else:
        page.fit(0, y + 5, line, page.layout.width - width - 4, PLAIN)


def about(page: Page) -> None:
    """What this is."""
    page.fit(
        page.layout.width // 2,
        2,
        page.say("about_name"),
        page.layout.width,
        ("medium", "small"),
        "centre",
    )
    page.fit(
        page.layout.width // 2,
        17,
        page.say("about_version", version=companion.__version__),
        page.layout.width,
        PLAIN,
        "centre",
    )
    page.paragraph(
        (0, 27, page.layout.width, page.layout.height - 27), page.say("about_text"), PLAIN
    )
