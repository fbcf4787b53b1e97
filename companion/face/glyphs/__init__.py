"""Bitmap letters, digits, suit symbols and icons, and the canvas that they are drawn on.

Every glyph is drawn by hand in the text files under `sheets/`; no font engine takes part, so a
picture is the same on every machine.
"""

from companion.face.glyphs.canvas import Anchor, Canvas, Rect, icon, invert, symbol
from companion.face.glyphs.letters import (
    FaceName,
    drawable,
    face,
    fits,
    shown_name,
    text_width,
    wrap,
)
from companion.face.glyphs.sheet import Glyph

__all__ = [
    "Anchor",
    "Canvas",
    "FaceName",
    "Glyph",
    "Rect",
    "drawable",
    "face",
    "fits",
    "icon",
    "invert",
    "shown_name",
    "symbol",
    "text_width",
    "wrap",
]
