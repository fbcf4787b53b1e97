"""Colour pixels as lights: computes the colour of each from a plan, and sends only changes."""

from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Final, Protocol

from companion.errors import PanelError
from companion.panel import Clock, LightLevels, LightPlan
from hardware.buses.ports import QUIET_S, Port
from hardware.lights.apa102 import ApaStrip
from hardware.lights.led_shim import LedShim
from hardware.lights.values import dim_colour, group_levels, place_values
from wiring.spec import LED_SHIM, Colour, LightPlace, Strip

DARK: Final[Colour] = (0, 0, 0)


class Chain(Protocol):
    """A row of colour pixels."""

    def send(self, colours: Sequence[Colour], brightness: float, afresh: bool) -> None:
        """Show these colours, one per pixel, all dimmed to `brightness` (above 0 to 1).

        afresh: begin with the set-up, in case the part has lost it; so does the call after an
            `OSError`.
        """

    def explain_error(self, error: OSError) -> str:
        """Return the advice for an error of `send`, as one sentence."""

    def close(self) -> None:
        """Release the bus; never raise."""


class Pixels:
    """The colour pixels of a build (see `companion.panel.Lights`)."""

    def __init__(self, strip: Strip, chain: Chain, clock: Clock) -> None:
        self._chain: Final = chain
        self._clock: Final = clock
        self._palettes: Final = strip.palettes
        self._pixels: Final = strip.groups.places()
        self._count: Final = strip.pixels
        self._shown: dict[LightPlace, float] = {}
        self._sent: tuple[list[Colour], float] | None = None
        self._sent_at = 0.0
        self._lock: Final = Lock()
        self._open = True

    def show(self, plan: LightPlan) -> None:
        """Set the pixels if any changed; after a `PanelError` the next call sends them all."""
        with self._lock:
            if not self._open:
                raise PanelError("the lights are switched off")
            values = place_values(plan, self._pixels)
            palette = self._palettes[plan.palette]
            colours = [DARK] * self._count
            for place, value in values.items():
                colours[self._pixels[place]] = dim_colour(palette[place], value)
            # After an error in the middle it is unknown what they show.
            afresh = self._sent is None or self._clock() - self._sent_at > QUIET_S
            if (colours, plan.brightness) != self._sent:
                self._send_frame(colours, plan.brightness, afresh)
            self._shown = values

    def refresh(self) -> None:
        """Send all pixels again, with their set-up, if they were sent before."""
        with self._lock:
            if self._open and self._sent is not None:
                self._send_frame(*self._sent, afresh=True)

    def held_levels(self) -> LightLevels:
        """Return the levels that the pixels were last set to, of the groups that the build has."""
        with self._lock:
            return group_levels(self._pixels, lambda place: self._shown.get(place, 0.0))

    def close(self) -> None:
        """Switch the pixels off, if they ever answered, and release the bus."""
        with self._lock:
            if not self._open:
                return
            self._open = False
            if self._sent is not None:
                with suppress(OSError):
                    self._chain.send([DARK] * self._count, 1.0, afresh=False)
            self._chain.close()

    def _send_frame(self, colours: list[Colour], brightness: float, afresh: bool) -> None:
        now = self._clock()
        self._sent = None
        try:
            self._chain.send(colours, brightness, afresh)
        except OSError as error:
            self._shown = {}
            raise PanelError(self._chain.explain_error(error)) from error
        self._sent = (colours, brightness)
        self._sent_at = now


def open_pixels(strip: Strip, port: Port, clock: Clock) -> Pixels:
    """Return the pixels of a build on their bus."""
    chain: Chain
    if strip.controller == LED_SHIM:
        chain = LedShim(port, strip.brightness)
    else:
        chain = ApaStrip(port, strip.pixels, strip.steps, strip.order)
    return Pixels(strip, chain, clock)
