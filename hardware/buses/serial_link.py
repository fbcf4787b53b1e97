"""A serial link to a part that may be unplugged: one thread opens, reads and writes the device.

That thread calls the `LinkProtocol`, so that it needs no locks. It has deadlines instead of polls.
"""

import errno
import logging
import os
import select
import time
from collections.abc import Callable
from contextlib import suppress
from math import ceil, inf
from threading import Lock, Thread, current_thread
from typing import TYPE_CHECKING, Final, Protocol

from companion.panel import Clock, Plugged

if TYPE_CHECKING:
    from hardware.buses.serial_port import SerialPort

RETRY_S: Final = 1.0
"""Interval between two looks for a device that is absent."""
STUCK_S: Final = 2.0
"""A device that takes no byte for this long counts as gone."""
MOST_WAITING: Final = 65536
"""The most bytes that may wait for a device."""

_ABSENT: Final = (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR)
_NOT_ALLOWED: Final = (errno.EACCES, errno.EPERM)
_IN_USE: Final = (errno.EBUSY, errno.EAGAIN)

_log: Final = logging.getLogger("companion")


class LinkProtocol(Protocol):
    """The protocol spoken on a link.

    It calls `SerialLink.post_presence` once its part really answers.
    """

    def connection_made(self) -> None:
        """Begin: the device was opened, and bytes can be received and sent."""

    def data_received(self, chunk: bytes) -> None:
        """Take bytes that came; a message may be split between calls."""

    def connection_lost(self) -> None:
        """End: the device is gone or was dropped, or the link is being closed."""

    def deadline(self) -> float:
        """Return the time at which `tick` is due, by the link's clock; inf until the next bytes.

        The link asks while the device is open.
        """

    def tick(self, now: float) -> None:
        """Do what is due: the deadline has passed, and all that came until now was received."""


