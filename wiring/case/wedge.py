"""The wedge that a case is: its face leans to the players, and the table cuts off its walls.

Walls stand at right angles to the face, so that each is upright in print. The base lies in the
plane at which they end; `base_plane` is the place of its upper side: y along it to the back, z up.
"""

from collections.abc import Iterator
from math import cos, radians, tan
from typing import Final, NamedTuple

from build123d import Box, Location, Part, Pos, RectangleRounded, Rot, extrude

from wiring.case.solids import BOARD_MM, UNDER, board_gap
from wiring.panel.fitting import (
    body_of,
    chin_of,
    computer_of,
    computer_place,
    face_height,
    size_of,
)
from wiring.panel.shapes import overlap
from wiring.panel.sizes import BOARDS, WALL_MM
from wiring.spec import FrontPanel

FAR: Final = 400.0
"""More than any case reaches, in millimetres."""
STANDING_MM: Final = 4.0
"""The height of the posts that a computer stands on."""
_ASIDE: Final = 4.0
"""How far to the left a computer on the base stands: a screw is beside its plug."""
_BEHIND: Final = 0.5
"""The air between a computer on the base and the bracket that passes it as a case closes."""
_CABLE: Final = 6.5
"""The room below a hanging computer: a cable of 4 mm, and its plug, which is 8 mm thick."""
_AIR: Final = 2.0
_LEANING: Final = 6.0
"""How far from a computer on the base, which leans, a part may be above it."""


class _Form(NamedTuple):
    """What a small case has other than a large one: its tilt in degrees, its edges, its screws.

    round_mm: the radius of the upright edges; a board's corners leave no more than 7. edge_mm: how
    much of the face's edge is cut off at 45 degrees, since it is printed on its face.
    """

    tilt: float
    round_mm: float
    edge_mm: float
    screw: "Screw"


class Screw(NamedTuple):
    """A screw of the base: its hole, its head, its pilot and how deep that is, and its bracket.

    side: from the outline's corner to its middle at the base's lower side. bracket: how far it
    reaches across, along and up from the corner.
    """

    hole: float
    head: float
    pilot: float
    deep: float
    side: float
    bracket: tuple[float, float, float]


_LARGE: Final = _Form(15.0, 12.0, 1.6, Screw(3.4, 6.4, 2.6, 8.5, 7.8, (10.0, 12.9, 15.0)))
_SMALL: Final = _Form(18.0, 7.0, 1.0, Screw(2.8, 5.2, 2.1, 6.5, 5.8, (8.2, 10.8, 13.0)))


class Corner(NamedTuple):
    """A corner that a screw holds: its place, and the ways into the case."""

    x: float
    y: float
    right: int
    back: int


def form_of(panel: FrontPanel) -> _Form:
    """Return the form of a panel's case: one from far needs less tilt than a small one."""
    return _SMALL if panel.board else _LARGE


def slope_of(panel: FrontPanel) -> float:
    """Return the rise of the face for each millimetre to the back."""
    return tan(radians(form_of(panel).tilt))


def front_depth(panel: FrontPanel) -> float:
    """Return the depth between face and base at the front edge: as little as the parts allow."""
    lying = computer_place(panel)
    if panel.board:
        needs = [(hanging_bottom(panel) + _CABLE, lying.bottom)]
    else:
        high = (STANDING_MM + computer_of(panel).height) / cos(radians(form_of(panel).tilt))
        needs = [(_AIR + high, lying.bottom)]
        for part in panel.parts:
            body = body_of(part)
            below = high if overlap(body, lying) > -_LEANING else 0.0
            needs.append((size_of(part).depth + _AIR + below, body.bottom))
    return max(deep - (face_height(panel) - front) * slope_of(panel) for deep, front in needs)


def hanging_bottom(panel: FrontPanel) -> float:
    """Return how far below the face a computer below a board ends."""
    return board_gap(panel) + BOARD_MM + BOARDS[panel.board].height + BOARD_MM


def base_plane(panel: FrontPanel) -> Location:
    """Return the place of the base's upper side."""
    return Pos(0, -chin_of(panel), -front_depth(panel)) * Rot(-form_of(panel).tilt, 0, 0)


def below_base(panel: FrontPanel, deeper: float = 0.0) -> Part:
    """Return all that is below the base's upper side, or so much deeper."""
    return base_plane(panel) * Pos(0, 0, -deeper) * Box(3 * FAR, 3 * FAR, FAR, align=UNDER)


def outline(panel: FrontPanel, inset: float, tall: float, bottom: float) -> Part:
    """Return all within the walls, or within an inset of them, from a height on."""
    high = face_height(panel)
    flat = RectangleRounded(
        panel.width - 2 * inset, high - 2 * inset, form_of(panel).round_mm - inset
    )
    return Pos(panel.width / 2, high / 2 - chin_of(panel), bottom) * extrude(flat, tall)


def along_base(panel: FrontPanel, y: float) -> float:
    """Return the distance along the base of what is below the height `y` of the panel."""
    return (y + chin_of(panel)) / cos(radians(form_of(panel).tilt))


def back_wall(panel: FrontPanel) -> float:
    """Return where the back wall's inner side meets the base."""
    return along_base(panel, panel.height - WALL_MM)


def corners(panel: FrontPanel) -> Iterator[Corner]:
    """Yield the corners that a screw holds."""
    front = -chin_of(panel)
    yield Corner(0.0, front, 1, 1)
    yield Corner(panel.width, front, -1, 1)
    if not panel.board:  # which goes in from below, so nothing is in its way at the back
        yield Corner(0.0, panel.height, 1, -1)
        yield Corner(panel.width, panel.height, -1, -1)


def screw_places(panel: FrontPanel) -> Iterator[tuple[float, float]]:
    """Yield the screws of the base, along its upper side."""
    screw = form_of(panel).screw
    slope = slope_of(panel)
    lean = WALL_MM * slope / (1 + slope**2) ** 0.5
    for x, y, right, back in corners(panel):
        # A screw is upright on the base and a bracket on the face: it goes to the back as it rises.
        rise = 0.0 if back > 0 else screw.deep * slope
        inside = screw.side + (lean if back > 0 else rise)
        yield x + right * screw.side, along_base(panel, y + back * inside)


def standing_place(panel: FrontPanel, y: float) -> float:
    """Return the distance along the base of what a computer on it has at `y` from the back."""
    # The back wall, and the bracket on it, leans over what stands on the base.
    leaning = (STANDING_MM + computer_of(panel).height) * slope_of(panel)
    behind = computer_place(panel).top
    return along_base(panel, panel.height - behind - _BEHIND) - leaning - (y - behind)


def aside(x: float) -> float:
    """Return the place across the base of what a computer on it has at `x`."""
    return x - _ASIDE


def tongues(panel: FrontPanel) -> tuple[float, float]:
    """Return where the tongues of a base are that has no screws at the back."""
    return panel.width * 0.3, panel.width * 0.7
