"""Parts of several screens: the row of labels, the boxes above the buttons, a step in words."""

from collections.abc import Mapping
from typing import Final

from companion.face.dialogue import labels
from companion.face.glyphs import Canvas, Rect, face, text_width
from companion.face.screens.layout import LABELS, WIDTH
from companion.face.screens.page import Page, strip
from companion.face.screens.typography import LABEL, best
from companion.face.state import Phrase
from companion.game.cards import SUITS, Card
from companion.panel import BUTTONS

_APART: Final = 6
"""How many dark columns there are at least between two labels, as many as a letter takes."""
_BLANK: Final = 8
"""How many columns of a blank label are inverted while its button is down."""
_INSET: Final = 2
"""How far a label stays from the edges of its cell, beside one that lists suits or ranks."""
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
    cells = label_cells(page, texts) if texts else {}
    for control, text in texts.items():
        left, width = cells[control]
        if not text:
            page.keys[control] = strip(left, left + width)
        elif has_many_labels(page.items[control]) and not page.face.labels.marks:
            page.keys[control] = strip(left, left + width)
            draw_short_labels(page, control)
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
            top = row or 8 - face(name).cap
            wide = page.fit(right, top, text, width, (name,), "right")
            begins = max(left, right - wide - 2)
        page.keys[control] = strip(begins, left + width, row)


def label_cells(page: Page, texts: LabelTexts) -> LabelCells:
    """Return the first column of each label, and its width: with a mark, the least needed.

    Labels that would touch are moved apart.
    """
    usual = {control: (left, width) for control, (left, _, width, _) in page.layout.labels.items()}
    if any(map(has_many_labels, page.items.values())) and not page.face.labels.marks:
        cells = usual.items()
        return {control: (left + _INSET, width - 2 * _INSET) for control, (left, width) in cells}
    for name in LABEL:
        needs = {
            control: mark_width(page, control) + text_width(text, name) if text else _BLANK
            for control, text in texts.items()
        }
        if sum(needs.values()) + _APART * (len(needs) - 1) <= WIDTH:
            return separate_cells(usual, needs)
    spare = (WIDTH - sum(needs.values())) // len(needs)
    return side_by_side(0, {control: needs[control] + spare for control in usual})


def side_by_side(left: int, widths: Mapping[str, int]) -> LabelCells:
    """Return cells of these widths, one beside the other from a column on."""
    cells = {}
    for control, width in widths.items():
        cells[control] = left, width
        left += width
    return cells


def separate_cells(usual: LabelCells, needs: Mapping[str, int]) -> LabelCells:
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


def has_many_labels(items: tuple[str, ...]) -> bool:
    """Return True if a cell has several suits or ranks, each with a label of its own."""
    return len(items) > 1 and (items[0] in SUITS or items[0].isdigit())


def mark_width(page: Page, control: str) -> int:
    """Return the columns of the mark of a button; 0 if it lies below its label."""
    marks = page.face.labels.marks
    return text_width(marks[BUTTONS.index(control)], "tiny") + 4 if marks else 0


def draw_mark(page: Page, control: str, left: int, top: int) -> int:
    """Draw what is printed at the button, inverted, where it is not below its label.

    Return its width.
    """
    width = mark_width(page, control)
    if width:
        page.marks[control] = (left, top, width - 2, 7)
        page.fill(page.marks[control], not page.lit)
        printed = page.face.labels.marks[BUTTONS.index(control)]
        Canvas.text(page, left + 1, top + 1, printed, "tiny", ink=page.lit)
    return width


def draw_short_labels(page: Page, control: str) -> None:
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
            page.text(middle, LABELS, text, "tiny", "centre")
        elif item == cell[0]:
            page.text(left + 1, LABELS, text, "tiny")
        else:
            page.text(left + width - 1, LABELS, text, "tiny", "right")


def draw_boxes(page: Page) -> list[tuple[str, tuple[str, ...], Rect]]:
    """Draw the boxes of the buttons that have answers. Return each with its items and its box."""
    boxes = []
    for control, items in page.items.items():
        if items:
            box = page.layout.boxes[control]
            page.box(box)
            boxes.append((control, items, box))
            if len(items) == 1:
                page.targets.append((box, items[0]))
    return boxes


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
