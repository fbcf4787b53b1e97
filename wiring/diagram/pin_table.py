"""The pin table, the notes and the parts list of a build, as rows of plain text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from wiring.diagram.components import BUS, CONTROL, LIGHT, LINE, Beyond, Component, Terminal
from wiring.diagram.header import FIVE_VOLTS, GROUND, SIGNALS, THREE_VOLTS
from wiring.diagram.netlist import netlist
from wiring.reading.keypads import key_name
from wiring.reading.readers import on_header
from wiring.spec import EMULATED, Build, Keypad
from wiring.switches import CONSOLE_OFF, UART_ON, needed_switches

HEAD: Final = ("Pin", "BCM", "Part", "Terminal", "Wire")
PARTS_HEAD: Final = ("Pieces", "Part", "About", "Note", "Search for")

WIRES: Final[Mapping[str, str]] = {
    THREE_VOLTS: "orange",
    FIVE_VOLTS: "red",
    GROUND: "black",
    BUS: "blue",
    LINE: "brown",
    CONTROL: "green",
    LIGHT: "pink",
}
"""The colour of a wire by what it carries."""


class PinRow(NamedTuple):
    """A terminal and where it goes: the pin of the header (None without one), or `elsewhere`."""

    pin: int | None
    signal: str
    part: str
    terminal: str
    wire: str
    elsewhere: str = ""

    def cells(self) -> tuple[str, ...]:
        """Return the row as it is printed."""
        pin = "–" if self.pin is None else str(self.pin)
        return pin, self.elsewhere or self.signal, self.part, self.terminal, self.wire


def pin_rows(build: Build) -> list[PinRow]:
    """Return every terminal of a build in the order of the header's pins. What goes elsewhere comes
    last.
    """
    table = [row for component in netlist(build) for row in _rows_of(component)]
    return sorted(table, key=lambda row: (row.pin is None, row.pin or 0))


def _rows_of(component: Component) -> Iterator[PinRow]:
    """Yield the terminals of a component, each followed by the wires on to what hangs on it."""
    wires = [WIRES[terminal.kind] for terminal in component.terminals]
    for number, terminal in enumerate(component.terminals):
        signal = terminal.kind if terminal.gpio is None else f"GPIO {terminal.gpio}"
        pin = terminal.pin
        assert pin is None or signal == SIGNALS[pin]
        wire = "–" if component.board else wires[number]
        if not _is_fed_from_beyond(component, terminal):
            yield PinRow(pin, signal, component.name, terminal.name, wire, terminal.elsewhere)
        yield from _wires_beyond(component, number, wires[number])
    for part in component.beyond:
        yield from _wires_of_joins(part, wires)


def _wires_beyond(component: Component, number: int, wire: str) -> Iterator[PinRow]:
    before = ""
    if component.through:
        terminal = component.through[number] or component.terminals[number].name
        before = f"{_first_word(component.name)} {terminal}"
    for part in component.beyond:
        if name := part.terminals[number]:
            yield PinRow(None, "", part.name, name, wire, before)
            before = f"{_first_word(part.name)} {name}"


def _is_fed_from_beyond(component: Component, terminal: Terminal) -> bool:
    """Return True for a terminal whose one wire is that from the part beyond."""
    return bool(component.beyond) and terminal.kind == FIVE_VOLTS


def _wires_of_joins(part: Beyond, wires: Sequence[str]) -> Iterator[PinRow]:
    """Yield the wires from each piece of a part to the next."""
    for number in range(2, len(part.pieces) + 1):
        for name, wire in zip(part.terminals, wires, strict=True):
            before = f"piece {number - 1} {name}"
            yield PinRow(None, "", piece_name(number), name, wire, before)


def piece_name(number: int) -> str:
    """Return the name of a piece of the strip, counted from 1."""
    return f"Piece {number} of the strip"


def _first_word(name: str) -> str:
    return name.split()[0].lower()


def wire_notes(build: Build) -> list[str]:
    """Return the notes below the table, a sentence each."""
    if build.is_emulated:
        return ["The board is emulated: nothing needs to be connected."]
    if build.touch:
        serves = "`companion web --socket PATH` serves it"
        return [f"Nothing is wired: a touch screen is the table, and {serves}."]
    boards = dict.fromkeys(part.board for part in netlist(build) if part.board)
    sentences = [
        f"{board}: plugs onto the header, nothing to solder; its rows say what is where."
        for board in boards
    ]
    for switch in needed_switches(build):
        state = "on" if switch.on else "off"
        sentences.append(f"{switch.name}: switch {state}, `{switch.command}`, then restart.")
    for reader in build.readers:
        if on_header(reader.port):
            sentences.append(f"Serial port: switch on, `{UART_ON} && {CONSOLE_OFF}`, then restart.")
        elif reader.port != EMULATED:
            sentences.append(f"The card reader {reader.name} is on a USB lead, {reader.port}.")
    sentences += map(_keypad_note, build.keypads)
    if build.panel and len(build.panel.pieces) > 1:
        sentences.append(_pieces_note(build.panel.pieces))
    if build.strip and build.strip.supply_milliamps:
        sentences.append(
            f"The strip takes about {build.strip.milliamps:.0f} mA when all is lit; its supply must"
            f" give {build.strip.supply_milliamps:.0f} mA. A capacitor of 1000 µF goes across + and"
            " –. The Pi has its own socket for power; never feed the strip from the header."
        )
    if build.screen and not boards:
        sentences.append(
            "The display's pins are named as printed on most modules; go by the names, not the"
            " order."
        )
    return sentences


def _pieces_note(pieces: Sequence[tuple[int, int]]) -> str:
    *most, last = (str(end - begin + 1) for begin, end in pieces)
    return (
        f"Cut the strip into {len(pieces)} pieces of {', '.join(most)} and {last} pixels, and join"
        f" each to the next by four wires: {len(pieces) - 1} joins. The arrows on it point from"
        " piece 1 to the last; DO and CO of a piece go to DI and CI of the next."
    )


def _keypad_note(keypad: Keypad) -> str:
    keys = ", ".join(f"{key_name(code)} {control}" for code, control in keypad.keys.items())
    return f"The keypad {keypad.device} is on USB or Bluetooth: {keys}."


def component_parts(build: Build) -> list[tuple[str, ...]]:
    """Return the parts list, and the sum as its last row. Nothing for a build that names no
    parts.
    """
    table = [
        (
            str(part.pieces),
            part.name,
            f"{part.pieces * part.price_eur:.2f} EUR",
            part.note,
            part.search,
        )
        for part in build.parts
    ]
    total = sum(part.pieces * part.price_eur for part in build.parts)
    return [*table, ("", "together", f"{total:.2f} EUR", "", "")] if table else []
