"""Menus and what they open: lists, the audit, what this is; and what stays when it goes down."""

from typing import Final

from companion.face import seats, shown
from companion.face.dialogue import menus
from companion.face.dialogue.counters import as_it_lies, table_counters
from companion.face.glyphs.letters import text_width
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import Page
from companion.face.screens.typography import BODY, MARGIN, PLAIN, TITLE, TITLE_ROW
from companion.face.state import MenuName, TableCounter

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
    first = _draw_list_title(page)
    heights = [_line_height(page, line, number == cursor) for number, line in enumerate(lines)]
    top, count = window(heights, cursor, page.height - first + 1)
    y = first
    for number in range(top, top + count):
        _draw_list_line(page, lines[number], (y, heights[number]), number == cursor)
        page.targets.append(((0, y, page.width, heights[number]), str(number)))
        y += heights[number]
    if count < len(lines):  # where in the list the lines stand
        high = y - 1 - first
        page.fill((page.width - 2, first, 1, high))
        bar = max(5, high * count // len(lines))
        row = first + (high - bar) * top // (len(lines) - count)
        page.fill((page.width - 3, row, 3, bar))


def window(heights: list[int], cursor: int, room: int) -> tuple[int, int]:
    """Return the first line of a list that is shown, and how many are. The first one is the line
    before the cursor.
    """
    top = max(0, cursor - 1)
    while top and sum(heights[top - 1 :]) <= room:
        top -= 1
    count = 1
    while top + count < len(heights) and sum(heights[top : top + count + 1]) <= room:
        count += 1
    return top, count


def _draw_list_title(page: Page) -> int:
    """Draw what the list is called, what stands beside it, and a rule. Return the first row of the
    list.
    """
    here = page.face.menu
    line = page.room
    width = line
    if here.name == MenuName.CORRECT:
        total = page.lines[1]
        if page.beside:
            page.fit(_BETWEEN, page.layout.deck + 2, total, WIDTH - _BETWEEN)
        else:
            width -= page.fit(line, TITLE_ROW, total, line // 2, anchor="right") + 2
    elif here.name == MenuName.SEAT:
        where = seats.direction(here.place, page.face.draft.setup.players)
        page.icon(line - 12, 0, f"point-{where}")
        line -= 14
        width = line
    below = page.title(page.lines[0], width)
    page.fill((MARGIN, below - 1, line - MARGIN, 1))
    return below + 1


def _line_height(page: Page, line: menus.MenuLine, chosen: bool) -> int:
    """Return the rows of a line: more than usual where it is too wide for them."""
    if not page.beside:
        return _PITCH
    facts = line.label.facts
    value = _line_value(page, line, chosen)
    x = 11 if "place" in facts else 2
    need = text_width(value, "tight") + 5 if value else 0
    named = 20 if "name" in facts else text_width(page.words(line.label), "tight")
    return _PITCH if x + named + need < page.width - _BAR else _DOUBLE


def _draw_list_line(page: Page, line: menus.MenuLine, rows: tuple[int, int], chosen: bool) -> None:
    y, high = rows
    end = page.width - _BAR
    if y == BODY + 1:
        # Beside the first line the sign of what is wrong may stand.
        end = min(page.room, end)
    value = _line_value(page, line, chosen)
    label = page.words(line.label)
    place = line.label.facts.get("place")
    x = 2
    if isinstance(place, int):
        x = 11
        page.icon(2, y + 1, f"seen-{seats.direction(place - 1, page.game.setup.players)}")
    is_double = high == _DOUBLE
    free = end - 1 - x
    if value:
        left = page.width - _BAR - 7 - x - text_width(label, "tight")
        room = max(left, text_width(value, "tight"))
        below = _SECOND if is_double else 1
        width = page.fit(end - 2, y + below, value, room, anchor="right") + 4
        if not is_double:
            free -= width
    if "name" in line.label.facts:
        page.name(x, y + 1, label, free)
    elif is_double and not value:
        page.paragraph((x, y, free, high - 1), label, PLAIN[-1:], "left")
    else:
        page.fit(x, y + 1, label, free)
    if chosen:
        page.invert((0, y, end, high - 1))


def _line_value(page: Page, line: menus.MenuLine, chosen: bool) -> str:
    """Return a value, a changed one after its earlier one, the one being set between signs."""
    if line.value is None:
        return ""
    value = page.words(line.value)
    counter = line.act
    if not isinstance(counter, TableCounter):
        return value
    before = str(as_it_lies(counter, table_counters(page.sitting, page.face.menu.staged)[counter]))
    if before != value:
        value = f"{before}→{value}"
    return f"– {value} +" if chosen and page.face.menu.editing else value


# The audit, about, the computer goes down


def audit(page: Page) -> None:
    """Draw where every card should be: in halves, or in the rows of a narrow picture."""
    state = page.state
    half = (page.room - MARGIN - 4) // 2
    for number, (place, cards) in enumerate(shown.cards_by_place(state).items()):
        words = page.say(f"audit_{place}")
        if page.beside:
            y = 9 * number + 1
            width = page.text(page.width, y, str(cards), "small", "right")
            page.fit(MARGIN, y, words, page.width - MARGIN - 2 - width)
        else:
            x = MARGIN + (half + 4) * (number % 2)
            y = 1 + 13 * (number // 2)
            width = page.text(x + half, y, str(cards), "medium", "right")
            page.fit(x, y + 4, words, half - 2 - width)
    y = page.height - (18 if page.beside else 15)
    page.fill((MARGIN, y, page.width - MARGIN, 1))
    total = page.text(page.width - 1, y + 3, str(state.card_total), "medium", "right")
    room = page.width - MARGIN - total - 5
    verdict = page.lines[-1]
    if page.beside:
        page.paragraph((MARGIN, y + 1, room, 17), verdict, anchor="left")
    else:
        page.fit(MARGIN, y + 5, verdict, room)


def draw_about(page: Page) -> None:
    """Draw what this is; a narrow picture has no room for all of it."""
    name, *lines = page.lines
    page.centre(TITLE_ROW, name, page.room, names=TITLE)
    if page.beside:
        del lines[1]
    page.paragraph((0, 15, page.width, page.height - 15), "\n".join(lines))


def draw_halted(page: Page) -> None:
    """Draw that it is off, how far the game is kept, and when the plug may be pulled."""
    title, *kept, text = page.lines
    page.centre(4, title, page.room, names=TITLE)
    for string in kept:
        page.centre(21, string, WIDTH)
    page.paragraph((0, 33, WIDTH, 30), text)
