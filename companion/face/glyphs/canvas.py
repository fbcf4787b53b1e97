"""The picture of a screen while it is being drawn: text, symbols, icons and plain shapes."""

from functools import cache
from typing import Final, Literal

from PIL import Image, ImageChops

from companion.face.glyphs.letters import FaceName, Glyph, draw_glyph, line
from companion.glyph_sheets.sheet import read_sheet

Anchor = Literal["left", "centre", "right"]
Rect = tuple[int, int, int, int]
"""Left column, top row, width and height in pixels."""

_LIT: Final = 255
"""How Pillow keeps a lit pixel of mode "1"."""


@cache
def symbol(suit: str, size: int) -> Glyph:
    """Return the symbol of a suit (`W R B Y G M K`), a square of 7, 11, 15 or 21 pixels a side.

    Raises:
        KeyError: no such suit or size.
    """
    return draw_glyph(read_sheet(f"symbols{size}").rows[suit])


@cache
def icon(name: str, scale: int = 1) -> Glyph:
    """Return the icon of that name, each pixel of it `scale` pixels wide and high.

    Raises:
        KeyError: no such icon.
    """
    rows = []
    for row in read_sheet("icons").rows[name]:
        rows += ["".join(pixel * scale for pixel in row)] * scale
    return draw_glyph(tuple(rows))


class Canvas:
    """A black picture to draw on; ink 1 lights pixels, ink 0 darkens them.

    `image` is the picture, of mode "1". What reached past an edge is drawn as far as it goes
    and listed in `cut`, so that a test can check that a screen shows all of its text.
    """

    def __init__(self, width: int = 128, height: int = 64) -> None:
        """Make a picture of that many pixels, all dark."""
        self.image: Final = Image.new("1", (width, height))
        self.cut: Final[list[str]] = []
        # Image.paste checks its pictures for as long as five pastes of the core take.
        self._paste: Final = self.image.im.paste

    def text(
        self, x: int, y: int, string: str, name: FaceName, anchor: Anchor = "left", ink: int = 1
    ) -> int:
        """Draw a line of text, the top of its capitals in row `y`. Return its width.

        Where an accent would reach over the upper edge, the line stands lower.

        x: its first column, its middle, or with "right" the column after its last one.
        """
        if not string:
            return 0
        drawn = line(string, name)
        if anchor != "left":
            x -= drawn.width if anchor == "right" else drawn.width // 2
        return self._stamp_mask(x, max(y, -drawn.top), drawn, ink, string)

    def symbol(self, x: int, y: int, suit: str, size: int = 11, ink: int = 1) -> int:
        """Draw the symbol of a suit, its top left corner at (x, y). Return its width."""
        return self._stamp_mask(x, y, symbol(suit, size), ink, f"symbol {suit}")

    def icon(self, x: int, y: int, name: str, ink: int = 1, scale: int = 1) -> int:
        """Draw an icon, its top left corner at (x, y). Return its width."""
        return self._stamp_mask(x, y, icon(name, scale), ink, f"icon {name}")

    def fill(self, rect: Rect, ink: int = 1) -> None:
        """Fill a rectangle."""
        self._paste(_LIT * ink, _corners(rect))

    def box(self, rect: Rect) -> None:
        """Draw the outline of a rectangle, one pixel thick."""
        x, y, width, height = rect
        self.fill((x, y, width, 1))
        self.fill((x, y + height - 1, width, 1))
        self.fill((x, y, 1, height))
        self.fill((x + width - 1, y, 1, height))

    def plate(self, rect: Rect) -> None:
        """Fill a rectangle, but for its corners."""
        x, y, width, height = rect
        self.fill((x + 1, y, width - 2, height))
        self.fill((x, y + 1, width, height - 2))

    def invert(self, rect: Rect) -> None:
        """Swap lit and dark in a rectangle."""
        invert(self.image, rect)

    def bar(self, rect: Rect) -> None:
        """Draw a filled bar with round ends in an outline."""
        x, y, width, height = rect
        self.box(rect)
        self.darken_corners(rect)
        self.fill((x + 2, y + 2, width - 4, height - 4))

    def darken_corners(self, rect: Rect) -> None:
        """Darken the corners of a rectangle."""
        x, y, width, height = rect
        for column in (x, x + width - 1):
            for row in (y, y + height - 1):
                self.fill((column, row, 1, 1), 0)

    def _stamp_mask(self, x: int, y: int, glyph: Glyph, ink: int, what: str) -> int:
        """Draw a glyph, and list what it is where it reaches past an edge. Return its width."""
        mask = glyph.mask
        width, height = mask.size
        top = y + glyph.top
        right = x + width
        bottom = top + height
        columns, rows = self.image.size
        if not (0 <= x <= right <= columns and 0 <= top <= bottom <= rows):
            self.cut.append(what)
        self._paste(_LIT * ink, (x, top, right, bottom), mask.im)
        return glyph.width


def invert(image: Image.Image, rect: Rect) -> None:
    """Swap lit and dark in a rectangle of a picture of mode "1"."""
    area = _corners(rect)
    image.paste(ImageChops.invert(image.crop(area)), area)


def _corners(rect: Rect) -> tuple[int, int, int, int]:
    """Return the rectangle as Pillow wants it: left, top, and the column and row after the last."""
    x, y, width, height = rect
    return x, y, x + width, y + height
