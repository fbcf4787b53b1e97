"""Where everything of a wiring diagram is.

The header is in the middle, with parts on both sides and lanes between. A side is -1 for the left
and 1 for the right. Distances across are counted from the header's middle.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Final, NamedTuple

from wiring.diagram.components import Beyond, Component, Terminal
from wiring.diagram.header import header_row
from wiring.diagram.routing import Span, wire_lanes

PITCH: Final = 30
ROWS: Final = 20
COLUMN: Final = 17
"""From the middle to the pins of each column."""

PLATE: Final = (34, 98)
"""The left and the right edge of the names of the pins."""

LANE: Final = 11
BOX: Final = 246
BEYOND: Final = 140
GAP: Final = 40
"""Between a part and the next one beyond it."""

_HEAD: Final = 58
"""From the top of a part to its first terminal."""

_FOOT: Final = 16
_OFF_GRID: Final = 8
"""Terminals lie between the heights of the pins' wires, so that no two wires lie on each other."""

_FAR_LANE: Final = 13
"""How far below its row (on the right: above) a wire from the other side passes the pins' names."""

_UNEVEN_COST: Final = 0.4
"""What a row more on one side costs, of a wire that crosses the header."""


class Wire(NamedTuple):
    """A wire by its corners, from a terminal to a pin, or on to another part."""

    kind: str
    shade: int
    pin: int | None
    corners: tuple[tuple[float, float], ...]
    on_board: bool


class PartBox(NamedTuple):
    """A part as a box; `terminals` gives the height of each one."""

    component: Component
    side: int
    near: float
    top: float
    bottom: float
    terminals: tuple[float, ...]

    def beyond(self, number: int) -> float:
        """Return the place at which a part beyond it begins, seen from the header."""
        return self.near + BOX + GAP + number * (BEYOND + GAP)

    @property
    def far(self) -> float:
        """Where it ends, with all parts beyond it."""
        hanging = len(self.component.beyond)
        return self.beyond(hanging) - GAP if hanging else self.near + BOX


class PieceBox(NamedTuple):
    """A piece of a part that is cut: its number from 1, what it is, and where it is drawn.

    `terminals` has the height of each name of the part's terminals.
    """

    number: int
    detail: str
    left: float
    top: float
    bottom: float
    terminals: Mapping[str, float]


class DiagramLayout(NamedTuple):
    """A diagram's boxes and wires, heights counted from the first row of pins.

    The pieces of a part that is cut lie below all others, from the left.
    """

    boxes: tuple[PartBox, ...]
    wires: tuple[Wire, ...]
    pieces: tuple[PieceBox, ...] = ()

    def reach(self, side: int) -> float:
        """Return the distance that it goes to a side."""
        ends = [box.far for box in self.boxes if box.side == side]
        if side > 0:
            ends += [piece.left + BEYOND for piece in self.pieces]
        return max(ends, default=float(PLATE[1]))

    @property
    def top(self) -> float:
        """The least height."""
        return min([box.top for box in self.boxes] + [-PITCH])

    @property
    def bottom(self) -> float:
        """The greatest height."""
        ends = [box.bottom for box in self.boxes] + [piece.bottom for piece in self.pieces]
        return max([*ends, ROWS * PITCH])


def diagram_layout(components: Sequence[Component]) -> DiagramLayout:
    """Lay out the parts, each on the side of most of its pins, in the order of their rows."""
    sides = _best_sides(components)
    boxes = []
    wires: list[Wire] = []
    for side in (-1, 1):
        parts = [part for part, own_side in zip(components, sides, strict=True) if own_side == side]
        side_boxes = _stack_boxes(list(map(_in_pin_order, sorted(parts, key=_middle_row))), side)
        boxes += side_boxes
        wires += _to_pins(side_boxes)
        for box in side_boxes:
            wires += _further_wires(box)
    plan = DiagramLayout(tuple(boxes), tuple(wires))
    for component in components:
        for part in component.beyond:
            kinds = [terminal.kind for terminal in component.terminals]
            plan = _with_pieces(plan, part, kinds)
    return plan


def _with_pieces(plan: DiagramLayout, part: Beyond, kinds: Sequence[str]) -> DiagramLayout:
    """Return the plan with the pieces of a part below all others, each wired to the next."""
    top = plan.bottom + PITCH
    heights = {name: top + _HEAD + PITCH * row for row, name in enumerate(part.terminals)}
    pieces = tuple(
        PieceBox(
            number,
            detail,
            (number - 1) * (BEYOND + GAP) - plan.reach(-1),
            top,
            max(heights.values()) + _FOOT,
            heights,
        )
        for number, detail in enumerate(part.pieces, 1)
    )
    joins = tuple(
        Wire(
            kind,
            row,
            None,
            ((before.left + BEYOND, height), (after.left, height)),
            on_board=False,
        )
        for before, after in pairwise(pieces)
        for row, (kind, height) in enumerate(zip(kinds, heights.values(), strict=True))
    )
    return plan._replace(wires=plan.wires + joins, pieces=plan.pieces + pieces)


