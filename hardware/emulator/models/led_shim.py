"""An LED SHIM in memory: an IS31FL3731 that decodes the bytes on its I2C bus, and the LEDs on it.

Written from its datasheet (Lumissil IS31FL3731): a transaction is a register and bytes from there
on; register FD chooses a page. A LED shines if its page enables it and is shown, and the chip is
awake.
"""

import errno
import os
from typing import Final

from hardware.emulator.models.part import ModelPart
from hardware.lights.led_shim import BLUE, GREEN, RED
from wiring.spec import Colour

_COMMAND: Final = 0xFD
_FUNCTIONS: Final = 0x0B
_FRAME_REGISTERS: Final = 0xB4
_FUNCTION_REGISTERS: Final = 0x0D
_PWM: Final = 0x24


class ModelLedShim(ModelPart):
    """The modelled board."""

    def __init__(self) -> None:
        super().__init__()
        self._absent = False
        self._reset()

    @property
    def colours(self) -> list[Colour]:
        """The colour of each pixel."""
        return [
            (self._output(red), self._output(green), self._output(blue))
            for red, green, blue in zip(RED, GREEN, BLUE, strict=True)
        ]

    def write(self, payload: bytes) -> None:
        """Take one transaction; EREMOTEIO when the board is unplugged."""
        if self._absent:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self._count(payload)
        register, *values = payload
        if register == _COMMAND:
            self._page = values[0]
        elif (page := self._pages.get(self._page)) is None:
            self._fault(f"there is no page 0x{self._page:02X}")
        elif register + len(values) > len(page):
            self._fault(
                f"page 0x{self._page:02X} ends before register 0x{register + len(values) - 1:02X}"
            )
        else:
            page[register : register + len(values)] = bytes(values)
        self.on_change()

    def explain(self, error: OSError) -> str:
        """Return what a person can do about an error of `write`."""
        return f"the emulated LED SHIM does not answer ({error.strerror}); plug it in again"

    def unplug(self) -> None:
        """Answer nothing from now on, and be dark."""
        self._absent = True
        self.glitch()

    def plug_in(self) -> None:
        """Answer again, as after switching the power on."""
        self._absent = False
        self.glitch()

    def glitch(self) -> None:
        """Forget everything, as in a brown-out, while the bus goes on answering."""
        self._reset()
        self.on_change()

    def _reset(self) -> None:
        self._page = 0
        self._pages = {number: bytearray(_FRAME_REGISTERS) for number in range(8)}
        self._pages[_FUNCTIONS] = bytearray(_FUNCTION_REGISTERS)

    def _output(self, number: int) -> int:
        functions = self._pages[_FUNCTIONS]
        mode = functions[0x00]
        frame = functions[0x01]
        is_awake = functions[0x0A] & 1
        shows_picture = is_awake and not mode & 0x18
        if not shows_picture or frame > 7:
            return 0
        page = self._pages[frame]
        return page[_PWM + number] if page[number // 8] >> number % 8 & 1 else 0
