"""Where everything of a wiring diagram is: header in the middle, parts on both sides, lanes between.

A side is -1 for the left and 1 for the right; distances across are counted from the header's middle.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from wiring.diagram.components import Component
from wiring.diagram.header import row
from wiring.diagram.routing import Span, lanes

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
"""Terminals are between the heights at which wires reach the pins, so that no two wires lie on each other."""

_FAR_LANE: Final = 13
"""Below its row (on the right: above) a wire from the other side passes between the names of the pins."""

_FAR_COST: Final = 1.0
_UNEVEN_COST: Final = 0.4


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
        """Where a part beyond it begins, seen from the header."""
        return self.near + BOX + GAP + number * (BEYOND + GAP)

    @property
    def far(self) -> float:
        """Where it ends, with all parts beyond it."""
        hanging = len(self.component.beyond)
        return self.beyond(hanging) - GAP if hanging else self.near + BOX


class DiagramLayout(NamedTuple):
    """A diagram's boxes and wires, heights counted from the first row of pins."""

    boxes: tuple[PartBox, ...]
    wires: tuple[Wire, ...]

    def reach(self, side: int) -> float:
        """How far it goes to a side."""
        return max([box.far for box in self.boxes if box.side == side], default=float(PLATE[1]))

    @property
    def top(self) -> float:
        """The least height."""
        return min([box.top for box in self.boxes] + [-PITCH])

    @property
    def bottom(self) -> float:
        """The greatest height."""
        return max([box.bottom for box in self.boxes] + [ROWS * PITCH])


def layout(components: Sequence[Component]) -> DiagramLayout:
    """Lay out the parts, each on the side of most of its pins, in the order of their rows."""
    sides = _sides(components)
    boxes: list[PartBox] = []
    wires: list[Wire] = []
    for side in (-1, 1):
        mine = [component for component, its in zip(components, sides, strict=True) if its == side]
        some_boxes, some_wires = _one_side(
            [_sorted(part) for part in sorted(mine, key=_middle)], side
        )
        boxes += some_boxes
        wires += some_wires
    return DiagramLayout(tuple(boxes), tuple(wires))


def _pins(component: Component) -> list[int]:
    return [terminal.pin for terminal in component.terminals if terminal.pin is not None]


def _middle(component: Component) -> float:
    rows = [row(pin) for pin in _pins(component)] or [ROWS]
    return sum(rows) / len(rows)


def _sorted(component: Component) -> Component:
    """The part with its terminals in the order of the pins, so that its wires cross little."""
    if component.beyond:
        return component
    terminals = sorted(component.terminals, key=lambda each: (each.pin is None, each.pin or 0))
    return component._replace(terminals=tuple(terminals))


def _slots(component: Component) -> int:
    """How many rows a part takes, with the space below it."""
    return len(component.terminals) + 2


def _sides(components: Sequence[Component]) -> tuple[int, ...]:
    """The sides that keep wires from passing through the header and the columns even."""

    def cost(sides: tuple[int, ...]) -> float:
        far = uneven = 0
        for component, side in zip(components, sides, strict=True):
            far += sum((pin % 2 == 1) != (side == -1) for pin in _pins(component))
            uneven += side * _slots(component)
        return _FAR_COST * far + _UNEVEN_COST * abs(uneven)

    return min(product((-1, 1), repeat=len(components)), key=cost)


def _one_side(components: Sequence[Component], side: int) -> tuple[list[PartBox], list[Wire]]:
    tops = _stack(components)
    heights = [
        [top + _HEAD + PITCH * number for number in range(len(component.terminals))]
        for component, top in zip(components, tops, strict=True)
    ]
    ends = [
        (component, terminal, height)
        for component, some in zip(components, heights, strict=True)
        for terminal, height in zip(component.terminals, some, strict=True)
        if terminal.pin is not None
    ]
    spans = [Span(height, _pin_height(terminal.pin or 0, side)) for _, terminal, height in ends]
    near = PLATE[1] + LANE * (len(ends) + 2)
    boxes = [
        PartBox(component, side, near, top, some[-1] + _FOOT, tuple(some))
        for component, top, some in zip(components, tops, heights, strict=True)
    ]
    wires = []
    shades: dict[str, int] = {}
    for (component, terminal, height), span, lane in zip(ends, spans, lanes(spans), strict=True):
        assert terminal.pin is not None
        across = side * (near - LANE * (lane + 1.5))
        corners = (
            (side * near, height),
            (across, height),
            (across, span.pin),
            *_end(terminal.pin, side),
        )
        shade = shades[terminal.kind] = shades.get(terminal.kind, -1) + 1
        wires.append(Wire(terminal.kind, shade, terminal.pin, corners, bool(component.board)))
    for box in boxes:
        wires += _onwards(box)
    return boxes, wires


def _stack(components: Sequence[Component]) -> list[float]:
    """The top of each part: as near to its pins as those above and below allow."""
    slots = [_slots(component) for component in components]
    wanted = [
        round(_middle(component) - (size - 1) / 2)
        for component, size in zip(components, slots, strict=True)
    ]
    end = max(ROWS + 1, (ROWS + 1 + sum(slots)) // 2 if sum(slots) > ROWS + 1 else 0)
    first = end - sum(slots) if sum(slots) > ROWS + 1 else -1
    tops: list[int] = []
    for place, size in zip(wanted, slots, strict=True):
        tops.append(max(place, first))
        first = tops[-1] + size
    for at in reversed(range(len(tops))):
        tops[at] = min(tops[at], end - slots[at])
        end = tops[at]
    return [float(top * PITCH + _OFF_GRID) for top in tops]


def _near_side(pin: int, side: int) -> bool:
    return (pin % 2 == 1) == (side == -1)


def _pin_height(pin: int, side: int) -> float:
    """The height at which a wire from this side reaches its pin."""
    height = row(pin) * PITCH
    return float(height if _near_side(pin, side) else height - side * _FAR_LANE)


def _end(pin: int, side: int) -> tuple[tuple[float, float], ...]:
    """The last corners of a wire: at the pin's name, or between the columns at the pin itself."""
    height = _pin_height(pin, side)
    if _near_side(pin, side):
        return ((side * float(PLATE[1]), height),)
    return ((float(side * 4), height), (-side * (COLUMN - 9.0), height + side * 7.0))


def _onwards(box: PartBox) -> list[Wire]:
    """The wires from a part to those beyond it, row by row."""
    wires = []
    for number, height in enumerate(box.terminals):
        begin = box.near + BOX
        for place, part in enumerate(box.component.beyond):
            if part.terminals[number]:
                corners = ((box.side * begin, height), (box.side * box.beyond(place), height))
                wires.append(
                    Wire(box.component.terminals[number].kind, number, None, corners, False)
                )
                begin = box.beyond(place) + BEYOND
    return wires
