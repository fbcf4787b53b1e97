"""A pod on its serial link: its controls and lights, while it comes and goes."""

import time
from collections.abc import Callable
from typing import Final

from companion.panel import Clock, Controls, Lights, Plugged, Tagged
from hardware.buses.serial_link import SerialLink
from hardware.lights.pixels import Pixels
from hardware.pods.host import PodHost
from wiring.spec import Pod

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
            Pixels(pod.strip, self._host, clock) if pod.strip else None
        )

    def listen(self, post: Callable[[Tagged | Plugged], None]) -> None:
        """Look for the pod from now on, and post when it comes and goes."""
        self._link.start(self._host, post)

    def close(self) -> None:
        """Switch the pod's lights off and close the link."""
        self._host.switch_off_lights()
        self._link.close()
