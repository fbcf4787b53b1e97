"""A bitmap for the browser, which has no Pillow: the part of Pillow that the face draws with.

A row is a whole number with a bit per pixel, the leftmost in the highest bit. `install` makes it
known under Pillow's name, so that the face is the same program in the browser. Its pictures are
equal to Pillow's, to the point.
"""

import sys
from enum import Enum
from types import ModuleType
from typing import Final

Area = tuple[int, int, int, int]
"""Left column, top row, and the column and row after the last."""


class Transpose(Enum):
    """How a picture is turned: the one way that the face needs."""

    ROTATE_180 = 3


class Bitmap:
    """A picture of mode "1"."""

    mode: Final = "1"

    def __init__(self, size: tuple[int, int], rows: list[int]) -> None:
        self.size: Final = size
        self.rows: Final = rows

    @property
    def width(self) -> int:
        """The number of its columns."""
        return self.size[0]

    @property
    def height(self) -> int:
        """The number of its rows."""
        return self.size[1]

    @property
    def im(self) -> "BitmapCore":
        """What Pillow calls the core of a picture."""
        return BitmapCore(self)

    def copy(self) -> "Bitmap":
        """Return a picture that changes by itself."""
        return Bitmap(self.size, self.rows.copy())

    def paste(
        self,
        source: "Bitmap | int",
        at: tuple[int, ...],
        mask: "Bitmap | None" = None,
    ) -> None:
        """Paste a picture at a corner or into an area, or ink through a mask or into an area."""
        left, top = at[:2]
        if not isinstance(source, Bitmap):
            self._ink(source, left, top, mask or _full(at[2] - left, at[3] - top))
            return
        self._ink(0, left, top, _full(*source.size))
        self._ink(1, left, top, source)

    def _ink(self, ink: int, left: int, top: int, mask: "Bitmap") -> None:
        """Light or darken the pixels of a mask, as far as they are on this picture."""
        shift = self.width - left - mask.width
        whole = (1 << self.width) - 1
        for y in range(max(0, top), min(self.height, top + mask.height)):
            row = mask.rows[y - top]
            row = (row << shift if shift >= 0 else row >> -shift) & whole
            if ink:
                self.rows[y] |= row
            else:
                self.rows[y] &= ~row

    def crop(self, area: Area) -> "Bitmap":
        """Return an area of it; what lies outside of the picture is dark."""
        left, top, right, bottom = area
        part = Bitmap((right - left, bottom - top), [0] * (bottom - top))
        part.paste(self, (-left, -top))
        return part

    def transpose(self, method: Transpose) -> "Bitmap":
        """Return it upside down."""
        form = f"0{self.width}b"
        rows = [int(format(row, form)[::-1], 2) for row in reversed(self.rows)]
        return Bitmap(self.size, rows)

    def tobytes(self) -> bytes:
        """Return its rows, each from a new byte on."""
        stride = (self.width + 7) // 8
        pad = stride * 8 - self.width
        return b"".join((row << pad).to_bytes(stride, "big") for row in self.rows)


class BitmapCore:
    """The core of a picture: pastes ink into an area, through a mask."""

    def __init__(self, image: Bitmap) -> None:
        self.image: Final = image

    def paste(self, ink: int, area: Area, mask: "BitmapCore | None" = None) -> None:
        """Paste ink into an area, where the mask is lit."""
        self.image.paste(ink, area, mask.image if mask else None)


def new(mode: str, size: tuple[int, int]) -> Bitmap:
    """Return a dark picture."""
    return Bitmap(size, [0] * size[1])


def frombytes(mode: str, size: tuple[int, int], data: bytes) -> Bitmap:
    """Return the picture of rows that each begin with a byte."""
    stride = (size[0] + 7) // 8
    pad = stride * 8 - size[0]
    starts = range(0, stride * size[1], stride)
    return Bitmap(size, [int.from_bytes(data[at : at + stride], "big") >> pad for at in starts])


def invert(image: Bitmap) -> Bitmap:
    """Return it with light and dark swapped."""
    return logical_xor(image, _full(*image.size))


def logical_xor(image: Bitmap, other: Bitmap) -> Bitmap:
    """Return the pixels in which two pictures differ."""
    rows = [one ^ two for one, two in zip(image.rows, other.rows, strict=True)]
    return Bitmap(image.size, rows)


def _full(width: int, height: int) -> Bitmap:
    """Return a lit picture."""
    width = max(0, width)
    height = max(0, height)
    return Bitmap((width, height), [(1 << width) - 1] * height)


def install() -> None:
    """Let the face find this where it looks for Pillow."""
    package = ModuleType("PIL")
    image = ModuleType("PIL.Image")
    image.__dict__.update(Image=Bitmap, Transpose=Transpose, new=new, frombytes=frombytes)
    chops = ModuleType("PIL.ImageChops")
    chops.__dict__.update(invert=invert, logical_xor=logical_xor)
    package.__dict__.update(Image=image, ImageChops=chops, __path__=[])
    sys.modules.update({"PIL": package, "PIL.Image": image, "PIL.ImageChops": chops})
