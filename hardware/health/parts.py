"""Asking the real parts of a device: what is at its buses, lines and serial ports."""

import select
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from companion.errors import PanelError
from hardware.buses.ports import KernelI2c
from hardware.display import wire
from hardware.gpio import lines
from hardware.gpio.board import find_chip, open_board
from hardware.gpio.lines import LineUse
from hardware.pods.firmware.protocol import VERSION, LineReader, frame
from hardware.pods.host import HELLO_S
from hardware.pods.link import BAUD
from hardware.pods.messages import Hello, parse
from hardware.readers.pn532_reader import Pn532
from hardware.readers.protocol import There
from hardware.readers.rdm6300 import Rdm6300
from wiring.spec import ChipSpec, Display, I2c

if TYPE_CHECKING:
    from hardware.buses.serial_port import SerialPort

_NOTHING: Final = b"\x00"
"""A transaction that asks for nothing: to a display a control byte without commands, to the chip of
the LED SHIM a register's number without a value."""
_PAGE_S: Final = 3.0
LISTEN_S: Final = 0.3
"""In this time a reader that has a tag on it tells it some four times."""


def fetch(url: str) -> str:
    """Return why a page does not answer at an address, "" if it does."""
    try:
        with urllib.request.urlopen(url, timeout=_PAGE_S):
            return ""
    except (OSError, ValueError) as error:
        return str(getattr(error, "reason", error))


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


@contextmanager
def _opened(port: str, baud: int) -> Iterator[tuple["SerialPort", Callable[[float], bytes]]]:
    """Open a device; gives it and what reads it, which waits for so long. Raises `OSError`."""
    from hardware.buses.serial_port import SerialPort  # few builds need pyserial

    device = SerialPort(port, baud)
    poll = select.poll()
    poll.register(device, select.POLLIN)

    def read(seconds: float) -> bytes:
        return device.read() if poll.poll(1 + 1000 * max(0.0, seconds)) else b""

    try:
        yield device, read
    finally:
        device.close(discard=True)


def ask_pn532(port: str) -> There:
    """Ask a device as the driver of a PN532 does. Return whether one answers."""
    protocol = Pn532()
    with _opened(port, Pn532.baud) as (device, read):
        output = protocol.connection_made(time.monotonic())
        while True:
            device.write(output.payload)
            answers = [event for event in output.events if isinstance(event, There)]
            if answers:
                device.write(protocol.farewell)
                return answers[0]
            chunk = read(protocol.deadline - time.monotonic())
            now = time.monotonic()
            # Time passes for a device that never stops talking too.
            in_time = chunk and now < protocol.deadline
            output = protocol.data_received(chunk, now) if in_time else protocol.tick(now)


def hear_reader(port: str) -> bytes:
    """Return what a reader says by itself in a moment."""
    heard = b""
    end = time.monotonic() + LISTEN_S
    with _opened(port, Rdm6300.baud) as (_, read):
        while (left := end - time.monotonic()) > 0:
            heard += read(left)
    return heard


def ask_pod(port: str) -> Hello | None:
    """Return the hello of a pod at a device, None if nothing says one."""
    with _opened(port, BAUD) as (device, read):
        for patience in HELLO_S:
            device.write(frame(f"h {VERSION}"))
            if hello := _hello_of(read, time.monotonic() + patience):
                return hello
    return None


def _hello_of(read: Callable[[float], bytes], until: float) -> Hello | None:
    lines = LineReader()
    while (left := until - time.monotonic()) > 0:
        for message in map(parse, lines.feed(read(left))):
            if isinstance(message, Hello):
                return message
    return None
