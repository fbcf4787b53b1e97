"""The wiring of a build as a diagram in SVG: the header, each part, and a wire to each pin that is
used.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from wiring.diagram.components import BUS, CONTROL, KINDS, LIGHT, LINE
from wiring.diagram.header import FIVE_VOLTS, GROUND, SIGNALS, THREE_VOLTS, header_row
from wiring.diagram.layout import (
    BEYOND,
    BOX,
    COLUMN,
    PITCH,
    PLATE,
    ROWS,
    DiagramLayout,
    PartBox,
    PieceBox,
    Wire,
    diagram_layout,
)
from wiring.diagram.netlist import has_header, netlist
from wiring.diagram.svg import num, rounded_path, svg_file, svg_text, svg_text_width
from wiring.spec import Build

NO_HEADER: Final = (
    "The emulated board of this build has no 40-pin header, so there is nothing to wire."
)

SHADES: Final[Mapping[str, tuple[str, ...]]] = {
    THREE_VOLTS: ("#f08c00",),
    FIVE_VOLTS: ("#e03131",),
    GROUND: ("#212529",),
    BUS: ("#1864ab", "#339af0"),
    LINE: ("#8d5524",),
    CONTROL: ("#2b8a3e", "#74b816", "#0b7285"),
    LIGHT: ("#c2255c", "#f06595", "#862e9c"),
}
"""The colours of the wires; neighbours of one kind differ in their shade."""

_MEANINGS: Final[Mapping[str, str]] = {
    THREE_VOLTS: "3.3 V",
    FIVE_VOLTS: "5 V",
    GROUND: "ground",
    BUS: "bus (I2C, SPI)",
    LINE: "reset, data/command",
    CONTROL: "button, key, knob",
    LIGHT: "LED",
}

_ORIENTATION: Final = (
    "The header as it lies with the microSD card's end of the board above: pin 1 is square, even"
    " pins are along the edge."
)
_PLUGS: Final = "{} plugs onto the header: dashed lines are tracks on it, nothing to solder."

_MARGIN: Final = 28
_TITLE: Final = 84
_LINE: Final = 22
_INK: Final = "#212529"


def wiring_diagram(build: Build) -> str:
    """Return the diagram as the text of an SVG file."""
    if not has_header(build):
        return svg_file(780, 130, f"{_title_lines(build)}\n{svg_text(_MARGIN, 98, 'a', NO_HEADER)}")
    components = netlist(build)
    plan = diagram_layout(components)
    left = plan.reach(-1) + _MARGIN
    boards = dict.fromkeys(component.board for component in components if component.board)
    below = [_ORIENTATION, *(_PLUGS.format(board) for board in boards)]
    widest = max(svg_text_width(build.about, 15), *(svg_text_width(words, 13) for words in below))
    width = max(left + plan.reach(1) + _MARGIN, widest + 2 * _MARGIN)
    height = plan.bottom - plan.top + _TITLE + _LINE * (len(below) + 1) + 2 * _MARGIN
    body = [
        *_header_elements(plan),
        *map(_component_box, plan.boxes),
        *(_piece_box(piece, len(plan.pieces)) for piece in plan.pieces),
        *_wire_elements(plan.wires),
        *_wire_ends(plan),
    ]
    inner = "\n".join(body)
    at = height - _LINE * len(below) - 12
    notes = [
        _colour_legend(plan, at - _LINE),
        *(svg_text(_MARGIN, at + _LINE * n, "n", words) for n, words in enumerate(below)),
    ]
    middle = f'<g transform="translate({num(left)},{num(_TITLE - plan.top)})">\n{inner}\n</g>'
    return svg_file(width, height, f"{_title_lines(build)}\n{middle}\n" + "\n".join(notes))


def _title_lines(build: Build) -> str:
    return f"{svg_text(_MARGIN, 40, 't', build.name)}\n{svg_text(_MARGIN, 62, 'a', build.about)}"


def _header_elements(plan: DiagramLayout) -> list[str]:
    """Return the header with the number of each pin and its name. The names of unused ones are
    faint.
    """
    used = {wire.pin for wire in plan.wires}
    edge = COLUMN + 15
    drawn = [
        f'<rect x="{-edge}" y="-15" width="{2 * edge}" height="{ROWS * PITCH}" rx="4"'
        ' fill="#343a40"/>'
    ]
    for pin, name in SIGNALS.items():
        side = -1 if pin % 2 else 1
        x, y = side * COLUMN, header_row(pin) * PITCH
        corner = 1 if pin == 1 else 9.5
        drawn.append(
            f'<rect x="{x - 9.5}" y="{y - 9.5}" width="19" height="19" rx="{corner}"'
            f' fill="{"#ffe8a3" if pin in used else "#ced4da"}"/>'
        )
        drawn.append(svg_text(x, y + 3.5, "x", str(pin), "middle", 'font-size="10"'))
        fill, ink = _plate_colours(name, pin in used)
        near = side * PLATE[0] if side > 0 else side * PLATE[1]
        drawn.append(
            f'<rect x="{near}" y="{y - 9}" width="{PLATE[1] - PLATE[0]}" height="18" rx="3"'
            f' fill="{fill}"/>'
        )
        middle = side * (PLATE[0] + PLATE[1]) / 2
        drawn.append(
            svg_text(middle, y + 4, "x", name, "middle", f'font-size="12" style="fill:{ink}"')
        )
    return drawn


def _plate_colours(name: str, used: bool) -> tuple[str, str]:
    """Return the colours of a pin's name: paper and ink."""
    if not used:
        return "#f1f3f5", "#adb5bd"
    if name in (THREE_VOLTS, FIVE_VOLTS, GROUND):
        return SHADES[name][0], "#fff"
    return "#fff3bf", _INK


