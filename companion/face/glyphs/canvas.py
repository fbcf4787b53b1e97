"""The picture of a screen while it is being drawn: text, symbols, icons and plain shapes."""

from functools import cache
from typing import Final, Literal

from PIL import Image, ImageChops

from companion.face.glyphs.letters import FaceName, line
from companion.face.glyphs.sheet import Glyph, Sheet, draw, read_sheet

Anchor = Literal["left", "centre", "right"]
Rect = tuple[int, int, int, int]
"""Left column, top row, width and height in pixels."""

SYMBOL_SIZES: Final = (7, 11, 15, 21)


@cache
def _sheet(name: str) -> Sheet:
    return read_sheet(name)


@cache
def symbol(suit: str, size: int) -> Glyph:
    """Return the symbol of a suit (`W R B Y G M K`), a square of one of `SYMBOL_SIZES`.

    Raises:
        KeyError: no such suit or size.
    """
    return draw(_sheet(f"symbols{size}").rows[suit])


@cache
def icon(name: str, scale: int = 1) -> Glyph:
    """Return the icon of that name, each pixel of it `scale` pixels wide and high.

    Raises:
        KeyError: no such icon.
    """
    rows: list[str] = []
    for row in _sheet("icons").rows[name]:
        rows += ["".join(pixel * scale for pixel in row)] * scale
    return draw(tuple(rows))


def icon_names() -> tuple[str, ...]:
    """Return every icon there is."""
    return tuple(_sheet("icons").rows)


class Canvas:
    """A black picture to draw on; ink 1 lights pixels, ink 0 darkens them.

    `image` is the picture, of mode "1". What reached past an edge is drawn as far as it goes
    and listed in `cut`, so that a test can check that a screen shows all of its text.
    """

    def __init__(self, width: int = 128, height: int = 64) -> None:
        """Make a picture of that many pixels, all dark."""
        self.width: Final = width
        self.height: Final = height
        self.image: Final = Image.new("1", (width, height))
        self.cut: Final[list[str]] = []
        # Image.paste checks its pictures for as long as five pastes of the core take.
        self._paste: Final = self.image.im.paste

    def text(
        self, x: int, y: int, string: str, name: FaceName, anchor: Anchor = "left", ink: int = 1
    ) -> int:
        """Draw a line of text, the top of its capitals in row `y`. Return its width.

        x: its first column, its middle, or with "right" the column after its last one.
        """
        if not string:
            return 0
        drawn = line(string, name)
        if anchor != "left":
            x -= drawn.width if anchor == "right" else drawn.width // 2
        self._stamp(x, y, drawn, ink, string)
        return drawn.width

    def symbol(self, x: int, y: int, suit: str, size: int = 11, ink: int = 1) -> int:
        """Draw the symbol of a suit, its top left corner at (x, y). Return its width."""
        glyph = symbol(suit, size)
        self._stamp(x, y, glyph, ink, f"symbol {suit}")
        return glyph.width

    def icon(self, x: int, y: int, name: str, ink: int = 1, scale: int = 1) -> int:
        """Draw an icon, its top left corner at (x, y). Return its width."""
        glyph = icon(name, scale)
        self._stamp(x, y, glyph, ink, f"icon {name}")
        return glyph.width

    def fill(self, rect: Rect, ink: int = 1) -> None:
        """Fill a rectangle."""
        self._paste(_level(ink), _corners(rect))

    def box(self, rect: Rect, ink: int = 1) -> None:
        """Draw the outline of a rectangle, one pixel thick."""
        x, y, width, height = rect
        self.fill((x, y, width, 1), ink)
        self.fill((x, y + height - 1, width, 1), ink)
        self.fill((x, y, 1, height), ink)
        self.fill((x + width - 1, y, 1, height), ink)

    def invert(self, rect: Rect) -> None:
        """Swap lit and dark in a rectangle."""
        invert(self.image, rect)

    def bar(self, rect: Rect, fraction: float, ink: int = 1) -> None:
        """Draw a progress bar with round ends, filled from the left; `fraction` is 0 to 1."""
        x, y, width, height = rect
        self.box(rect, ink)
        for column in (x, x + width - 1):
            for row in (y, y + height - 1):
                self.fill((column, row, 1, 1), 1 - ink)
        inset = 2 if height >= 7 else 1
        room = width - 2 * inset
        done = round(room * min(1.0, max(0.0, fraction)))
        if done:
            self.fill((x + inset, y + inset, done, height - 2 * inset), ink)

    def _stamp(self, x: int, y: int, glyph: Glyph, ink: int, what: str) -> None:
        mask = glyph.mask
        width, height = mask.size
        top = y + glyph.top
        right = x + width
        bottom = top + height
        inside = 0 <= x <= right <= self.width and 0 <= top <= bottom <= self.height
        if not inside and what not in self.cut:
            self.cut.append(what)
        self._paste(_level(ink), (x, top, right, bottom), mask.im)


def invert(image: Image.Image, rect: Rect) -> None:
    """Swap lit and dark in a rectangle of a picture of mode "1"."""
    left, top, right, bottom = _corners(rect)
    area = (max(0, left), max(0, top), min(image.width, right), min(image.height, bottom))
    if area[0] < area[2] and area[1] < area[3]:
        image.paste(ImageChops.invert(image.crop(area)), area)


def _level(ink: int) -> int:
    """Return the pixel value of an ink; Pillow keeps a lit pixel of mode "1" as 255."""
    return 255 if ink else 0


def _corners(rect: Rect) -> tuple[int, int, int, int]:
    """Return the rectangle as Pillow wants it: left, top, and the column and row after the last."""
    x, y, width, height = rect
    return x, y, x + width, y + height
