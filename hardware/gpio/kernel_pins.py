"""The lines of a chip by the kernel's own interface, through libgpiod 2: nothing polls.

Each line is a request of its own, so that one that is busy can be opened later. One thread waits
for the edges of all of them, and hands them on in the order of the kernel's time.
"""

import errno
import os
import select
import time
from collections.abc import Iterable
from contextlib import suppress
from threading import RLock, Thread
from typing import Any, Final

import gpiod  # type: ignore[import-not-found, import-untyped, unused-ignore]
from gpiod.line import Bias, Clock, Direction, Edge, Value  # type: ignore[import-not-found, import-untyped, unused-ignore]

from companion.errors import PanelError
from hardware.gpio.board import GpioChip, OnEdge, Pin, PinBusy
from hardware.gpio.lines import OWN

BUFFERED: Final = 256
"""Edges of a line that the kernel keeps while nobody reads them: a bouncing contact makes many."""


class KernelPin(Pin):
    """A line that the kernel has given to this program."""

    now = staticmethod(time.monotonic)

    def __init__(self, chip: "KernelChip", number: int, settings: Any) -> None:
        self._chip: Final = chip
        self._number: Final = number
        self._settings: Final = settings
        self._request: Final = chip.request_line(number, settings)
        self.descriptor: Final[int] = self._request.fd
        """It is ready while edges wait."""
        self.on_edge: OnEdge = lambda at, active: None

    @property
    def active(self) -> bool:
        """Whether it is active, read now."""
        return bool(self._request.get_value(self._number) is Value.ACTIVE)

    def set(self, active: bool) -> None:
        """Make an output active or not; `PanelError` if it cannot be written."""
        try:
            self._request.set_value(self._number, Value(int(active)))
        except OSError as error:
            raise PanelError(f"GPIO {self._number} cannot be used: {error}") from error

    def listen(self, on_edge: OnEdge) -> None:
        """Call this with every edge from now on, in the chip's thread."""
        self.on_edge = on_edge
        self._settings.edge_detection = Edge.BOTH
        self._request.reconfigure_lines({self._number: self._settings})
        self._chip.watch_pin(self)

    def waiting_edges(self) -> "list[tuple[float, bool, KernelPin]]":
        """Return the edges that the kernel has kept: when, in seconds, and the state after each."""
        return [
            (event.timestamp_ns / 1e9, event.event_type is event.Type.RISING_EDGE, self)
            for event in self._request.read_edge_events(BUFFERED)
        ]

    def close(self) -> None:
        """Switch an output off, and release the line; never raise."""
        self._chip.leave_pin(self)
        with suppress(OSError, PanelError):
            if self._settings.direction is Direction.OUTPUT:
                self.set(False)
        with suppress(OSError):
            self._request.release()


class KernelChip(GpioChip):
    """A chip of the kernel; the first pin that is listened to starts its thread."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._chip: Final = gpiod.Chip(f"/dev/gpiochip{number}")
        self._poll: Final = select.epoll()
        self._end: Final = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._poll.register(self._end, select.EPOLLIN)
        # Reentrant, since what an edge brings about may close a pin.
        self._listening: Final = RLock()
        self._pins: dict[int, KernelPin] = {}
        self._thread: Thread | None = None

    def input(self, pin: int, active_high: bool) -> KernelPin:
        """Open a button's pin; its edges come with the time that the kernel saw them."""
        settings = gpiod.LineSettings(
            direction=Direction.INPUT,
            bias=Bias.PULL_DOWN if active_high else Bias.PULL_UP,
            edge_detection=Edge.NONE,
            event_clock=Clock.MONOTONIC,
            active_low=not active_high,
        )
        return KernelPin(self, pin, settings)

    def output(self, pin: int, active_high: bool) -> KernelPin:
        """Open an LED's pin: never with a level before that of a dark one."""
        settings = gpiod.LineSettings(
            direction=Direction.OUTPUT, output_value=Value.INACTIVE, active_low=not active_high
        )
        return KernelPin(self, pin, settings)

    def request_line(self, number: int, settings: Any) -> Any:
        """Ask the kernel for a line; `PinBusy` says who else has it."""
        try:
            return self._chip.request_lines(
                config={number: settings}, consumer=OWN, event_buffer_size=BUFFERED
            )
        except (OSError, ValueError) as error:
            if not isinstance(error, OSError) or error.errno != errno.EBUSY:
                raise PanelError(f"GPIO {number} cannot be used: {error}") from error
            holder = self._chip.get_line_info(number).consumer or "the kernel"
            raise PinBusy(
                f"GPIO {number} is in use by {holder}; free it or use another pin"
            ) from error

    def watch_pin(self, pin: KernelPin) -> None:
        """Wait for the edges of a pin."""
        with self._listening:
            self._pins[pin.descriptor] = pin
            self._poll.register(pin.descriptor, select.EPOLLIN)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="edges", daemon=True)
                self._thread.start()

    def leave_pin(self, pin: KernelPin) -> None:
        """Wait for the edges of a pin no longer; one that is being told is told first."""
        with self._listening:
            if self._pins.pop(pin.descriptor, None):
                self._poll.unregister(pin.descriptor)

    def _close(self) -> None:
        os.eventfd_write(self._end, 1)
        if self._thread is not None:
            self._thread.join()
        self._poll.close()
        os.close(self._end)
        self._chip.close()

    def _run(self) -> None:
        while True:
            ready = [descriptor for descriptor, _ in self._poll.poll()]
            if self._end in ready:
                return
            for at, active, pin in self._read_edges(ready):
                self._tell_edge(at, active, pin)

    def _read_edges(self, ready: Iterable[int]) -> list[tuple[float, bool, KernelPin]]:
        """Return the edges of these pins, the earliest first."""
        edges = []
        with self._listening:
            for descriptor in ready:
                if pin := self._pins.get(descriptor):
                    edges += pin.waiting_edges()
        return sorted(edges, key=lambda edge: edge[0])

    def _tell_edge(self, at: float, active: bool, pin: KernelPin) -> None:
        """Hand an edge on, unless its pin was closed since it was read."""
        with self._listening:
            if self._pins.get(pin.descriptor) is pin:
                pin.on_edge(at, active)
