"""The parts of a build as they are soldered, each with its terminals."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from companion.errors import quantity
from companion.panel import COLOUR_KEYS, ENCODER, JOYSTICK, PLAY
from wiring.diagram.header import FIVE_VOLTS, GROUND, THREE_VOLTS
from wiring.reading.pins import UART_PINS, bus_pins
from wiring.reading.readers import on_header
from wiring.spec import (
    HAT,
    LED_SHIM,
    PN532,
    Build,
    Display,
    I2c,
    Light,
    LightGroups,
    Reader,
    Spi,
    Strip,
)

SUIT_NAMES: Final[Mapping[str, str]] = {
    "W": "white",
    "R": "red",
    "B": "blue",
    "Y": "yellow",
    "G": "green",
    "M": "multicolour",
    "K": "black",
}

BUS: Final = "bus"
LINE: Final = "line"
CONTROL: Final = "control"
LIGHT: Final = "light"
KINDS: Final = (THREE_VOLTS, FIVE_VOLTS, GROUND, BUS, LINE, CONTROL, LIGHT)
"""What a wire carries: power, ground, a bus, a line beside it, a contact, an LED's current."""

_RESISTOR_VOLTS: Final = 1.5
"""The share of 3.3 V that an LED leaves to its resistor."""

_E12: Final = (1.0, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 3.9, 4.7, 5.6, 6.8, 8.2, 10.0)
"""The values of a decade in which resistors are sold."""

_TOLERANCE: Final = 0.99
"""The next value below is taken if it is short by no more than this ratio."""


class Terminal(NamedTuple):
    """Where a wire begins at a part.

    `kind` is one of `KINDS`; a line has its `gpio` number. `pin` is the one on the header, None
    where there is none; then `elsewhere` says where the wire goes instead.
    """

    name: str
    kind: str
    gpio: int | None = None
    pin: int | None = None
    elsewhere: str = ""


class Beyond(NamedTuple):
    """A part that hangs on another one: its terminals face those of the part, row by row ("" for
    none). `pieces` says what each piece is if it is cut: each hangs on the one before.
    """

    name: str
    detail: str
    terminals: tuple[str, ...]
    pieces: tuple[str, ...] = ()


class Component(NamedTuple):
    """A part, or a few of one kind that share a ground wire.

    `board` names the add-on board that it sits on, "" for none: nothing is wired there. `through`
    has the part's terminals towards what hangs on it, which is `beyond`, the nearest first.
    """

    name: str
    detail: str
    terminals: tuple[Terminal, ...]
    board: str = ""
    through: tuple[str, ...] = ()
    beyond: tuple[Beyond, ...] = ()


class _AddOn(NamedTuple):
    """A board that plugs onto the header: its name, a word of it, its display's bus, its lines."""

    name: str
    word: str
    bus: type[I2c] | type[Spi]
    lines: frozenset[int]


_ADD_ONS: Final = (
    _AddOn("The OLED bonnet", "bonnet", I2c, frozenset((4, 5, 6, 17, 22, 23, 27))),
    _AddOn("The OLED HAT", "hat", Spi, frozenset((5, 6, 13, 16, 19, 20, 21, 24, 25, 26))),
)


def build_components(build: Build) -> list[Component]:
    """Return the parts of a build; their power and ground have no pins yet."""
    parts = []
    if build.screen:
        parts.append(_display_component(build.screen))
    parts += _control_components(build)
    if build.lights:
        parts += _light_components(build.lights)
    if build.strip:
        is_shim = build.strip.controller == LED_SHIM
        parts.append(_shim_component(build.strip) if is_shim else _strip_component(build))
    parts += [_reader_component(reader) for reader in build.readers if on_header(reader.port)]
    return [_board_component(part, build) for part in parts]


def _resistor_value(milliamps: float) -> str:
    """Return the resistance for an LED of this current, as resistors are sold."""
    kiloohms = _RESISTOR_VOLTS / milliamps
    decade = 10.0 ** math.floor(math.log10(kiloohms))
    value = min(each for each in _E12 if each * decade > kiloohms * _TOLERANCE) * decade
    return f"{value:.3g} kΩ" if value >= 1 else f"{value * 1000:.3g} Ω"


