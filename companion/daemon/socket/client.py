"""A client of the control socket: the bytes of its unfinished request and of its unread answers."""

import json
import socket
import time
from typing import Final

from companion.daemon.interfaces import Reply
from companion.numbers import Json

LONGEST_LINE: Final = 1 << 16
USUAL_LINE: Final = 1 << 10
"""Bytes of a usual request at most; a longer line takes long to parse."""
MOST_UNREAD: Final = 1 << 20
"""Bytes of answers that a client may leave unread before it is cut off."""
_ROOM: Final = 1 << 16
"""Bytes of unread answers above which the next request waits."""
_CHUNK: Final = 1 << 16
_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode


def _encode_line(line: Json) -> bytes:
    """Return a line as JSON.

    A list is encoded item by item, since one call of the encoder blocks every thread.
    """
    fields = []
    for key, value in line.items():
        text = f"[{','.join(map(_ENCODE, value))}]" if isinstance(value, list) else _ENCODE(value)
        fields.append(f"{_ENCODE(key)}:{text}")
    return f"{{{','.join(fields)}}}\n".encode()


class TooLong(Exception):
    """A line is longer than a request may be."""


class Client:
    """One connection; its methods never block."""

    def __init__(self, sock: socket.socket) -> None:
        """Take a connection that was just accepted; the server sets `reply`."""
        sock.settimeout(0)
        self._sock = sock
        self._incoming = bytearray()
        self._outgoing = bytearray()
        self.fd: Final = sock.fileno()
        self.reply: Reply = lambda answer: None
        self.turn = 0
        """When it connected or had its last turn, in turns of all clients."""
        self.known = False
        """The companion has had a request from it."""
        self.waiting = False
        """The companion has a request from it now."""
        self.listens = False
        """It subscribed or watches."""
        self.ended = False
        """It sends nothing more, but may still read answers."""
        self.gone = False
        self.read_at = time.monotonic()
        """When it connected, or last read an answer."""

    @property
    def unread(self) -> int:
        """How many bytes of answers it has not read."""
        return len(self._outgoing)

    @property
    def is_free(self) -> bool:
        """Whether its next request may be taken."""
        return not self.waiting and len(self._outgoing) <= _ROOM

    @property
    def has_request(self) -> bool:
        """Whether a whole line came, or more bytes than a line may have."""
        return b"\n" in self._incoming or len(self._incoming) > LONGEST_LINE

    @property
    def has_long_request(self) -> bool:
        """Whether its line is longer than a usual request."""
        return self._incoming.find(b"\n", 0, USUAL_LINE) < 0

    @property
    def is_idle(self) -> bool:
        """Whether it waits for no answer."""
        return not (self.waiting or self.listens)

    @property
    def is_done(self) -> bool:
        """Whether it can be dropped."""
        busy = self.waiting or self._outgoing or self._incoming
        return self.gone or (self.ended and not busy)

    def read_requests(self) -> None:
        """Read what it sent; only while no whole line is there, so that the buffer has a limit."""
        try:
            data = self._sock.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            self.gone = True
            return
        self._incoming.extend(data)
        self._strip_blanks()
        if not data:
            self.ended = True
            if self._incoming:  # the last line needs no end
                self._incoming.extend(b"\n")

    def next_request(self) -> bytes:
        """Take the next line. Raises TooLong if it is longer than a request may be."""
        end = self._incoming.find(b"\n")
        if not 0 <= end <= LONGEST_LINE:
            raise TooLong(f"a request is longer than {LONGEST_LINE} bytes")
        line = bytes(self._incoming[:end])
        del self._incoming[: end + 1]
        self._strip_blanks()
        return line

    def send_line(self, line: Json) -> None:
        """Send it a line as soon as it reads."""
        # With nothing left to read it was not silent until now.
        if not self._outgoing:
            self.read_at = time.monotonic()
        self._outgoing.extend(_encode_line(line))
        self.send()

    def send(self) -> None:
        """Send as much as it reads now."""
        try:
            sent = self._sock.send(self._outgoing)
        except BlockingIOError:
            return
        except OSError:
            self.gone = True
            return
        self.read_at = time.monotonic()
        del self._outgoing[:sent]

    def close(self) -> None:
        """Hang up."""
        self.gone = True
        self._incoming.clear()
        self._outgoing.clear()
        self._sock.close()

    def _strip_blanks(self) -> None:
        """Drop empty lines, and blanks between requests."""
        if self._incoming[:1].isspace():
            del self._incoming[: len(self._incoming) - len(self._incoming.lstrip())]
