"""What the pieces of a case are made of, with build123d, the extra `case`: prisms and the gauge.

The panel's left front corner is at the origin, and the lower side of its face at the height 0.
"""

from math import atan2, degrees, hypot
from typing import Final

from build123d import Align, Box, Cylinder, Part, Pos, Rectangle, Rot, extrude

from wiring.case.gauge import joined_openings, rimmed_openings
from wiring.panel.fitting import size_of
from wiring.panel.shapes import PanelShape
from wiring.panel.sizes import THIN_FACE_MM, WALL_MM
from wiring.spec import FrontPanel
from wiring.template.sheet import panel_openings

GAUGE_MM: Final = 0.6
_RIB: Final = 1.3
"""The breadth of what joins the rims; a wider one takes the gauge of `deluxe` over 20 minutes."""
BOARD_MM: Final = 1.6
_LAND: Final = 0.6
"""How much of the edge of a display's window is upright."""
ON: Final = (Align.CENTER, Align.CENTER, Align.MIN)
UNDER: Final = (Align.CENTER, Align.CENTER, Align.MAX)


def prism(shape: PanelShape, height: float, bottom: float, tall: float) -> Part:
    """Return an outline of the panel as a solid that stands at `bottom`."""
    at = Pos(shape.x, height - shape.y, bottom)
    if shape.outline.is_round:
        return at * Cylinder(shape.outline.width / 2, tall, align=ON)
    return at * Box(*shape.outline.size, tall, align=ON)


def bevel(shape: PanelShape, height: float, thickness: float) -> Part:
    """Return the solid to cut off around a display, whose lowest row is seen from the front."""
    at = Pos(shape.x, height - shape.y, _LAND)
    return at * extrude(Rectangle(*shape.outline.size), thickness - _LAND, taper=-45)


def face_thickness(panel: FrontPanel) -> float:
    """Return the thickness of a face over its parts, in millimetres."""
    return THIN_FACE_MM if panel.board else WALL_MM


def board_gap(panel: FrontPanel) -> float:
    """Return the distance from a face to the board below it in millimetres, 0 without one."""
    return max(size_of(part).depth for part in panel.parts) if panel.board else 0.0


def gauge_plate(panel: FrontPanel) -> Part:
    """Return a thin plate to try parts in: a rim around each opening at its place, and ribs."""
    shapes = panel_openings(panel)
    pieces = [prism(rim, panel.height, 0, GAUGE_MM) for rim in rimmed_openings(shapes)]
    pieces += [_rib(one, other, panel.height) for one, other in joined_openings(shapes)]
    plate = pieces[0].fuse(*pieces[1:])
    return plate - [prism(shape, panel.height, -1, GAUGE_MM + 2) for shape in shapes]


def _rib(one: PanelShape, other: PanelShape, height: float) -> Part:
    """Return the strip from the middle of an opening to that of another one."""
    across, along = other.x - one.x, one.y - other.y
    strip = Box(hypot(across, along), _RIB, GAUGE_MM, align=ON)
    middle = Pos((one.x + other.x) / 2, height - (one.y + other.y) / 2, 0)
    return middle * Rot(0, 0, degrees(atan2(along, across))) * strip
