"""Asking what is at the real buses and lines of a device, and at a page of its network."""

import time
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Final

from companion.errors import PanelError
from hardware.buses.ports import KernelI2c
from hardware.display import wire
from hardware.gpio import lines
from hardware.gpio.board import find_chip, open_board
from hardware.gpio.lines import LineUse
from wiring.spec import ChipSpec, Display, I2c

_NOTHING: Final = b"\x00"
"""A transaction that asks for nothing: to a display a control byte without commands, to the chip of
the LED SHIM a register's number without a value."""
PAGE_S: Final = 10.0
"""A page that was started just now answers within this time."""


def fetch(url: str) -> str:
    """Return why a page does not answer at an address, "" if it does; one may have just started."""
    end = time.monotonic() + PAGE_S
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PAGE_S):
                return ""
        except (OSError, ValueError) as error:
            if time.monotonic() > end:
                return str(getattr(error, "reason", error))
        time.sleep(PAGE_S / 20)


def touch(place: I2c, part: str) -> str | None:
    """Return why a part does not answer at its place on an I2C bus, None if it does."""
    port = KernelI2c(place, part)
    try:
        port.write(_NOTHING)
    except OSError as error:
        return port.explain(error)
    finally:
        port.close()
    return None


def wake(board: ChipSpec, display: Display) -> bool:
    """Pulse a display's reset line, without which some do not answer.

    Return True if that was possible.
    """
    if display.reset is None or not isinstance(display.bus, I2c):
        return False
    try:
        chip = open_board(board)
        port = KernelI2c(display.bus, "the display")
        wires = wire.I2cWires(port, wire.OutputLine(chip, display.reset))
        try:
            wires.reset()
        finally:
            wires.close()
    except PanelError:
        return False
    return True


def look_at_lines(board: ChipSpec, numbers: Sequence[int]) -> Mapping[int, LineUse]:
    """Return who holds the lines of a board; `OSError` or `PanelError` where it cannot be asked."""
    number = board.chip if isinstance(board.chip, int) else find_chip(board.chip)
    return lines.look(f"/dev/gpiochip{number}", numbers)
