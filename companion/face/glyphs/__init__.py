"""Bitmap letters, digits, suit symbols and icons, and the canvas that they are drawn on.

Every glyph is drawn by hand in the text files under `sheets/`; no font engine takes part, so a
picture is the same on every machine.
"""

from companion.face.glyphs.canvas import Anchor as Anchor
from companion.face.glyphs.canvas import Canvas as Canvas
from companion.face.glyphs.canvas import Rect as Rect
from companion.face.glyphs.canvas import icon as icon
from companion.face.glyphs.canvas import invert as invert
from companion.face.glyphs.canvas import symbol as symbol
from companion.face.glyphs.letters import FaceName as FaceName
from companion.face.glyphs.letters import drawable as drawable
from companion.face.glyphs.letters import face as face
from companion.face.glyphs.letters import fits as fits
from companion.face.glyphs.letters import shown_name as shown_name
from companion.face.glyphs.letters import text_width as text_width
from companion.face.glyphs.letters import wrap as wrap
