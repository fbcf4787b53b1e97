"""An emulated pod: the firmware's program at the far end of a pty, the driver at the near one."""

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import Final
from uuid import uuid4

from companion.panel import Clock, Plugged, SerialPart, Tagged
from hardware.emulator.serial import FarEnd
from hardware.pods.firmware.lights import FULL, decode_lights
from hardware.pods.firmware.protocol import TICKS, PodSession
from hardware.pods.link import PodLink
from wiring.spec import Build, Colour, Pod


class EmulatedPod:
    """The outside of an emulated pod: presses its controls, sees its pixels, pulls its plug."""

    def __init__(self, pod: Pod, device: Path, clock: Clock = time.monotonic) -> None:
        """Make a pod, whose device will be `device`; it is not plugged in yet."""
        self._name: Final = pod.name
        self._clock: Final = clock
        self._lock: Final = RLock()
        self._levels: Final = dict.fromkeys(pod.controls, False)
        self._pixels: Final = pod.strip.pixels if pod.strip else 0
        self.strip: Final = pod.strip
        self.controls: Final = pod.controls
        self.colours: tuple[Colour, ...] = ()
        """The colours that its pixels show."""
        self._far: Final = FarEnd(device, self._on_pod_bytes, self._tick_pod)
        self.plugged = False
        """Whether its plug is in."""
        self.on_change: Callable[[], None] = lambda: None
        self.switch_on()

    def press(self, control: str) -> None:
        """Press a control and hold it down."""
        self._set_level(control, down=True)

    def release(self, control: str) -> None:
        """Release a control."""
        self._set_level(control, down=False)

    def is_down(self, control: str) -> bool:
        """Return True if a control is down."""
        return self._levels[control]

    def plug_in(self) -> None:
        """Put the plug in, which switches the board on."""
        self.switch_on()
        self._far.plug_in()
        self.plugged = True
        self.on_change()

    def unplug(self) -> None:
        """Pull the plug: the board is without power."""
        self._far.unplug()
        self.plugged = False
        self._show("", 0)

    def move_plug(self) -> None:
        """Pull the plug, or put it in again."""
        if self.plugged:
            self.unplug()
        else:
            self.plug_in()

    def switch_on(self) -> None:
        """Restart, as after a brown-out; the plug stays where it is."""
        with self._lock:
            self._show("", 0)
            levels = list(self._levels.values())
            self._session = PodSession(
                self._name, self.controls, self._pixels, self._show, levels, self._now()
            )
        self._far.wake()

    def _set_level(self, control: str, down: bool) -> None:
        with self._lock:
            if control not in self._levels:
                raise KeyError(control)
            self._levels[control] = down
            self._step_session()
        self._far.wake()
        self.on_change()

    def _on_pod_bytes(self, chunk: bytes) -> None:
        with self._lock:
            self._session.receive(chunk, self._now())

    def _tick_pod(self) -> float:
        with self._lock:
            self._step_session()
            return self._session.wait(list(self._levels.values()), self._now()) / 1000

    def _step_session(self) -> None:
        self._session.step(list(self._levels.values()), self._now())
        if output := self._session.take_output():
            self._far.write(output)

    def _show(self, text: str, brightness: int) -> None:
        self.colours = tuple(decode_lights(text, brightness, self._pixels, FULL))
        self.on_change()

    def _now(self) -> int:
        return int(self._clock() * 1000) % TICKS


class EmulatedPodLink:
    """The link of an emulated pod (see `companion.panel.SerialPart`): `listen` puts the plug in."""

    def __init__(self, pod: Pod, clock: Clock = time.monotonic) -> None:
        # The name of the device exists only while the pod is plugged in.
        device = Path(tempfile.gettempdir()) / f"companion-pod-{uuid4().hex}"
        self.outside: Final = EmulatedPod(pod, device, clock)
        self.inside: Final = PodLink(pod, str(device), clock)
        self.name: Final = pod.name

    def listen(self, post: Callable[[Tagged | Plugged], None]) -> None:
        """Plug the pod in, and look for it."""
        self.outside.plug_in()
        self.inside.listen(post)

    def close(self) -> None:
        """Close the link, and pull the plug."""
        self.inside.close()
        self.outside.unplug()


def open_pods(
    build: Build, clock: Clock
) -> tuple[Sequence[SerialPart], Sequence[PodLink], Mapping[str, EmulatedPod]]:
    """Return the links of a build's pods, their drivers, and the emulated pods by name.

    Some of the pods may be real ones.
    """
    links: list[SerialPart] = []
    drivers = []
    outsides = {}
    for pod in build.pods:
        if build.imitates(pod.port):
            link = EmulatedPodLink(pod, clock)
            links.append(link)
            drivers.append(link.inside)
            outsides[pod.name] = link.outside
        else:
            drivers.append(PodLink(pod, pod.port, clock))
            links.append(drivers[-1])
    return links, drivers, outsides
