"""Asking a card reader once, as its driver does, without a link of its own."""

import time
from typing import Final

from hardware.readers.pn532_reader import Pn532
from hardware.readers.protocol import There
from hardware.readers.rdm6300 import Rdm6300

LISTEN_S: Final = 0.3
"""In this time a reader that has a tag on it tells it some four times."""


def ask_pn532(port: str) -> There:
    """Ask a device as the driver of a PN532 does. Return whether one answers."""
    from hardware.buses.serial_port import opened  # few builds need pyserial

    protocol = Pn532()
    with opened(port, Pn532.baud) as (device, read):
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
    from hardware.buses.serial_port import opened  # few builds need pyserial

    heard = b""
    end = time.monotonic() + LISTEN_S
    with opened(port, Rdm6300.baud) as (_, read):
        while (left := end - time.monotonic()) > 0:
            heard += read(left)
    return heard
