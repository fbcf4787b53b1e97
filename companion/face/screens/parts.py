"""Parts of several screens: the row of labels, boxes above the buttons, a step in words, and the
panels that lie over a screen: what is being said, and what a held button will do.
"""

from collections.abc import Mapping
from typing import Final

from companion.face import seats
from companion.face.dialogue import labels
from companion.face.glyphs.canvas import Canvas, Rect
from companion.face.glyphs.letters import fits, text_width
from companion.face.screens.layout import LABELS, UPPER, WIDTH
from companion.face.screens.page import Page, strip
from companion.face.screens.typography import LABEL, TEXT, TITLE, best, has_room_for
from companion.face.state import LAST_ROUND, Notice, Phrase, ScreenName
from companion.face.view import Held
from companion.game.cards import SUITS, Card
from companion.game.state import State
from companion.panel import BUTTONS

_APART: Final = 5
"""How many dark columns there are at least between two labels, as many as a letter takes."""
_BLANK: Final = 8
"""How many columns of a blank label are inverted while its button is down."""
_INSET: Final = 2
"""How far a label stays from the edges of its cell, beside one that lists suits or ranks."""
_LARGE: Final = 3
"""So many large marks of players stand side by side in a narrow picture."""
_SERIF: Final = 6
"""How far a bracket reaches into its row.

A line through all of it would be half of the panel's bytes."""
_BAR: Final = 40
_BAR_BESIDE: Final = 48
"""The first row of the bar, which has a page of the display's memory: usual, in all rows."""
_LONG: Final = 64
"""How long the bar is."""
LabelTexts = Mapping[str, str]
"""The label of each button in words; empty where it would be refused."""
LabelCells = dict[str, tuple[int, int]]
"""Where each label begins, and how wide it may be."""


def draw_labels(page: Page) -> None:
    """Draw what each button does now, beside it or below the picture."""
    texts = labels.key_texts(page.face, page.sitting, page.words)
    if page.beside:
        draw_labels_beside(page, texts)
        return
    cells = _label_cells(page, texts) if texts else {}
    for control, text in texts.items():
        left, width = cells[control]
        if not text:
            page.keys[control] = strip(left, left + width)
        elif _has_many_labels(page.items[control]) and not page.face.labels.marks:
            page.keys[control] = strip(left, left + width)
            _draw_short_labels(page, control)
        else:
            marked = draw_mark(page, control, left, LABELS)
            page.label(control, (left, width), marked, text)


def draw_labels_beside(page: Page, texts: LabelTexts) -> None:
    """Draw the labels one under another at the right of the picture."""
    for control, text in texts.items():
        left, row, width, _ = page.layout.labels[control]
        begins = left
        if text:
            name = best(text, width - 1, LABEL)
            right = left + width - (text_width(text, name) < width)
            wide = page.fit(right, row, text, width, (name,), "right")
            begins = max(left, right - wide - 2)
        page.keys[control] = strip(begins, left + width, row)


def _label_cells(page: Page, texts: LabelTexts) -> LabelCells:
    """Return the first column of each label, and its width: with a mark, the least needed. Labels
    that would touch are moved apart.
    """
    usual = {control: (left, width) for control, (left, _, width, _) in page.layout.labels.items()}
    if any(map(_has_many_labels, page.items.values())) and not page.face.labels.marks:
        cells = usual.items()
        return {control: (left + _INSET, width - 2 * _INSET) for control, (left, width) in cells}
    for name in LABEL:
        needs = {
            control: mark_width(page, control) + text_width(text, name) if text else _BLANK
            for control, text in texts.items()
        }
        if sum(needs.values()) + _APART * (len(needs) - 1) <= WIDTH:
            return _separate_cells(usual, needs)
    spare = (WIDTH - sum(needs.values())) // len(needs)
    return side_by_side(0, {control: needs[control] + spare for control in usual})


def side_by_side(left: int, widths: Mapping[str, int]) -> LabelCells:
    """Return cells of these widths, one beside the other from a column on."""
    cells = {}
    for control, width in widths.items():
        cells[control] = left, width
        left += width
    return cells


