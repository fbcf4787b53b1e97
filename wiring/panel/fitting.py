"""The room that parts take on a panel, above and below it, and what does not fit."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import hypot
from typing import Final, NamedTuple

from companion.panel import BUTTONS, COLOUR_KEYS, ENCODER, JOYSTICK, PLAY, POWER, UNDO, UP
from wiring.panel.shapes import PanelShape, overlap, rectangle
from wiring.panel.sizes import (
    BOARDS,
    BRACKET_MM,
    CHIN_MM,
    COMPUTERS,
    DRAWN,
    EDGE_MM,
    FINGER_MM,
    PARTS,
    ComputerSize,
    Outline,
    PartSize,
)
from wiring.spec import LED_SHIM, SCREEN, Build, FrontPanel, LightPlace, PlacedPart

STICK: Final = "joystick"
"""The name of a joystick on a panel."""
PRESSED: Final = (*BUTTONS, UNDO, POWER, *COLOUR_KEYS, ENCODER, STICK)
"""What fingers touch."""

_HOLE_MM: Final = 3.5
"""How far the first hole of a Raspberry Pi is from two of its edges."""
_SLACK: Final = 0.05
"""What rounding may cost, in millimetres."""


def size_of(part: PlacedPart) -> PartSize:
    """Return the space that a part needs."""
    return PARTS.get(part.kind) or DRAWN[part.kind]


def part_names(build: Build) -> Iterator[str]:
    """Yield the names of what a panel has to have: the display, the controls."""
    if build.screen:
        yield SCREEN
    for control in build.buttons:
        if control not in JOYSTICK and not (control == PLAY and build.press_plays):
            yield control
    if UP in build.buttons:
        yield STICK
    if build.encoder:
        yield ENCODER


def pixels_on(build: Build) -> dict[LightPlace, int]:
    """Return the pixels on a build's panel, in their order; a LED SHIM is a board of its own."""
    if build.strip is None or build.strip.controller == LED_SHIM:
        return {}
    numbers = build.strip.groups.places()
    return dict(sorted(numbers.items(), key=lambda item: item[1]))


def needed_hole(part: PlacedPart) -> PanelShape:
    """Return the opening for a part, as it is made."""
    return PanelShape(part.x, part.y, size_of(part).hole)


def face_of(part: PlacedPart) -> PanelShape:
    """Return the face of a part, as it is seen from above."""
    return PanelShape(part.x, part.y, size_of(part).top)


def body_of(part: PlacedPart) -> PanelShape:
    """Return the body of a part under the panel."""
    size = size_of(part)
    return PanelShape(part.x + size.body_x, part.y + size.body_y, size.body)


def light_key(place: LightPlace) -> str:
    """Return the key of a light in a build."""
    group = f"{place.group}.{place.part}" if place.part else place.group
    return f"lights.{group}[{place.number}]"


def _key_of(part: PlacedPart) -> str:
    """Return the key of a part in `[panel]`."""
    return part.name if part.light is None else light_key(part.light)


def chin_of(panel: FrontPanel) -> float:
    """Return how much longer the face is than its panel, at the front, in millimetres."""
    return CHIN_MM if panel.board else 0.0


def face_height(panel: FrontPanel) -> float:
    """Return the height of the face, with its chin, in millimetres."""
    return panel.height + chin_of(panel)


def _corner_brackets(panel: FrontPanel) -> list[PanelShape]:
    """Return the brackets for the base's screws: one in each corner, on the walls."""
    across, along = (EDGE_MM + side for side in BRACKET_MM)
    rights = ((0.0, across), (panel.width - across, panel.width))
    bottoms = ((0.0, along), (panel.height - along, panel.height))
    return [
        rectangle(left, top, right, bottom) for left, right in rights for top, bottom in bottoms
    ]


def computer_of(panel: FrontPanel) -> ComputerSize:
    """Return the size of the panel's computer."""
    return COMPUTERS[panel.computer]


def computer_place(panel: FrontPanel) -> PanelShape:
    """Return the place of the computer below the panel, its plugs towards the back.

    Its card is at the right wall, and a corner's bracket is behind it. Below a board two of its
    screws are those of the board, on the side of the plug between them.
    """
    size = computer_of(panel).size
    if panel.board:
        return _below_board(panel, size)
    right = panel.width - EDGE_MM
    top = EDGE_MM + BRACKET_MM[1]
    return rectangle(right - size.width, top, right, top + size.height)


def _below_board(panel: FrontPanel, size: Outline) -> PanelShape:
    x, y = panel.board_at
    holes = BOARDS[panel.board].holes
    across = holes.width / 2 + _HOLE_MM
    along = holes.height / 2 + _HOLE_MM
    if is_plugged_in_front(panel):
        left, top = x - across, y - along
    else:
        left, top = x + across - size.width, y + along - size.height
    return rectangle(left, top, left + size.width, top + size.height)


class Sockets(NamedTuple):
    """Where a computer is reached, as points of the walls that its sockets face.

    holes: the middles of its screws.
    """

    power: tuple[float, float]
    card: tuple[float, float]
    holes: tuple[tuple[float, float], ...]


def is_plugged_in_front(panel: FrontPanel) -> bool:
    """Return True if the computer's sockets are at the front: below a board that is not turned."""
    return bool(panel.board) and not BOARDS[panel.board].turned


