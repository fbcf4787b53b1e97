"""The pin table, the notes and the parts list of a build, as rows of plain text."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from wiring.diagram.components import BUS, CONTROL, LIGHT, LINE, Component
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
    table = []
    for component in netlist(build):
        for number, terminal in enumerate(component.terminals):
            signal = terminal.kind if terminal.gpio is None else f"GPIO {terminal.gpio}"
            if terminal.pin is not None:
                assert signal == SIGNALS[terminal.pin]
            wire = "–" if component.board else WIRES[terminal.kind]
            table.append(
                PinRow(
                    terminal.pin, signal, component.name, terminal.name, wire, terminal.elsewhere
                )
            )
            table += _wires_beyond(component, number, WIRES[terminal.kind])
    return sorted(table, key=lambda row: (row.pin is None, row.pin or 0))


def _wires_beyond(component: Component, number: int, wire: str) -> Iterator[PinRow]:
    before = ""
    if component.through:
        terminal = component.through[number] or component.terminals[number].name
        before = f"{_first_word(component.name)} {terminal}"
    for part in component.beyond:
        if name := part.terminals[number]:
            yield PinRow(None, "", part.name, name, wire, before)
            before = f"{_first_word(part.name)} {name}"


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
