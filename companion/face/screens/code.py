"""The code: a QR code of the finished game, to be taken along by any phone.

A code is read dark on light, so the whole page is lit, and its own labels are dark.
"""

from functools import lru_cache
from typing import Final

from companion.face.screens.page import HEIGHT, LABELS, PLAIN, WIDTH, Page
from companion.face.screens.parts import mark
from companion.face.summary import summary
from companion.panel import BUTTONS, CLUE, DISCARD, PLAY

MODULE: Final = 2
"""Pixels that a module of the code is wide and high."""
_LEFT: Final = 9
_TEXT: Final = 72


def code(page: Page) -> None:
    """The code, nearly as high as the display, and beside it what it is for."""
    view = page.view
    line = summary(view.sitting, view.standing.day if view.standing else "")
    page.lit = True
    page.fill((0, 0, WIDTH, HEIGHT))
    page.remember(0, line)
    rows = modules(line)
    top = (HEIGHT - MODULE * len(rows)) // 2
    for row, places in enumerate(rows):
        for place in places:
            page.fill((_LEFT + MODULE * place, top + MODULE * row, MODULE, MODULE), 0)
    beside = 14 if page.sign else 2
    page.paragraph((_TEXT, beside, WIDTH - _TEXT, 52 - beside), page.say("code_text"), PLAIN, "left", ink=0)


def labels(page: Page) -> None:
    """The labels in the space beside the code: arrows for the two that turn pages."""
    cells = {control: page.key(control) for control in BUTTONS}
    left, width = cells[PLAY]
    mark(page, CLUE, 1, LABELS - 9, ink=0)
    page.text(_LEFT // 2, LABELS + 1, "←", "tiny", "centre", ink=0)
    taken = mark(page, DISCARD, _TEXT, LABELS, ink=0)
    page.text(
        _TEXT + taken if taken else (_TEXT + left) // 2,
        LABELS,
        "→",
        "label",
        "left" if taken else "centre",
        ink=0,
    )
    page.label(PLAY, (left, width), mark(page, PLAY, left, LABELS, ink=0), page.say("key_next_game"), ink=0)


@lru_cache(maxsize=4)
def modules(line: str) -> tuple[tuple[int, ...], ...]:
    """The dark modules of a code, row by row: the columns where they are."""
    import segno  # only this page needs it, and no start should wait for it

    made = segno.make_qr(line, error="l", mode="alphanumeric")
    return tuple(tuple(place for place, dark in enumerate(row) if dark) for row in made.matrix)
