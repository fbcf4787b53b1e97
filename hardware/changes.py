"""Which bytes of a display's memory changed, and the windows that carry them at the least cost.

A frame is 1,024 bytes as an SSD1306 stores them: eight pages of 128 columns, one byte for the
eight pixels below one another, the uppermost in the lowest bit.
"""

import re
from typing import Final, NamedTuple

from PIL import Image

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8

WINDOW_COST: Final = 10
"""Bytes on the wire that a window costs by itself: two addresses, two control bytes, six commands."""

# Turning the picture and laying the columns out as rows is one step for each rotation.
_LAYING: Final = (
    Image.Transpose.TRANSPOSE,
    Image.Transpose.FLIP_TOP_BOTTOM,
    Image.Transpose.TRANSVERSE,
    Image.Transpose.FLIP_LEFT_RIGHT,
)

# Changed bytes, together with gaps of up to seven unchanged ones. No 8x8 tile fits into such a gap,
# so every tile that a run touches has changed.
_RUN: Final = re.compile(rb"[^\0]+(?:\0{1,7}[^\0]+)*")


class Window(NamedTuple):
    """A rectangle of the memory; all four are included."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def area(self) -> int:
        """How many bytes it holds."""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)


WHOLE: Final = Window(0, WIDTH - 1, 0, PAGES - 1)


def pack(picture: Image.Image, rotate: int) -> bytes:
    """The frame of a picture of mode "1", turned by `rotate` quarter turns clockwise."""
    columns = picture.transpose(_LAYING[rotate]).tobytes("raw", "1;R")
    return b"".join(columns[page::PAGES] for page in range(PAGES))


def cut(frame: bytes, window: Window) -> bytes:
    """The bytes of a window, page by page."""
    return b"".join(
        frame[page * WIDTH + window.left : page * WIDTH + window.right + 1]
        for page in range(window.top, window.bottom + 1)
    )


def changed_windows(old: bytes, new: bytes) -> list[Window]:
    """Windows that together hold every byte in which the two frames differ.

    Their bytes are never more than those of the 8x8 tiles that changed.
    """
    runs: list[Window] = []
    tiles = [0] * PAGES
    for page in range(PAGES):
        at = page * WIDTH
        before, after = old[at : at + WIDTH], new[at : at + WIDTH]
        if before == after:
            continue
        difference = (int.from_bytes(before) ^ int.from_bytes(after)).to_bytes(WIDTH)
        for match in _RUN.finditer(difference):
            left, right = match.start(), match.end() - 1
            runs.append(Window(left, right, page, page))
            tiles[page] |= _tile_bits(left, right)
    joined = _join_all(runs, tiles)
    # Joined windows may overlap; should that ever cost more than it saved, the runs are as good.
    if sum(window.area for window in joined) > 8 * sum(bits.bit_count() for bits in tiles):
        return runs
    return joined


def _tile_bits(left: int, right: int) -> int:
    first, last = left >> 3, right >> 3
    return ((2 << (last - first)) - 1) << first


def _join_all(runs: list[Window], tiles: list[int]) -> list[Window]:
    """Join whatever is cheaper together: each run with the windows so far, until nothing gains."""
    windows: list[Window] = []
    for run in runs:
        window = run
        while True:
            best_gain, best = 0, -1
            for index, other in enumerate(windows):
                gain = _gain(window, other, tiles)
                if gain > best_gain:
                    best_gain, best = gain, index
            if best < 0:
                break
            window = _around(window, windows.pop(best))
        windows.append(window)
    return windows


def _around(a: Window, b: Window) -> Window:
    return Window(min(a.left, b.left), max(a.right, b.right), min(a.top, b.top), max(a.bottom, b.bottom))


def _gain(a: Window, b: Window, tiles: list[int]) -> int:
    """The bytes saved by one window around both; negative when it would cost more."""
    both = _around(a, b)
    gain = a.area + b.area + WINDOW_COST - both.area
    if gain > 0:
        bits = _tile_bits(both.left, both.right)
        changed = sum((tiles[page] & bits).bit_count() for page in range(both.top, both.bottom + 1))
        if both.area > 8 * changed:
            return -1
    return gain
