"""The far end of an emulated serial link: a pty, whose name comes and goes as the plug is put in and out."""

import os
import select
import threading
import tty
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple

_TICK: Final = b"."
_END: Final = b"!"


class _Plugged(NamedTuple):
    """What is there while it is plugged in: both ends of the pty, a pipe to wake the thread, the thread.

    The near end is kept open here too, so that the far one outlives a program that closes it.
    """

    far: int
    near: int
    woken: int
    wake: int
    thread: threading.Thread


class FarEnd:
    """What a device on a serial link hears and says; the program opens the other end by its `name`."""

    def __init__(
        self, name: Path, heard: Callable[[bytes], None], tick: Callable[[], float | None] | None = None
    ) -> None:
        """A device that is not plugged in yet.

        name: the file that stands for it while it is. heard: called from a thread of its own with the
        bytes that come in. tick: called from there too, and gives the seconds until it wants to be called
        again, None for not before the next bytes.
        """
        self.name: Final = name
        self._heard: Final = heard
        self._tick: Final = tick or (lambda: None)
        self._lock: Final = threading.Lock()
        self._plugged: _Plugged | None = None

    def plug_in(self) -> None:
        """Have the device there."""
        with self._lock:
            if self._plugged is not None:
                return
            far, near = os.openpty()
            tty.setraw(near)
            os.set_blocking(far, False)
            woken, wake = os.pipe()
            os.set_blocking(woken, False)
            os.set_blocking(wake, False)
            thread = threading.Thread(target=self._hear, args=(far, woken), name="far-end", daemon=True)
            self._plugged = _Plugged(far, near, woken, wake, thread)
            thread.start()
            # The name last: whoever sees it can open it.
            self.name.symlink_to(os.ttyname(near))

    def unplug(self) -> None:
        """Have the device gone; whoever has the other end open finds that out when reading."""
        with self._lock:
            gone, self._plugged = self._plugged, None
            if gone is None:
                return
            self.name.unlink(missing_ok=True)
        os.write(gone.wake, _END)
        gone.thread.join()  # not under the lock, which it may wait for
        for fd in gone[:4]:
            os.close(fd)

    def write(self, payload: bytes) -> None:
        """Say something, from any thread; what nobody reads is lost, as it is on USB."""
        with self._lock, suppress(OSError):
            if self._plugged is not None:
                os.write(self._plugged.far, payload)

    def wake(self) -> None:
        """Have `tick` called now, from any thread."""
        with self._lock, suppress(OSError):
            if self._plugged is not None:
                os.write(self._plugged.wake, _TICK)

    def _hear(self, far: int, woken: int) -> None:
        poll = select.poll()
        poll.register(far, select.POLLIN)
        poll.register(woken, select.POLLIN)
        while True:
            seconds = self._tick()
            ready = {fd for fd, _ in poll.poll(None if seconds is None else ceil(seconds * 1000))}
            if woken in ready and _END in os.read(woken, 4096):
                return
            if far in ready:
                with suppress(BlockingIOError):
                    self._heard(os.read(far, 4096))
