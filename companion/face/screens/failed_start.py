"""What stands on the display when the companion cannot start.

It needs no view, since there is no game to show.
"""

from typing import Final

from PIL import Image

from companion.face import words
from companion.face.glyphs.canvas import Canvas
from companion.face.glyphs.letters import face
from companion.face.screens.layout import HEIGHT, ROWS, WIDTH
from companion.face.screens.typography import TEXT, Block, Faces, best, block
from companion.face.state import Phrase

TOP = 15
"""The row in which the reason begins."""
_TO_BE_TYPED: Final[Faces] = ("small", "tiny")
"""The letters of a reason: it names commands and files, which capitals would change."""


def draw_failed_start(language: str, why: str) -> Image.Image:
    """Return the picture with the reason, as much of it as there is room for.

    language: one of the words' languages, empty for the first one.
    why: a sentence for people.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    title = words.say(language or words.DEFAULT, Phrase("failed_start"))
    canvas.text(WIDTH // 2, 1, title, best(title, WIDTH, TEXT), "centre")
    found = _reason_block(why)
    for number, line in enumerate(found.texts[0][: (ROWS - TOP) // found.pitch]):
        canvas.text(0, TOP + found.pitch * number, line, found.name)
    return canvas.image


def _reason_block(why: str) -> Block:
    """Return the reason in lines, with only what the smallest letters have."""
    known = face("tiny").chars & face("small").chars
    text = "".join(char if char in known else " " for char in why)
    return block((" ".join(text.split()),), (WIDTH,), ROWS - TOP, _TO_BE_TYPED)
