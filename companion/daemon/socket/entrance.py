"""The entrance: takes new clients, pauses if the system refuses one, makes a lost socket again."""

import contextlib
import select
import socket
import time
from math import inf
from pathlib import Path
from typing import Final

from companion.daemon.log import log
from companion.daemon.socket.listener import Listener, SocketError

PAUSE_S: Final = 1.0
"""Time without new clients after the system refused one, in seconds."""


class Entrance:
    """The listener in the poll of the socket's thread."""

    def __init__(self, path: Path, shared: bool, poll: select.poll) -> None:
        """Prepare an entrance at `path`, closed until `open`."""
        self._path = path
        self._shared = shared
        self._poll = poll
        self._listener: Listener | None = None
        self._paused_until = -inf
        self._problems: dict[str, str] = {}

    def open(self) -> None:
        """Make the socket. Raises SocketError if that is impossible."""
        self._listener = Listener(self._path, self._shared)

    def listen(self) -> float | None:
        """Listen, unless a pause goes on. Return the milliseconds that it lasts; None for none."""
        if self._listener is None:
            return None
        pause = self._paused_until - time.monotonic()
        if pause > 0:
            # A millisecond more, so that the pause is over when the poll returns.
            return pause * 1000 + 1
        self._poll.register(self._listener.sock, select.POLLIN)  # once more does no harm
        return None

    def end_pause(self) -> None:
        """End the pause: there is room for another client."""
        self._paused_until = -inf

    def accept(self) -> socket.socket | None:
        """Return the next client's socket; None if it left again, or the system refuses it."""
        assert self._listener is not None
        try:
            return self._listener.sock.accept()[0]
        except (BlockingIOError, ConnectionAbortedError):  # it left again
            return None
        except OSError as error:
            self._stop_listening()
            self._paused_until = time.monotonic() + PAUSE_S
            self._report_problem("client", f"no client can be taken: {error.strerror or error}")
            return None

    def look_after(self) -> None:
        """Log that clients are taken again, and make the socket again if its file is gone."""
        if time.monotonic() >= self._paused_until:
            self._report_recovery("client", "clients are taken again")
        lost = self._listener
        if lost and lost.in_place:
            return
        self._stop_listening()
        self.end_pause()
        if lost:
            lost.close()
            self._listener = None
            log.warning("socket: %s is gone, so it is made again", self._path)
        try:
            self.open()
        except SocketError as error:
            self._report_problem("listener", str(error))
        else:
            self._report_recovery("listener", f"{self._path} is there again")

    def close(self) -> None:
        """Remove the socket."""
        if self._listener:
            self._listener.close()

    def _stop_listening(self) -> None:
        if self._listener:
            with contextlib.suppress(KeyError):  # in a pause it is out already
                self._poll.unregister(self._listener.sock)

    def _report_problem(self, part: str, problem: str) -> None:
        """Log a problem once."""
        if self._problems.get(part) != problem:
            self._problems[part] = problem
            log.warning("socket: %s", problem)

    def _report_recovery(self, part: str, line: str) -> None:
        """Log that a problem is over."""
        if self._problems.pop(part, None) is not None:
            log.warning("socket: %s", line)
