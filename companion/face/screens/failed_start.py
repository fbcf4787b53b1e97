"""What stands on the display when the companion cannot start.

It needs no view, since there is no game to show.
"""

from typing import Final

from PIL import Image

from companion.face import words
from companion.face.glyphs.canvas import Canvas
from companion.face.glyphs.letters import face, wrap
from companion.face.screens.layout import HEIGHT, ROWS, WIDTH
from companion.face.screens.typography import MARGIN
from companion.face.state import Phrase

TOP: Final = 9
"""The row in which the reason begins, and the rows of each of its lines."""


def draw_failed_start(language: str, why: str) -> Image.Image:
    """Return the picture with the reason, as much of it as there is room for.

    language: one of the words' languages, empty for the first one.
    why: a sentence for people. It names commands and files, which capitals would change.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.text(MARGIN, 0, words.say(language or words.DEFAULT, Phrase("failed_start")), "label")
    known = face("small").chars
    text = "".join(char if char in known else " " for char in why)
    lines = wrap(" ".join(text.split()), "small", WIDTH - MARGIN)
    for row, line in zip(range(TOP, ROWS - TOP + 1, TOP), lines, strict=False):
        canvas.text(MARGIN, row, line, "small")
    return canvas.image
