"""Glyph sheets: text files that draw each glyph, `#` a lit pixel and `.` a dark one.

A sheet begins with a title and its settings (`name number`, one a line). Then come blocks of glyphs
side by side, their names on the first line. Empty lines part the blocks, blanks part the glyphs.
"""

from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from PIL import Image

from companion.game.kinds import kind

_SHEETS: Final = resources.files(__package__).joinpath("sheets")
_BITS: Final = str.maketrans(".#", "01")


@kind
class Sheet(NamedTuple):
    """One sheet as written: its settings, and each glyph's rows by the glyph's name."""

    settings: dict[str, int]
    rows: dict[str, tuple[str, ...]]


@kind
class Glyph(NamedTuple):
    """A picture to paste: `mask` without the blank rows above and below it.

    `top` is the row where it begins, counted down from the sheet's reference line (for a letter the
    top of the capitals); `width` is what it takes in a line, blank columns included.
    """

    mask: Image.Image
    top: int
    width: int


@cache
def read_sheet(name: str) -> Sheet:
    """Return the sheet `sheets/<name>.txt` of this package."""
    text = _SHEETS.joinpath(f"{name}.txt").read_text("utf-8")
    head, *blocks = text.strip().split("\n\n")
    _title, *settings = head.splitlines()
    rows = {}
    for block in blocks:
        for glyph, *drawn in zip(*map(str.split, block.splitlines()), strict=True):
            rows[glyph] = tuple(drawn)
    pairs = (line.split() for line in settings)
    return Sheet({key: int(value) for key, value in pairs}, rows)


def read_all_sheets() -> None:
    """Read every sheet, so that none is read later."""
    for file in _SHEETS.iterdir():
        read_sheet(file.name.removesuffix(".txt"))


def draw_glyph(rows: tuple[str, ...], above: int = 0) -> Glyph:
    """Return the glyph that these rows draw, `above` of them over the reference line."""
    width = len(rows[0])
    lit = [n for n, row in enumerate(rows) if "#" in row] or [0]
    first = lit[0]
    last = lit[-1]
    # Pillow begins each row of mode "1" with a new byte.
    stride = (width + 7) // 8
    pad = stride * 8 - width
    data = b"".join(
        (int(row.translate(_BITS), 2) << pad).to_bytes(stride, "big")
        for row in rows[first : last + 1]
    )
    return Glyph(Image.frombytes("1", (width, last - first + 1), data), first - above, width)
