"""Rectangles and circles on the panel: how far two of them overlap."""

from math import hypot
from typing import NamedTuple

from wiring.panel.sizes import Outline


class PanelShape(NamedTuple):
    """An outline around a point of the panel, in millimetres."""

    x: float
    y: float
    outline: Outline

    @property
    def left(self) -> float:
        """Its left edge."""
        return self.x - self.outline.size[0] / 2

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.outline.size[0] / 2

    @property
    def top(self) -> float:
        """Its edge towards the back of the panel."""
        return self.y - self.outline.size[1] / 2

    @property
    def bottom(self) -> float:
        """Its edge towards the front of the panel."""
        return self.y + self.outline.size[1] / 2


def rectangle(left: float, top: float, right: float, bottom: float) -> PanelShape:
    """Return the rectangle between these edges."""
    outline = Outline(right - left, bottom - top)
    return PanelShape((left + right) / 2, (top + bottom) / 2, outline)


def overlap(one: PanelShape, other: PanelShape) -> float:
    """Return the overlap of two shapes in millimetres; a gap between them is below 0."""
    if one.outline.is_round and other.outline.is_round:
        apart = hypot(one.x - other.x, one.y - other.y)
        return (one.outline.width + other.outline.width) / 2 - apart
    if one.outline.is_round:
        return one.outline.width / 2 - _distance(other, one.x, one.y)
    if other.outline.is_round:
        return other.outline.width / 2 - _distance(one, other.x, other.y)
    across = min(one.right, other.right) - max(one.left, other.left)
    along = min(one.bottom, other.bottom) - max(one.top, other.top)
    return min(across, along)


def _distance(box: PanelShape, x: float, y: float) -> float:
    """Return the distance from a point to a rectangle, below 0 inside of it."""
    across = max(box.left - x, x - box.right)
    along = max(box.top - y, y - box.bottom)
    if across > 0 and along > 0:
        return hypot(across, along)
    return max(across, along)
