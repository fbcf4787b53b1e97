"""What stands on the display when the companion cannot start.

It needs no view, since there is no game to show.
"""

from PIL import Image

from companion.face import words
from companion.face.glyphs import Canvas, FaceName, face, fits, wrap
from companion.face.screens.layout import HEIGHT, ROWS, WIDTH
from companion.face.screens.typography import TEXT, best
from companion.face.state import Phrase

TOP = 15
"""The row in which the reason begins."""


def draw_failed_start(language: str, why: str) -> Image.Image:
    """Return the picture with the reason, as much of it as there is room for.

    language: one of the words' languages, empty for the first one.
    why: a sentence for people.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    title = words.say(language or words.DEFAULT, Phrase("failed_start"))
    canvas.text(WIDTH // 2, 1, title, best(title, WIDTH, TEXT), "centre")
    name, lines = reason_block(plain_reason(why))
    y = TOP
    for line in lines[: _line_rows(name)]:
        canvas.text(0, y, line, name)
        y += line_step(name)
    return canvas.image


def plain_reason(why: str) -> str:
    """Return the text with only what the smallest letters have."""
    known = face("tiny").chars & face("small").chars
    text = " ".join(why.split())
    for unknown in set(text) - known:
        text = text.replace(unknown, " ")
    return text


def reason_block(why: str) -> tuple[FaceName, list[str]]:
    """Return the largest letters in which all of the reason has room, and its lines."""
    for name in ("small", "tiny"):
        lines = wrap(why, name, WIDTH)
        if len(lines) <= _line_rows(name) and all(fits(line, name, WIDTH) for line in lines):
            break
    return name, lines


def line_step(name: FaceName) -> int:
    """Return the rows from one line to the next: few, since a reason is long."""
    return face(name).cap + face(name).below + 1


def _line_rows(name: FaceName) -> int:
    return (ROWS - TOP + 1) // line_step(name)
