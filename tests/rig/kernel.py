"""A kernel whose GPIO lines tests pull, as libgpiod tells of it: in this process or another one.

Run as a module it is a companion on lines that the process around it pulls: each is a pipe in a
folder, and a byte for its level. Its edges have the time at which they are written.
"""

import errno
import fcntl
import os
import struct
import sys
import termios
import time
import types
from enum import Enum
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.rig import busy

PI_4 = 0xC03111
RECORD = struct.Struct("=dIB")
"""An edge in a pipe: when, its number, the level after it."""


class Line(Enum):
    """The values of gpiod.line that pins use."""

    AS_IS, DISABLED, PULL_UP, PULL_DOWN = range(4)


class Direction(Enum):
    INPUT, OUTPUT = range(2)


class Detection(Enum):
    NONE, RISING, FALLING, BOTH = range(4)


class Clock(Enum):
    MONOTONIC = 1


class Value(Enum):
    INACTIVE, ACTIVE = range(2)


class EdgeEvent:
    """An edge as the kernel tells it."""

    class Type(Enum):
        RISING_EDGE, FALLING_EDGE = 1, 2

    def __init__(self, level: int, at: float, number: int) -> None:
        self.event_type = self.Type.RISING_EDGE if level else self.Type.FALLING_EDGE
        self.timestamp_ns = round(at * 1e9)
        self.line_seqno = number


class Request:
    """A line that is held; its descriptor is ready while edges wait."""

    def __init__(
        self, kernel: "Kernel", line: int, settings: types.SimpleNamespace, size: int
    ) -> None:
        self.kernel = kernel
        self.size = size
        self.line = line
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.waiting: list[EdgeEvent] = []
        self.number = 0
        self.history: list[types.SimpleNamespace] = []
        self.reconfigure_lines({line: settings})

    def reconfigure_lines(self, config: dict[int, types.SimpleNamespace]) -> None:
        self.settings = config[self.line]
        self.history.append(self.settings)
        if self.settings.direction is Direction.OUTPUT:
            self.kernel.levels[self.line] = self.settings.output_value.value
        elif self.settings.bias is Line.PULL_UP:
            self.kernel.levels.setdefault(self.line, 1)

    def get_value(self, line: int) -> Value:
        return Value(self.kernel.levels.get(line, 0))

    def set_value(self, line: int, value: Value) -> None:
        self.kernel.levels[line] = value.value

    def read_edge_events(self, most: int) -> list[EdgeEvent]:
        os.eventfd_read(self.fd)
        events, self.waiting = self.waiting[:most], self.waiting[most:]
        return events

    def release(self) -> None:
        del self.kernel.requests[self.line]
        os.close(self.fd)


class Kernel:
    """The lines of a chip, and what a button does to them."""

    request_type: Any = Request

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}
        self.requests: dict[int, Request] = {}
        self.holders: dict[int, str] = {}
        self.opened: list[str] = []
        self.closed = 0

    def pull(self, line: int, level: int, at: float) -> None:
        self.levels[line] = level
        request = self.requests[line]
        if request.settings.edge_detection is not Detection.NONE:
            request.number += 1
            request.waiting.append(EdgeEvent(level, at, request.number))
            del request.waiting[: -request.size]  # the newest stay
            os.eventfd_write(request.fd, 1)

    def chip(self, path: str) -> types.SimpleNamespace:
        self.opened.append(path)
        return types.SimpleNamespace(
            request_lines=self.request,
            get_line_info=lambda line: types.SimpleNamespace(consumer=self.holders.get(line, "")),
            close=self.close,
        )

    def request(
        self, config: dict[int, types.SimpleNamespace], consumer: str, event_buffer_size: int
    ) -> Request:
        ((line, settings),) = config.items()
        assert consumer == "hanabi-companion"
        if line in self.holders or line in self.requests:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.requests[line] = self.request_type(self, line, settings, event_buffer_size)
        return self.requests[line]

    def close(self) -> None:
        self.closed += 1


class PipedRequest(Request):
    """A line of a folder, which another process pulls."""

    def __init__(
        self, kernel: "PipedKernel", line: int, settings: types.SimpleNamespace, size: int
    ) -> None:
        super().__init__(kernel, line, settings, size)
        os.close(self.fd)
        self.path = kernel.folder / str(line)
        self.fd = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)

    def get_value(self, line: int) -> Value:
        return Value(self.path.with_suffix(".level").read_bytes()[0])

    def read_edge_events(self, most: int) -> list[EdgeEvent]:
        records = os.read(self.fd, most * RECORD.size)
        return [EdgeEvent(level, at, number) for at, number, level in RECORD.iter_unpack(records)]


class PipedKernel(Kernel):
    """The lines of a folder."""

    request_type = PipedRequest

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder


class PulledLine:
    """A line of a folder, in the process that pulls it."""

    def __init__(self, folder: Path, line: int, size: int = 1024) -> None:
        path = folder / str(line)
        os.mkfifo(path)
        self.fd = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        self.level = os.open(path.with_suffix(".level"), os.O_RDWR | os.O_CREAT)
        os.write(self.level, b"\1")
        self.size = size * RECORD.size
        self.number = 0
        self.lost = 0

    def pull(self, level: int, at: float | None = None) -> float:
        """Pull the line. Return when; of too many edges the oldest is lost, as in the kernel.

        at: what the edge says, for a time at which nobody looks.
        """
        waiting = fcntl.ioctl(self.fd, termios.FIONREAD, bytes(4))
        if int.from_bytes(waiting, sys.byteorder) >= self.size:
            os.read(self.fd, RECORD.size)
            self.lost += 1
        self.number += 1
        os.pwrite(self.level, bytes([level]), 0)
        at = time.monotonic() if at is None else at
        os.write(self.fd, RECORD.pack(at, self.number, level))
        return at

    def close(self) -> None:
        os.close(self.fd)
        os.close(self.level)


def modules(kernel: Kernel) -> dict[str, Any]:
    """Return what stands for libgpiod's modules."""
    gpiod: Any = types.ModuleType("gpiod")
    gpiod.Chip = kernel.chip
    gpiod.LineSettings = types.SimpleNamespace
    line: Any = types.ModuleType("gpiod.line")
    line.Bias, line.Clock, line.Direction = Line, Clock, Direction
    line.Edge, line.Value = Detection, Value
    return {"gpiod": gpiod, "gpiod.line": line}


def main(folder: str, *words: str) -> None:
    """Run a companion on the lines of a folder."""
    sys.modules.update(modules(PipedKernel(Path(folder))))
    with patch("gpiozero.pins.local.get_pi_revision", lambda: PI_4):
        busy.main(folder, *words)


if __name__ == "__main__":
    main(*sys.argv[1:])
