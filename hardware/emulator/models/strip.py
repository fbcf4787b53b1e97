"""A strip of APA102 or SK9822 pixels in memory: it decodes the bytes on its SPI bus.

Written from the chips' datasheets (Shenzhen LED Color APA102; SK9822): 32 zero bits begin a
picture. Each pixel keeps the first 32 bits after that and passes on the rest half a clock later, so
that the last of n pixels needs (n - 1) / 2 further clocks. An SK9822 shows its bits only at the
next 32 zero bits.
"""

from typing import Final, NamedTuple

from companion.errors import quantity
from hardware.emulator.models.part import ModelPart
from wiring.spec import ORDERS, Colour

_WORD: Final = 4


class Pixel(NamedTuple):
    """The state of a pixel: the steps of its brightness, of 31, and its colour."""

    steps: int
    colour: Colour


OFF: Final = Pixel(0, (0, 0, 0))


class ModelStrip(ModelPart):
    """The modelled strip; `latches` makes it one of SK9822."""

    def __init__(self, pixels: int, latches: bool = False, order: str = ORDERS[0]) -> None:
        super().__init__()
        self.pixels = [OFF] * pixels
        self._latches: Final = latches
        self._order: Final = order

    @property
    def colours(self) -> list[Colour]:
        """The colour of each pixel, before its brightness."""
        return [pixel.colour for pixel in self.pixels]

    def write(self, payload: bytes) -> None:
        """Take the bytes of a picture."""
        self._count_bytes(payload)
        if payload[:_WORD] != bytes(_WORD):
            self._note_fault("a picture begins with 32 zero bits")
            return
        begin = _first_pixel(payload)
        words = [payload[at : at + _WORD] for at in range(begin, len(payload), _WORD)]
        shown = []
        for word in words[: len(self.pixels)]:
            if len(word) < _WORD or word[0] & 0xE0 != 0xE0:
                break
            red, green, blue = (word[1 + self._order.index(part)] for part in "rgb")
            shown.append(Pixel(word[0] & 0x1F, (red, green, blue)))
        if len(shown) < len(self.pixels):
            self._note_fault(f"only {quantity(len(shown), 'pixel')} came")
        rest = len(payload) - begin - _WORD * len(shown)
        clocks = 8 * (rest - (_WORD if self._latches else 0))
        if clocks < (len(shown) - 1) / 2:
            self._note_fault(f"{clocks} clocks after the last pixel are too few for {len(shown)}")
            shown = shown[: max(0, 2 * clocks + 1)]
        self.pixels[: len(shown)] = shown
        self.on_change()

    def explain_error(self, error: OSError) -> str:
        """Return the advice for an error of `write`, which has none."""
        return f"the emulated strip fails ({error})"


def _first_pixel(payload: bytes) -> int:
    """Return the first bit of the pixels: they wait for a 1, however many zeros come before it."""
    for at in range(0, len(payload), _WORD):
        if payload[at]:
            return at
    return len(payload)
