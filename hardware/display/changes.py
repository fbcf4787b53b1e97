"""Which bytes of a display's memory changed, and the windows that carry them at the least cost.

A frame is 1,024 bytes: eight pages of 128 columns, a byte for eight pixels, the uppermost in the
lowest bit.
"""

import re
from functools import cache
from math import inf
from typing import Final, NamedTuple

from PIL import Image

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8

# The cost of a window on the wire beside its bytes: two addresses, two control bytes and the
# command for its columns; and the command for its pages, unless the previous window has the same.
_WINDOW: Final = 7
_PAGES_COMMAND: Final = 3
_LEAST_SAVED: Final = 6
"""Bytes below which a better division takes longer to find than its bytes to send."""

# Rotating the picture and laying the columns out as rows is one transposition for each rotation.
_LAYING: Final = (
    Image.Transpose.TRANSPOSE,
    Image.Transpose.FLIP_TOP_BOTTOM,
    Image.Transpose.TRANSVERSE,
    Image.Transpose.FLIP_LEFT_RIGHT,
)

_TURNED_OVER: Final = bytes(range(256))[::-1]

# Changed columns together with the gaps that cost no more than another window, by height in pages.
_RUNS: Final = (
    rb"[^\0]+(?:\0{1,7}[^\0]+)*",
    rb"[^\0]+(?:\0{1,3}[^\0]+)*",
    rb"[^\0]+(?:\0{1,2}[^\0]+)*",
    *[rb"[^\0]+(?:\0[^\0]+)*"] * 4,
    rb"[^\0]+",
)


class Region(NamedTuple):
    """A rectangle of the memory; all four are included."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def width(self) -> int:
        """The number of its columns."""
        return self.right - self.left + 1

    @property
    def area(self) -> int:
        """The number of bytes it holds."""
        return self.width * (self.bottom - self.top + 1)


WHOLE: Final = Region(0, WIDTH - 1, 0, PAGES - 1)


def pack_picture(picture: Image.Image, rotate: int) -> bytes:
    """Return the frame of a picture of mode "1", turned by `rotate` quarter turns clockwise."""
    columns = picture.transpose(_LAYING[rotate]).tobytes("raw", "1;R")
    return b"".join(columns[page::PAGES] for page in range(PAGES))


def turned_over(frame: bytes) -> bytes:
    """Return the frame with light and dark swapped."""
    return frame.translate(_TURNED_OVER)


def cut_picture(frame: bytes, window: Region) -> bytes:
    """Return the bytes of a window, page by page."""
    return b"".join(
        frame[page * WIDTH + window.left : page * WIDTH + window.right + 1]
        for page in range(window.top, window.bottom + 1)
    )


def changed_windows(old: bytes, new: bytes) -> list[Region]:
    """Return windows around every byte that differs, never more bytes than the changed tiles."""
    changes = _changes(old, new)
    windows = []
    for window in _divide(changes, WHOLE)[1]:
        parts = [window]
        if window.top < window.bottom and is_sparse(changes, window):
            cost, divided = _divide(changes, window)
            if cost < window.area + _WINDOW:
                parts = divided
        windows += parts
    if sum(window.area for window in windows) > 8 * _changed_tiles(changes):
        windows = changed_runs(old, new)
    return sorted(windows, key=_window_place)


def is_sparse(changes: list[int], window: Region) -> bool:
    """Return True if so many bytes of a window are equal that several ones may cost less."""
    pages = changes[window.top : window.bottom + 1]
    columns = [
        _bytes_between(page, window.left, window.right).to_bytes(window.width) for page in pages
    ]
    return b"".join(columns).count(0) >= _WINDOW + _PAGES_COMMAND + _LEAST_SAVED


def _window_place(window: Region) -> tuple[int, int, int]:
    return window.top, window.bottom, window.left


def changed_runs(old: bytes, new: bytes) -> list[Region]:
    """Return windows of one page around every byte that differs, for a controller without windows.

    Gaps that cost less than another window are included; none is as wide as an 8x8 tile.
    """
    return [
        Region(begin, end - 1, page, page)
        for page, change in enumerate(_changes(old, new))
        for begin, end in _spans(change.to_bytes(WIDTH), height=1)
    ]


def _changes(old: bytes, new: bytes) -> list[int]:
    """Return each page as a number with a byte per column, 0 where nothing changed."""
    return [
        int.from_bytes(old[at : at + WIDTH]) ^ int.from_bytes(new[at : at + WIDTH])
        for at in range(0, WIDTH * PAGES, WIDTH)
    ]


class Band(NamedTuple):
    """Pages of a region that windows of one height cover, down to the page before another.

    cost: bytes on the wire, of the band and of those above it. top: its first page in the region.
    spans: the columns of each window in the region, its first one and the one after its last.
    """

    cost: float
    top: int
    spans: list[tuple[int, int]]


def _divide(changes: list[int], region: Region) -> tuple[float, list[Region]]:
    """Return the cheapest division of a region into bands of pages: its cost and its windows.

    The cost is the number of bytes on the wire.
    """
    pages = [
        _bytes_between(change, region.left, region.right)
        for change in changes[region.top : region.bottom + 1]
    ]
    # The cheapest band that ends before each page.
    before = [Band(0, 0, [])]
    for bottom, page in enumerate(pages):
        if page:
            before.append(last_band(pages[: bottom + 1], before, region.width))
        else:
            before.append(Band(before[bottom].cost, bottom, []))
    return before[-1].cost, windows_of_bands(before, region)


def last_band(pages: list[int], before: list[Band], width: int) -> Band:
    """Return the band that ends with the last page at the least cost of all pages."""
    bottom = len(pages) - 1
    best = Band(inf, bottom, [])
    band = 0
    for top in range(bottom, -1, -1):
        if not pages[top]:
            break
        height = bottom - top + 1
        band |= pages[top]
        spans = _spans(band.to_bytes(width), height)
        columns = sum(end - begin for begin, end in spans)
        cost = before[top].cost + _PAGES_COMMAND + height * columns + _WINDOW * len(spans)
        if cost <= best.cost:
            best = Band(cost, top, spans)
    return best


def windows_of_bands(before: list[Band], region: Region) -> list[Region]:
    """Return the windows of the bands that lie one above the other in a region."""
    windows = []
    end_page = len(before) - 1
    while end_page:
        band = before[end_page]
        top = region.top + band.top
        bottom = region.top + end_page - 1
        for begin, end in band.spans:
            windows.append(Region(region.left + begin, region.left + end - 1, top, bottom))
        end_page = band.top
    return windows


def _bytes_between(change: int, left: int, right: int) -> int:
    return change >> 8 * (WIDTH - 1 - right) & (1 << 8 * (right - left + 1)) - 1


def _spans(columns: bytes, height: int) -> list[tuple[int, int]]:
    """Return the bounds of the windows, of a height in pages, around the changed columns."""
    return [run.span() for run in _runs(height).finditer(columns)]


@cache
def _runs(height: int) -> re.Pattern[bytes]:
    return re.compile(_RUNS[height - 1])


def _changed_tiles(changes: list[int]) -> int:
    columns = b"".join([change.to_bytes(WIDTH) for change in changes])
    tiles = memoryview(columns).cast("Q").tolist()
    return len(tiles) - tiles.count(0)
