"""The solids of a build's case, made with build123d, the extra `case`.

The panel's left front corner is at the origin, and the bottom of its plate at the height 0.
"""

from math import atan2, degrees, hypot
from typing import Final

from build123d import Align, Box, Cylinder, Part, Pos, Rectangle, RectangleRounded, Rot, extrude

from wiring.case.gauge import joined_openings, rimmed_openings
from wiring.panel.fitting import (
    body_of,
    computer_of,
    computer_place,
    corner_posts,
    needed_hole,
    size_of,
    wall_sockets,
)
from wiring.panel.shapes import PanelShape, overlap
from wiring.panel.sizes import BOARDS, SHELL_LID_MM, WALL_MM, Outline
from wiring.spec import SCREEN, FrontPanel
from wiring.template.sheet import panel_openings, screw_holes

GAUGE_MM: Final = 0.6
_RIB: Final = 1.3
"""The breadth of what joins the rims; a wider one takes the gauge of `deluxe` over 20 minutes."""
_ROUND_MM: Final = 4.0
_BOARD_MM: Final = 1.6
_STANDING_MM: Final = 4.0
"""The height of the posts that a computer stands on."""
_CARD: Final = (16.0, 6.0)
_POWER: Final = (14.0, 10.0)
"""Breadth and height of the openings for the card and for the plug of the supply, with its grip."""
_POST: Final = 6.0
_PILOT: Final = 2.1
"""The hole in a post of the computer, for a screw M2.5."""
_LID_PILOT: Final = 2.6
"""The hole in a post of the lid, for a screw M3."""
_LAND: Final = 0.6
"""How much of the edge of a display's window is upright."""
_FOOT: Final = Outline(5.0)
"""What a lid stands on a board with, around each screw."""
_ON: Final = (Align.CENTER, Align.CENTER, Align.MIN)


def lid_plate(panel: FrontPanel) -> Part:
    """Return the panel itself; over a board it stands on it with four feet."""
    thickness = lid_thickness(panel)
    plate = _front_plate(panel, thickness)
    feet = board_gap(panel)
    for screw in screw_holes(panel) if feet else ():
        plate += _prism(screw._replace(outline=_FOOT), panel.height, -feet, feet)
    plate -= [_prism(shape, panel.height, -feet - 1, 10) for shape in panel_openings(panel)]
    screens = [needed_hole(part) for part in panel.parts if part.name == SCREEN]
    return (
        plate - [_bevel(shape, panel.height, thickness) for shape in screens] if screens else plate
    )


def _bevel(shape: PanelShape, height: float, thickness: float) -> Part:
    """Return the solid to cut off around a display, whose lowest row is seen from the front."""
    at = Pos(shape.x, height - shape.y, _LAND)
    return at * extrude(Rectangle(*shape.outline.size), thickness - _LAND, taper=-45)


def lid_thickness(panel: FrontPanel) -> float:
    """Return the thickness of a lid, in millimetres."""
    return SHELL_LID_MM if panel.board else WALL_MM


def printed_piece(panel: FrontPanel, piece: str) -> Part:
    """Return a piece as it lies on the printer's bed: a lid with feet on its outer side."""
    solid = {"lid": lid_plate, "box": case_box, "gauge": _gauge_plate}[piece](panel)
    if piece == "lid" and panel.board:
        return Pos(0, panel.height, lid_thickness(panel)) * Rot(180, 0, 0) * solid
    return solid


def _gauge_plate(panel: FrontPanel) -> Part:
    """Return a thin plate to try parts in: a rim around each opening at its place, and ribs."""
    shapes = panel_openings(panel)
    pieces = [_prism(rim, panel.height, 0, GAUGE_MM) for rim in rimmed_openings(shapes)]
    pieces += [_rib(one, other, panel.height) for one, other in joined_openings(shapes)]
    plate = pieces[0].fuse(*pieces[1:])
    return plate - [_prism(shape, panel.height, -1, GAUGE_MM + 2) for shape in shapes]


def _rib(one: PanelShape, other: PanelShape, height: float) -> Part:
    """Return the strip from the middle of an opening to that of another one."""
    across, along = other.x - one.x, one.y - other.y
    strip = Box(hypot(across, along), _RIB, GAUGE_MM, align=_ON)
    middle = Pos((one.x + other.x) / 2, height - (one.y + other.y) / 2, 0)
    return middle * Rot(0, 0, degrees(atan2(along, across))) * strip


