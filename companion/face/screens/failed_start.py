"""What stands on the display when the companion cannot start: no view, since there is no game to show."""

from PIL import Image

from companion.face import words
from companion.face.glyphs import Canvas, FaceName, face, text_width, wrap
from companion.face.screens.layout import HEIGHT, WIDTH
from companion.face.screens.page import PLAIN, best
from companion.face.state import Phrase

TOP = 15
"""The row in which the reason begins."""


def draw(language: str, why: str) -> Image.Image:
    """The picture with the reason, a sentence for people; as much of it as there is room for.

    language: one of the words' languages, empty for the first one.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    title = words.say(language or words.DEFAULT, Phrase("failed_start"))
    canvas.text(WIDTH // 2, 1, title, best(title, WIDTH, ("medium", *PLAIN)), "centre")
    name, lines = _set(_plain(why))
    for number, line in enumerate(lines[: _rows(name)]):
        canvas.text(0, TOP + number * _step(name), line, name)
    return canvas.image


def _plain(why: str) -> str:
    """The text with only what the smallest letters have."""
    known = face("tiny").chars & face("small").chars
    return " ".join(
        "".join(char if char in known else " " for char in word) for word in why.split()
    )


def _set(why: str) -> tuple[FaceName, list[str]]:
    """The larger letters in which all of it has room, and its lines."""
    for name in ("small", "tiny"):
        lines = wrap(why, name, WIDTH)
        if len(lines) <= _rows(name) and max(text_width(line, name) for line in lines) <= WIDTH:
            return name, lines
    return "tiny", lines


def _step(name: FaceName) -> int:
    """From one line to the next; closer than elsewhere, since a reason is long."""
    return face(name).cap + face(name).below + 1


def _rows(name: FaceName) -> int:
    return (HEIGHT - TOP + 1) // _step(name)
