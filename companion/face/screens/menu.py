"""Menus and what they open: lists, the audit, what this is."""

from typing import Final

import companion
from companion.face import seats
from companion.face.dialogue import backups, menus
from companion.face.dialogue.counters import as_it_lies, table_counters
from companion.face.glyphs import text_width
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import Page
from companion.face.screens.typography import BODY, TINY, TITLE, TITLE_ROW
from companion.face.state import MenuName

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
    cursor = page.face.menu.cursor
    lines = menus.menu_lines(page.face, page.sitting)
    first = draw_title(page)
    heights = [line_height(page, line, number == cursor) for number, line in enumerate(lines)]
    top, count = window(heights, cursor, page.height - first + 1)
    y = first
    for number in range(top, top + count):
        _draw_menu_line(page, lines[number], (y, heights[number]), number == cursor)
        page.targets.append(((0, y, page.width, heights[number]), str(number)))
        y += heights[number]
    if count < len(lines):
        draw_position(page, (first, y - 1), (top, count, len(lines)))


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


def draw_title(page: Page) -> int:
    """Draw what the list is called, what stands beside it, and a rule.

    Return the first row of the list.
    """
    here = page.face.menu
    line = page.room
    width = page.room
    if here.name == MenuName.CORRECT:
        total = page.words(menus.total(page.face, page.sitting))
        if page.beside:
            page.fit(_BETWEEN, page.layout.deck + 6, total, WIDTH - _BETWEEN)
        else:
            width -= page.fit(line, TITLE_ROW, total, 60, anchor="right") + 2
    elif here.name == MenuName.SEAT:
        where = seats.direction(here.place, page.face.draft.setup.players)
        page.icon(line - 12, 0, f"point-{where}")
        line -= 14
        width = line
    below = page.title(page.words(menus.menu_title(page.face)), width)
    page.fill((0, below - 1, line, 1))
    return below + 1


def line_height(page: Page, line: menus.MenuLine, chosen: bool) -> int:
    """Return the rows of a line: more than usual where it is too wide for them."""
    if not page.beside:
        return _PITCH
    facts = line.label.facts
    value = line_value(page, line, chosen)
    x = 11 if "place" in facts else 2
    need = text_width(value, "tiny") + 5 if value else 0
    named = 20 if "name" in facts else text_width(page.words(line.label), "tiny")
    return _PITCH if x + named + need < page.width - _BAR else _DOUBLE


def _draw_menu_line(page: Page, line: menus.MenuLine, rows: tuple[int, int], chosen: bool) -> None:
    y, high = rows
    end = page.width - _BAR
    if y == BODY + 1:
        end = min(page.room, end)
    value = line_value(page, line, chosen)
    label = page.words(line.label)
    x = draw_player_mark(page, line, y)
    is_double = high == _DOUBLE
    free = end - 1 - x
    if value:
        below = _SECOND if is_double else 1
        room = value_room(page, label, value, x)
        width = page.fit(end - 2, y + below, value, room, anchor="right") + 4
        if not is_double:
            free -= width
    if "name" in line.label.facts:
        page.name(x, y + 1, label, free)
    elif is_double and not value:
        page.paragraph((x, y, free, high - 1), label, TINY, "left")
    else:
        page.fit(x, y + 1, label, free)
    if chosen:
        page.invert((0, y, end, high - 1))


def value_room(page: Page, label: str, value: str, x: int) -> int:
    """Return the width of a value at most: in a narrow picture, what its label leaves."""
    if not page.beside:
        return 60
    left = page.width - _BAR - 7 - x - text_width(label, "tiny")
    return max(left, text_width(value, "tiny"))


def draw_player_mark(page: Page, line: menus.MenuLine, y: int) -> int:
    """Draw the mark that points to the player of a line. Return where its words begin."""
    place = line.label.facts.get("place")
    if not isinstance(place, int):
        return 2
    page.icon(2, y + 1, f"seen-{seats.direction(place - 1, page.game.setup.players)}")
    return 11


def line_value(page: Page, line: menus.MenuLine, chosen: bool) -> str:
    """Return a value, a changed one after its earlier one, the one being set between signs."""
    if line.value is None:
        return ""
    value = page.words(line.value)
    if not isinstance(line.act, menus.Edit):
        return value
    counter = line.act.counter
    before = str(as_it_lies(counter, table_counters(page.sitting, page.face.menu.staged)[counter]))
    if before != value:
        value = f"{before}→{value}"
    return f"– {value} +" if chosen and page.face.menu.editing else value


def draw_position(page: Page, rows: tuple[int, int], shown: tuple[int, int, int]) -> None:
    """Draw where in a longer list the lines stand.

    shown: the first line, how many, of how many.
    """
    first, end = rows
    top, count, total = shown
    high = end - first
    right = page.width
    page.fill((right - 2, first, 1, high))
    bar = max(5, high * count // total)
    page.fill((right - 3, first + (high - bar) * top // (total - count), 3, bar))


# The audit, about


def draw_count(page: Page, place: int, words: str, number: str) -> None:
    """Draw what is counted, and its number: in a half, or in a row of a narrow picture."""
    if page.beside:
        y = 9 * place + 1
        width = page.text(page.width, y, number, "small", "right")
        page.fit(0, y, words, page.width - 2 - width)
    else:
        half = page.room // 2
        x = (half + 4) * (place % 2)
        y = 1 + 13 * (place // 2)
        width = page.text(x + half - 4, y, number, "medium", "right")
        page.fit(x, y + 4, words, half - 6 - width)


def audit(page: Page) -> None:
    """Draw where every card should be."""
    state = page.state
    counts = {
        "deck": state.deck,
        "pile": state.pile,
        "fireworks": state.cards_played,
        "hands": sum(state.hands),
    }
    if state.missing:
        counts["missing"] = state.missing
    for place, (key, number) in enumerate(counts.items()):
        draw_count(page, place, page.say(f"audit_{key}"), str(number))
    y = page.height - (18 if page.beside else 15)
    page.fill((0, y, page.width, 1))
    total = state.setup.box.total
    key = "audit_right" if state.card_total == total else "audit_wrong"
    width = page.text(page.width, y + 3, str(state.card_total), "medium", "right")
    line = page.say(key, total=total)
    room = page.width - width - 4
    if page.beside:
        page.paragraph((0, y + 1, room, 17), line, anchor="left")
    else:
        page.fit(0, y + 5, line, room)


def draw_about(page: Page) -> None:
    """Draw what this is."""
    page.centre(TITLE_ROW, page.say("about_name"), page.room, names=TITLE)
    texts = [
        page.say("about_version", version=companion.__version__),
        "" if page.beside else page.say("about_text"),
        page.words(backups.last_backup_phrase(page.face, page.view.group.game)),
    ]
    page.paragraph((0, 15, page.width, page.height - 15), "\n".join(filter(None, texts)))
