"""gpiozero's pins over the kernel's own interface, by libgpiod 2: nothing polls.

Each pin is a request of its own, so that one that is busy can be opened later. One thread waits for
the edges of all of them, and hands them on in the order of the kernel's time.
"""

import errno
import os
import select
from collections.abc import Iterable
from threading import Lock, Thread
from typing import Any, Final

import gpiod  # type: ignore[import-not-found, import-untyped, unused-ignore]
from gpiod.line import Bias, Clock, Direction, Edge, Value  # type: ignore[import-not-found, import-untyped, unused-ignore]
from gpiozero.pins.local import LocalPiFactory, LocalPiPin  # type: ignore[import-untyped]
from gpiozero.pins.pi import PiFactory  # type: ignore[import-untyped]

from hardware.gpio.lines import OWN

BUFFERED: Final = 256
"""Edges of a line that the kernel keeps while nobody reads them: a bouncing contact makes many."""

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
        self._apply_settings()
        self.factory.edges.watch_pin(self, self._request.fd)

    def _disable_event_detect(self) -> None:
        self.factory.edges.leave_pin(self._request.fd)
        self._listens = False
        self._apply_settings()

    def pending_edges(self) -> list[tuple[float, int]]:
        """Return the edges that the kernel has kept: when, in seconds, and the level after each."""
        edges = []
        for event in self._request.read_edge_events(BUFFERED):
            is_rising = event.event_type is event.Type.RISING_EDGE
            edges.append((event.timestamp_ns / 1e9, int(is_rising)))
        return edges

    def pass_edge(self, at: float, level: int) -> None:
        """Pass an edge on to gpiozero, unless it listens no longer."""
        with self._when_changed_lock:
            if self._when_changed is not None:
                self._call_when_changed(at, level)


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
                config={line: settings}, consumer=OWN, event_buffer_size=BUFFERED
            )
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            consumer = self._chip.get_line_info(line).consumer
            raise LineBusy(consumer or "the kernel") from error

    def close(self) -> None:
        """Release all lines and the chip."""
        super().close()  # the pins first, each of which leaves the thread
        self.edges.close()
        self._chip.close()


class Edges:
    """The thread that waits for the edges of every pin at once."""

    def __init__(self) -> None:
        self._poll: Final = select.epoll()
        self._end: Final = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._poll.register(self._end, select.EPOLLIN)
        self._lock: Final = Lock()
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

    def close(self) -> None:
        """End the thread."""
        os.eventfd_write(self._end, 1)
        if self._thread is not None:
            self._thread.join()
        self._poll.close()
        os.close(self._end)

    def _run(self) -> None:
        while True:
            ready = [descriptor for descriptor, _ in self._poll.poll()]
            if self._end in ready:
                return
            for at, level, pin in self._ordered_edges(ready):
                pin.pass_edge(at, level)

    def _ordered_edges(self, ready: Iterable[int]) -> list[tuple[float, int, KernelPin]]:
        """Return the edges of these pins, the earliest first."""
        edges = []
        with self._lock:
            for descriptor in ready:
                if pin := self._pins.get(descriptor):
                    edges += [(at, level, pin) for at, level in pin.pending_edges()]
        return sorted(edges, key=lambda edge: edge[0])
