"""Keypads for the tests: input devices in a made-up root, which need no evdev and no kernel."""

import errno
import itertools
import os
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Final, NamedTuple

import pytest

from hardware.keypads import keypad as driver
from hardware.keypads.finding import device_with_keys, named_devices
from wiring.reading.keypads import KEY_CODES

USB, BLUETOOTH = 3, 5
CLUE, DISCARD, PLAY, WHITE = (KEY_CODES[f"KEY_KP{number}"] for number in range(1, 5))
PAD: Final = frozenset(code for name, code in KEY_CODES.items() if name.startswith("KEY_KP"))
_EVENT: Final = struct.Struct("llHHi")


class Event(NamedTuple):
    """An event as evdev has it."""

    sec: int
    usec: int
    type: int
    code: int
    value: int


class Desk:
    """The computer that keypads are plugged into."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.pads: dict[str, FakeKeypad] = {}
        self.opened: list[FakeDevice] = []
        self.refuses: OSError | None = None
        self.busy = False
        self._numbers = itertools.count()
        evdev: Any = ModuleType("evdev")
        evdev.InputDevice = self.open
        monkeypatch.setitem(sys.modules, "evdev", evdev)
        monkeypatch.setattr(driver, "device_with_keys", lambda pad: device_with_keys(pad, root))
        monkeypatch.setattr(driver, "named_devices", lambda pad: named_devices(pad, root))
        monkeypatch.setattr(driver, "RETRY_S", 0.01)
        clocks = SimpleNamespace(ioctl=lambda fd, request, clock: self.clocks.append(clock))
        monkeypatch.setattr(driver, "fcntl", clocks)
        self.clocks: list[bytes] = []

    def open(self, path: str) -> "FakeDevice":
        """Open a device as evdev does."""
        if self.refuses:
            raise self.refuses
        if path not in self.pads:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        self.opened.append(FakeDevice(self.pads[path], self))
        return self.opened[-1]

    def keypad(
        self, name: str = "Keypad", bus: int = USB, codes: frozenset[int] = PAD
    ) -> "FakeKeypad":
        """Return a keypad that is not plugged in yet."""
        return FakeKeypad(self, name, bus, codes, next(self._numbers))


class FakeKeypad:
    """A keypad: what is pressed comes out of a pipe, as the kernel writes it."""

    def __init__(self, desk: Desk, name: str, bus: int, codes: frozenset[int], number: int) -> None:
        self._desk = desk
        self.path = f"/dev/input/event{number}"
        self.link = f"/dev/input/by-id/usb-{number}-event-kbd"
        self.name = name
        self.bus = bus
        self.codes = codes
        self.down: set[int] = set()
        self.ends: tuple[int, int] | None = None

    def plug_in(self) -> None:
        """Plug it in, or wake it."""
        near, far = os.pipe()
        os.set_blocking(near, False)
        self.ends = near, far
        self._desk.pads[self.path] = self
        folder = self._desk.root / "sys/class/input" / Path(self.path).name / "device"
        bits = sum(1 << code for code in self.codes)
        words = [f"{bits >> shift & (1 << 64) - 1:x}" for shift in range(704, -1, -64)]
        for file, text in {
            "capabilities/key": " ".join(words).lstrip("0 ") or "0",
            "id/bustype": f"{self.bus:04x}",
            "name": self.name,
        }.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(f"{text}\n")
        for name in (self.path, self.link):
            (self._desk.root / name[1:]).parent.mkdir(parents=True, exist_ok=True)
        (self._desk.root / self.path[1:]).touch()
        link = self._desk.root / self.link[1:]
        link.unlink(missing_ok=True)
        link.symlink_to(f"../{Path(self.path).name}")

    def unplug(self) -> None:
        """Pull it out, or let it sleep."""
        assert self.ends
        del self._desk.pads[self.path]
        self.down.clear()
        _, far = self.ends
        self.ends = None
        device = self._desk.root / "sys/class/input" / Path(self.path).name / "device"
        (device / "capabilities/key").unlink()
        (self._desk.root / self.link[1:]).unlink()
        os.close(far)  # whoever reads the other end gets an error

    def press(self, code: int, at: float | None = None) -> None:
        """Press a key and hold it down."""
        self.down.add(code)
        self.write((1, code, 1), at=at)

    def release(self, code: int, at: float | None = None) -> None:
        """Release a key."""
        self.down.discard(code)
        self.write((1, code, 0), at=at)

    def write(self, *events: tuple[int, int, int], at: float | None = None) -> None:
        """Write a report: type, code and value of each event."""
        assert self.ends
        sec, part = divmod(time.monotonic() if at is None else at, 1)
        report = [_EVENT.pack(int(sec), int(part * 1e6), *event) for event in (*events, (0, 0, 0))]
        os.write(self.ends[1], b"".join(report))


class FakeDevice:
    """A keypad as evdev opens it."""

    def __init__(self, pad: FakeKeypad, desk: Desk) -> None:
        assert pad.ends
        self.fd = os.dup(pad.ends[0])
        self._pad = pad
        self._desk = desk
        self.grabbed = False

    def read(self) -> Iterator[Event]:
        """Yield what waits."""
        chunk = os.read(self.fd, 64 * _EVENT.size)
        if not chunk:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        yield from itertools.starmap(Event, _EVENT.iter_unpack(chunk))

    def active_keys(self) -> list[int]:
        """Return the keys that are down."""
        return sorted(self._pad.down)

    def grab(self) -> None:
        """Keep others from its events."""
        if self._desk.busy:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self.grabbed = True

    def close(self) -> None:
        """Close it."""
        os.close(self.fd)
        self.fd = -1
