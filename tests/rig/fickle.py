"""Clients of both sockets that ask for something and hang up at any byte, whatever the table is
doing.
"""

import json
import random
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.daemon.socket.declarations import DECLARATIONS, VIEW

LONGEST_S = 0.004
"""Seconds that one waits at most before it hangs up."""
MOST_ASKED = 6
"""Requests of one at most."""


def varied(example: Mapping[str, Any], number: int, seconds: float = 600) -> dict[str, Any]:
    """Return a request as it is declared, about another sticker or address, and with a hold of
    another length.
    """
    body = dict(example)
    if "id" in body:
        body["id"] = f"{number:08x}"
    if "seconds" in body:
        body["seconds"] = seconds
    if "urls" in body:
        body["urls"] = [f"HTTP://192.168.1.{number % 250}:8080"]
    return body


def requests(door: str) -> list[dict[str, Any]]:
    """Return every request of a socket."""
    return [dict(one.example) for one in DECLARATIONS if door in one.doors]


class Fickle:
    """One client after the other, at the sockets by their names."""

    def __init__(self, sockets: dict[str, Path], seed: int) -> None:
        self.sockets = sockets
        self.asked = {door: requests(door) for door in sockets}
        self.dice = random.Random(seed)

    def come_and_go(self, times: int) -> None:
        """Let so many clients come and go."""
        for number in range(times):
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
                self._say_something(sock, number)

    def _say_something(self, sock: socket.socket, number: int) -> None:
        """Ask, perhaps in pieces, perhaps not to the end, perhaps reading.

        Whoever called hangs up.
        """
        dice = self.dice
        door = dice.choice(list(self.sockets))
        sock.connect(str(self.sockets[door]))
        lines = [
            json.dumps(
                varied(self._choose(door), number + offset, dice.choice((0.01, 600)))
            ).encode()
            + b"\n"
            for offset in range(dice.randint(1, MOST_ASKED))
        ]
        said = b"".join(lines)
        if dice.random() < 0.5:
            said = said[: dice.randint(0, len(said))]
        for piece in self._pieces(said):
            sock.sendall(piece)
        if dice.random() < 0.2:
            sock.shutdown(dice.choice((socket.SHUT_RD, socket.SHUT_WR)))
        if dice.random() < 0.2:
            sock.settimeout(LONGEST_S)
            sock.recv(dice.randint(1, 1000))
        time.sleep(dice.random() * LONGEST_S)

    def _choose(self, door: str) -> dict[str, Any]:
        """Return a request; half of them those that the companion remembers a client for."""
        if self.dice.random() < 0.5:
            return self.dice.choice(self.asked[door])
        words = ("subscribe", "serve") if door == VIEW else ("subscribe", "watch", "hold", "tag")
        return self.dice.choice([body for body in self.asked[door] if body.get("do") in words])

    def _pieces(self, said: bytes) -> Iterator[bytes]:
        if self.dice.random() < 0.7:
            yield said
            return
        cut = self.dice.randint(0, len(said))
        yield said[:cut]
        time.sleep(self.dice.random() * LONGEST_S)
        yield said[cut:]
