"""A strip of APA102 or SK9822 pixels on an SPI port; the frames are those of the datasheets."""

from collections.abc import Sequence
from typing import Final

from hardware.buses.ports import Port
from hardware.lights.values import dim_colour
from wiring.spec import ORDERS, Colour

_START: Final = bytes(4)
"""32 zero bits begin a frame."""
_PIXEL: Final = 0xE0
"""The three 1 bits that begin a pixel's 32 bits; the other five are its brightness, of 31 steps."""
_LATCH: Final = bytes(4)
"""An SK9822 shows its colours at the next 32 zero bits; an APA102 ignores them."""


class ApaStrip:
    """The pixels of a strip (see `hardware.lights.pixels.Chain`); `steps` of 31 cap the brightness.

    Nothing acknowledges on its bus, so every change sends the whole strip, and there is no set-up.
    """

    def __init__(self, port: Port, pixels: int, steps: int, order: str = ORDERS[0]) -> None:
        """Make a strip whose pixels take red, green and blue in this order."""
        self._order: Final = tuple(map("rgb".index, order))
        self._port: Final = port
        self._first: Final = _PIXEL | steps
        # Each pixel passes its bits on half a clock late: the last one needs a clock for every two.
        self._end: Final = bytes((pixels + 15) // 16) + _LATCH
        self.explain_error: Final = port.explain_error
        self.close: Final = port.close

    def send(self, colours: Sequence[Colour], brightness: float, afresh: bool) -> None:
        """Show these colours."""
        frame = bytearray(_START)
        for colour in colours:
            dimmed = dim_colour(colour, brightness)
            frame += bytes((self._first, *(dimmed[part] for part in self._order)))
        self._port.write(bytes(frame) + self._end)
