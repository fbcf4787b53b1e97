"""gpiozero's pins over the kernel's own interface, by libgpiod 2: nothing polls.

Each pin is a request of its own, so that one that is busy can be opened later. One thread waits for
the edges of all of them, and hands them on in the order of the kernel's time. Whoever has to know
that none is on its way asks for the watermark.
"""

import errno
import logging
import os
import select
import time
from threading import RLock, Thread
from typing import Any, Final, NamedTuple

import gpiod  # type: ignore[import-not-found, import-untyped, unused-ignore]
from gpiod.line import Bias, Clock, Direction, Edge, Value  # type: ignore[import-not-found, import-untyped, unused-ignore]
from gpiozero.pins.local import LocalPiFactory, LocalPiPin  # type: ignore[import-untyped]
from gpiozero.pins.pi import PiFactory  # type: ignore[import-untyped]

from hardware.gpio.lines import OWN

_BUFFERED: Final = 1024
"""Edges of a line that the kernel keeps while nobody reads them, the most that it grants.

A bouncing contact makes many. Of more it keeps the newest, and their numbers show the gap.
"""

_log: Final = logging.getLogger("companion")

_BIASES: Final = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN}


class LineBusy(OSError):
    """Another program, or the kernel, has a line; `consumer` is what it calls itself."""

    def __init__(self, consumer: str) -> None:
        super().__init__(errno.EBUSY, f"busy: {consumer} has it")
        self.consumer = consumer


class KernelPin(LocalPiPin):  # type: ignore[misc]
    """A pin that holds its line from its first use until it is closed.

    It knows what inputs and LEDs ask of a pin: no PWM, and no debounce, which the companion does
    itself.
    """

    def __init__(self, factory: "KernelFactory", info: Any) -> None:
        super().__init__(factory, info)
        self._request: Any = None
        self._function = "input"
        self._pull = "floating"
        self._listens = False
        self._number_read: int | None = None
        """The kernel's number of the last edge that was read."""

    def close(self) -> None:
        """Release the line."""
        self.when_changed = None  # it leaves the thread of the edges while it has a descriptor
        if self._request is not None:
            self._request.release()
            self._request = None

    def output_with_state(self, state: bool) -> None:
        """Make the pin an output with this level, and never with another one before."""
        self._function = "output"
        self._apply_settings(Value(int(bool(state))))

    def _apply_settings(self, level: Value = Value.INACTIVE) -> None:
        """Set the line up; the first time requests it from the kernel."""
        is_input = self._function == "input"
        settings = gpiod.LineSettings(
            direction=Direction.INPUT if is_input else Direction.OUTPUT,
            bias=_BIASES.get(self._pull, Bias.AS_IS) if is_input else Bias.AS_IS,
            edge_detection=Edge.BOTH if self._listens else Edge.NONE,
            event_clock=Clock.MONOTONIC,  # that of `time.monotonic`, by which holds are timed
            output_value=level,
        )
        if self._request is None:
            self._request = self.factory.request_line(self._number, settings)
        else:
            self._request.reconfigure_lines({self._number: settings})

    def _set_function(self, value: str) -> None:
        self._function = value
        self._apply_settings()

    def _get_state(self) -> int:
        return int(self._request.get_value(self._number) is Value.ACTIVE)

    def _set_state(self, value: float) -> None:
        self._request.set_value(self._number, Value(int(bool(value))))

    def _set_pull(self, value: str) -> None:
        self._pull = value
        self._apply_settings()

    def _set_edges(self, value: str) -> None:
        """Do nothing: whoever listens gets both edges."""

    def _enable_event_detect(self) -> None:
        self._listens = True
        self._number_read = None
        self._apply_settings()
        self.factory.edges.watch_pin(self, self._request.fd)

    def _disable_event_detect(self) -> None:
        self.factory.edges.leave_pin(self._request.fd)
        self._listens = False
        self._apply_settings()

    def pending_edges(self) -> "list[PinEdge]":
        """Return the edges that the kernel has kept, and where it has lost some."""
        edges = []
        for event in self._request.read_edge_events(_BUFFERED):
            at = event.timestamp_ns / 1e9
            if self._number_read is not None and event.line_seqno != self._number_read + 1:
                lost = event.line_seqno - self._number_read - 1
                _log.warning(
                    "GPIO %d: %d edges are lost, since the computer was too busy to read them;"
                    " a press among them counts nothing",
                    self._number,
                    lost,
                )
                edges.append(PinEdge(at, None, self))
            self._number_read = event.line_seqno
            edges.append(PinEdge(at, int(event.event_type is event.Type.RISING_EDGE), self))
        return edges

    def pass_edge(self, edge: "PinEdge") -> None:
        """Pass an edge on to whoever listens."""
        # Not by gpiozero's own way, which asks the pin in place of a level that is not known.
        listener = self._get_when_changed()
        if listener is not None:
            listener(edge.at, edge.level)