def wall_sockets(panel: FrontPanel) -> Sockets:
    """Return the places at which the computer is reached: the plug's and the card's."""
    computer = computer_of(panel)
    lying = computer_place(panel)
    in_front = is_plugged_in_front(panel)
    way = 1 if in_front else -1
    left, front = (lying.left, lying.bottom) if in_front else (lying.right, lying.top)
    across, along = computer.holes.size
    return Sockets(
        (left + way * computer.power, panel.height if in_front else 0.0),
        (0.0 if in_front else panel.width, front - way * computer.card),
        tuple(
            (left + way * (_HOLE_MM + x), front - way * (_HOLE_MM + y))
            for x in (0.0, across)
            for y in (0.0, along)
        ),
    )


def panel_mistakes(panel: FrontPanel) -> Iterator[tuple[str, str]]:
    """Yield each part that does not fit: a key of `[panel]`, and a sentence."""
    yield from _computer_mistakes(panel)
    rooms = [_room_of(part) for part in panel.parts]
    for room in rooms:
        yield from _edge_mistakes(panel, room)
    for one, other in combinations(rooms, 2):
        if one.meets(other):
            yield from _overlap_mistakes(one, other)
    if not panel.board:  # which is as it was bought
        yield from _near_mistakes(rooms)


class _Room(NamedTuple):
    """What a part takes, above and below, and the edges of both together.

    A build is read at each start, so most pairs are told apart by four numbers.
    """

    part: PlacedPart
    above: PanelShape
    below: PanelShape
    left: float
    right: float
    top: float
    bottom: float

    def meets(self, other: "_Room") -> bool:
        """Return True if the edges of both may overlap."""
        if self.left >= other.right or other.left >= self.right:
            return False
        return self.top < other.bottom and other.top < self.bottom


def _room_of(part: PlacedPart) -> _Room:
    high, low = face_of(part), body_of(part)
    return _Room(
        part,
        high,
        low,
        min(high.left, low.left),
        max(high.right, low.right),
        min(high.top, low.top),
        max(high.bottom, low.bottom),
    )


def _computer_mistakes(panel: FrontPanel) -> Iterator[tuple[str, str]]:
    lying = computer_place(panel)
    computer = computer_of(panel)
    over = _edges_over(panel, lying)
    name = f"{computer.name} ({computer.size.width:g} x {computer.size.height:g} mm)"
    for edge, reach in over.items():
        yield (
            _SIZE[edge],
            f"is {reach:.1f} mm too small for what lies below, {name}; make the panel larger",
        )
    if panel.board:
        board = BOARDS[panel.board]
        for edge, reach in _edges_over(panel, PanelShape(*panel.board_at, board.size)).items():
            yield (
                "board",
                f"reaches {reach:.1f} mm too far to the {edge}, where the wall is; move it, or"
                " make the panel larger",
            )


_SIZE: Final = {"left": "width", "right": "width", "back": "height", "front": "height"}
"""The key that says where each edge is."""


def _edges_over(panel: FrontPanel, shape: PanelShape) -> dict[str, float]:
    reaches = {
        "left": EDGE_MM - shape.left,
        "right": shape.right - panel.width + EDGE_MM,
        "back": EDGE_MM - shape.top,
        "front": shape.bottom - panel.height + EDGE_MM,
    }
    return {edge: reach for edge, reach in reaches.items() if reach > _SLACK}


def _edge_mistakes(panel: FrontPanel, room: _Room) -> Iterator[tuple[str, str]]:
    around = rectangle(room.left, room.top, room.right, room.bottom)
    reaches = _edges_over(panel, around)
    for edge, reach in reaches.items():
        yield (
            _key_of(room.part),
            f"reaches {reach:.1f} mm too far to the {edge}, where the wall is; move it, or make"
            " the panel larger",
        )
    if panel.board or reaches:
        return
    across, along = (EDGE_MM + side for side in BRACKET_MM)
    beside = room.left < across or room.right > panel.width - across
    behind = room.top < along or room.bottom > panel.height - along
    if not (beside and behind):
        return
    if any(overlap(room.below, corner) > _SLACK for corner in _corner_brackets(panel)):
        yield _key_of(room.part), "meets the bracket for the base's screw; move it"


def _overlap_mistakes(one: _Room, other: _Room) -> Iterator[tuple[str, str]]:
    far = max(overlap(one.above, other.above), overlap(one.below, other.below))
    if far > _SLACK:
        neighbour = _key_of(one.part)
        yield _key_of(other.part), f"overlaps panel.{neighbour} by {far:.1f} mm; move one of them"


def _near_mistakes(rooms: Iterable[_Room]) -> Iterator[tuple[str, str]]:
    """Yield the controls that a finger on another one would touch."""
    pressed = [room for room in rooms if room.part.name in PRESSED]
    for one, other in combinations(pressed, 2):
        apart = hypot(one.part.x - other.part.x, one.part.y - other.part.y)
        if apart < FINGER_MM - _SLACK and not (
            one.meets(other) and any(_overlap_mistakes(one, other))
        ):
            yield (
                _key_of(other.part),
                f"is {apart:.1f} mm from panel.{_key_of(one.part)}, and a finger is"
                f" {FINGER_MM:g} mm broad; move one of them",
            )
