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

_WINDOW: Final = 10
"""The cost of a window on the wire beside its bytes: two addresses, two control bytes, and the
commands for its columns and its pages."""

# Rotating the picture and laying the columns out as rows is one transposition for each rotation.
_LAYING: Final = (
    Image.Transpose.TRANSPOSE,
    Image.Transpose.FLIP_TOP_BOTTOM,
    Image.Transpose.TRANSVERSE,
    Image.Transpose.FLIP_LEFT_RIGHT,
)


_RUN: Final = re.compile(rb"[^\0]+(?:\0{1,7}[^\0]+)*")
"""Changed columns of a page, with the gaps that cost no more than another window."""


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


def cut_picture(frame: bytes, window: Region) -> bytes:
    """Return the bytes of a window, page by page."""
    return b"".join(
        frame[page * WIDTH + window.left : page * WIDTH + window.right + 1]
        for page in range(window.top, window.bottom + 1)
    )


def changed_windows(old: bytes, new: bytes) -> list[Region]:
    """Return windows around every byte that differs, never more bytes than the changed tiles.

    What changed in a page joins a window that ends above it, where that costs less than another.
    """
    # The cheapest windows of all would save 1.3 % of the bytes of real games, and to look for them
    # has the largest frame of an animation on the glass later.
    windows: list[Region] = []
    for run in changed_runs(old, new):
        for place, window in enumerate(windows):
            if window.bottom != run.top - 1:
                continue
            left, right = min(window.left, run.left), max(window.right, run.right)
            whole = Region(left, right, window.top, run.bottom)
            if whole.area < window.area + run.area + _WINDOW:
                windows[place] = whole
                break
        else:
            windows.append(run)
    columns = b"".join([change.to_bytes(WIDTH) for change in _page_differences(old, new)])
    tiles = memoryview(columns).cast("Q").tolist()  # eight columns of a page each
    changed_tiles = len(tiles) - tiles.count(0)
    if sum(window.area for window in windows) > 8 * changed_tiles:
        windows = changed_runs(old, new)
    # Those of the same pages share a command.
    return sorted(windows, key=lambda window: (window.top, window.bottom, window.left))


def changed_runs(old: bytes, new: bytes) -> list[Region]:
    """Return windows of one page around every byte that differs, for a controller without windows.

    Gaps that cost less than another window are included; none is as wide as an 8x8 tile.
    """
    return [
        Region(begin, end - 1, page, page)
        for page, change in enumerate(_page_differences(old, new))
        for begin, end in [run.span() for run in _RUN.finditer(change.to_bytes(WIDTH))]
    ]


def _page_differences(old: bytes, new: bytes) -> list[int]:
    return [
        int.from_bytes(old[at : at + WIDTH]) ^ int.from_bytes(new[at : at + WIDTH])
        for at in range(0, WIDTH * PAGES, WIDTH)
    ]
