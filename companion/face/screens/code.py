"""Codes: a QR code of the finished game for any phone, and one that lets a phone in.

A code is read dark on light, so the whole page is lit, and its own labels are dark.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from companion.face.dialogue.labels import key_phrases
from companion.face.ending import summary
from companion.face.glyphs.canvas import Anchor, Canvas
from companion.face.glyphs.letters import face, text_width, wrap
from companion.face.qr import dark_modules
from companion.face.screens.layout import LABELS, ROWS, SIGN, WIDTH
from companion.face.screens.page import Page, strip
from companion.face.screens.parts import (
    LabelCells,
    draw_labels_beside,
    draw_mark,
    mark_width,
    side_by_side,
)
from companion.face.screens.typography import LABEL, TEXT
from companion.face.state import ScreenName
from companion.game.kinds import distinct_type
from companion.panel import CLUE, DISCARD, PLAY

MODULE: Final = 2
"""Pixels that a module of the code is wide and high."""
_MARGIN: Final = 9
"""Columns beside the code that have the label of an outer button, if that is an arrow."""
_WORD: Final = 19
"""The same, if it is a word."""
_TEXT: Final = 72
_ARROW: Final = 14
_MIDDLE: Final = 24
"""How much of the room beside the code a button with an arrow has, and one with a word.

PLAY has the rest."""
_APART: Final = 2
"""Columns from a word to the next button's mark."""


@distinct_type
class _Places(NamedTuple):
    """Where the code begins, and the columns of what stands beside it."""

    code: int
    text: int
    width: int
    outer: tuple[int, int]
    """The first column of the outer label, and how wide it may be."""


def code(page: Page) -> None:
    """Draw the code, nearly as high as the display, and beside it what it is for."""
    standing = page.view.standing
    places = _draw_code(page, summary(page.sitting, standing.day if standing else ""))
    text = page.lines[0]
    if page.beside:
        page.remember(0, text)
        _draw_lines_between(page, text, lambda string, width: wrap(string, "tight", width))
        return
    first = 12 if page.sign else 2
    page.paragraph((places.text, first, places.width, 52 - first), text, anchor="left")


def phone(page: Page) -> None:
    """Draw the code that opens the page on a phone, and what to type without a camera."""
    guests = page.face.guests
    url = guests.urls[page.face.page % len(guests.urls)]
    places = _draw_code(page, f"{url}/{guests.token}")
    x = places.text
    width = places.width
    host = page.lines[1]
    whole = f"{guests.token[:4]} {guests.token[4:]}"
    if page.beside:
        _draw_lines_between(page, host, _address_lines)
        page.fit(x, page.layout.gaps[-1].start + 1, whole, width)
        return
    lines = _address_lines(host, width)
    first = 12 if page.sign else 3
    for row, line in enumerate(lines):
        page.text(x, first + 9 * row, line, "tight", ink=0)
    y = min(first + 9 * len(lines) + 3, LABELS - 2 - face("medium").cap)
    page.fit(x, y, whole, width, TEXT)


def _draw_lines_between(page: Page, string: str, lines_of: Callable[[str, int], list[str]]) -> None:
    """Draw a text in small capitals between the labels at the right, and beside the sign there."""
    width = WIDTH - _TEXT
    rows = [row for gap in page.layout.gaps for row in range(gap.start + 1, gap.stop - 7, 8)]
    first = lines_of(string, width - SIGN - 2 if page.sign else width)[0]
    rest = string.removeprefix(first).strip()
    lines = [first, *(lines_of(rest, width) if rest else [])]
    for row, line in zip(rows, lines, strict=False):
        Canvas.text(page, _TEXT, row, line, "tight", ink=0)
    if len(lines) > len(rows):
        page.cut.append(string)


