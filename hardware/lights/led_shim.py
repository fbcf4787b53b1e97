"""Pimoroni's LED SHIM: 28 RGB pixels on an I2C bus, driven by an IS31FL3731.

The registers are those of the chip's datasheet (Lumissil IS31FL3731, tables 2, 3 and 8 to 12). The
board's wiring decides which of its 144 outputs are the red, green and blue of each pixel.
"""

import re
from collections.abc import Sequence
from typing import Final

from hardware.buses.ports import Port
from hardware.lights.values import dim_colour
from wiring.spec import Colour

_OUTPUTS: Final = 144

_COMMAND: Final = 0xFD
_FUNCTIONS: Final = 0x0B
"""The page of the chip's own registers; pages 0 to 7 hold a picture each."""

_MODE: Final = 0x00
_AUDIO: Final = 0x06
_SHUTDOWN: Final = 0x0A
_ENABLE: Final = 0x00
_BLINK: Final = 0x12
_PWM: Final = 0x24

# fmt: off
RED: Final = (
    118, 117, 116, 115, 114, 113, 112, 134, 133, 132, 131, 130, 129, 128,
    127, 121, 122, 123, 124, 125, 126, 15, 8, 9, 10, 11, 12, 13,
)
GREEN: Final = (
    69, 68, 84, 83, 82, 81, 80, 21, 20, 19, 18, 17, 33, 32,
    47, 41, 25, 26, 27, 28, 29, 95, 89, 90, 91, 92, 76, 77,
)
BLUE: Final = (
    85, 101, 100, 99, 98, 97, 96, 37, 36, 35, 34, 50, 49, 48,
    63, 57, 58, 42, 43, 44, 45, 111, 105, 106, 107, 108, 109, 93,
)
# fmt: on
"""The output of each pixel's colours, from one end of the board to the other."""
_CONNECTED: Final = sum(1 << output for output in (*RED, *GREEN, *BLUE)).to_bytes(
    _OUTPUTS // 8, "little"
)
"""A bit for each output, set where an LED is connected."""

_RUN: Final = re.compile(rb"[^\0]+(?:\0{1,2}[^\0]+)*")
"""Changed bytes with the gaps between them that are cheaper to send than to leave out."""


class LedShim:
    """The pixels of the board (see `hardware.lights.pixels.Chain`), at most at `brightness`."""

    def __init__(self, port: Port, brightness: float) -> None:
        self._port: Final = port
        self._brightness: Final = brightness
        self._held: bytes | None = None
        self.explain_error: Final = port.explain_error
        self.close: Final = port.close

    def send(self, colours: Sequence[Colour], brightness: float, afresh: bool) -> None:
        """Show these colours."""
        level = self._brightness * brightness
        pwm = bytearray(_OUTPUTS)
        for outputs, colour in zip(zip(RED, GREEN, BLUE, strict=True), colours, strict=True):
            for output, value in zip(outputs, dim_colour(colour, level), strict=True):
                pwm[output] = value
        held = self._held
        self._held = None  # until all is sent it is unknown what the chip holds
        self._write_register(_COMMAND, 0)  # the set-up leaves another page chosen
        if held is None or afresh:
            self._write_register(_PWM, *pwm)
            self._write_register(_ENABLE, *_CONNECTED, *bytes(_PWM - _BLINK))
            self._write_register(_COMMAND, _FUNCTIONS)
            self._write_register(_MODE, 0, 0)  # a picture, the one on page 0
            self._write_register(_AUDIO, 0)  # following no sound
            self._write_register(_SHUTDOWN, 1)  # awake
        else:
            changes = bytes(old ^ new for old, new in zip(held, pwm, strict=True))
            for run in _RUN.finditer(changes):
                self._write_register(_PWM + run.start(), *pwm[run.start() : run.end()])
        self._held = bytes(pwm)

    def _write_register(self, register: int, *values: int) -> None:
        self._port.write(bytes((register, *values)))
