"""The host's side of the protocol of pods: edges from their reports, and lines for their lights.

No report is lost or doubled unnoticed: reports are numbered and acknowledged, and any mismatch
restarts the exchange with a hello. That cancels a press that was under way.
"""

import logging
from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING, Final

from companion.panel import Clock, Edge, Rotated
from hardware.pods.clock import PodClock
from hardware.pods.firmware.lights import FULL, encode_lights
from hardware.pods.firmware.protocol import BEAT_MS, VERSION, LineReader, framed_line
from hardware.pods.messages import Beat, Hello, Lit, Moved, missing_parts, parse_message
from wiring import spec

if TYPE_CHECKING:
    from hardware.buses.serial_link import SerialLink

HELLO_S: Final = (0.5, 1.0, 2.0, 4.0)
"""How long the host waits for an answer to each of its hellos before the next one, in seconds."""
SILENT_S: Final = 2.5 * BEAT_MS / 1000
"""A pod that misses two beats hangs."""
LIGHTS_S: Final = 0.5
"""When unacknowledged lights are sent again."""
LIGHTS_TRIES: Final = 6
SYNC_BEATS: Final = 8
"""How many beats are requested after a hello: the quickest gives the offset of the clocks."""

_log: Final = logging.getLogger("companion")


class PodHost:
    """A pod: the `LinkProtocol` of its link, its controls (see `companion.panel.Controls`), and its
    pixels (see `hardware.lights.pixels.Chain`), of which the newest colours wait for the pod.
    """

    def __init__(self, pod: spec.Pod, link: "SerialLink", clock: Clock) -> None:
        self._pod: Final = pod
        self.names: Final = pod.controls
        """The controls that the build says the pod has."""
        self._link: Final = link
        self._clock: Final = clock
        self._post: Callable[[Edge], None] = lambda edge: None
        self._lines = LineReader()
        self._down: frozenset[str] = frozenset()
        self._time: PodClock | None = None
        """None until the pod has said hello."""
        self._foreign = False
        self._last = 0
        self._sync = 0
        self._hellos = 0
        self._hello_due = self._silent_at = self._lights_due = 0.0
        self._lights: str | None = None
        self._sent: str | None = None
        self._turn = 0
        self._tries = 0
        self._ended = False
        self._warned = ""

    # Controls

    def listen(self, post: Callable[[Edge | Rotated], None]) -> None:
        """Post every edge from now on; what is down at the hello counts from its next press."""
        self._post = post

    def is_down(self, control: str) -> bool:
        """Return True if the control is down by the pod's last report."""
        return control in self._down

    def close(self) -> None:
        """Post nothing more."""
        self._post = lambda edge: None
        self._down = frozenset()

    # Lights

    def send(self, colours: Sequence[spec.Colour], brightness: float, afresh: bool) -> None:
        """Show these colours, all dimmed, once the pod is there; any thread may call this."""
        strip = self._pod.strip
        # Never 0, at which the pod has them dark.
        level = max(1, round(strip.brightness * brightness * FULL)) if strip else 0
        self._lights = f"{level} {encode_lights(list(colours))}"
        self._link.renew_deadline()

    def explain_error(self, error: OSError) -> str:
        """Return the error's text; sending never fails, and the link reports an absent pod."""
        return str(error)

    # The protocol of its link

    def connection_made(self) -> None:
        """Say hello: the device was opened."""
        self._lines = LineReader()
        self._foreign = False
        self._hellos = 0
        self._ask_hello()

    def data_received(self, chunk: bytes) -> None:
        """Take bytes that came."""
        now = self._clock()
        # One answer to all of them: it acknowledges the reports before, too.
        answer = ""
        for text in self._lines.feed(chunk):
            match parse_message(text):
                case Hello() as hello:
                    answer = self._on_hello(hello, now) or answer
                case Moved() | Beat() as stamped if self._time is not None:
                    answer = self._hear_line(self._time, stamped, now)
                case Lit(turn) if self._tries and turn == self._turn:
                    self._tries = 0
        if answer:
            self._write_line(answer)

    def connection_lost(self) -> None:
        """Cancel what was down: the device is gone."""
        self._cancel_presses()
        self._time = None

    def deadline(self) -> float:
        """Return the time at which `tick` is due."""
        if self._foreign:
            return inf
        if self._time is None:
            return self._hello_due
        return min(self._send_at(), self._silent_at)

    def tick(self) -> None:
        """Send what is due, or give the pod up."""
        now = self._clock()
        if self._time is None:
            self._link.post_presence(there=False)
            if self._hellos == len(HELLO_S):
                self._link.drop_device(
                    f"{self._pod.name}: what is plugged in there does not answer as a pod does;"
                    " put the firmware on it, or correct its port in the build"
                )
            else:
                self._ask_hello()
        elif now >= self._silent_at:
            self._link.drop_device(
                f"{self._pod.name}: the pod is silent; unplug it and plug it in again"
            )
        elif now >= self._send_at():
            self._send_lights(now)

    def switch_off_lights(self) -> None:
        """Switch the lights off before the link is closed."""
        self._ended = True
        if self._time is not None and self._pod.strip:
            self._write_line(f"l {self._turn + 1} 0 ")

    def _send_at(self) -> float:
        """Return the time at which to send the lights, inf while the pod shows them."""
        if self._tries:
            return self._lights_due
        return inf if self._ended or self._lights == self._sent else 0.0

    def _ask_hello(self) -> None:
        self._hello_due = self._clock() + HELLO_S[self._hellos]
        self._hellos += 1
        self._write_line(f"h {VERSION}")

    def _on_hello(self, hello: Hello, now: float) -> str:
        """Start with a pod that said hello. Return the answer."""
        self._cancel_presses()
        self._foreign = hello.version != VERSION
        if self._foreign:
            self._time = None
            self._warn_once(
                f"{self._pod.name}: the firmware of the pod speaks version {hello.version}"
                f" of the protocol, and this program version {VERSION};"
                " put the firmware of this program on it"
            )
            self._link.post_presence(there=False)
            return ""
        warning = ""
        if missing := missing_parts(hello, self._pod):
            warning = (
                f"{self._pod.name}: the pod has {missing}, whatever the build says;"
                " correct the build, or config.py on the pod"
            )
        self._warn_once(warning)
        self._time = PodClock(hello.at_ms, now)
        self._last = 0
        self._sync = SYNC_BEATS
        self._sent = None  # a pod that starts is dark
        self._tries = 0
        self._link.post_presence(there=True)
        return self._hear_line(self._time, Beat(hello.at_ms), now)

    def _hear_line(self, clock: PodClock, message: Moved | Beat, now: float) -> str:
        """Take a line with a time stamp. Return the answer."""
        self._silent_at = now + SILENT_S
        clock.note_stamp(message.at_ms, now, settled=not self._down)
        if isinstance(message, Moved):
            if message.number == self._last + 1:
                self._last += 1
                control, down = message.control, message.down
                at = clock.host_time(message.at_ms, now)
                if control in self._pod.controls and down != (control in self._down):
                    self._down ^= {control}
                    self._post(Edge(control, down, at))
        elif self._sync:
            self._sync -= 1
            return "t"
        return f"a {self._last}"

    def _cancel_presses(self) -> None:
        """Post what is down as up, without a release."""
        now = self._clock()
        for control in sorted(self._down):
            # Posted first, so that in between the control does not look released.
            self._post(Edge(control, down=False, at=now, cancelled=True))
            self._down -= {control}

    def _send_lights(self, now: float) -> None:
        if self._tries == LIGHTS_TRIES:
            self._link.drop_device(
                f"{self._pod.name}: the pod does not take its lights;"
                " unplug it and plug it in again"
            )
            return
        self._tries += 1
        self._turn += 1
        self._sent = self._lights
        self._lights_due = now + LIGHTS_S
        self._write_line(f"l {self._turn} {self._sent}")

    def _write_line(self, text: str) -> None:
        self._link.write(framed_line(text))

    def _warn_once(self, sentence: str) -> None:
        """Log a sentence unless it was the last one; "" means that all is well."""
        if sentence and sentence != self._warned:
            _log.warning("%s", sentence)
        self._warned = sentence
