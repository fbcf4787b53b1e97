"""Asking what is at the real buses and lines of a device."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Final

from companion.errors import PanelError
from hardware.buses.ports import KernelI2c
from hardware.display.wire import pulse_line
from hardware.gpio import lines
from hardware.gpio.board import Output, find_chip, open_board
from hardware.gpio.lines import LineUse
from wiring.spec import ChipSpec, Display, I2c

_NOTHING: Final = b"\x00"
"""A transaction that asks for nothing: to a display a control byte without commands, to the chip of
the LED SHIM a register's number without a value."""


def touch_part(place: I2c, part: str) -> str | None:
    """Return the reason why a part does not answer on an I2C bus, None if it does."""
    with closing(KernelI2c(place, part)) as port:
        try:
            port.write(_NOTHING)
        except OSError as error:
            return port.explain_error(error)
    return None


def pulse_reset(board: ChipSpec, display: Display) -> bool:
    """Pulse a display's reset line, without which some do not answer.

    Return True if that was possible.
    """
    if display.reset is None:
        return False
    try:
        with closing(Output(open_board(board), display.reset)) as line:
            pulse_line(line)
    except PanelError:
        return False
    return True


def look_at_lines(board: ChipSpec, numbers: Sequence[int]) -> Mapping[int, LineUse]:
    """Return the holders of a board's lines. Raises OSError or PanelError."""
    number = board.chip if isinstance(board.chip, int) else find_chip(board.chip)
    return lines.line_uses(f"/dev/gpiochip{number}", numbers)
