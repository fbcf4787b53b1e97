"""Opening colour pixels, real or modelled; builds without any do not wait for the import of this."""

from collections.abc import Callable

from hardware.led_shim import LedShim
from hardware.luma_strip import ApaStrip
from hardware.model_led_shim import ModelLedShim
from hardware.model_strip import ModelStrip
from hardware.pixels import Chain, Pixels
from hardware.ports import Port
from wiring.spec import LED_SHIM, SK9822, Strip


def pixels(strip: Strip, port: Port, clock: Callable[[], float]) -> Pixels:
    """The pixels of a build on their bus."""
    chain: Chain
    if strip.controller == LED_SHIM:
        chain = LedShim(port, strip.brightness)
    else:
        chain = ApaStrip(port, strip.pixels, strip.steps)
    return Pixels(strip, chain, clock)


def model(strip: Strip) -> ModelStrip | ModelLedShim:
    """What stands for them in an emulated device; it is their bus, too."""
    if strip.controller == LED_SHIM:
        return ModelLedShim()
    return ModelStrip(strip.pixels, latches=strip.controller == SK9822)
