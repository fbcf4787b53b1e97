"""The parts of a build as they are soldered, each with its terminals; all derived from the build."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from companion.errors import counted
from companion.panel import COLOUR_KEYS, JOYSTICK, PLAY
from wiring.diagram.header import FIVE_VOLTS, GROUND, THREE_VOLTS
from wiring.reading.pins import UART_PINS, bus_pins
from wiring.reading.readers import on_header
from wiring.spec import HAT, LED_SHIM, PN532, Build, Display, I2c, Light, Reader, Spi, Strip

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

_LED_VOLTS: Final = 1.5
"""What is left for the resistor of an LED at 3.3 V."""

_E12: Final = (1.0, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 3.9, 4.7, 5.6, 6.8, 8.2, 10.0)
"""The values that resistors are sold in, in a decade."""


class Terminal(NamedTuple):
    """Where a wire begins at a part.

    `kind` is one of `KINDS`; a line has its `gpio` number. `pin` is the one on the header, None where
    there is none; then `elsewhere` says where the wire goes instead.
    """

    name: str
    kind: str
    gpio: int | None = None
    pin: int | None = None
    elsewhere: str = ""


class Beyond(NamedTuple):
    """A part that hangs on another one: its terminals face those of the part, row by row ("" for none)."""

    name: str
    detail: str
    terminals: tuple[str, ...]


class Component(NamedTuple):
    """A part, or a few of one kind that share a ground wire.

    `board` names the add-on board that it sits on, "" for none: nothing is wired there. `through` has
    the part's terminals towards what hangs on it, which is `beyond`, the nearest first.
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


def components(build: Build) -> list[Component]:
    """The parts of a build; their power and ground have no pins yet."""
    found: list[Component] = []
    if build.screen:
        found.append(_display(build.screen))
    found += _controls(build)
    if build.lights:
        lights = build.lights
        found += _leds(
            "Clue tokens", {f"token {n}": light for n, light in enumerate(lights.clue, 1)}
        )
        found += _leds("Fuses", {f"fuse {n}": light for n, light in enumerate(lights.fuse, 1)})
        found += _leds("Fireworks", _fireworks(lights.firework))
        found += _leds("Deck", {f"deck {n}": light for n, light in enumerate(lights.deck, 1)})
        found += _leds("Seats", {f"seat {n}": light for n, light in enumerate(lights.seat, 1)})
        found += _leds(
            "Lights in buttons", {name.upper(): light for name, light in lights.press.items()}
        )
    if build.strip:
        found.append(
            _shim(build.strip) if build.strip.controller == LED_SHIM else _strip(build.strip)
        )
    found += [_reader(reader) for reader in build.readers if on_header(reader.port)]
    return [_on_board(component, build) for component in found]


def resistor(milliamps: float) -> str:
    """The resistor for an LED that is to take so much, as sold."""
    kiloohms = _LED_VOLTS / milliamps
    decade = 1.0
    while kiloohms > 10 * decade:
        decade *= 10
    while kiloohms < decade:
        decade /= 10
    value = next(each for each in _E12 if each * decade > kiloohms * 0.99) * decade
    return f"{value:.3g} kΩ" if value >= 1 else f"{value * 1000:.3g} Ω"


def _display(display: Display) -> Component:
    power = (Terminal("VCC", THREE_VOLTS), Terminal("GND", GROUND))
    lines = [
        Terminal(name, LINE, gpio)
        for name, gpio in (("D/C", display.dc), ("RES", display.reset))
        if gpio is not None
    ]
    wires = (
        _i2c(display.bus) if isinstance(display.bus, I2c) else _spi(display.bus, "DIN", "CLK", "CS")
    )
    return Component(
        f"Display {display.controller.upper()}",
        f"128x64 pixels, {_place(display.bus)}",
        (*power, *wires, *lines),
    )


def _place(bus: I2c | Spi) -> str:
    return (
        f"{bus}, address 0x{bus.address:02X}"
        if isinstance(bus, I2c)
        else f"{bus}, device {bus.device}"
    )


def _i2c(bus: I2c) -> tuple[Terminal, ...]:
    return _bus_terminals(("SDA", "SCL"), bus_pins(bus)[:2], str(bus))


def _spi(bus: Spi, *names: str) -> tuple[Terminal, ...]:
    pins = bus_pins(bus)
    data_and_clock, selects = pins[:2], pins[3 + bus.device : 4 + bus.device]
    return _bus_terminals(names, (*data_and_clock, *selects), str(bus))


def _bus_terminals(names: Iterable[str], lines: tuple[int, ...], bus: str) -> tuple[Terminal, ...]:
    """One each; the lines of an unusual bus are where its overlay puts them."""
    return tuple(
        Terminal(name, BUS, lines[number])
        if number < len(lines)
        else Terminal(name, BUS, elsewhere=bus)
        for number, name in enumerate(names)
    )


