"""The base: the plate that closes the shell from below, with its screws and rubber feet."""

from collections.abc import Iterator
from typing import Final

from build123d import Box, Cone, Cylinder, Part, Pos

from wiring.case.solids import ON, UNDER
from wiring.case.wedge import (
    FAR,
    STANDING_MM,
    along_base,
    aside,
    back_wall,
    base_plane,
    form_of,
    outline,
    screw_places,
    standing_place,
    tongues,
)
from wiring.panel.fitting import wall_sockets
from wiring.panel.sizes import WALL_MM
from wiring.spec import FrontPanel

_GAP: Final = 0.3
"""Between the base and the walls."""
_POST: Final = 6.0
_PILOT: Final = 2.1
"""The hole in a post of the computer, for a screw M2.5."""
_RUBBER: Final = 10.4
"""The dent for a rubber foot of 10 mm."""


def base_piece(panel: FrontPanel) -> Part:
    """Return the plate below, at its place: posts for a computer, screws, dents for feet."""
    place = base_plane(panel)
    slab = place * Box(3 * FAR, 3 * FAR, WALL_MM, align=UNDER)
    solid = slab & outline(panel, WALL_MM + _GAP, FAR, -FAR)
    cuts: list[Part] = []
    for x, y in () if panel.board else wall_sockets(panel).holes:
        at = place * Pos(aside(x), standing_place(panel, y), 0)
        solid += at * Cylinder(_POST / 2, STANDING_MM, align=ON)
        cuts.append(at * Pos(0, 0, 1.0 - WALL_MM) * Cylinder(_PILOT / 2, 20, align=ON))
    screw = form_of(panel).screw
    for x, y in screw_places(panel):
        at = place * Pos(x, y, -WALL_MM)
        cuts.append(at * Cylinder(screw.hole / 2, 9, align=ON))
        cuts.append(
            at * Cone(screw.head / 2, screw.hole / 2, (screw.head - screw.hole) / 2, align=ON)
        )
    for x, y in _rubber_feet(panel):
        cuts.append(place * Pos(x, y, -WALL_MM) * Cylinder(_RUBBER / 2, 0.6, align=ON))
    for x in tongues(panel) if panel.board else ():
        wall = back_wall(panel)
        solid += place * Pos(x, wall - 2.2, 0.1) * Box(10, 5.6, 1.6, align=ON)
        solid += place * Pos(x, wall - 3.2, -1.0) * Box(10, 3.6, 1.5, align=ON)
    return solid - cuts


def _rubber_feet(panel: FrontPanel) -> Iterator[tuple[float, float]]:
    inside = 16.0 if panel.board else 22.0
    for x in (inside, panel.width - inside):
        yield x, 11.0
        yield x, along_base(panel, panel.height) - 11.0
