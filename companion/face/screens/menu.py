"""Menus and what they open: lists, the audit, what this is."""

from typing import Final

import companion
from companion.face import seats
from companion.face.dialogue import menus
from companion.face.dialogue.counters import counters
from companion.face.screens.page import PLAIN, WIDTH, Page
from companion.face.state import MenuName

_LINES: Final = 4
_FIRST: Final = 11
_PITCH: Final = 11
_BAR: Final = 4
"""Columns that the position takes at the right of a list."""


def menu(page: Page) -> None:
    """A list, the line under the cursor inverted; the value that is being changed between arrows."""
    view = page.view
    here = view.face.menu
    lines = menus.lines(view.face, view.sitting)
    beside = 0
    if here.name == MenuName.CORRECT:
        beside = (
            page.fit(page.room, 1, page.words(menus.total(view.face, view.sitting)), 60, PLAIN, "right") + 2
        )
    asked = here.name == MenuName.SEAT
    if asked:
        beside = 14
        page.icon(page.room - 12, 0, f"point-{seats.direction(here.place, view.face.draft.setup.players)}")
    page.fit(0, 1, page.words(menus.title(view.face)), page.room - beside, PLAIN)
    page.fill((0, 9, page.room - (beside if asked else 0), 1))
    top = min(max(0, here.cursor - 1), max(0, len(lines) - _LINES))
    for row, line in enumerate(lines[top : top + _LINES]):
        _line(page, line, row, top + row == here.cursor)
    _position(page, top, len(lines))


def _line(page: Page, line: menus.Line, row: int, chosen: bool) -> None:
    y = _FIRST + _PITCH * row
    room = WIDTH - _BAR if row else min(page.room, WIDTH - _BAR)
    value = _value(page, line, chosen)
    width = page.fit(room - 2, y + 1, value, 60, PLAIN, "right") + 4 if value else 0
    label = page.words(line.label)
    place = line.label.facts.get("place")
    x = _mark(page, place, y) if isinstance(place, int) else 2
    if "name" in line.label.facts:
        page.name(x, y + 1, label, room - 1 - x - width)
    else:
        page.fit(x, y + 1, label, room - 1 - x - width, PLAIN)
    if chosen:
        page.invert((0, y, room, _PITCH - 1))


def _mark(page: Page, place: int, y: int) -> int:
    """The mark that points to the player whom a line is about; returns where its words begin."""
    page.icon(2, y + 1, f"seen-{seats.direction(place - 1, page.game.setup.players)}")
    return 11


def _value(page: Page, line: menus.Line, chosen: bool) -> str:
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


def _position(page: Page, top: int, count: int) -> None:
    """Where in a longer list the lines stand."""
    if count <= _LINES:
        return
    first = _FIRST + 3 if page.sign else _FIRST
    high = _FIRST + _LINES * _PITCH - 1 - first
    page.fill((WIDTH - 2, first, 1, high))
    bar = max(5, high * _LINES // count)
    page.fill((WIDTH - 3, first + (high - bar) * top // (count - _LINES), 3, bar))


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
    for place, (key, number) in enumerate(counted):
        x, y = 68 * (place % 2), 1 + 13 * (place // 2)
        width = page.text(x + 60, y, str(number), "medium", "right")
        page.fit(x, y + 4, page.say(f"audit_{key}"), 58 - width, PLAIN)
    page.fill((0, 39, WIDTH, 1))
    total = state.setup.box.total
    right = state.accounted == total
    width = page.text(WIDTH, 42, str(state.accounted), "medium", "right")
    line = page.say("audit_right" if right else "audit_wrong", total=total)
    page.fit(0, 44, line, WIDTH - width - 4, PLAIN)


def about(page: Page) -> None:
    """What this is."""
    page.fit(WIDTH // 2, 2, page.say("about_name"), WIDTH, ("medium", "small"), "centre")
    page.fit(WIDTH // 2, 17, page.say("about_version", version=companion.__version__), WIDTH, PLAIN, "centre")
    page.paragraph((0, 27, WIDTH, 27), page.say("about_text"), PLAIN)