def inner_depth(panel: FrontPanel) -> float:
    """Return the depth of the case between its floor and its lid, in millimetres."""
    if panel.board:
        height = BOARDS[panel.board].height
        return _STANDING_MM + _BOARD_MM + height + _BOARD_MM + board_gap(panel)
    lying = computer_place(panel)
    deepest = height = computer_of(panel).height + _STANDING_MM
    for part in panel.parts:
        above = height if overlap(body_of(part), lying) > 0 else 0.0
        deepest = max(deepest, above + size_of(part).depth)
    return deepest + 2.0


def board_gap(panel: FrontPanel) -> float:
    """Return the distance from a lid to the board below it in millimetres, 0 without one."""
    return max(size_of(part).depth for part in panel.parts) if panel.board else 0.0


def case_box(panel: FrontPanel) -> Part:
    """Return the solid below the lid: floor, walls, posts, and the openings in the walls."""
    depth = inner_depth(panel) + WALL_MM
    shell = _front_plate(panel, depth)
    inner = RectangleRounded(
        panel.width - 2 * WALL_MM, panel.height - 2 * WALL_MM, _ROUND_MM - WALL_MM
    )
    middle = Pos(panel.width / 2, panel.height / 2, WALL_MM)
    shell -= middle * extrude(inner, depth)
    if not panel.board:
        shell = _with_corner_posts(shell, panel, depth)
    for x, y in wall_sockets(panel).holes:
        at = Pos(x, panel.height - y, WALL_MM)
        shell += at * Cylinder(_POST / 2, _STANDING_MM, align=_ON)
        shell -= Pos(x, panel.height - y, 1.0) * Cylinder(_PILOT / 2, 20, align=_ON)
    return shell - wall_openings(panel)


def _with_corner_posts(shell: Part, panel: FrontPanel, depth: float) -> Part:
    """Return a box with the posts that the lid is screwed to."""
    for corner, screw in zip(corner_posts(panel), screw_holes(panel), strict=True):
        post = _prism(corner, panel.height, WALL_MM, depth - WALL_MM)
        shell += post & _front_plate(panel, depth)
        pilot = Cylinder(_LID_PILOT / 2, 14, align=_ON)
        shell -= Pos(screw.x, panel.height - screw.y, depth - 14) * pilot
    return shell


def wall_openings(panel: FrontPanel) -> list[Part]:
    """Return the openings in the walls: for the plug of the supply, for the card."""
    power, card, _ = wall_sockets(panel)
    board = WALL_MM + _STANDING_MM
    reach = 4 * WALL_MM
    plug = Box(_POWER[0], reach, _POWER[1])
    slot = Box(reach, *_CARD)
    return [
        Pos(power[0], panel.height - power[1], board + _BOARD_MM + 1.6) * plug,
        Pos(card[0], panel.height - card[1], board + 0.5) * slot,
    ]


def inner_solids(panel: FrontPanel) -> list[Part]:
    """Return the solids in a closed case: the bodies of its parts, and the computer."""
    top = WALL_MM + inner_depth(panel)
    solids = []
    for part in panel.parts:
        depth = size_of(part).depth
        solids.append(_prism(body_of(part), panel.height, top - depth, depth))
    lying = computer_place(panel)
    high = computer_of(panel).height if not panel.board else _BOARD_MM
    solids.append(_prism(lying, panel.height, WALL_MM + _STANDING_MM, high))
    return solids


def _front_plate(panel: FrontPanel, thickness: float) -> Part:
    outline = RectangleRounded(panel.width, panel.height, _ROUND_MM)
    return Pos(panel.width / 2, panel.height / 2, 0) * extrude(outline, thickness)


def _prism(shape: PanelShape, height: float, bottom: float, tall: float) -> Part:
    """Return an outline of the panel as a solid that stands at `bottom`."""
    at = Pos(shape.x, height - shape.y, bottom)
    outline: Outline = shape.outline
    if outline.is_round:
        return at * Cylinder(outline.width / 2, tall, align=_ON)
    return at * Box(*outline.size, tall, align=_ON)
