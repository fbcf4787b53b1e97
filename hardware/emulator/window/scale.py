"""Scales the layout of the emulated device to a window of any size, in its middle."""

from typing import Final, NamedTuple

from pygame import Rect

from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.layout import WindowLayout

Size = tuple[int, int]
"""Width and height in pixels of a surface, or in those of the layout."""

_DESKTOP: Final = (1366, 768)
_USABLE: Final = (1350, 700)
"""The room of a desktop of 1366 by 768 pixels without a window's frame, its title bar and a panel.

All of them are larger in proportion where a desktop has more pixels.
"""


class Scale(NamedTuple):
    """Surface pixels for each pixel of the layout, and where on the surface the layout begins."""

    factor: float
    left: int = 0
    top: int = 0

    def scaled_point(self, at: tuple[float, float]) -> PixelPoint:
        """Return the surface's pixel at a point of the layout."""
        return round(self.left + at[0] * self.factor), round(self.top + at[1] * self.factor)

    def scaled_rect(self, rect: Rect) -> Rect:
        """Return the surface's pixels that a rectangle of the layout covers."""
        left, top = self.scaled_point(rect.topleft)
        right, bottom = self.scaled_point(rect.bottomright)
        return Rect(left, top, right - left, bottom - top)

    def scaled_length(self, length: float) -> int:
        """Return a length of the layout in the surface's pixels, at least one."""
        return max(1, round(length * self.factor))

    def layout_point(self, at: PixelPoint) -> PixelPoint:
        """Return the point of the layout at a pixel of the surface."""
        return round((at[0] - self.left) / self.factor), round((at[1] - self.top) / self.factor)


def scale_to_fit(layout: Size, surface: Size) -> Scale:
    """Return the largest scale at which the whole layout is on the surface, and in its middle."""
    factor = min(surface[0] / layout[0], surface[1] / layout[1])
    left, top = (
        (room - round(length * factor)) // 2 for room, length in zip(surface, layout, strict=True)
    )
    return Scale(factor, left, top)


def glass_in(room: Rect, picture: Size) -> Rect:
    """Return the surface's pixels for a display's picture: as many whole ones a pixel as fit."""
    most = min(room.width / picture[0], room.height / picture[1])
    glass = Rect((0, 0), [max(1, int(length * (int(most) or most))) for length in picture])
    glass.center = room.center
    return glass


def first_size(layout: WindowLayout, desktop: Size) -> Size:
    """Return the size of a new window on a desktop: as large as there is room for."""
    usable = (desktop[0] * _USABLE[0] // _DESKTOP[0], desktop[1] * _USABLE[1] // _DESKTOP[1])
    factor = scale_to_fit(layout.size, usable).factor
    return round(layout.size[0] * factor), round(layout.size[1] * factor)
