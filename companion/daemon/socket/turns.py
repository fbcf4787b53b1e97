"""Turns: whose request is handed over next."""

from collections import deque
from typing import Final

from companion.daemon.socket.client import Client


class Turns:
    """The clients that have a request, taken in rounds: all with a usual line, and one with a long line."""

    def __init__(self) -> None:
        self._usual: Final[deque[Client]] = deque()
        self._long: Final[deque[Client]] = deque()
        self._round: Final[deque[Client]] = deque()

    def __bool__(self) -> bool:
        return bool(self._round or self._usual or self._long)

    def add(self, client: Client) -> None:
        """Queue a client with a request, once."""
        if not client.in_turn:
            client.in_turn = True
            (self._long if client.asks_long else self._usual).append(client)

    def next(self) -> Client:
        """Take the next client; there must be one."""
        if not self._round:
            self._round.extend(self._usual)
            self._usual.clear()
            if self._long:
                self._round.append(self._long.popleft())
        client = self._round.popleft()
        client.in_turn = False
        return client