def _separate_cells(usual: LabelCells, needs: Mapping[str, int]) -> LabelCells:
    """Return the cells as wide as their labels, moved apart where they would touch."""
    cells = {}
    end = WIDTH
    # From the right, each label keeps clear of the next one; then from the left, where that
    # pushed the first one off the edge.
    for control, (left, width) in reversed(usual.items()):
        need = needs[control]
        cells[control] = min(left + (width - need) // 2, end - need), need
        end = cells[control][0] - _APART
    begin = 0
    for control in usual:
        left, need = cells[control]
        cells[control] = max(left, begin), need
        begin = cells[control][0] + need + _APART
    return cells


def _has_many_labels(items: tuple[str, ...]) -> bool:
    """Return True if a cell has several suits or ranks, each with a label of its own."""
    return len(items) > 1 and (items[0] in SUITS or items[0].isdigit())


def mark_width(page: Page, control: str) -> int:
    """Return the columns of the mark of a button; 0 if it lies below its label."""
    marks = page.face.labels.marks
    return text_width(marks[BUTTONS.index(control)], "small") + 4 if marks else 0


def draw_mark(page: Page, control: str, left: int, top: int) -> int:
    """Draw what is printed at the button, inverted, where it is not below its label. Return its
    width.
    """
    width = mark_width(page, control)
    if width:
        page.marks[control] = (left, top - 1, width - 2, 8)
        page.fill(page.marks[control], not page.lit)
        printed = page.face.labels.marks[BUTTONS.index(control)]
        Canvas.text(page, left + 1, top, printed, "small", ink=page.lit)
    return width


def _draw_short_labels(page: Page, control: str) -> None:
    """Draw each suit's short label, or each rank, under its place in the cell.

    The outer ones of three stand at the cell's edges, so that no two touch.
    """
    left, _, width, _ = page.layout.boxes[control]
    cell = page.cells[control]
    for middle, item in places(page, control):
        if item not in SUITS:
            page.text(middle, LABELS, item, "label", "centre")
            continue
        text = page.say(f"label_{item}")
        if len(cell) < 3 or item == cell[1]:
            page.text(middle, LABELS, text, "tight", "centre")
        elif item == cell[0]:
            page.text(left + 1, LABELS, text, "tight")
        else:
            page.text(left + width - 1, LABELS, text, "tight", "right")


def draw_boxes(page: Page) -> list[tuple[str, tuple[str, ...], Rect]]:
    """Draw the boxes of the buttons that have answers. Return each with its items and its box."""
    boxes = []
    for control, items in page.items.items():
        if items:
            box = page.layout.boxes[control]
            draw_frame(page, control)
            boxes.append((control, items, box))
            if len(items) == 1:
                page.targets.append((box, items[0]))
    return boxes


def draw_frame(page: Page, control: str) -> None:
    """Draw the box over a button, at the right of the picture the rule above it."""
    left, top, width, _ = box = page.layout.boxes[control]
    if not page.beside:
        page.box(box)
    elif control != next(iter(page.layout.boxes)):
        page.fill((left, top - 1, width, 1))


def places(page: Page, control: str) -> list[tuple[int, str]]:
    """Return the items of a button that can be chosen, each with the middle of its place."""
    left, top, width, height = page.layout.boxes[control]
    cell = page.cells[control]
    wide = width // len(cell)
    middles = []
    for number, item in enumerate(cell):
        if item in page.items[control]:
            middle = left + 1 + (2 * number + 1) * (width - 2) // (2 * len(cell))
            middles.append((middle, item))
            page.targets.append(((middle - wide // 2, top, wide, height), item))
    return middles


def draw_step(page: Page, x: int, y: int, phrase: Phrase, width: int, inside: bool = False) -> None:
    """Draw a step of the game in words, its card's suit in short where there is little room.

    inside: it goes on with a line, so it begins with a small letter.
    """
    card = phrase.facts.get("card")
    if isinstance(card, Card) and text_width(page.words(phrase), "small") > width:
        short = Phrase("key_card", {"suit": Phrase(f"item_{card.suit}"), "rank": card.rank})
        phrase = phrase._replace(facts={"card": short})
    text = page.words(phrase)
    page.line(x, y, text if inside else sentence(text), width)


def sentence(string: str) -> str:
    """Return the words with a capital at the start."""
    return string[:1].upper() + string[1:]


# Panels over a screen: what is being said, and what a held button will do


def _draw_panel(page: Page, whole: bool) -> tuple[int, int]:
    """Draw empty brackets. Return their first row, and how many rows they have."""
    page.is_covered = True
    width = page.width
    end = UPPER if page.columns else page.height
    at_table = page.face.screen == ScreenName.TABLE or page.columns
    top = 21 if at_table and not whole else 0
    height = end - top
    page.erase((0, top, width if top else WIDTH, height))
    for x in (0, width - 1):
        page.fill((x, top, 1, height))
    for x in (0, width - _SERIF):
        for y in (top, end - 1):
            page.fill((x, y, _SERIF, 1))
    return top, height


def draw_notice(page: Page, notice: Notice) -> None:
    """Draw what is being said, over the screen or, at the table, under its counters."""
    state = page.sitting.state
    turns = state.turns_left if state else None
    if turns and notice.phrases[0].key == LAST_ROUND:
        _draw_last_round(page, page.state, turns)
        return
    text = "\n".join(sentence(page.words(phrase)) for phrase in notice.phrases)
    width = page.width - 6
    rows = (UPPER if page.columns else page.height) - 23
    # Capitals would change the name of a file.
    top, height = _draw_panel(page, whole=not has_room_for(text, width, rows, TITLE))
    page.paragraph((3, top + 1, width, height - 2), text, TEXT)


def _draw_last_round(page: Page, state: State, turns: int) -> None:
    """Draw everyone who still plays, in order, as the mark that points to them."""
    text = page.say(LAST_ROUND)
    width = page.width - 6
    top, _ = _draw_panel(page, whole=False)
    is_small = page.beside and turns > _LARGE
    pitch, kind = (15, "point") if is_small else (24, "seat")
    if page.beside:
        y = top + 22
        page.paragraph((3, top + 1, width, 20), text)
    else:
        y = top + 13
        page.centre(top + 3, text, width, 3)
    x = (page.width - pitch * turns) // 2 + 2
    players = state.setup.players
    first = seats.seat_place(page.sitting)
    for place in range(first, first + turns):
        page.icon(x, y, f"{kind}-{seats.direction(place % players, players, page.view.flipped)}")
        x += pitch


def draw_held_button(page: Page, button: Held) -> None:
    """Draw a held button: a filled bar and what letting go will do, or what the button is for.

    It has all rows unless a line of large letters says it: then the table's counters stay.
    """
    width = page.width - 6
    string = page.words(labels.held_phrase(page.face, page.sitting, *button))
    if button.too_long:
        top, height = _draw_panel(page, whole=True)
        page.paragraph((3, top + 1, width, height - 2), string, TEXT)
        return
    bar = _BAR_BESIDE if page.beside and not page.columns else _BAR
    is_short = fits(string, "medium", width)
    if page.beside:
        is_short = has_room_for(string, width, bar - 24)
    top, _ = _draw_panel(page, whole=not is_short)
    page.paragraph((3, top + 2, width, bar - top - 3), string, TEXT)
    page.bar(((page.width - _LONG) // 2, bar, _LONG, 8))
