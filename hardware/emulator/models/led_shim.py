"""An LED SHIM in memory: an IS31FL3731 that decodes the bytes on its I2C bus, and the LEDs on it.

Written from its datasheet (Lumissil IS31FL3731): a transaction is a register and bytes from there
on; register FD chooses a page. A LED shines if its page enables it and is shown, and the chip is
awake and follows no sound: the board has no microphone.
"""

from typing import Final

from hardware.emulator.models.part import ModelI2cPart
from hardware.lights.led_shim import BLUE, GREEN, RED
from wiring.spec import Colour

_COMMAND: Final = 0xFD
_FUNCTIONS: Final = 0x0B
_FRAME_REGISTERS: Final = 0xB4
_FUNCTION_REGISTERS: Final = 0x0D
_PWM: Final = 0x24


class ModelLedShim(ModelI2cPart):
    """The modelled board."""

    NAME = "LED SHIM"

    @property
    def colours(self) -> list[Colour]:
        """The colour of each pixel."""
        return [
            (self._output_level(red), self._output_level(green), self._output_level(blue))
            for red, green, blue in zip(RED, GREEN, BLUE, strict=True)
        ]

    def _decode_payload(self, payload: bytes) -> None:
        register, *values = payload
        end = register + len(values)
        if register == _COMMAND:
            self._page = values[0]
        elif (page := self._pages.get(self._page)) is None:
            self._note_fault(f"there is no page 0x{self._page:02X}")
        elif end > len(page):
            self._note_fault(f"page 0x{self._page:02X} ends before register 0x{end - 1:02X}")
        else:
            page[register:end] = bytes(values)

    def _reset_registers(self) -> None:
        self._page = 0
        self._pages = {number: bytearray(_FRAME_REGISTERS) for number in range(8)}
        self._pages[_FUNCTIONS] = bytearray(_FUNCTION_REGISTERS)

    def _output_level(self, number: int) -> int:
        functions = self._pages[_FUNCTIONS]
        frame = functions[0x01]
        shows_picture = functions[0x0A] & 1 and not functions[0x00] & 0x18 | functions[0x06] & 1
        if not shows_picture or frame > 7:
            return 0
        page = self._pages[frame]
        return page[_PWM + number] if page[number // 8] >> number % 8 & 1 else 0
