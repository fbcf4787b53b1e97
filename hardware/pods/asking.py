"""Asking a pod once, as its host does, without a link of its own."""

import time
from collections.abc import Callable

from hardware.pods.firmware.protocol import VERSION, LineReader, framed_line
from hardware.pods.host import HELLO_S
from hardware.pods.link import BAUD
from hardware.pods.messages import Hello, parse_message


def ask_pod(port: str) -> Hello | None:
    """Return the hello of a pod at a device, None if nothing says one."""
    from hardware.buses.serial_port import opened  # few builds need pyserial

    with opened(port, BAUD) as (device, read):
        for patience in HELLO_S:
            device.write(framed_line(f"h {VERSION}"))
            if hello := _hello_of(read, time.monotonic() + patience):
                return hello
    return None


def _hello_of(read: Callable[[float], bytes], until: float) -> Hello | None:
    lines = LineReader()
    while (left := until - time.monotonic()) > 0:
        for message in map(parse_message, lines.feed(read(left))):
            if isinstance(message, Hello):
                return message
    return None
