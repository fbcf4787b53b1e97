"""A card reader on a serial link, which may be unplugged: what it says becomes messages.

One thread opens, reads and writes the device and calls the reader's protocol, so that nothing needs
a lock. It has deadlines instead of polls.
"""

import errno
import logging
import os
import select
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import ceil, inf
from threading import Thread
from typing import TYPE_CHECKING, Final

from companion.panel import Clock, Plugged, Tagged
from hardware.readers.pn532_reader import Pn532
from hardware.readers.protocol import ReaderOutput, ReaderProtocol, TagsLaid
from hardware.readers.rdm6300 import Rdm630, Rdm6300
from wiring import spec

if TYPE_CHECKING:
    from hardware.buses.serial_port import SerialPort

RETRY_S: Final = 1.0
"""Interval between two looks for a device that is absent."""
STUCK_S: Final = 2.0
"""A device that takes no byte for this long counts as gone."""

_ABSENT: Final = (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR)
_NOT_ALLOWED: Final = (errno.EACCES, errno.EPERM)
IN_USE: Final = (errno.EBUSY, errno.EAGAIN)

_log: Final = logging.getLogger("companion")

PostTags = Callable[[Tagged | Plugged], None]


PROTOCOLS: Final[Mapping[str, type[ReaderProtocol]]] = {
    spec.PN532: Pn532,
    spec.RDM6300: Rdm6300,
    spec.RDM630: Rdm630,
}


class CardReader:
    """A card reader (see `companion.panel.SerialPart`)."""

    def __init__(self, reader: spec.Reader, clock: Clock = time.monotonic) -> None:
        """Make a reader whose device `listen` opens; `clock` stamps its tags."""
        self.name: Final = reader.name
        self._path: Final = reader.port
        # `clock` only stamps the tags; the deadlines are in real time.
        self._clock: Final = clock
        self._protocol: Final = PROTOCOLS[reader.kind]()
        self._waiting = b""
        self._open = True
        self._there = True  # a reader that is there from the first is not posted
        self._complaint = ""
        self._logged = ""
        self._why = ""
        self._thread: Thread | None = None
        self._wake = -1
        self._post: PostTags = lambda message: None

    def listen(self, post: PostTags) -> None:
        """Post every tag from now on, and when the reader comes and goes."""
        if self._thread is None and self._open:
            self._post = post
            self._wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
            self._thread = Thread(target=self._run, name=f"link-{self.name}", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Send the reader its farewell, if it takes that at once; close it and end the thread. This
        never raises.
        """
        self._open = False
        thread = self._thread
        self._thread = None
        if thread is not None:
            os.eventfd_write(self._wake, 1)
            thread.join(timeout=STUCK_S)
            if not thread.is_alive():
                os.close(self._wake)

    # The thread

    def _run(self) -> None:
        while self._open:
            if port := self._open_device():
                self._serve_port(port)
            if self._open:
                self._post_presence(there=False)
                self._wait_for(None, RETRY_S)

    def _open_device(self) -> "SerialPort | None":
        """Open the device. Return None while it cannot be opened."""
        if not os.path.exists(self._path):
            self._complaint = self._logged = ""
            return None
        # In this thread, so that no start waits for pyserial.
        from hardware.buses.serial_port import SerialPort

        try:
            return SerialPort(self._path, self._protocol.baud)
        except OSError as error:
            self._log_repeated(self._opening_advice(error))
            return None

    def _serve_port(self, port: "SerialPort") -> None:
        self._waiting = b""
        is_stuck = False
        try:
            self._do_output(self._protocol.connection_made(time.monotonic()))
            is_stuck = self._exchange_bytes(port)
            if not is_stuck:
                with suppress(OSError):
                    port.write(self._waiting + self._protocol.farewell)
        finally:
            # A device that is stuck takes nothing, and closing it would wait for that.
            port.close(discard=is_stuck)
            self._protocol.connection_lost()
        stuck = f"{self._path} takes nothing any more; unplug it and plug it in again"
        self._log_repeated(f"{self.name}: {stuck}" if is_stuck else "")

    def _exchange_bytes(self, port: "SerialPort") -> bool:
        """Receive and send until the device is gone, or the link is closed. Return True if it takes
        nothing any more.
        """
        stuck_at = inf
        while self._open:
            # Before it looks: the thread may be late, and bytes may wait by the time it is woken.
            now = time.monotonic()
            stuck_at = min(stuck_at, now + STUCK_S) if self._waiting else inf
            patience = min(self._protocol.deadline, stuck_at) - now
            readable, writable = self._wait_for(port, patience)
            try:
                chunk = port.read() if readable else b""
                sent = port.write(self._waiting) if writable else 0
            except OSError:  # unplugged
                return False
            if sent:
                self._waiting = self._waiting[sent:]
                stuck_at = inf
            if chunk:
                self._do_output(self._protocol.data_received(chunk, time.monotonic()))
            if now >= stuck_at:
                return True
            if now >= self._protocol.deadline:
                self._do_output(self._protocol.tick(now))
        return False

    def _wait_for(self, port: "SerialPort | None", seconds: float) -> tuple[bool, bool]:
        """Wait for bytes, room to write, the end or the time.

        Return whether the device can be read, and whether it can be written.
        """
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        if port:
            poll.register(port, select.POLLIN | (select.POLLOUT if self._waiting else 0))
        events = dict(poll.poll(None if seconds == inf else max(0.0, ceil(seconds * 1000))))
        events.pop(self._wake, 0)
        flags = next(iter(events.values()), 0)
        # A hang-up is always reported; reading then raises its error.
        return bool(flags & ~select.POLLOUT), bool(flags & select.POLLOUT)

    # What the reader says

    def _do_output(self, output: ReaderOutput) -> None:
        self._waiting += output.payload
        for event in output.events:
            if isinstance(event, TagsLaid):
                at = event.at + self._clock() - time.monotonic()
                self._post(Tagged(event.ids, self.name, at))
            else:
                self._post_presence(event.there)
                if event.why and event.why != self._why:
                    _log.warning("%s: %s: %s", self.name, self._path, event.why)
                self._why = event.why

    def _post_presence(self, there: bool) -> None:
        if there:
            self._complaint = self._logged = ""
        if there != self._there:
            self._there = there
            self._post(Plugged(self.name, there))

    # Messages for the user

    def _opening_advice(self, error: OSError) -> str:
        """Return the advice for a device that cannot be opened; "" if it is absent."""
        if error.errno in _ABSENT:
            return ""
        if error.errno in _NOT_ALLOWED:
            from wiring.switches import allow_group  # only a refused device waits for it

            return (
                f"{self.name}: {self._path} may not be used; allow it with {allow_group('dialout')}"
            )
        if error.errno in IN_USE:
            return f"{self.name}: {self._path} is in use by another program; end that one"
        why = error.strerror or error
        return f"{self.name}: {self._path} cannot be opened ({why}); check its name"

    def _log_repeated(self, sentence: str) -> None:
        """Log a problem once, if a second try has it too: a new device has no permissions yet."""
        if sentence and sentence == self._complaint != self._logged:
            self._logged = sentence
            _log.warning("%s", sentence)
        self._complaint = sentence
