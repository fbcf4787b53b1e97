"""Reading a build's colour pixels: their meanings, brightness, colours and supply."""

import re
from types import MappingProxyType
from typing import Final

from companion.panel import USUAL
from wiring.reading.check import Checked, shown_value
from wiring.reading.lights import GroupReader
from wiring.reading.palettes import COLOURS
from wiring.reading.pins import Numbers, Pins, bus_pins
from wiring.reading.screen import read_i2c, read_spi
from wiring.spec import (
    LED_SHIM,
    ORDERS,
    PIXEL_CONTROLLERS,
    SUITS,
    Display,
    I2c,
    Light,
    LightGroups,
    Palettes,
    Spi,
    Strip,
)

MOST_PIXELS: Final = 300
SHIM_PIXELS: Final = 28
_SHIM_ADDRESS: Final = 0x75
_BRIGHTNESS: Final = 0.2

MOST_BRIGHT: Final = 0.48
"""15 of the 31 steps that a strip's pixels have; a full one dazzles at a table."""

_RANGE: Final = r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s*"
_COLOUR: Final = r"#[0-9a-fA-F]{6}"


class PixelReader(GroupReader[int]):
    """Reads pixels by their numbers along the strip, from 0.

    A text such as "0-7" is a row of them.
    """

    most_deck = 60  # no edition has more cards in it

    def __init__(self, count: int) -> None:
        self._numbers = Numbers("pixel", count)

    def items(self, table: Checked, key: str) -> list[object] | None:
        """Return the pixels at `key`; a row may be written backwards."""
        text = table.raw(key)
        if not isinstance(text, str):
            return super().items(table, key)
        if not (match := re.fullmatch(_RANGE, text)):
            table.problem(
                key, f'must be a row of pixels such as "0-7", or a list, not {shown_value(text)}'
            )
            return None
        first, last = map(int, match.groups())
        way = 1 if last >= first else -1
        return list(range(first, last + way, way))

    def light(self, table: Checked, key: str, item: object) -> int:
        """Return one pixel."""
        return self._numbers.take(table, key, item, table.path(key))


def read_strip(table: Checked, pins: Pins) -> Strip | None:
    """Return the colour pixels; they take the lines of their bus."""
    if not table.there:
        return None
    controller = table.choice("controller", PIXEL_CONTROLLERS)
    shim = controller == LED_SHIM
    order = table.choice("order", ORDERS, default=ORDERS[0])
    bus = read_i2c(table, _SHIM_ADDRESS) if shim else read_spi(table)
    pins.reserve_lines(bus_pins(bus), f"the strip ({bus})")
    if shim:
        table.refuse("order", "the board has one order of colours alone; leave it out")
        table.refuse("pixels", f"the board has {SHIM_PIXELS}; leave it out")
        table.refuse("supply_milliamps", "the Raspberry Pi feeds the board; leave it out")
        count, supply = SHIM_PIXELS, None
    else:
        count = table.whole("pixels", 1, MOST_PIXELS, default=MOST_PIXELS)
        if "pixels" not in table:
            table.problem("pixels", "is missing; it is how many pixels the strip has")
        supply = table.number("supply_milliamps", 0.0)
        if "supply_milliamps" not in table:
            table.problem(
                "supply_milliamps", "is missing; it is what the supply can give the strip"
            )
    groups = _read_pixels(table, count)
    strip = Strip(
        controller=controller,
        bus=bus,
        pixels=count,
        brightness=_read_brightness(table, 1.0 if shim else MOST_BRIGHT),
        groups=groups,
        palettes=_read_colours(table.table("colours"), groups),
        supply_milliamps=supply,
        order=order,
    )
    table.no_others()
    if supply and strip.milliamps > supply:
        table.problem(
            "supply_milliamps",
            f"the strip takes {strip.milliamps:.0f} mA when all is lit, but its supply gives"
            f" {supply:g} mA; lower its brightness or take a larger supply",
        )
    return strip


def check_neighbours(
    table: Checked, strip: Strip | None, screen: Display | None, lights: LightGroups[Light] | None
) -> None:
    """Note conflicts between the strip and other parts: a bus, an address, a meaning."""
    if strip and screen:
        _check_buses(table, strip.bus, screen.bus)
    if strip and lights:
        meanings = {place[:2] for place in strip.groups.places()}
        for group, part in dict.fromkeys(place[:2] for place in lights.places()):
            if (group, part) in meanings:
                path = f"lights.{group}.{part}" if part else f"lights.{group}"
                table.problem(path, f"{path} shows that already; leave out one of them")


def _check_buses(table: Checked, bus: I2c | Spi, other: I2c | Spi) -> None:
    if type(other) is not type(bus) or other.number != bus.number:
        return
    if not isinstance(bus, I2c):
        table.problem(
            "bus",
            f"{bus} is the display's; a strip has no chip select and would show what the"
            " display is sent, so it needs a bus of its own",
        )
    elif other == bus:
        table.problem("address", f"0x{bus.address:X} on {bus} is the display's already")


def _read_pixels(table: Checked, count: int) -> LightGroups[int]:
    """Return the lights that `count` pixels show, from a strip's table."""
    own = table.table("lights")
    if not own.there and not own.misshapen:
        table.problem("lights", "is missing; it says which pixels show what")
    groups = PixelReader(count).groups(own)
    own.no_others()
    return groups


def _read_brightness(table: Checked, most: float) -> float:
    """Return the brightness of a strip's pixels, 0 to `most`."""
    brightness = table.number("brightness", _BRIGHTNESS)
    if brightness > most:
        table.problem("brightness", f"must be at most {most:g}, not {brightness:g}")
        return _BRIGHTNESS
    return brightness


def _read_colours(table: Checked, groups: LightGroups[int]) -> Palettes:
    """Return the colour of each place in each palette, by its suit or group. The build's own is in
    all of them.
    """
    own = {}
    for key in COLOURS[USUAL]:
        if key in table:
            value = table.raw(key)
            if isinstance(value, str) and re.fullmatch(_COLOUR, value):
                own[key] = (int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16))
            else:
                table.problem(key, f'must be a colour such as "#ff8000", not {shown_value(value)}')
    table.know(COLOURS[USUAL])
    table.no_others()
    keys = {place: place.part if place.part in SUITS else place.group for place in groups.places()}
    palettes = {}
    for palette, usual in COLOURS.items():
        colours = {**usual, **own}
        by_place = {place: colours[key] for place, key in keys.items()}
        palettes[palette] = MappingProxyType(by_place)
    return MappingProxyType(palettes)