def _draw_code(page: Page, line: str) -> _Places:
    """Light the page, and draw the code of a line, nearly as high as the display. Return where it
    stands.
    """
    page.lit = True
    page.fill((0, 0, WIDTH, ROWS))
    page.remember(0, line)
    rows = dark_modules(line)
    size = MODULE * len(rows)
    places = _code_places(page, size)
    if page.sign and not page.beside:
        page.signed = True
        page.icon(places.text + places.width - SIGN, 0, page.sign, ink=0)
    y = (ROWS - size) // 2
    for dark in rows:
        for place in dark:
            page.fill((places.code + MODULE * place, y, MODULE, MODULE), 0)
        y += MODULE
    return places


def _code_places(page: Page, size: int) -> _Places:
    """Return the place of a code of this size: it leaves PLAY the room of its word."""
    outer = _outer_button(page)
    is_first = outer == next(iter(page.layout.labels))
    is_usual = is_first and outer == CLUE
    if page.beside or is_usual:
        return _Places(_MARGIN, _TEXT, WIDTH - _TEXT, (0, _MARGIN))
    margin = _WORD if _is_word(page, outer) else _MARGIN
    text = margin + size + 4
    if is_first:
        return _Places(margin, text, WIDTH - text, (0, margin))
    return _Places(WIDTH - margin - size, 0, WIDTH - text, (WIDTH - margin, margin))


def _outer_button(page: Page) -> str:
    """Return the button whose label has the margin beyond the code: an outer one, and not PLAY."""
    first, *_, last = page.layout.labels
    return last if first == PLAY else first


def _is_word(page: Page, control: str) -> bool:
    """Return True if the label of a button is a word here, and no arrow."""
    return control == PLAY or (control == DISCARD and page.face.screen == ScreenName.PHONE)


def _address_lines(host: str, width: int) -> list[str]:
    """Return an address in lines of this width, letter by letter.

    Lines break after dots and hyphens and before the colon, elsewhere only in a longer part.
    """
    # Typed letter by letter, an address must lose nothing: the separators stay with their parts.
    lines = [""]
    for part in re.split(r"(?<=[.-])|(?=:)", host):
        if text_width(lines[-1] + part, "tight") > width:
            lines.append("")
        for letter in part:
            if text_width(lines[-1] + letter, "tight") > width:
                lines.append("")
            lines[-1] += letter
    return [line for line in lines if line]


def draw_code_labels(page: Page) -> None:
    """Draw the labels in the space beside the code."""
    texts = _code_labels(page)
    if page.beside:
        draw_labels_beside(page, texts)
        return
    for control, (left, width) in _code_cells(page).items():
        text = texts[control]
        page.keys[control] = strip(left, left + width)
        if not text:
            continue
        if control == _outer_button(page):
            draw_mark(page, control, left + (width - mark_width(page, control)) // 2, LABELS - 9)
            page.fit(left + width // 2, LABELS, text, width - 1, LABEL, "centre")
            continue
        marked = draw_mark(page, control, left, LABELS)
        if _is_word(page, control):
            page.label(control, (left, width - _APART if marked else width), marked, text)
        else:
            anchor: Anchor = "left" if marked else "centre"
            page.text(left + (marked or width // 2), LABELS, text, "label", anchor, ink=0)


def _code_labels(page: Page) -> dict[str, str]:
    """Return the label of each button: an arrow for one that turns a page."""
    texts = {}
    for control, phrase in key_phrases(page.face, page.sitting).items():
        back = control == CLUE and page.face.screen != ScreenName.PHONE
        texts[control] = "←" if back else "→"
        if phrase is None or _is_word(page, control):
            texts[control] = page.words(phrase) if phrase else ""
    return texts


def _code_cells(page: Page) -> LabelCells:
    """Return the first column of each label, and its width."""
    places = _code_places(page, MODULE * len(dark_modules(page.texts[0])))
    outer = _outer_button(page)
    widths = {}
    for control in page.layout.labels:
        if control != outer:
            widths[control] = _MIDDLE if _is_word(page, control) else _ARROW
    widths[PLAY] += places.width - sum(widths.values())
    return {outer: places.outer, **side_by_side(places.text, widths)}
