"""Asking a part on a serial port once, as its driver does, without a link of its own."""

import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from hardware.readers.pn532_reader import Pn532
from hardware.readers.protocol import There
from hardware.readers.rdm6300 import Rdm6300

if TYPE_CHECKING:
    from hardware.buses.serial_port import SerialPort

LISTEN_S: Final = 0.3
"""In this time a reader that has a tag on it tells it some four times."""

Read = Callable[[float], bytes]
"""Reads an open device: waits so many seconds for something to come."""


@contextmanager
def opened_port(name: str, baud: int) -> Iterator[tuple["SerialPort", Read]]:
    """Open a device for a moment. Gives it, and what reads it; raises `OSError`."""
    from hardware.buses.serial_port import SerialPort  # few builds need pyserial

    device = SerialPort(name, baud)
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
    with opened_port(port, Pn532.baud) as (device, read):
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
    """Return the bytes that a reader sends by itself in a moment."""
    with opened_port(port, Rdm6300.baud) as (_, read):
        return b"".join(_chunks_until(read, time.monotonic() + LISTEN_S))


def _chunks_until(read: Read, until: float) -> Iterator[bytes]:
    """Yield the bytes that come until then."""
    while (left := until - time.monotonic()) > 0:
        yield read(left)
