"""Bitmap letters, digits, suit symbols and icons, and the canvas that they are drawn on.

Every glyph is drawn by hand in the text files under `sheets/`; no font engine takes part, so a
picture is the same on every machine.
"""

from companion.face.glyphs.canvas import (
    SYMBOL_SIZES,
    Anchor,
    Canvas,
    Rect,
    icon,
    icon_names,
    invert,
    symbol,
)
from companion.face.glyphs.letters import FACES, FaceName, Typeface, face, fits, text_width, wrap
from companion.face.glyphs.sheet import Glyph

__all__ = [
    "FACES",
    "SYMBOL_SIZES",
    "Anchor",
    "Canvas",
    "FaceName",
    "Glyph",
    "Rect",
    "Typeface",
    "face",
    "fits",
    "icon",
    "icon_names",
    "invert",
    "symbol",
    "text_width",
    "wrap",
]
