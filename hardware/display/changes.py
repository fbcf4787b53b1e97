"""Which bytes of a display's memory changed, and the windows that carry them at the least cost.

A frame is 1,024 bytes: eight pages of 128 columns, a byte for eight pixels, the uppermost in the
lowest bit.
"""

import re
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


def pack(picture: Image.Image, rotate: int) -> bytes:
    """Return the frame of a picture of mode "1", turned by `rotate` quarter turns clockwise."""
    columns = picture.transpose(_LAYING[rotate]).tobytes("raw", "1;R")
    return b"".join(columns[page::PAGES] for page in range(PAGES))


def turned_over(frame: bytes) -> bytes:
    """Return the frame with light and dark swapped."""
    return frame.translate(_TURNED_OVER)


def cut(frame: bytes, window: Region) -> bytes:
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
        if window.top < window.bottom:
            cost, divided = _divide(changes, window)
            if cost < window.area + _WINDOW:
                parts = divided
        windows += parts
    if sum(window.area for window in windows) > 8 * _changed_tiles(changes):
        windows = changed_runs(old, new)
    return sorted(windows, key=lambda window: (window.top, window.bottom, window.left))


def changed_runs(old: bytes, new: bytes) -> list[Region]:
    """Return windows of one page around every byte that differs, for a controller without windows.

    Gaps that cost less than another window are included; none is as wide as an 8x8 tile.
    """
    runs = []
    for page, change in enumerate(_changes(old, new)):
        runs += _runs(change, WHOLE, page, page)
    return runs


def _changes(old: bytes, new: bytes) -> list[int]:
    """Return each page as a number with a byte per column, 0 where nothing changed."""
    return [
        int.from_bytes(old[at : at + WIDTH]) ^ int.from_bytes(new[at : at + WIDTH])
        for at in range(0, WIDTH * PAGES, WIDTH)
    ]


def _divide(changes: list[int], region: Region) -> tuple[int, list[Region]]:
    """Return the cheapest division of a region into bands of pages: its cost and its windows.

    The cost is the number of bytes on the wire.
    """
    pages = [_between(change, region.left, region.right) for change in changes]
    # The cheapest division of the pages above each page: the last band may begin at any page.
    above: list[tuple[int, list[Region]]] = [(0, [])] * (region.top + 1)
    for bottom in range(region.top, region.bottom + 1):
        choices = [] if pages[bottom] else [above[bottom]]
        band = 0
        for top in range(bottom, region.top - 1, -1):
            if not pages[top]:
                break
            band |= pages[top]
            windows = _runs(band, region, top, bottom)
            cost, before = above[top]
            cost += _PAGES_COMMAND + sum(window.area + _WINDOW for window in windows)
            choices.append((cost, before + windows))
        above.append(min(choices))
    return above[region.bottom + 1]


def _between(change: int, left: int, right: int) -> int:
    return change >> 8 * (WIDTH - 1 - right) & (1 << 8 * (right - left + 1)) - 1


def _runs(change: int, region: Region, top: int, bottom: int) -> list[Region]:
    """Return the windows from `top` to `bottom` around the columns of a region that changed."""
    columns = change.to_bytes(region.right - region.left + 1)
    return [
        Region(region.left + run.start(), region.left + run.end() - 1, top, bottom)
        for run in re.finditer(_RUNS[bottom - top], columns)
    ]


def _changed_tiles(changes: list[int]) -> int:
    columns = b"".join([change.to_bytes(WIDTH) for change in changes])
    tiles = memoryview(columns).cast("Q").tolist()
    return len(tiles) - tiles.count(0)
