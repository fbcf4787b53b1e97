"""Codes: a QR code of the finished game, to be taken along by any phone, and one that lets a phone in.

A code is read dark on light, so the whole page is lit, and its own labels are dark.
"""

import re
from functools import lru_cache
from typing import Final

from companion.face.dialogue.labels import key_phrases
from companion.face.glyphs import FaceName, face, text_width
from companion.face.screens.page import HEIGHT, LABELS, PLAIN, WIDTH, Page
from companion.face.screens.parts import mark
from companion.face.state import ScreenName
from companion.face.summary import summary
from companion.panel import BUTTONS, CLUE, DISCARD, PLAY

MODULE: Final = 2
"""Pixels that a module of the code is wide and high."""
_TOKEN: Final[tuple[FaceName, ...]] = ("medium", "small", "tiny")
_LEFT: Final = 9
_TEXT: Final = 72
_MIDDLE: Final = 24
"""How much of the room beside the code the middle button has."""


def code(page: Page) -> None:
    """The code, nearly as high as the display, and beside it what it is for."""
    view = page.view
    _draw(page, summary(view.sitting, view.standing.day if view.standing else ""))
    beside = 14 if page.sign else 2
    page.paragraph((_TEXT, beside, WIDTH - _TEXT, 52 - beside), page.say("code_text"), PLAIN, "left", ink=0)


def phone(page: Page) -> None:
    """The code that opens the page on a phone, and what to type without a camera."""
    urls, token = page.view.face.guests.urls, page.view.face.guests.token
    url = urls[page.view.face.page % len(urls)]
    _draw(page, f"{url}/{token}")
    host = url.partition("//")[2].lower()
    y = 14 if page.sign else 3
    for line in _broken(host, WIDTH - _TEXT):
        page.text(_TEXT, y, line, "tiny", ink=0)
        y += 8
    y = min(y + 4, LABELS - 2 - face(_TOKEN[0]).cap)
    page.fit(_TEXT, y, f"{token[:4]} {token[4:]}", WIDTH - _TEXT, _TOKEN, ink=0)


def _draw(page: Page, line: str) -> None:
    """Light the page, and draw the code of a line at its left, nearly as high as the display."""
    page.lit = True
    page.fill((0, 0, WIDTH, HEIGHT))
    page.remember(0, line)
    rows = modules(line)
    top = (HEIGHT - MODULE * len(rows)) // 2
    for row, places in enumerate(rows):
        for place in places:
            page.fill((_LEFT + MODULE * place, top + MODULE * row, MODULE, MODULE), 0)


def _broken(host: str, width: int) -> list[str]:
    """An address in lines of this width, letter by letter.

    It is broken behind dots and hyphens and before its colon, elsewhere only in a longer part.
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
    """The labels in the space beside the code: an arrow for what turns a page."""
    phrases = key_phrases(page.view.face, page.view.sitting)
    cells = {control: page.key(control) for control in BUTTONS}
    left, width = cells[PLAY]
    arrows = page.view.face.screen != ScreenName.PHONE
    if phrases[CLUE]:
        mark(page, CLUE, 1, LABELS - 9, ink=0)
        page.text(_LEFT // 2, LABELS + 1, "←" if arrows else "→", "tiny", "centre", ink=0)
    taken = mark(page, DISCARD, _TEXT, LABELS, ink=0)
    if arrows:
        x = _TEXT + taken if taken else (_TEXT + left) // 2
        page.text(x, LABELS, "→", "label", "left" if taken else "centre", ink=0)
    elif withdraw := phrases[DISCARD]:
        page.label(DISCARD, (_TEXT, _MIDDLE), taken, page.words(withdraw), ink=0)
        left, width = _TEXT + _MIDDLE, WIDTH - _TEXT - _MIDDLE
    if last := phrases[PLAY]:
        page.label(PLAY, (left, width), mark(page, PLAY, left, LABELS, ink=0), page.words(last), ink=0)


@lru_cache(maxsize=4)
def modules(line: str) -> tuple[tuple[int, ...], ...]:
    """The dark modules of a code, row by row: the columns where they are."""
    import segno  # only this page needs it, and no start should wait for it

    made = segno.make_qr(line, error="l", mode="alphanumeric")
    return tuple(tuple(place for place, dark in enumerate(row) if dark) for row in made.matrix)