def _display_component(display: Display) -> Component:
    terminals = [Terminal("VCC", THREE_VOLTS), Terminal("GND", GROUND)]
    if isinstance(display.bus, I2c):
        terminals += _i2c_terminals(display.bus)
    else:
        terminals += _spi_terminals(display.bus, "DIN", "CLK", "CS")
    if display.dc is not None:
        terminals.append(Terminal("D/C", LINE, display.dc))
    if display.reset is not None:
        terminals.append(Terminal("RES", LINE, display.reset))
    return Component(
        f"Display {display.controller.upper()}",
        f"128x64 pixels, {_bus_place(display.bus)}",
        tuple(terminals),
    )


def _bus_place(bus: I2c | Spi) -> str:
    if isinstance(bus, I2c):
        return f"{bus}, address 0x{bus.address:02X}"
    return f"{bus}, device {bus.device}"


def _i2c_terminals(bus: I2c) -> tuple[Terminal, ...]:
    return _bus_terminals(("SDA", "SCL"), bus_pins(bus)[:2], str(bus))


def _spi_terminals(bus: Spi, *names: str) -> tuple[Terminal, ...]:
    pins = bus_pins(bus)
    select = 3 + bus.device
    return _bus_terminals(names, (*pins[:2], *pins[select : select + 1]), str(bus))


def _bus_terminals(names: Sequence[str], lines: tuple[int, ...], bus: str) -> tuple[Terminal, ...]:
    """Return a terminal for each name. One without a line names the bus: its overlay says where."""
    known = [Terminal(name, BUS, line) for name, line in zip(names, lines, strict=False)]
    others = [Terminal(name, BUS, elsewhere=bus) for name in names[len(lines) :]]
    return (*known, *others)


def _control_components(build: Build) -> Iterator[Component]:
    keys = {suit: f"{SUIT_NAMES[suit]} ({suit})" for suit in COLOUR_KEYS}
    directions = {way: way for way in JOYSTICK}
    if build.press_plays:
        directions[PLAY] = "press: PLAY"
    others = keys | directions
    buttons = {control: control.upper() for control in build.buttons if control not in others}
    for title, detail, common, labels in (
        ("Buttons", "each connects its pin to", "all other legs", buttons),
        ("Colour keys", "each connects its pin to", "all other legs", keys),
        ("Joystick", "connects a pin to", "common leg", directions),
    ):
        for side, other in ((GROUND, "ground"), (THREE_VOLTS, "3.3 V")):
            contacts = [
                Terminal(label, CONTROL, build.buttons[control])
                for control, label in labels.items()
                if control in build.buttons
                if (control in build.active_high) == (side == THREE_VOLTS)
            ]
            if contacts:
                terminals = (*contacts, Terminal(common, side))
                yield Component(title, f"{detail} {other}", terminals)
    if build.encoder:
        yield Component(
            "Rotary encoder",
            "counts the wrong way? swap A and B",
            (
                Terminal("A", CONTROL, build.encoder.a),
                Terminal("B", CONTROL, build.encoder.b),
                Terminal("C, the middle", THREE_VOLTS if ENCODER in build.active_high else GROUND),
            ),
        )


def _light_components(lights: LightGroups[Light]) -> Iterator[Component]:
    fireworks: dict[str, Light] = {}
    for suit, row in lights.firework.items():
        name = SUIT_NAMES[suit]
        fireworks |= {name: row[0]} if len(row) == 1 else _numbered_lights(name, row)
    press = {control.upper(): light for control, light in lights.press.items()}
    yield from _led_components("Clue tokens", _numbered_lights("token", lights.clue))
    yield from _led_components("Fuses", _numbered_lights("fuse", lights.fuse))
    yield from _led_components("Fireworks", fireworks)
    yield from _led_components("Deck", _numbered_lights("deck", lights.deck))
    yield from _led_components("Seats", _numbered_lights("seat", lights.seat))
    yield from _led_components("Lights in buttons", press)


def _numbered_lights(name: str, row: Iterable[Light]) -> dict[str, Light]:
    return {f"{name} {number}": light for number, light in enumerate(row, 1)}


