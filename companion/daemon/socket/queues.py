"""The queues of the socket's thread: jobs from other threads, and clients with a request."""

import contextlib
import socket
from collections import deque
from typing import Final

from companion.daemon.inbox import Job
from companion.daemon.socket.client import Client


class Jobs:
    """A queue of functions that wakes a poll."""

    def __init__(self) -> None:
        self._bell, self._woken = socket.socketpair()
        for sock in (self._bell, self._woken):
            sock.settimeout(0)
        self._waiting: deque[Job] = deque()
        self.fd: Final = self._woken.fileno()
        """Readable while functions wait."""

    def call_soon(self, job: Job) -> None:
        """Have a function called; from any thread."""
        self._waiting.append(job)
        with contextlib.suppress(OSError):  # full: the thread is awake already
            self._bell.send(b"!")

    def hear(self) -> None:
        """Empty the bell that woke the poll."""
        with contextlib.suppress(OSError):
            self._woken.recv(4096)

    def call_waiting(self) -> None:
        """Call the functions that wait now; later ones wait, so that clients get their turn."""
        for _ in range(len(self._waiting)):
            self._waiting.popleft()()

    def close(self) -> None:
        """End."""
        self._bell.close()
        self._woken.close()


class Turns:
    """The clients with a request, in rounds: all with a usual line, and one with a long line."""

    def __init__(self) -> None:
        self._usual: dict[Client, None] = {}
        self._long: dict[Client, None] = {}
        self._round: dict[Client, None] = {}

    def __bool__(self) -> bool:
        return bool(self._round or self._usual or self._long)

    def queue_client(self, client: Client) -> None:
        """Queue a client with a request, once."""
        if not client.in_turn:
            client.in_turn = True
            queue = self._long if client.has_long_request else self._usual
            queue[client] = None

    def drop(self, client: Client) -> None:
        """Drop a client that left."""
        for queue in (self._usual, self._long, self._round):
            queue.pop(client, None)

    def next_client(self) -> Client:
        """Take the next client; there must be one."""
        if not self._round:
            self._round = self._usual
            self._usual = {}
            if self._long:
                self._round[_first(self._long)] = None
        client = _first(self._round)
        client.in_turn = False
        return client


def _first(queue: dict[Client, None]) -> Client:
    """Take the client that waits longest; there must be one."""
    client = next(iter(queue))
    del queue[client]
    return client