def _component_box(box: PartBox) -> str:
    component, side = box.component, box.side
    dashes = ' stroke-dasharray="6 4"' if component.board else ""
    drawn = [_box_frame(side, box.near, BOX, box.top, box.bottom, dashes)]
    left = min(side * box.near, side * (box.near + BOX))
    drawn.append(svg_text(left + 12, box.top + 21, "h", component.name))
    drawn.append(svg_text(left + 12, box.top + 38, "d", component.detail))
    inner, outer = ("start", "end") if side > 0 else ("end", "start")
    for number, (terminal, y) in enumerate(zip(component.terminals, box.terminals, strict=True)):
        where = f"pin {terminal.pin}" if terminal.pin is not None else terminal.elsewhere
        drawn.append(svg_text(side * (box.near + 13), y + 4.5, "n", terminal.name, inner))
        if component.through:
            drawn.append(
                svg_text(
                    side * (box.near + BOX - 13), y + 4.5, "n", component.through[number], outer
                )
            )
            if terminal.pin is not None:
                drawn.append(svg_text(side * (box.near + 0.55 * BOX), y + 4, "p", where, "middle"))
        else:
            drawn.append(svg_text(side * (box.near + BOX - 12), y + 4, "p", where, outer))
    for place, part in enumerate(component.beyond):
        at = box.beyond(place)
        drawn.append(_box_frame(side, at, BEYOND, box.top, box.bottom, ""))
        left = min(side * at, side * (at + BEYOND))
        drawn.append(svg_text(left + 12, box.top + 21, "h", part.name))
        drawn.append(svg_text(left + 12, box.top + 38, "d", part.detail))
        drawn += [
            svg_text(side * (at + 13), y + 4.5, "n", name, inner)
            for name, y in zip(part.terminals, box.terminals, strict=True)
            if name
        ]
    return "\n".join(drawn)


def _piece_box(piece: PieceBox, count: int) -> str:
    drawn = [
        _box_frame(1, piece.left, BEYOND, piece.top, piece.bottom, ""),
        svg_text(piece.left + 12, piece.top + 21, "h", f"Piece {piece.number} of {count}"),
        svg_text(piece.left + 12, piece.top + 38, "d", piece.detail),
    ]
    for name, y in piece.terminals.items():
        drawn.append(svg_text(piece.left + 13, y + 4.5, "n", name))
        if piece.number < count:
            drawn.append(svg_text(piece.left + BEYOND - 13, y + 4.5, "n", name, "end"))
    return "\n".join(drawn)


def _box_frame(side: int, near: float, width: float, top: float, bottom: float, dashes: str) -> str:
    x = min(side * near, side * (near + width))
    return (
        f'<rect x="{num(x)}" y="{num(top)}" width="{num(width)}" height="{num(bottom - top)}"'
        f' rx="7" fill="#f8f9fa" stroke="#868e96" stroke-width="1.3"{dashes}/>'
    )


def _wire_elements(wires: Iterable[Wire]) -> list[str]:
    """Return every wire with a white edge, so that one sees which passes over which."""
    drawn = []
    for wire in wires:
        line = rounded_path(wire.corners)
        dashes = ' stroke-dasharray="7 5"' if wire.on_board else ""
        pin = "" if wire.pin is None else f' data-pin="{wire.pin}"'
        drawn.append(f'<path class="o" d="{line}"/>')
        drawn.append(f'<path class="w"{pin} stroke="{_wire_shade(wire)}" d="{line}"{dashes}/>')
    return drawn


def _wire_ends(plan: DiagramLayout) -> list[str]:
    return [
        f'<circle cx="{num(x)}" cy="{num(y)}" r="4" fill="{_wire_shade(wire)}"/>'
        for wire in plan.wires
        for x, y in (wire.corners[0], wire.corners[-1])
    ]


def _wire_shade(wire: Wire) -> str:
    shades = SHADES[wire.kind]
    return shades[wire.shade % len(shades)]


def _colour_legend(plan: DiagramLayout, y: float) -> str:
    """Return the meanings of the wires' colours, as far as they are there."""
    drawn = []
    x = float(_MARGIN)
    for kind in KINDS:
        if all(wire.kind != kind for wire in plan.wires):
            continue
        for shade in SHADES[kind]:
            drawn.append(f'<path class="w" stroke="{shade}" d="M{num(x)} {num(y - 4)}h18"/>')
            x += 24
        drawn.append(svg_text(x, y, "n", _MEANINGS[kind]))
        x += svg_text_width(_MEANINGS[kind], 13) + 26
    return "\n".join(drawn)
