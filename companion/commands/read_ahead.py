"""Reads what a running companion otherwise reads when it is first needed.

An upgrade removes the files of a version while that version still runs.
"""

from companion.face.glyphs import canvas, letters
from companion.face.words import LANGUAGES, texts

SUIT = "W"
"""A suit that each sheet of symbols has."""


def read_ahead() -> None:
    """Read the words, the glyphs and the modules of the voice."""
    for language in LANGUAGES:
        texts(language)
    for name in letters.FACES:
        letters.face(name)
    for size in canvas.SYMBOL_SIZES:
        canvas.symbol(SUIT, size)
    canvas.icon_names()
    from companion.face.voice import aloud, heard  # noqa: F401
