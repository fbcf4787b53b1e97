"""Who holds the lines of a GPIO chip, as the kernel tells any program that may read the chip."""

import fcntl
import os
import struct
from collections.abc import Iterable
from typing import Final, NamedTuple

OWN: Final = "hanabi-companion"
"""What the companion calls itself."""

_GET_LINE_INFO: Final = 0xC100B405
_LINE_INFO: Final = struct.Struct("=32s32sIIQ176x")
"""gpio_v2_line_info of linux/gpio.h: the line's name, consumer and number, the number of its
attributes, its flags."""
_USED: Final = 1


class LineUse(NamedTuple):
    """Whether a program holds a line, and what it calls itself."""

    used: bool
    consumer: str


def look(device: str, numbers: Iterable[int]) -> dict[int, LineUse]:
    """Return the use of a chip's lines by their numbers; `OSError` if the chip cannot be asked.

    A line stays as it is: looking takes nothing from the program that holds it.
    """
    chip = os.open(device, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return {number: line_use(chip, number) for number in numbers}
    finally:
        os.close(chip)


def line_use(chip: int, number: int) -> LineUse:
    """Return what uses a line of an open chip. Raises OSError where it has no such line."""
    request = _LINE_INFO.pack(b"", b"", number, 0, 0)
    _, consumer, _, _, flags = _LINE_INFO.unpack(fcntl.ioctl(chip, _GET_LINE_INFO, request))
    return LineUse(bool(flags & _USED), consumer.split(b"\0")[0].decode(errors="replace"))
