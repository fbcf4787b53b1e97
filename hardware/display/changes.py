"""Which bytes of a display's memory changed, and the windows that carry them at the least cost.

A frame is 1,024 bytes: eight pages of 128 columns, a byte for eight pixels, the uppermost in the
lowest bit.
"""

import re
from math import inf
from operator import itemgetter
from typing import Final, NamedTuple

from PIL import Image

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8

# The cost of a window on the wire beside its bytes: two addresses, two control bytes and the
# command for its columns; and the command for its pages, unless the previous window has the same.
_WINDOW: Final = 7
_PAGES_COMMAND: Final = 3

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
    def area(self) -> int:
        """The number of bytes it holds."""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)


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
    windows = cheapest_windows(changes)
    if sum(window.area for window in windows) > 8 * _changed_tiles(changes):
        windows = changed_runs(old, new)
    return sorted(windows, key=itemgetter(2, 3, 0))  # those of the same pages share a command


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
    """Pages that windows of one height cover, down to the page before another.

    cost: bytes on the wire, of the band and of those above it. top: its first page. spans: the
    columns of each window, its first one and the one after its last.
    """

    cost: float
    top: int
    spans: list[tuple[int, int]]


def cheapest_windows(pages: list[int]) -> list[Region]:
    """Return the windows of the cheapest division into bands of pages, by bytes on the wire."""
    # The cheapest band that ends before each page.
    before = [Band(0, 0, [])]
    for bottom, page in enumerate(pages):
        if page:
            before.append(last_band(pages[: bottom + 1], before))
        else:
            before.append(Band(before[bottom].cost, bottom, []))
    windows = []
    end_page = PAGES
    while end_page:
        band = before[end_page]
        windows += [Region(begin, end - 1, band.top, end_page - 1) for begin, end in band.spans]
        end_page = band.top
    return windows


def last_band(pages: list[int], before: list[Band]) -> Band:
    """Return the band that ends with the last page at the least cost of all pages."""
    bottom = len(pages) - 1
    best = Band(inf, bottom, [])
    band = 0
    for top in range(bottom, -1, -1):
        if not pages[top]:
            break
        height = bottom - top + 1
        band |= pages[top]
        spans = _spans(band.to_bytes(WIDTH), height)
        columns = sum(end - begin for begin, end in spans)
        cost = before[top].cost + _PAGES_COMMAND + height * columns + _WINDOW * len(spans)
        if cost <= best.cost:
            best = Band(cost, top, spans)
    return best


def _spans(columns: bytes, height: int) -> list[tuple[int, int]]:
    """Return the bounds of the windows, of a height in pages, around the changed columns."""
    return [run.span() for run in re.finditer(_RUNS[height - 1], columns)]


def _changed_tiles(changes: list[int]) -> int:
    columns = b"".join([change.to_bytes(WIDTH) for change in changes])
    tiles = memoryview(columns).cast("Q").tolist()
    return len(tiles) - tiles.count(0)
