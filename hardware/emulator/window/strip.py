"""Where the colour pixels of a build are in its window: in rows, as they follow each other on the strip.

Pixels that show one thing are together, and a gap parts them from the next; a strip that is too long is
folded between two such groups.
"""

from itertools import groupby
from typing import Final, NamedTuple

import pygame

from wiring.spec import Place, PodStrip, Strip

PIXEL_SIZE: Final = 16
_PITCH: Final = 21
_GAP: Final = 14
_ROW: Final = 66
_MARGIN: Final = 16


class Segment(NamedTuple):
    """Neighbours that show one thing: the middle of each, from the first on."""

    group: str
    part: str
    points: dict[Place, tuple[int, int]]

    @property
    def middle(self) -> tuple[int, int]:
        """The middle of them all."""
        points = list(self.points.values())
        return (points[0][0] + points[-1][0]) // 2, points[0][1]


class StripRows:
    """The rows of a strip below `top`, between `left` and `right`; `panel` is the room that they take."""

    def __init__(self, strip: Strip | PodStrip | None, left: int, right: int, top: int) -> None:
        self.segments: Final = _segments(strip, left + _MARGIN, right - _MARGIN, top + 34) if strip else []
        rows = len({segment.middle[1] for segment in self.segments})
        self.panel: Final = pygame.Rect(left, top, right - left, _ROW * rows + 8 if rows else 0)

    @property
    def pixels(self) -> dict[Place, tuple[int, int]]:
        """The middle of each pixel."""
        return {place: point for segment in self.segments for place, point in segment.points.items()}


def _segments(strip: Strip | PodStrip, left: int, right: int, y: int) -> list[Segment]:
    numbers = strip.groups.places()
    along = sorted(numbers, key=numbers.__getitem__)
    segments = []
    x = left
    for (group, part), places in groupby(along, key=lambda place: place[:2]):
        members = list(places)
        if x > left and x + _PITCH * len(members) > right:
            x, y = left, y + _ROW
        points = {}
        for place in members:
            if x + _PITCH > right:  # a group that no row is long enough for
                x, y = left, y + _ROW
            points[place] = (x + _PITCH // 2, y)
            x += _PITCH
        segments.append(Segment(group, part, points))
        x += _GAP
    return segments
