"""Jobs: functions that other threads have the socket's thread call."""

import contextlib
import socket
from collections import deque
from collections.abc import Callable
from typing import Final


class Jobs:
    """A queue of functions that wakes a poll."""

    def __init__(self) -> None:
        self._bell, self._woken = socket.socketpair()
        for sock in (self._bell, self._woken):
            sock.setblocking(False)
        self._waiting: Final[deque[Callable[[], None]]] = deque()
        self.fd: Final = self._woken.fileno()
        """Readable while functions wait."""

    def add(self, job: Callable[[], None]) -> None:
        """Have a function called; from any thread."""
        self._waiting.append(job)
        with contextlib.suppress(OSError):  # full: the thread is awake already
            self._bell.send(b"!")

    def hear(self) -> None:
        """The poll was woken."""
        with contextlib.suppress(OSError):
            self._woken.recv(4096)

    def work(self) -> None:
        """Call the functions that wait now; later ones wait, so that clients get their turn."""
        for _ in range(len(self._waiting)):
            self._waiting.popleft()()

    def close(self) -> None:
        """End."""
        self._bell.close()
        self._woken.close()
