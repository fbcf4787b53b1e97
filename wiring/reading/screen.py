"""Reading a build's display, and the buses of parts."""

import string
from typing import Final

from companion.numbers import is_integer
from companion.panel import BUTTONS, Labels, Side
from wiring.reading.check import Checked, nearest_key, shown_value
from wiring.reading.pins import Pins, bus_pins
from wiring.spec import CONTROLLERS, SH1106, Display, I2c, Spi

USUAL_CONTRAST: Final = 0xCF
"""Luma's own setting."""

_I2C: Final = "i2c"
_SPI: Final = "spi"
_ADDRESS: Final = 0x3C
_ADDRESSES: Final = (0x08, 0x77)
"""Many boards print an address shifted by one, with the bit for reading and writing."""

_SIGNS: Final = "•↑↓←→"
_MARKS: Final = {*string.ascii_letters, *string.digits, *_SIGNS}

_HERTZ: Final = 4_000_000
"""The limit of the slowest controller (SH1106 datasheet: 250 ns a bit)."""

_SPARE_COLUMNS: Final = 4
"""An SH1106 has 132 columns, of which most makers use the middle."""

_SPI_LINES: Final = {
    "dc": "is missing; a display on SPI has a data/command line, whose pin this is",
    "reset": "is missing; a display on SPI has a reset line, whose pin this is",
}
"""The lines that a display on SPI needs, and what is said where one is missing."""


def read_screen(table: Checked, pins: Pins) -> Display | None:
    """Return the display; it takes the lines of its bus, and those beside it."""
    if not table.there:
        return None
    controller = table.choice("controller", CONTROLLERS)
    connection = table.choice("connection", (_I2C, _SPI), default=_I2C)
    bus = read_i2c(table, _ADDRESS) if connection == _I2C else read_spi(table)
    pins.reserve_lines(bus_pins(bus), f"the display ({bus})")
    if connection == _SPI:
        lines = pins.take_all(table, _SPI_LINES, _SPI_LINES)
    else:
        table.refuse("dc", f'only connection = "{_SPI}" has a data/command line; leave it out')
        lines = pins.take_all(table, ("reset",), {})
    display = Display(
        controller=controller,
        bus=bus,
        rotate=table.whole("rotate", 0, 3, default=0),
        contrast=table.whole("contrast", 0, 255, default=USUAL_CONTRAST),
        reset=lines.get("reset"),
        dc=lines.get("dc"),
        flips=table.flag("turns", default=False),
        labels=_read_labels(table),
        first_column=_read_first_column(table, controller),
    )
    table.no_others()
    return display


def _read_first_column(table: Checked, controller: str) -> int:
    """Return the column of the controller's memory at which the glass begins."""
    if controller == SH1106:
        return table.whole("first_column", 0, _SPARE_COLUMNS, default=_SPARE_COLUMNS // 2)
    table.refuse("first_column", f'only "{SH1106}" has more columns than the glass; leave it out')
    return 0


def _read_labels(table: Checked) -> Labels:
    """Return the places of the three buttons' labels.

    At the right each is beside its key, so it has no mark.
    """
    side = Side(table.choice("labels", tuple(Side), default=Side.BELOW))
    if side == Side.RIGHT:
        table.refuse(
            "order", f'only labels = "{Side.BELOW}" have an order from the left; leave it out'
        )
        table.refuse(
            "marks",
            f'labels = "{Side.RIGHT}" stand beside their keys, without a mark; leave it out',
        )
        return Labels(side)
    return Labels(side, _button_order(table), _read_marks(table))


def _button_order(table: Checked) -> tuple[str, ...]:
    """Return the three buttons from the left, each once."""
    order = table.items("order")
    for button in order:
        if button not in BUTTONS:
            advice = nearest_key(str(button), BUTTONS)
            table.problem("order", f"{shown_value(button)} is no button; {advice}")
            return BUTTONS
    if order and sorted(map(str, order)) != sorted(BUTTONS):
        table.problem(
            "order", f'must be {", ".join(BUTTONS)}, each once; such as ["play", "clue", "discard"]'
        )
        return BUTTONS
    return tuple(map(str, order)) or BUTTONS


def _read_marks(table: Checked) -> str:
    """Return the buttons' names on their board, where they do not lie below the display."""
    marks = table.text("marks", "")
    if len(marks) not in (0, len(BUTTONS)) or not set(marks) <= _MARKS:
        table.problem(
            "marks",
            f"must be three of {_SIGNS} or letters and digits, for {', '.join(BUTTONS)}; such as"
            ' "ABC"',
        )
        return ""
    return marks


def read_i2c(table: Checked, address: int) -> I2c:
    """Return the place on an I2C bus in a table; `address` is the usual one."""
    for key in ("device", "hertz"):
        table.refuse(key, "only what hangs on SPI has that; leave it out")
    printed = table.raw("address")
    if is_integer(printed) and _ADDRESSES[1] < printed <= 2 * _ADDRESSES[1] + 1:
        limits = f"a whole number from {_ADDRESSES[0]:#x} to {_ADDRESSES[1]:#x}"
        meant = f"0x{printed:X} on the board is 0x{printed >> 1:X} here"
        table.problem("address", f"must be {limits}, not {printed:#x}; {meant}")
        return I2c(table.whole("bus", 0, 99, default=1), address)
    return I2c(
        number=table.whole("bus", 0, 99, default=1),
        address=table.whole("address", *_ADDRESSES, default=address, base="#x"),
    )


def read_spi(table: Checked) -> Spi:
    """Return the place on an SPI bus in a table."""
    table.refuse("address", "only what hangs on I2C has that; leave it out")
    return Spi(
        number=table.whole("bus", 0, 9, default=0),
        device=table.whole("device", 0, 2, default=0),
        hertz=table.whole("hertz", 100_000, 32_000_000, default=_HERTZ),
    )
