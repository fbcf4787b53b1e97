"""A strip of APA102 or SK9822 pixels: luma makes the bytes, and they are sent on our own SPI port."""

from collections.abc import Sequence
from typing import Final

from luma.led_matrix.device import apa102  # type: ignore[import-untyped]
from PIL import Image

from hardware.buses import luma_exit
from hardware.buses.ports import Port
from hardware.lights.values import shaded
from wiring.spec import Colour

_LATCH: Final = bytes(4)
"""An SK9822 shows its colours at the next 32 zero bits, which luma does not send; an APA102 ignores them."""


class ApaStrip:
    """The pixels of a strip (see `hardware.lights.pixels.Chain`); `steps` of 31 caps the brightness.

    Nothing acknowledges on its bus, so every change sends the whole strip, and there is no set-up.
    """

    def __init__(self, port: Port, pixels: int, steps: int) -> None:
        self._port: Final = port
        self._serial: Final = _Caught()
        self._device: Final = apa102(self._serial, cascaded=pixels)
        self._device.contrast(steps << 4)
        self._device.persist = True
        luma_exit.forget(self._device)
        self.explain: Final = port.explain
        self.close: Final = port.close

    def send(self, colours: Sequence[Colour], brightness: float, afresh: bool) -> None:
        """Show these colours."""
        picture = Image.new("RGBA", self._device.size)
        picture.putdata([(*shaded(colour, brightness), 0xFF) for colour in colours])
        self._device.display(picture)
        self._port.write(self._serial.caught + _LATCH)


class _Caught:
    """A serial interface for luma that keeps the bytes of the last picture."""

    caught = b""

    def data(self, data: Sequence[int]) -> None:
        """Take a picture's bytes."""
        self.caught = bytes(data)

    def cleanup(self) -> None:
        """Nothing: the bus is not this object's to close."""