class PinEdge(NamedTuple):
    """An edge of a pin: when, in seconds, and the level after it; None for edges that are lost."""

    at: float
    level: int | None
    pin: KernelPin


class KernelFactory(LocalPiFactory):  # type: ignore[misc]
    """The pins of one chip.

    gpiozero's own constructor of local factories is not called: it shares pins and reservations
    between all of them, so that a second board would find the pins of one closed before.
    """

    def __init__(self, chip: int) -> None:
        PiFactory.__init__(self)
        self.pin_class = KernelPin
        self.edges: Final = Edges()
        self._chip: Final = gpiod.Chip(f"/dev/gpiochip{chip}")

    def request_line(self, line: int, settings: Any) -> Any:
        """Ask the kernel for a line, or raise `LineBusy`."""
        try:
            return self._chip.request_lines(
                config={line: settings}, consumer=OWN, event_buffer_size=_BUFFERED
            )
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            consumer = self._chip.get_line_info(line).consumer
            raise LineBusy(consumer or "the kernel") from error

    def watermark(self) -> float:
        """Return the time up to which every edge is passed on; pass on what waits."""
        return self.edges.watermark()

    def close(self) -> None:
        """Release all lines and the chip."""
        super().close()  # the pins first, each of which leaves the thread
        self.edges.close()
        self._chip.close()


class Edges:
    """The edges of every pin, which a thread waits for and passes on in their order."""

    def __init__(self) -> None:
        self._poll: Final = select.epoll()
        self._end: Final = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._poll.register(self._end, select.EPOLLIN)
        # Whoever hears of an edge may close a pin.
        self._lock: Final = RLock()
        self._pins: dict[int, KernelPin] = {}
        self._thread: Thread | None = None

    def watch_pin(self, pin: KernelPin, descriptor: int) -> None:
        """Listen to a pin; the first one starts the thread."""
        with self._lock:
            self._pins[descriptor] = pin
            self._poll.register(descriptor, select.EPOLLIN)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="edges", daemon=True)
                self._thread.start()

    def leave_pin(self, descriptor: int) -> None:
        """Listen to a pin no longer."""
        with self._lock:
            if self._pins.pop(descriptor, None) is not None:
                self._poll.unregister(descriptor)

    def watermark(self) -> float:
        """Return the time up to which every edge is passed on; pass on what waits.

        Any thread may ask: none has to wait until the thread of the edges gets its turn.
        """
        with self._lock:
            now = time.monotonic()
            edges = self._pending_edges()
            # Each line is read by itself, and the thread may be late between two: of what came
            # after the first look, an older edge of another line may still wait.
            if any(edge.at > now for edge in edges):
                now = time.monotonic()
                edges += self._pending_edges()
            for edge in sorted(edges, key=lambda edge: edge.at):
                edge.pin.pass_edge(edge)
            return now

    def close(self) -> None:
        """End the thread."""
        os.eventfd_write(self._end, 1)
        if self._thread is not None:
            self._thread.join()
        with self._lock:
            self._poll.close()
            os.close(self._end)

    def _run(self) -> None:
        while self._end not in [descriptor for descriptor, _ in self._poll.poll()]:
            self.watermark()

    def _pending_edges(self) -> list[PinEdge]:
        """Return the edges of every pin that wait; none once the thread has ended."""
        edges: list[PinEdge] = []
        if not self._poll.closed:
            for descriptor, _ in self._poll.poll(0):
                if pin := self._pins.get(descriptor):
                    edges += pin.pending_edges()
        return edges
