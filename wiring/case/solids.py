"""The solids of a build's case, made with build123d, the extra `case`. Each is printed as it lies.

The panel's left front corner is at the origin. A lid lies on its outer side or its inner one, which
are alike.
"""

from collections.abc import Iterable
from typing import Final

from build123d import Align, Box, Cylinder, Part, Pos, RectangleRounded, extrude

from wiring.panel.fitting import (
    STANDING_MM,
    below,
    box_depth,
    computer_of,
    computer_place,
    corners,
    hole,
    size_of,
    sockets,
)
from wiring.panel.shapes import PanelShape
from wiring.panel.sizes import BOARDS, WALL_MM, Outline
from wiring.spec import FrontPanel
from wiring.template.sheet import screw_holes

GAUGE_MM: Final = 1.0
_ROUND_MM: Final = 4.0
_BOARD_MM: Final = 1.6
_CARD: Final = (16.0, 6.0)
_POWER: Final = (14.0, 10.0)
"""Breadth and height of the openings for the card and for the plug of the supply, with its grip."""
_POST: Final = 6.0
_PILOT: Final = 2.1
"""The hole in a post of the computer, for a screw M2.5."""
_LID_PILOT: Final = 2.6
"""The hole in a post of the lid, for a screw M3."""
_ON: Final = (Align.CENTER, Align.CENTER, Align.MIN)
_GAP: Final = 4.0


def lid(panel: FrontPanel) -> Part:
    """Return the panel itself."""
    return _pierced(panel, WALL_MM)


def gauge(panel: FrontPanel) -> Part:
    """Return a thin plate to try parts in: a board's whole panel, or an opening of each kind."""
    if panel.board:
        return _pierced(panel, GAUGE_MM)
    shapes = gauge_places(panel)
    width = shapes[-1].right + _GAP
    height = 2 * shapes[0].y
    plate = Pos(width / 2, height / 2, 0) * Box(width, height, GAUGE_MM, align=_ON)
    return _cut(plate, shapes, height, GAUGE_MM)


def gauge_places(panel: FrontPanel) -> list[PanelShape]:
    """Return the openings of a gauge that is not a board's, in a row."""
    openings = {part.kind: size_of(part).hole for part in panel.parts}
    y = max(opening.size[1] for opening in openings.values()) / 2 + _GAP
    x = 0.0
    shapes = []
    for opening in openings.values():
        shapes.append(PanelShape(x + _GAP + opening.width / 2, y, opening))
        x += _GAP + opening.width
    return shapes


def inner_depth(panel: FrontPanel) -> float:
    """Return how deep the case is between its floor and its lid."""
    if panel.board:
        board = BOARDS[panel.board]
        deepest = max(size_of(part).depth for part in panel.parts)
        return STANDING_MM + _BOARD_MM + board.height + _BOARD_MM + deepest
    return box_depth(panel)


def box(panel: FrontPanel) -> Part:
    """Return what is below the lid: floor, walls, posts, and the openings in the walls."""
    depth = inner_depth(panel) + WALL_MM
    shell = _plate(panel, depth)
    inner = RectangleRounded(
        panel.width - 2 * WALL_MM, panel.height - 2 * WALL_MM, _ROUND_MM - WALL_MM
    )
    middle = Pos(panel.width / 2, panel.height / 2, WALL_MM)
    shell -= middle * extrude(inner, depth)
    if not panel.board:
        shell = _with_corner_posts(shell, panel, depth)
    for x, y in sockets(panel).holes:
        at = Pos(x, panel.height - y, WALL_MM)
        shell += at * Cylinder(_POST / 2, STANDING_MM, align=_ON)
        shell -= Pos(x, panel.height - y, 1.0) * Cylinder(_PILOT / 2, 20, align=_ON)
    return _with_openings(shell, panel)


def _with_corner_posts(shell: Part, panel: FrontPanel, depth: float) -> Part:
    """Return a box with the posts that the lid is screwed to."""
    for corner, screw in zip(corners(panel), screw_holes(panel), strict=True):
        post = _prism(corner, panel.height, WALL_MM, depth - WALL_MM)
        shell += post & _plate(panel, depth)
        pilot = Cylinder(_LID_PILOT / 2, 14, align=_ON)
        shell -= Pos(screw.x, panel.height - screw.y, depth - 14) * pilot
    return shell


def _with_openings(shell: Part, panel: FrontPanel) -> Part:
    """Return a box with the openings for the supply's plug and for the card."""
    for place in wall_openings(panel):
        shell -= place
    return shell


def wall_openings(panel: FrontPanel) -> list[Part]:
    """Return what is cut out of the walls: for the plug of the supply, for the card."""
    power, card, _ = sockets(panel)
    board = WALL_MM + STANDING_MM
    reach = 4 * WALL_MM
    plug = Box(_POWER[0], reach, _POWER[1])
    slot = Box(reach, *_CARD)
    return [
        Pos(power[0], panel.height - power[1], board + _BOARD_MM + 1.6) * plug,
        Pos(card[0], panel.height - card[1], board + 0.5) * slot,
    ]


def bodies(panel: FrontPanel) -> list[Part]:
    """Return what sits in a closed case: the bodies of its parts, and the computer."""
    top = WALL_MM + inner_depth(panel)
    solids = []
    for part in panel.parts:
        depth = size_of(part).depth
        solids.append(_prism(below(part), panel.height, top - depth, depth))
    lying = computer_place(panel)
    high = computer_of(panel).height if not panel.board else _BOARD_MM
    solids.append(_prism(lying, panel.height, WALL_MM + STANDING_MM, high))
    return solids


def _pierced(panel: FrontPanel, thickness: float) -> Part:
    shapes = [*map(hole, panel.parts), *screw_holes(panel)]
    return _cut(_plate(panel, thickness), shapes, panel.height, thickness)


def _plate(panel: FrontPanel, thickness: float) -> Part:
    outline = RectangleRounded(panel.width, panel.height, _ROUND_MM)
    return Pos(panel.width / 2, panel.height / 2, 0) * extrude(outline, thickness)


def _cut(plate: Part, shapes: Iterable[PanelShape], height: float, thickness: float) -> Part:
    """Return a plate with these openings."""
    return plate - [_prism(shape, height, -1.0, thickness + 2.0) for shape in shapes]


def _prism(shape: PanelShape, height: float, bottom: float, tall: float) -> Part:
    """Return an outline of the panel as a solid that stands at `bottom`."""
    at = Pos(shape.x, height - shape.y, bottom)
    outline: Outline = shape.outline
    if outline.is_round:
        return at * Cylinder(outline.width / 2, tall, align=_ON)
    return at * Box(*outline.size, tall, align=_ON)
