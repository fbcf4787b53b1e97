"""A pod on its serial link: its controls and lights, while it comes and goes."""

import time
from collections.abc import Callable, Sequence
from typing import Final

from companion.panel import Clock, Controls, Lights, Plugged, Tagged
from hardware.buses.serial_link import SerialLink
from hardware.lights.pixels import Pixels
from hardware.pods.host import PodHost
from wiring.spec import Colour, Pod

BAUD: Final = 115200
"""Ignored on USB; a board on a serial converter needs it."""


class PodLink:
    """A pod (see `companion.panel.SerialPart`): its `controls`, and its `lights` if it has any."""

    def __init__(self, pod: Pod, port: str, clock: Clock = time.monotonic) -> None:
        """Make a pod at `port`; `listen` looks for it. `clock` stamps its edges."""
        self.name: Final = pod.name
        self._link: Final = SerialLink(pod.name, port, BAUD, clock)
        self._host: Final = PodHost(pod, self._link, clock)
        self.controls: Final[Controls] = self._host
        self.lights: Final[Lights | None] = (
            Pixels(pod.strip, _PodPixels(self._host), clock) if pod.strip else None
        )

    @property
    def there(self) -> bool:
        """Whether the pod answers."""
        return self._host.there

    def listen(self, post: Callable[[Tagged | Plugged], None]) -> None:
        """Look for the pod from now on, and post when it comes and goes."""
        self._link.start(self._host, post)

    def close(self) -> None:
        """Switch the pod's lights off and close the link."""
        self._host.farewell()
        self._link.close()


class _PodPixels:
    """A pod's pixels (see `hardware.lights.pixels.Chain`); the newest colours wait for the pod."""

    def __init__(self, host: PodHost) -> None:
        self._host: Final = host

    def send(self, colours: Sequence[Colour], brightness: float, afresh: bool) -> None:
        """Show these colours, one a pixel, as soon as the pod is there."""
        self._host.light(colours, brightness)

    def explain(self, error: OSError) -> str:
        """Return the error's text; sending never fails, and the link reports an absent pod."""
        return str(error)

    def close(self) -> None:
        """Do nothing: `PodLink` closes the link."""