class SerialLink:
    """The serial link of one part: `start` gives it its `LinkProtocol`, `close` ends its thread."""

    def __init__(self, part: str, port: str, baud: int, clock: Clock = time.monotonic) -> None:
        """Take the name of the part in `Plugged` and messages, and its device's name as `port`.

        clock: of the deadlines.
        """
        self.part: Final = part
        self._path: Final = port
        self._baud: Final = baud
        self._clock: Final = clock
        self._lock: Final = Lock()
        self._waiting = bytearray()
        self._port: SerialPort | None = None
        self._open = True
        self._dropped = ""
        self._there = True  # a part that is there from the first is not posted
        self._stuck_at = inf
        self._complaint = ""
        self._logged = ""
        self._thread: Thread | None = None
        self._wake = -1
        self._post: Callable[[Plugged], None] = lambda plugged: None

    def start(self, protocol: LinkProtocol, post: Callable[[Plugged], None]) -> None:
        """Begin to look for the device; the link's thread posts when the part comes and goes."""
        with self._lock:
            if self._thread is not None or not self._open:
                return
            self._post = post
            self._wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
            name = f"link-{self.part}"
            self._thread = Thread(target=self._run, args=(protocol,), name=name, daemon=True)
            self._thread.start()

    def write(self, payload: bytes) -> bool:
        """Queue bytes for this device, from any thread.

        Return False at once if there is no device, or too much waits.
        """
        with self._lock:
            if self._port is None or len(self._waiting) + len(payload) > MOST_WAITING:
                return False
            self._waiting += payload
            if self._thread is not current_thread():  # which looks anyway before it waits
                self._wake_thread()
            return True

    def post_presence(self, there: bool) -> None:
        """Post whether the part is there if that changed; only from the link's own thread."""
        if there:
            self._complaint = self._logged = ""
        if there != self._there:
            self._there = there
            self._post(Plugged(self.part, there))

    def drop_device(self, why: str) -> None:
        """Close a wrong or hanging device for `RETRY_S`, and log `why`; from the link's thread."""
        self._dropped = why

    def close(self) -> None:
        """Send what waits, if the device takes it at once; close it and end the thread.

        This never raises.
        """
        with self._lock:
            self._open = False
            thread = self._thread
            if thread is not None:
                self._wake_thread()
        if thread is not None and thread is not current_thread():
            thread.join(timeout=STUCK_S)

    # The thread

    def _run(self, protocol: LinkProtocol) -> None:
        try:
            while self._open:
                if port := self._open_device():
                    self._serve_port(port, protocol)
                if self._open:
                    self.post_presence(there=False)
                    self._wait_for(None, RETRY_S)
        finally:
            # With the lock: the next file that is opened may get this number.
            with self._lock:
                os.close(self._wake)
                self._wake = -1

    def _open_device(self) -> "SerialPort | None":
        """Open the device. Return None while it cannot be opened."""
        if not os.path.exists(self._path):
            self._complaint = self._logged = ""
            return None
        # In this thread, so that no start waits for pyserial.
        from hardware.buses.serial_port import SerialPort

        try:
            return SerialPort(self._path, self._baud)
        except OSError as error:
            self._log_repeated(self._opening_advice(error))
            return None

    def _serve_port(self, port: "SerialPort", protocol: LinkProtocol) -> None:
        """Receive and send until the device is gone."""
        with self._lock:
            self._waiting.clear()
            self._port = port
        self._dropped = ""
        try:
            protocol.connection_made()
            self._exchange_bytes(port, protocol)
            if not self._dropped:  # closed: send what still waits
                with suppress(OSError):
                    self._send_waiting(port)
        finally:
            with self._lock:
                self._port = None
                self._waiting.clear()
            # A device that was dropped takes nothing, and closing it would wait for that.
            port.close(discard=bool(self._dropped))
            protocol.connection_lost()
        self._log_repeated(self._dropped)

    def _exchange_bytes(self, port: "SerialPort", protocol: LinkProtocol) -> None:
        """Receive and send until the device is gone or dropped, or the link is closed."""
        self._stuck_at = inf
        while self._open and not self._dropped:
            # Before it looks: the thread may be late, and bytes may wait by the time it is woken.
            now = self._clock()
            if not self._waiting:
                self._stuck_at = inf
            elif self._stuck_at == inf:
                self._stuck_at = now + STUCK_S
            patience = min(protocol.deadline(), self._stuck_at) - now
            readable, writable = self._wait_for(port, patience)
            try:
                chunk = port.read() if readable else b""
                if writable and self._send_waiting(port):
                    self._stuck_at = inf
            except OSError:  # unplugged
                return
            if chunk:
                protocol.data_received(chunk)
            if now >= self._stuck_at:
                self.drop_device(
                    f"{self.part}: {self._path} takes nothing any more;"
                    " unplug it and plug it in again"
                )
            if now >= protocol.deadline():
                protocol.tick(now)

    def _send_waiting(self, port: "SerialPort") -> int:
        with self._lock:
            sent = port.write(bytes(self._waiting)) if self._waiting else 0
            del self._waiting[:sent]
        return sent

    def _wait_for(self, port: "SerialPort | None", seconds: float) -> tuple[bool, bool]:
        """Wait for bytes, room to write, a wake-up or the time.

        Return whether the device can be read, and whether it can be written.
        """
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        if port:
            poll.register(port, select.POLLIN | (select.POLLOUT if self._waiting else 0))
        events = dict(poll.poll(None if seconds == inf else max(0.0, ceil(seconds * 1000))))
        if events.pop(self._wake, 0):
            os.eventfd_read(self._wake)
        flags = next(iter(events.values()), 0)
        # A hang-up is always reported; reading then raises its error.
        return bool(flags & ~select.POLLOUT), bool(flags & select.POLLOUT)

    def _wake_thread(self) -> None:
        """Wake the thread; the lock is held."""
        if self._wake >= 0:
            os.eventfd_write(self._wake, 1)

    # Messages for the user

    def _opening_advice(self, error: OSError) -> str:
        """Return the advice for a device that cannot be opened; "" if it is absent."""
        if error.errno in _ABSENT:
            return ""
        if error.errno in _NOT_ALLOWED:
            from wiring.switches import allow_group  # only a refused device waits for it

            return (
                f"{self.part}: {self._path} may not be used; allow it with {allow_group('dialout')}"
            )
        if error.errno in _IN_USE:
            return f"{self.part}: {self._path} is in use by another program; end that one"
        why = error.strerror or error
        return f"{self.part}: {self._path} cannot be opened ({why}); check its name"

    def _log_repeated(self, sentence: str) -> None:
        """Log a problem once, if a second try has it too: a new device has no permissions yet."""
        if sentence and sentence == self._complaint != self._logged:
            self._logged = sentence
            _log.warning("%s", sentence)
        self._complaint = sentence