def _pins_of(component: Component) -> list[int]:
    return [terminal.pin for terminal in component.terminals if terminal.pin is not None]


def _middle_row(component: Component) -> float:
    rows = [header_row(pin) for pin in _pins_of(component)] or [ROWS]
    return sum(rows) / len(rows)


def _in_pin_order(component: Component) -> Component:
    """Return the part with its terminals in the order of the pins: so its wires cross little."""
    if component.beyond:
        return component
    terminals = sorted(component.terminals, key=lambda each: (each.pin is None, each.pin or 0))
    return component._replace(terminals=tuple(terminals))


def _rows_of(component: Component) -> int:
    """Return the rows that a part takes, with the space below it."""
    return len(component.terminals) + 2


def _best_sides(components: Sequence[Component]) -> tuple[int, ...]:
    """Return the side of each part, so that few wires cross the header and both sides are even."""

    def cost(sides: tuple[int, ...]) -> float:
        far = uneven = 0
        for component, side in zip(components, sides, strict=True):
            far += sum(not _is_near(pin, side) for pin in _pins_of(component))
            uneven += side * _rows_of(component)
        return far + _UNEVEN_COST * abs(uneven)

    # All are tried: the build with the most parts has ten, 1,024 ways.
    return min(product((-1, 1), repeat=len(components)), key=cost)


def _stack_boxes(components: Sequence[Component], side: int) -> list[PartBox]:
    """Return the boxes of one side, with room for the lanes between them and the header."""
    lane_count = sum(len(_pins_of(component)) for component in components)
    near = PLATE[1] + LANE * (lane_count + 2)
    boxes = []
    for component, top in zip(components, _tops_of(components), strict=True):
        rows = range(len(component.terminals))
        heights = tuple(top + _HEAD + PITCH * number for number in rows)
        boxes.append(PartBox(component, side, near, top, heights[-1] + _FOOT, heights))
    return boxes


class _WireEnd(NamedTuple):
    """Where a wire leaves a box, and its pin."""

    box: PartBox
    terminal: Terminal
    pin: int
    span: Span


def _to_pins(boxes: Sequence[PartBox]) -> Iterator[Wire]:
    ends = []
    for box in boxes:
        for terminal, height in zip(box.component.terminals, box.terminals, strict=True):
            if terminal.pin is not None:
                span = Span(height, _pin_height(terminal.pin, box.side))
                ends.append(_WireEnd(box, terminal, terminal.pin, span))
    shades = Counter[str]()
    for end, lane in zip(ends, wire_lanes([end.span for end in ends]), strict=True):
        box, terminal, pin, span = end
        across = box.side * (box.near - LANE * (lane + 1.5))
        corners = (
            (box.side * box.near, span.terminal),
            (across, span.terminal),
            (across, span.pin),
            *_last_corners(pin, box.side),
        )
        on_board = bool(box.component.board)
        yield Wire(terminal.kind, shades[terminal.kind], pin, corners, on_board)
        shades[terminal.kind] += 1


def _tops_of(components: Sequence[Component]) -> list[float]:
    """Return the top of each part: as near to its pins as those above and below allow."""
    slots = [_rows_of(component) for component in components]
    first = -1
    end = ROWS + 1
    if sum(slots) > end:
        end = (end + sum(slots)) // 2
        first = end - sum(slots)
    tops = []
    for component, size in zip(components, slots, strict=True):
        wanted = round(_middle_row(component) - (size - 1) / 2)
        tops.append(max(wanted, first))
        first = tops[-1] + size
    for at in reversed(range(len(tops))):
        tops[at] = min(tops[at], end - slots[at])
        end = tops[at]
    return [float(top * PITCH + _OFF_GRID) for top in tops]


def _is_near(pin: int, side: int) -> bool:
    return (pin % 2 == 1) == (side == -1)


def _pin_height(pin: int, side: int) -> float:
    height = header_row(pin) * PITCH
    return float(height if _is_near(pin, side) else height - side * _FAR_LANE)


def _last_corners(pin: int, side: int) -> tuple[tuple[float, float], ...]:
    """Return the last corners of a wire from this side.

    It ends at the pin's name, or between the columns at the pin itself.
    """
    height = _pin_height(pin, side)
    if _is_near(pin, side):
        return ((side * float(PLATE[1]), height),)
    return ((float(side * 4), height), (-side * (COLUMN - 9.0), height + side * 7.0))


def _further_wires(box: PartBox) -> Iterator[Wire]:
    """Yield the wires from a part to those beyond it, row by row."""
    for number, height in enumerate(box.terminals):
        kind = box.component.terminals[number].kind
        begin = box.near + BOX
        for place, part in enumerate(box.component.beyond):
            if part.terminals[number]:
                end = box.beyond(place)
                corners = ((box.side * begin, height), (box.side * end, height))
                yield Wire(kind, number, None, corners, on_board=False)
                begin = end + BEYOND