def _led_components(title: str, lights: Mapping[str, Light]) -> Iterator[Component]:
    """Yield the LEDs to ground, then those to 3.3 V: each kind shares another wire."""
    to_ground = {name: light for name, light in lights.items() if light.active_high}
    to_power = {name: light for name, light in lights.items() if not light.active_high}
    if to_ground:
        yield _led_row(title, "long", to_ground, Terminal("all short legs", GROUND))
    if to_power:
        common = Terminal("all long legs", THREE_VOLTS)
        yield _led_row(f"{title}, to 3.3 V", "short", to_power, common)


def _led_row(title: str, leg: str, lights: Mapping[str, Light], common: Terminal) -> Component:
    """Return LEDs with a pin at one `leg`; their other legs share the wire `common`."""
    milliamps = sorted({light.milliamps for light in lights.values()})
    ohms = " or ".join(map(_resistor_value, milliamps))
    contacts = [Terminal(name, LIGHT, light.pin) for name, light in lights.items()]
    return Component(title, f"pin – {ohms} – {leg} leg of LED", (*contacts, common))


def _shim_component(strip: Strip) -> Component:
    assert isinstance(strip.bus, I2c)
    return Component(
        "LED SHIM",
        f"{quantity(strip.pixels, 'pixel')}, {_bus_place(strip.bus)}",
        _i2c_terminals(strip.bus),
        board="LED SHIM",
    )


def _strip_component(build: Build) -> Component:
    """Return the strip behind its level shifter: two gates of a 74AHCT125, its pins in brackets."""
    strip = build.strip
    assert strip
    assert isinstance(strip.bus, Spi)
    pieces = build.panel.pieces if build.panel else ()
    supply = f"{strip.supply_milliamps or 0:.0f} mA or more"
    return Component(
        "Shifter 74AHCT125",
        "3.3 V to 5 V; its pins 1, 4, 7 to ground",
        (
            *_spi_terminals(strip.bus, "1A (2)", "2A (5)"),
            Terminal("GND (1, 4, 7)", GROUND),
            Terminal("VCC (14)", FIVE_VOLTS, elsewhere="+ of the supply"),
        ),
        through=("1Y (3)", "2Y (6)", "", ""),
        beyond=(
            Beyond(
                f"Strip {strip.controller.upper()}",
                quantity(strip.pixels, "pixel") + (", piece 1 of it" if pieces[1:] else ""),
                ("DATA", "CLOCK", "GND", "+5 V"),
                tuple(map(_piece_detail, pieces)) if pieces[1:] else (),
            ),
            Beyond("Its supply, 5 V", supply, ("", "", "–", "+")),
        ),
    )


def _piece_detail(piece: tuple[int, int]) -> str:
    first, last = piece
    return f"{quantity(last - first + 1, 'pixel')}, {first} to {last}"


def _reader_component(reader: Reader) -> Component:
    """Return a card reader on the UART; one on USB has no wires."""
    to_reader, from_reader = UART_PINS
    name = f"Card reader {reader.name}"
    ground = Terminal("GND", GROUND)
    if reader.kind == PN532:
        return Component(
            name,
            "PN532, switched to HSU",
            (
                Terminal("VCC", THREE_VOLTS),
                ground,
                Terminal("RXD", BUS, to_reader),
                Terminal("TXD", BUS, from_reader),
            ),
        )
    return Component(
        name,
        "RDM6300; TX – 1 kΩ – pin – 2 kΩ – GND",
        (Terminal("5V", FIVE_VOLTS), ground, Terminal("TX", BUS, from_reader)),
    )


def _board_component(component: Component, build: Build) -> Component:
    """Return the component on its add-on board, if the build has one. There contacts share the
    display's ground.
    """
    if build.shape != HAT or build.screen is None:
        return component
    lines = {terminal.gpio for terminal in component.terminals if terminal.kind != BUS} - {None}
    for add_on in _ADD_ONS:
        if isinstance(build.screen.bus, add_on.bus) and lines <= add_on.lines:
            board = _board_name(add_on, build)
            break
    else:
        return component
    if component.name.startswith("Display"):
        return component._replace(board=board)
    if component.name not in ("Buttons", "Joystick"):
        return component
    contacts = [terminal for terminal in component.terminals if terminal.kind != GROUND]
    return component._replace(board=board, terminals=tuple(contacts), detail="on the board")


def _board_name(add_on: _AddOn, build: Build) -> str:
    for part in build.parts:
        if add_on.word in part.name.lower().split():
            return part.name
    return add_on.name
