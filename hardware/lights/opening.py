"""Opening colour pixels; builds without any do not wait for the import of this."""

from companion.panel import Clock
from hardware.buses.ports import Port
from hardware.lights.apa102 import ApaStrip
from hardware.lights.led_shim import LedShim
from hardware.lights.pixels import Chain, Pixels
from wiring.spec import LED_SHIM, Strip


def open_pixels(strip: Strip, port: Port, clock: Clock) -> Pixels:
    """Return the pixels of a build on their bus."""
    chain: Chain
    if strip.controller == LED_SHIM:
        chain = LedShim(port, strip.brightness)
    else:
        chain = ApaStrip(port, strip.pixels, strip.steps, strip.order)
    return Pixels(strip, chain, clock)
