"""The 40-pin header of a Raspberry Pi: what is on each of its pins."""

from collections.abc import Mapping
from typing import Final

THREE_VOLTS: Final = "3.3 V"
FIVE_VOLTS: Final = "5 V"
GROUND: Final = "GND"

POWER_PINS: Final[Mapping[str, tuple[int, ...]]] = {
    THREE_VOLTS: (1, 17),
    FIVE_VOLTS: (2, 4),
    GROUND: (6, 9, 14, 20, 25, 30, 34, 39),
}

# fmt: off
GPIO_PINS: Final[Mapping[int, int]] = ({
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21,
    10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35,
    20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
})
# fmt: on
"""The pin of each GPIO line, the same on every Raspberry Pi with 40 pins."""

SIGNALS: Final[Mapping[int, str]] = dict(
    sorted(
        [(pin, f"GPIO {gpio}") for gpio, pin in GPIO_PINS.items()]
        + [(pin, name) for name, pins in POWER_PINS.items() for pin in pins]
    )
)
"""What is on each pin, 1 to 40."""


def header_row(pin: int) -> int:
    """Return the row of a pin, from 0; odd pins are on the left of it."""
    return (pin - 1) // 2
