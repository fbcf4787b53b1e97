"""Asking what is at the real buses, lines and ports of a device."""

import select
import time
from collections.abc import Sequence
from contextlib import closing
from typing import Final

from companion.errors import PanelError
from hardware.buses.ports import KernelI2c
from hardware.display.wire import pulse_line
from hardware.gpio.board import Output, find_chip, open_board
from hardware.gpio.lines import line_holders
from hardware.readers.link import PROTOCOLS
from hardware.readers.protocol import There
from wiring.spec import ChipSpec, Display, I2c

_NOTHING: Final = b"\x00"
"""A transaction that asks for nothing: to a display a control byte without commands, to the chip of
the LED SHIM a register's number without a value."""
_LISTEN_S: Final = 0.3
"""In this time a reader that cannot be asked tells some four times of a tag that is on it."""


def touch_part(place: I2c, part: str) -> str | None:
    """Return the reason why a part does not answer on an I2C bus, None if it does."""
    with closing(KernelI2c(place, part)) as port:
        try:
            port.write(_NOTHING)
        except OSError as error:
            return port.explain_error(error)
    return None


def pulse_reset(board: ChipSpec, display: Display) -> bool:
    """Pulse a display's reset line, without which some do not answer. Return True if that was
    possible.
    """
    if display.reset is None:
        return False
    try:
        with closing(Output(open_board(board), display.reset)) as line:
            pulse_line(line)
    except PanelError:
        return False
    return True


def holders_of_lines(board: ChipSpec, numbers: Sequence[int]) -> dict[int, str]:
    """Return the holders of a board's lines. Raises OSError or PanelError."""
    number = board.chip if isinstance(board.chip, int) else find_chip(board.chip)
    return line_holders(f"/dev/gpiochip{number}", numbers)


def ask_reader(port: str, kind: str) -> tuple[There, bytes]:
    """Talk once to a card reader as its driver does. Return its answer, and what it sent meanwhile.

    Raises `OSError`.
    """
    from hardware.buses.serial_port import SerialPort  # few builds need pyserial

    protocol = PROTOCOLS[kind]()
    device = SerialPort(port, protocol.baud)
    try:
        poll = select.poll()
        poll.register(device, select.POLLIN)
        now = time.monotonic()
        end = now + _LISTEN_S
        heard = b""
        output = protocol.connection_made(now)
        answers: list[There] = []
        while not answers or now < end:
            device.write(output.payload)
            answers += [event for event in output.events if isinstance(event, There)]
            patience = min(protocol.deadline - now, _LISTEN_S)
            chunk = device.read() if poll.poll(1 + 1000 * max(0.0, patience)) else b""
            heard += chunk
            now = time.monotonic()
            # Time passes for a device that never stops talking too.
            in_time = chunk and now < protocol.deadline
            output = protocol.data_received(chunk, now) if in_time else protocol.tick(now)
        device.write(protocol.farewell)
    finally:
        device.close(discard=True)
    return answers[0], heard
