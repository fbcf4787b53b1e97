"""Who holds the lines of a GPIO chip, as the kernel tells anybody who may read the chip."""

import fcntl
import os
import struct
from collections.abc import Iterable
from typing import Final, NamedTuple

LGPIO: Final = "lg"
"""What lgpio calls itself in every program."""

_GET_LINE_INFO: Final = 0xC100B405
_LINE_INFO: Final = struct.Struct("=32s32sIIQ176x")
"""gpio_v2_line_info of linux/gpio.h: the line's name, consumer and number, how many attributes, its flags."""
_USED: Final = 1


class LineUse(NamedTuple):
    """Whether a program holds a line, and what it calls itself."""

    used: bool
    consumer: str


def look(device: str, numbers: Iterable[int]) -> dict[int, LineUse]:
    """The lines of a chip by their numbers; `OSError` where the chip cannot be asked.

    This takes nothing from anybody: a line that is looked at stays as it is.
    """
    chip = os.open(device, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return {number: _line(chip, number) for number in numbers}
    finally:
        os.close(chip)


def _line(chip: int, number: int) -> LineUse:
    asked = _LINE_INFO.pack(b"", b"", number, 0, 0)
    _, consumer, _, _, flags = _LINE_INFO.unpack(fcntl.ioctl(chip, _GET_LINE_INFO, asked))
    return LineUse(bool(flags & _USED), consumer.split(b"\0")[0].decode(errors="replace"))
