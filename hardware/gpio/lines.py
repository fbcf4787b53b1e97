"""Who holds the lines of a GPIO chip, as the kernel tells any program that may read the chip."""

import fcntl
import struct
from collections.abc import Iterable
from typing import Final

OWN: Final = "hanabi-companion"
"""What the companion calls itself."""

# GPIO_V2_GET_LINEINFO_IOCTL of linux/gpio.h
_GET_LINE_INFO: Final = 0xC100B405
_LINE_INFO: Final = struct.Struct("=32s32sIIQ176x")
"""gpio_v2_line_info of linux/gpio.h: the line's name, consumer and number, the number of its
attributes, its flags."""
_USED: Final = 1  # GPIO_V2_LINE_FLAG_USED


def line_holders(device: str, numbers: Iterable[int]) -> dict[int, str]:
    """Return what the holders of a chip's lines call themselves, "" the kernel; free ones lack.

    A line stays as it is: looking takes nothing from the program that holds it. Raises `OSError` if
    the chip cannot be asked.
    """
    holders = {}
    with open(device, "rb", buffering=0) as chip:
        for number in numbers:
            request = _LINE_INFO.pack(b"", b"", number, 0, 0)
            _, consumer, _, _, flags = _LINE_INFO.unpack(fcntl.ioctl(chip, _GET_LINE_INFO, request))
            if flags & _USED:
                holders[number] = consumer.split(b"\0")[0].decode(errors="replace")
    return holders
