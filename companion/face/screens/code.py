"""Codes: a QR code of the finished game for any phone, and one that lets a phone in.

A code is read dark on light, so the whole page is lit, and its own labels are dark.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from companion.face.dialogue.labels import key_phrases
from companion.face.glyphs import Anchor, Canvas, FaceName, face, text_width, wrap
from companion.face.screens.layout import HEIGHT, LABELS, WIDTH
from companion.face.screens.page import PLAIN, Page, strip
from companion.face.screens.parts import mark, mark_width
from companion.face.state import ScreenName
from companion.face.summary import summary
from companion.game.kinds import kind
from companion.panel import CLUE, DISCARD, PLAY

MODULE: Final = 2
"""Pixels that a module of the code is wide and high."""
_TOKEN: Final[tuple[FaceName, ...]] = ("medium", "small", "tiny")
_MARGIN: Final = 9
"""Columns beside the code that have the label of an outer button, if that is an arrow."""
_WORD: Final = 19
"""The same, if it is a word."""
_TEXT: Final = 72
_ARROW: Final = 14
_MIDDLE: Final = 24
"""How much of the room beside the code a button with an arrow has, and one with a word.

PLAY has the rest."""
_GAPS: Final = (10, 17, 24, 41, 48)
"""The rows of the lines that stand between labels at the right."""


@kind
class _Places(NamedTuple):
    """Where the code begins, and the columns of what stands beside it."""

    code: int
    text: int
    end: int
    outer: tuple[int, int]
    """The first column of the outer label, and how wide it may be."""


def code(page: Page) -> None:
    """Draw the code, nearly as high as the display, and beside it what it is for."""
    view = page.view
    places = _draw(page, summary(view.sitting, view.standing.day if view.standing else ""))
    text = page.say("code_text")
    width = places.end - places.text
    if page.beside:
        page.remember(_GAPS[0], text)
        for row, line in zip(_GAPS, wrap(text, "tiny", width), strict=False):
            Canvas.text(page, places.text, row, line, "tiny", ink=0)
        return
    beside = 14 if page.sign else 2
    page.paragraph((places.text, beside, width, 52 - beside), text, PLAIN, "left", ink=0)


def phone(page: Page) -> None:
    """Draw the code that opens the page on a phone, and what to type without a camera."""
    guests = page.face.guests
    token = guests.token
    url = guests.urls[page.face.page % len(guests.urls)]
    places = _draw(page, f"{url}/{token}")
    width = places.end - places.text
    lines = _address_lines(url.partition("//")[2].lower(), width)
    first = 14 if page.sign else 3
    rows = _GAPS if page.beside else range(first, first + 8 * len(lines), 8)
    for row, line in zip(rows, lines, strict=False):
        page.text(places.text, row, line, "tiny", ink=0)
    if page.beside:
        y = 42 if len(lines) <= 3 else 48
        width -= 14 if page.sign else 0
    else:
        y = min(first + 8 * len(lines) + 4, LABELS - 2 - face(_TOKEN[0]).cap)
    _token(page, (places.text, y), (token[:4], token[4:]), width)


def _token(page: Page, at: tuple[int, int], halves: tuple[str, str], width: int) -> None:
    """Draw the token in a line, or in two where it is too wide for one."""
    x, y = at
    whole = " ".join(halves)
    if text_width(whole, "tiny") <= width:
        is_last = page.beside and y >= _GAPS[-1]
        page.fit(x, y, whole, width, PLAIN if is_last else _TOKEN)
        return
    for row, half in zip((y - 6, y + 3), halves, strict=True):
        page.fit(x, row, half, width, PLAIN)


def _draw(page: Page, line: str) -> _Places:
    """Light the page, and draw the code of a line, nearly as high as the display.

    Return where it stands.
    """
    page.lit = True
    page.fill((0, 0, WIDTH, HEIGHT))
    page.remember(0, line)
    rows = modules(line)
    places = _places(page, MODULE * len(rows))
    if page.sign and not page.beside:
        page.signed = True
        page.icon(places.end - 13, 0, page.sign, ink=0)
    top = (HEIGHT - MODULE * len(rows)) // 2
    for row, dark in enumerate(rows):
        for place in dark:
            page.fill((places.code + MODULE * place, top + MODULE * row, MODULE, MODULE), 0)
    return places


def _places(page: Page, size: int) -> _Places:
    """Return where a code of this size stands: it leaves PLAY the room of its word."""
    outer = _outer(page)
    if page.beside or outer == CLUE == _order(page)[0]:
        return _Places(_MARGIN, _TEXT, WIDTH, (0, _MARGIN))
    margin = _WORD if _is_word(page, outer) else _MARGIN + 1
    if outer == _order(page)[0]:
        return _Places(margin, margin + size + 5, WIDTH, (0, margin))
    left = WIDTH - margin - size
    return _Places(left, 0, left - 5, (WIDTH - margin, margin))


def _order(page: Page) -> tuple[str, ...]:
    """Return the buttons from the left."""
    return tuple(page.layout.labels)


def _outer(page: Page) -> str:
    """Return the button whose label has the margin beyond the code: an outer one, and not PLAY."""
    first, *_, last = _order(page)
    return last if first == PLAY else first


def _is_word(page: Page, control: str) -> bool:
    """Return True if the label of a button is a word here, and no arrow."""
    return control == PLAY or (control == DISCARD and page.face.screen == ScreenName.PHONE)


def _address_lines(host: str, width: int) -> list[str]:
    """Return an address in lines of this width, letter by letter.

    Lines break after dots and hyphens and before the colon, elsewhere only in a longer part.
    """
    lines = [""]
    for part in re.split(r"(?<=[.-])|(?=:)", host):
        if text_width(lines[-1] + part, "tiny") > width:
            lines.append("")
        for letter in part:
            if text_width(lines[-1] + letter, "tiny") > width:
                lines.append("")
            lines[-1] += letter
    return [line for line in lines if line]


def labels(page: Page) -> None:
    """Draw the labels in the space beside the code: an arrow for what turns a page."""
    texts = {}
    for control, phrase in key_phrases(page.face, page.sitting).items():
        if phrase is not None:
            is_word = _is_word(page, control)
            texts[control] = page.words(phrase) if is_word else _arrow(page, control)
    if page.beside:
        _labels_beside(page, texts)
    else:
        _labels_below(page, texts)


def _labels_beside(page: Page, texts: Mapping[str, str]) -> None:
    for control, (left, row, width, _) in page.layout.labels.items():
        page.key(control, strip(left, left + width, row))
        if control in texts:
            page.label(control, (0, 0), 0, texts[control])


def _labels_below(page: Page, texts: Mapping[str, str]) -> None:
    line = next(iter(page.texts))
    places = _places(page, MODULE * len(modules(line)))
    for control, (left, width) in _cells(page, places).items():
        page.key(control, strip(left, left + width))
        if control not in texts:
            continue
        if control == _outer(page):
            mark(page, control, left + (width - mark_width(page, control)) // 2, LABELS - 9, ink=0)
            page.fit(left + width // 2, LABELS + 1, texts[control], width - 1, ("tiny",), "centre")
        else:
            _label(page, control, (left, width), texts[control])


def _label(page: Page, control: str, cell: tuple[int, int], text: str) -> None:
    """Draw a word or an arrow in its cell, behind the mark of its button."""
    left, width = cell
    marked = mark(page, control, left, LABELS, ink=0)
    if _is_word(page, control):
        page.label(control, cell, marked, text)
    else:
        anchor: Anchor = "left" if marked else "centre"
        page.text(left + (marked or width // 2), LABELS, text, "label", anchor, ink=0)


def _arrow(page: Page, control: str) -> str:
    """Return the arrow of a button that turns a page."""
    back = control == CLUE and page.face.screen != ScreenName.PHONE
    return "←" if back else "→"


def _cells(page: Page, places: _Places) -> dict[str, tuple[int, int]]:
    """Return where each label begins, and how wide it is."""
    outer = _outer(page)
    cells = {outer: places.outer}
    beside = [control for control in _order(page) if control != outer]
    widths = {control: _MIDDLE if _is_word(page, control) else _ARROW for control in beside}
    widths[PLAY] = places.end - places.text - sum(widths.values()) + widths[PLAY]
    left = places.text
    for control in beside:
        cells[control] = left, widths[control]
        left += widths[control]
    return cells


@lru_cache(maxsize=4)
def modules(line: str) -> tuple[tuple[int, ...], ...]:
    """Return the dark modules of a code, row by row: the columns where they are."""
    import segno  # only this page needs it, and no start should wait for it

    matrix = segno.make_qr(line, error="l", mode="alphanumeric").matrix
    return tuple(tuple(place for place, dark in enumerate(row) if dark) for row in matrix)