def _controls(build: Build) -> Iterable[Component]:
    ways = (*JOYSTICK, PLAY) if build.press_plays else JOYSTICK
    names = {
        "Buttons": {
            control: control.upper()
            for control in build.buttons
            if control not in (*ways, *COLOUR_KEYS)
        },
        "Colour keys": {suit: f"{SUIT_NAMES[suit]} ({suit})" for suit in COLOUR_KEYS},
        "Joystick": {way: "press: PLAY" if way == PLAY else way for way in ways},
    }
    for title, members in names.items():
        if present := [control for control in members if control in build.buttons]:
            contacts = [Terminal(members[each], CONTROL, build.buttons[each]) for each in present]
            common = "common leg" if title == "Joystick" else "all other legs"
            detail = (
                "connects a pin to ground"
                if title == "Joystick"
                else "each connects its pin to ground"
            )
            yield Component(title, detail, (*contacts, Terminal(common, GROUND)))
    if build.encoder:
        contacts = [
            Terminal(name, CONTROL, gpio) for name, gpio in zip("AB", build.encoder, strict=True)
        ]
        yield Component(
            "Rotary encoder",
            "counts the wrong way? swap A and B",
            (*contacts, Terminal("C, the middle", GROUND)),
        )


def _fireworks(suits: Mapping[str, tuple[Light, ...]]) -> dict[str, Light]:
    return {
        f"{SUIT_NAMES[suit]} {number}" if len(row) > 1 else SUIT_NAMES[suit]: light
        for suit, row in suits.items()
        for number, light in enumerate(row, 1)
    }


def _leds(title: str, lights: Mapping[str, Light]) -> Iterable[Component]:
    """LEDs to ground and those to 3.3 V are a component each: they share another wire."""
    for high in (True, False):
        some = {name: light for name, light in lights.items() if light.active_high == high}
        if not some:
            continue
        ohms = " or ".join(
            resistor(each) for each in sorted({light.milliamps for light in some.values()})
        )
        detail = f"pin – {ohms} – long leg of LED" if high else f"pin – {ohms} – short leg of LED"
        common = (
            Terminal("all short legs", GROUND) if high else Terminal("all long legs", THREE_VOLTS)
        )
        contacts = [Terminal(name, LIGHT, light.pin) for name, light in some.items()]
        yield Component(title if high else f"{title}, to 3.3 V", detail, (*contacts, common))


def _shim(strip: Strip) -> Component:
    assert isinstance(strip.bus, I2c)
    return Component(
        "LED SHIM",
        f"{counted(strip.pixels, 'pixel')}, {_place(strip.bus)}",
        _i2c(strip.bus),
        "LED SHIM",
    )


def _strip(strip: Strip) -> Component:
    """The strip behind its level shifter: two gates of a 74AHCT125 (its pins in brackets)."""
    assert isinstance(strip.bus, Spi)
    supply = f"{strip.supply_milliamps or 0:.0f} mA or more"
    return Component(
        "Shifter 74AHCT125",
        "3.3 V to 5 V; its pins 1, 4, 7 to ground",
        (
            *_spi(strip.bus, "1A (2)", "2A (5)"),
            Terminal("GND (1, 4, 7)", GROUND),
            Terminal("VCC (14)", FIVE_VOLTS, elsewhere="+ of the supply"),
        ),
        through=("1Y (3)", "2Y (6)", "", ""),
        beyond=(
            Beyond(
                f"Strip {strip.controller.upper()}",
                counted(strip.pixels, "pixel"),
                ("DATA", "CLOCK", "GND", "+5 V"),
            ),
            Beyond("Its supply, 5 V", supply, ("", "", "–", "+")),
        ),
    )


def _reader(reader: Reader) -> Component:
    """A card reader on the UART; one on USB has no wires."""
    to_reader, from_reader = UART_PINS
    name, ground = f"Card reader {reader.name}", Terminal("GND", GROUND)
    if reader.kind == PN532:
        lines = (Terminal("RXD", BUS, to_reader), Terminal("TXD", BUS, from_reader))
        return Component(
            name, "PN532, switched to HSU", (Terminal("VCC", THREE_VOLTS), ground, *lines)
        )
    divider = "RDM6300; TX – 1 kΩ – pin – 2 kΩ – GND"
    return Component(
        name, divider, (Terminal("5V", FIVE_VOLTS), ground, Terminal("TX", BUS, from_reader))
    )


def _on_board(component: Component, build: Build) -> Component:
    """The component on its add-on board, if the build has one; there contacts share the display's ground."""
    if build.shape != HAT or build.screen is None:
        return component
    is_display = component.name.startswith("Display")
    lines = {
        each.gpio for each in component.terminals if each.gpio is not None and each.kind != BUS
    }
    for add_on in _ADD_ONS:
        fits = isinstance(build.screen.bus, add_on.bus) and lines <= add_on.lines
        if fits and (is_display or component.name in ("Buttons", "Joystick")):
            names = [part.name for part in build.parts if add_on.word in part.name.lower().split()]
            kept = [each for each in component.terminals if is_display or each.kind != GROUND]
            detail = component.detail if is_display else "on the board"
            return component._replace(
                board=(names or [add_on.name])[0], terminals=tuple(kept), detail=detail
            )
    return component
