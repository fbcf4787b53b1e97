"""An emulated serial link: its far end is a pty, whose name exists while the plug is in."""

import os
import select
import tempfile
import tty
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from pathlib import Path
from threading import Lock, Thread
from typing import Final, NamedTuple
from uuid import uuid4

_TICK: Final = 1
_END: Final = 1 << 32
"""What is added to the count that wakes the thread: so many ticks never wait."""


class _PluggedPty(NamedTuple):
    """A device that is plugged in: both ends of the pty, what wakes the thread, the thread.

    The near end is also kept open here, so that the far one survives when a program closes it.
    """

    far: int
    near: int
    wake: int
    thread: Thread


class FarEnd:
    """The end of a device on a serial link; the program opens the other end by its `name`."""

    def __init__(
        self,
        name: Path,
        on_bytes: Callable[[bytes], None],
        tick: Callable[[], float | None] = lambda: None,
    ) -> None:
        """Take the name of the device file, which exists while plugged in.

        on_bytes: called with bytes that came, in a thread of its own. tick: called in that thread;
        returns the seconds until its next call, None to wait for bytes.
        """
        self.name: Final = name
        self._on_bytes: Final = on_bytes
        self._tick: Final = tick
        self._lock: Final = Lock()
        self._plugged: _PluggedPty | None = None

    def plug_in(self) -> None:
        """Make the device file."""
        with self._lock:
            if self._plugged is not None:
                return
            far, near = os.openpty()
            tty.setraw(near)  # else a terminal would echo, and change the ends of lines
            os.set_blocking(far, False)
            wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
            thread = Thread(target=self._hear_bytes, args=(far, wake), name="far-end", daemon=True)
            self._plugged = _PluggedPty(far, near, wake, thread)
            thread.start()
            # The name last: once it exists it can be opened.
            self.name.symlink_to(os.ttyname(near))

    def unplug(self) -> None:
        """Remove the device; a program that has the other end open gets an error when it reads."""
        with self._lock:
            pty = self._plugged
            self._plugged = None
            if pty is None:
                return
            self.name.unlink(missing_ok=True)
        os.eventfd_write(pty.wake, _END)
        pty.thread.join()  # without the lock, which the thread may need
        for fd in pty[:3]:
            os.close(fd)

    def write(self, payload: bytes) -> None:
        """Send bytes, from any thread; bytes that are not read are lost, as on USB."""
        with self._lock, suppress(OSError):
            if self._plugged is not None:
                os.write(self._plugged.far, payload)

    def tick_soon(self) -> None:
        """Call `tick` soon; any thread may ask for that."""
        with self._lock:
            if self._plugged is not None:
                os.eventfd_write(self._plugged.wake, _TICK)

    def _hear_bytes(self, far: int, wake: int) -> None:
        poll = select.poll()
        poll.register(far, select.POLLIN)
        poll.register(wake, select.POLLIN)
        while True:
            seconds = self._tick()
            ready = {fd for fd, _ in poll.poll(None if seconds is None else ceil(seconds * 1000))}
            if wake in ready and os.eventfd_read(wake) >= _END:
                return
            if far in ready:
                with suppress(BlockingIOError):
                    self._on_bytes(os.read(far, 4096))


def new_device_name() -> Path:
    """Return a name for the device of an emulated part; nothing has it yet."""
    return Path(tempfile.gettempdir()) / f"companion-{uuid4().hex}"
