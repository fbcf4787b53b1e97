"""The shell: face and walls in one piece, printed face down, and the signs in it."""

from collections.abc import Iterator
from typing import Final

from build123d import (
    Axis,
    Box,
    Cylinder,
    Location,
    Part,
    Pos,
    RegularPolygon,
    Rot,
    chamfer,
    extrude,
)

from wiring.case.solids import BOARD_MM, ON, bevel, board_gap, face_thickness, prism
from wiring.case.wedge import (
    FAR,
    STANDING_MM,
    along_base,
    aside,
    back_wall,
    base_plane,
    below_base,
    corners,
    form_of,
    front_depth,
    hanging_bottom,
    outline,
    screw_places,
    slope_of,
    standing_place,
    tongues,
)
from wiring.panel.fitting import chin_of, is_plugged_in_front, needed_hole, wall_sockets
from wiring.panel.signs import face_signs
from wiring.panel.sizes import BOARDS, WALL_MM, Outline
from wiring.spec import SCREEN, Build, FrontPanel
from wiring.template.sheet import screw_holes

ENGRAVED_MM: Final = 0.6
"""The depth of a sign: three layers of 0.2 mm, where the second colour begins."""
_GROWN: Final = 0.04
"""How much larger a pixel is, so that two which touch with a corner are joined."""
_CARD: Final = (16.0, 6.0)
_POWER: Final = (14.0, 10.0)
"""Breadth and height of the openings for the card and for the plug of the supply, with its grip."""
_CABLE_EXIT: Final = 5.0
_NUT: Final = 5.0
"""A nut M2.5 across its flats, and the foot that it is pressed into."""
_NUT_FOOT: Final = 7.6


def shell_piece(build: Build, panel: FrontPanel) -> Part:
    """Return face and walls, with the signs in the face."""
    thick = face_thickness(panel)
    outer = outline(panel, 0.0, thick + FAR / 2, -FAR / 2)
    outer = chamfer(outer.edges().group_by(Axis.Z)[-1], form_of(panel).edge_mm)
    solid = outer - outline(panel, WALL_MM, FAR, -FAR)
    if panel.board:
        solid += _chin_plate(panel)
    solid += list(_brackets(panel))
    cuts = [below_base(panel, WALL_MM), *_wall_openings(panel), *_pilots(panel)]
    for screw in screw_holes(panel):
        at = Pos(screw.x, panel.height - screw.y, -board_gap(panel))
        solid += at * Cylinder(_NUT_FOOT / 2, board_gap(panel), align=ON)
        nut = RegularPolygon(_NUT / 2, 6, major_radius=False)
        cuts.append(at * extrude(nut, board_gap(panel)))
    cuts += [prism(needed_hole(part), panel.height, -5, 15) for part in panel.parts]
    cuts += [
        bevel(needed_hole(part), panel.height, thick) for part in panel.parts if part.name == SCREEN
    ]
    return solid - cuts - list(_engraving(build, panel))


def _engraving(build: Build, panel: FrontPanel) -> Iterator[Part]:
    """Yield what is cut out of a face for its signs."""
    bottom = face_thickness(panel) - ENGRAVED_MM
    for sign in face_signs(build, panel):
        for block in sign.blocks():
            width, height = block.outline
            grown = block._replace(outline=Outline(width + _GROWN, height + _GROWN))
            yield prism(grown, panel.height, bottom, ENGRAVED_MM + 1)


def _chin_plate(panel: FrontPanel) -> Part:
    """Return what makes the face as thick as a wall where no board is below."""
    more = WALL_MM - face_thickness(panel)
    front = panel.height - panel.board_at[1] - BOARDS[panel.board].size.height / 2 - 0.8
    reach = front + chin_of(panel) - 1
    at = Pos(panel.width / 2, front - reach / 2, -more)
    return at * Box(panel.width, reach, more, align=ON) & outline(panel, 1.0, FAR, -FAR)


def _brackets(panel: FrontPanel) -> Iterator[Part]:
    """Yield the corners that the base is screwed to: they grow out of the walls at 45 degrees."""
    across, along, tall = form_of(panel).screw.bracket
    for x, y, right, back in corners(panel):
        low = -front_depth(panel) - (y + chin_of(panel)) * slope_of(panel)
        # Towards the front the base rises.
        low += along * slope_of(panel) if back < 0 else 0.0
        block = Pos(x + right * across / 2, y + back * along / 2, low - 20) * Box(
            across, along, tall + 20 + along, align=ON
        )
        turn = {(1, 1): 45, (-1, 1): 135, (-1, -1): 225, (1, -1): 315}[right, back]
        roof = Pos(x, y, low + tall + along) * Rot(0, 0, turn) * Rot(0, 45, 0)
        block -= roof * Box(200, 200, 100, align=ON)
        yield (block & outline(panel, 1.0, FAR, -FAR)) - below_base(panel)


def _pilots(panel: FrontPanel, more: float = 0.0) -> Iterator[Part]:
    """Yield the holes for the screws of the base, with so much more all round."""
    screw = form_of(panel).screw
    for x, y in screw_places(panel):
        at = base_plane(panel) * Pos(x, y, 0.0)
        yield at * Cylinder(screw.pilot / 2 + more, screw.deep, align=ON)


def _wall_openings(panel: FrontPanel) -> list[Part]:
    """Return the openings in the walls: for the plug or its cable, for the card, for tongues."""
    power, card, _ = wall_sockets(panel)
    place = base_plane(panel)
    reach = 6 * WALL_MM
    back = along_base(panel, panel.height)
    if not panel.board:
        board = STANDING_MM + BOARD_MM
        middle = board + 1.6 + _POWER[1] / 2
        slot = place * Pos(card[0], standing_place(panel, card[1]), -9)
        return [
            *_arch(place * Pos(aside(power[0]), back, 0), _POWER[0], middle, reach),
            slot * Box(reach, _CARD[0], 9 + STANDING_MM + 0.5 + _CARD[1], align=ON),
        ]
    low = -hanging_bottom(panel)
    openings = [Pos(card[0], panel.height - card[1], low + 0.5) * Box(reach, *_CARD, align=ON)]
    slot = Box(10.8, 5.6, 2.0, align=ON)
    openings += [place * Pos(x, back_wall(panel) - 1.8, -0.1) * slot for x in tongues(panel)]
    if is_plugged_in_front(panel):
        exit_at = place * Pos(panel.width / 2, back, 0)
        return [*openings, *_arch(exit_at, _CABLE_EXIT, _CABLE_EXIT / 2, reach)]
    at = Pos(power[0], panel.height - power[1], low + BOARD_MM + 1.6)
    return [*openings, at * Box(_POWER[0], reach, _POWER[1], align=ON)]


def _arch(at: Location, width: float, middle: float, reach: float) -> Iterator[Part]:
    """Yield an opening in the back wall that is open to the rim, and round at its other end."""
    yield at * Pos(0, 0, -9) * Box(width, 2 * reach, 9 + middle, align=ON)
    yield at * Pos(0, 0, middle) * Rot(90, 0, 0) * Cylinder(width / 2, 2 * reach)
