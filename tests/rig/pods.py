"""Pods for the tests: one in a room with its host, joined by a bad link, and those of a rig."""

import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from companion.face.gestures.debounce import DEAF_S
from companion.panel import Edge
from hardware.buses.serial_link import RETRY_S
from hardware.emulator.opening import EmulatedLink
from hardware.emulator.pod import EmulatedPod
from hardware.pods.firmware.lights import FULL, decode_lights
from hardware.pods.firmware.protocol import TICKS, PodSession
from hardware.pods.host import PodHost
from hardware.pods.link import PodLink
from tests.rig.rig import Rig
from tests.rig.waiting import until
from wiring import spec
from wiring.reading.build import Build
from wiring.reading.palettes import COLOURS
from wiring.spec import LightGroups, Pod, PodStrip

Damage = Callable[[bytes], bytes]

CONTROLS = ("clue", "discard", "play", "undo", "W")


def strip(pixels: int = 8, brightness: float = 1.0) -> PodStrip:
    """Return pixels that show the clue tokens."""
    groups = LightGroups(tuple(range(min(8, pixels))), (), {}, (), (), {})
    palettes = {
        name: dict.fromkeys(groups.places(), colours["clue"]) for name, colours in COLOURS.items()
    }
    return PodStrip(pixels, brightness, groups, palettes, 400.0)


def a_pod(port: str = spec.EMULATED, controls: Sequence[str] = CONTROLS, name: str = "far") -> Pod:
    return Pod(name, port, tuple(controls), strip())


def pod_link(pod: Pod) -> Any:
    """Return the link of an emulated pod, which `listen` plugs in.

    Any: a link knows no more of its ends than any part has.
    """
    outside = EmulatedPod(pod)
    return EmulatedLink(outside, PodLink(pod, outside.device))


def whole(payload: bytes) -> bytes:
    """Return what a good link does."""
    return payload


class Joined:
    """A pod and its host in virtual milliseconds.

    `up` and `down` are what the link does to bytes.
    """

    def __init__(self, began: int = 0, pod: Pod | None = None) -> None:
        self.pod = pod or a_pod()
        self.ms = 0
        self.began = began
        self.up: Damage = whole
        self.down: Damage = whole
        self.levels = dict.fromkeys(self.pod.controls, False)
        self.colours: list[spec.Colour] = []
        self.edges: list[Edge] = []
        self.told: list[bool] = []
        self.dropped: list[str] = []
        self.sent: list[bytes] = []
        self.said: list[bytes] = []
        self.there = False
        self._reopen: int | None = None
        self.host = PodHost(self.pod, self, self.clock)
        self.host.listen(self._post)  # type: ignore[arg-type]
        self.switch_on()

    # What stands for the link

    def write(self, payload: bytes) -> bool:
        self.sent.append(payload)
        return True

    def renew_deadline(self) -> None:
        """Let the room look at the deadline every millisecond."""

    def post_presence(self, there: bool) -> None:
        if not self.told or self.told[-1] != there:
            self.told.append(there)

    def drop_device(self, why: str) -> None:
        self.dropped.append(why)
        self.unplug()
        self._reopen = self.ms + int(RETRY_S * 1000)

    # The room

    def clock(self) -> float:
        return 1000.0 + self.ms / 1000

    def ticks(self) -> int:
        return (self.began + self.ms) % TICKS

    def switch_on(self) -> None:
        """Restart the pod, even with controls down."""
        self._show("", 0)
        strip = self.pod.strip
        pixels = strip.pixels if strip else 0
        levels = list(self.levels.values())
        self.session = PodSession(
            self.pod.name, list(self.levels), pixels, self._show, levels, self.ticks()
        )

    def plug_in(self) -> None:
        self.there = True
        self.sent.clear()
        self.host.connection_made()

    def unplug(self) -> None:
        self.there = False
        self.host.connection_lost()
        self.sent.clear()

    def run(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(ms):
            self.ms += 1
            if self._reopen is not None and self.ms >= self._reopen:
                self._reopen = None
                self.plug_in()
            self.session.step(list(self.levels.values()), self.ticks())
            self._carry()
            due = self.host.deadline()
            if self.there and self.clock() >= due:
                self.host.tick()
            self._carry()

    def _carry(self) -> None:
        said = self.session.take_output()
        if said and self.there:
            self.said.append(said)
            if arrived := self.up(said):
                self.host.data_received(arrived)
        sent, self.sent = b"".join(self.sent), []
        if sent and (arrived := self.down(sent)):
            self.session.receive(arrived, self.ticks())

    def press(self, control: str, ms: int = 100) -> None:
        """Press a control, and let it go."""
        self.levels[control] = True
        self.run(ms)
        self.levels[control] = False
        self.run(50)

    def _show(self, text: str, brightness: int) -> None:
        strip = self.pod.strip
        self.colours = decode_lights(text, brightness, strip.pixels if strip else 0, FULL)

    def _post(self, edge: Edge) -> None:
        self.edges.append(edge)


class PodRig(Rig):
    """A rig whose pods are plugged in.

    A control that a pod has is pressed there, through pty and driver.
    """

    def __init__(self, build: Build) -> None:
        self.links: list[Any] = []
        super().__init__(build=build)
        self.links += [link for link in self.panel.links if isinstance(link, EmulatedLink)]
        for link in self.links:
            link.listen(self.inbox.append)
        until(lambda: all(is_there(link.inside) for link in self.links))
        self.wait(0.1)

    def __exit__(self, *exc: object) -> None:
        for link in self.links:
            link.close()
        super().__exit__(*exc)

    def pod_of(self, control: str) -> EmulatedPod | None:
        """Return the pod that is pressed for a control."""
        for pod in self.device.pods.values():
            if control in pod.controls:
                return pod
        return None

    def down(self, control: str) -> None:
        pod = self.pod_of(control)
        if pod is None:
            super().down(control)
        else:
            pod.press(control)
            self._arrived(Edge(control, down=True, at=self.now))

    def up(self, control: str) -> None:
        pod = self.pod_of(control)
        if pod is None:
            super().up(control)
        else:
            pod.release(control)
            self._arrived(Edge(control, down=False, at=self.now))
            if control in self.core._fingers.controls_down:
                self.wait(DEAF_S + 0.001)  # the pod has whole milliseconds

    def wait(self, seconds: float) -> None:
        """Let time pass that pods and hosts do not notice, once they have heard each other."""
        until(lambda: all(map(_agreed, self.links)))
        super().wait(seconds)

    def rest(self) -> None:
        """Take what comes until nothing has come for a moment."""
        quiet = time.monotonic() + 0.1
        while time.monotonic() < quiet:
            if self.inbox:
                quiet = time.monotonic() + 0.1
            self.wait(0.01)
            time.sleep(0.005)

    def _arrived(self, expected: Edge) -> None:
        until(lambda: bool(self.inbox))
        (edge,) = self.inbox
        assert edge[:2] == expected[:2]
        assert abs(edge.at - expected.at) < 0.002, "the pod has whole milliseconds"
        self.settle()


def is_there(link: PodLink) -> bool:
    """Return True if the pod of a link has said hello."""
    return link._host._time is not None


def _agreed(link: Any) -> bool:
    """Return True if neither a report nor lights are under way, as far as the pod is there."""
    host, session = link.inside._host, link.outside._session
    return not is_there(link.inside) or not (session._kept or host._send_at() < inf)
