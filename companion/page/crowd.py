"""The crowd: what each address may take of a page, so that nobody holds up the others.

Connections, open pages and answers on their way have `SharedPlaces`. Where all are taken, a holder
who asks for nothing gives way to the next one, else one of an address with more than its share.

Each code is judged, whatever came before it, so no wrong ones keep a guest out. What makes guessing
hopeless is the pace. A code has 40 random bits and lives for twelve hours. At most 50 codes a
second are judged, 2,160,000 in twelve hours: one chance in 509,000, for a guest with any number of
addresses who never pauses. One address alone has 20 a second, and one chance in 1,273,000.
"""

import ipaddress
import select
import socket
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, Generic, TypeVar

from tornado.http1connection import HTTP1ServerConnection
from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream

from companion.page.streams import Stream

PAGES: Final = 64
SHARE: Final = 16
"""An address with more places than this gives one up when another address finds none."""
CONNECTIONS: Final = 4
"""Connections for each page that may be open."""
OF_ONE: Final = 1.5
"""Connections of one address, for each page: some more, so that a page tells why it has no room."""
ANSWERS: Final = 24
"""Large answers that are on their way at a time."""
HEADER_S: Final = 10.0
"""Time for the whole header of a request, and between two requests of a connection, in seconds."""
BODY_S: Final = 5.0
LARGEST_HEADER: Final = 8192
LARGEST_BODY: Final = 4096
UNREAD_S: Final = 20.0
"""Time after which a connection is closed that takes no byte of its answer, in seconds."""
AT_ONCE: Final = 2
"""Requests of a lane that are answered at a time."""
APART_S: Final = 0.02
"""Time between two codes that are judged, in seconds."""
PAUSE_S: Final = AT_ONCE / 20
"""Time for which a wrong code stays in the lane of its address, in seconds."""
_UNSENT: Final = 1 << 16
"""Bytes that the kernel keeps of what a connection does not read: few, so that a slow page is not
behind."""
_HUNG_UP: Final = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR
_H = TypeVar("_H", IOStream, Stream)


class SharedPlaces(Generic[_H]):
    """What there is little of, and each address has its share of."""

    def __init__(self, size: int, share: int = 0, of_one: float | None = None) -> None:
        """Make places that nobody has; `of_one`: places of one address at most."""
        self.size: Final = size
        self._share: Final = share
        self._of_one: Final = size if of_one is None else of_one
        self._places: Final[dict[_H, str]] = {}
        self.busy: Final[set[_H]] = set()
        """Those who give way only where their address has more than its share."""

    def __iter__(self) -> Iterator[_H]:
        return iter(tuple(self._places))

    def __len__(self) -> int:
        return len(self._places)

    def take(self, holder: _H, address: str) -> bool:
        """Take a place, if there is one. A holder who gives way is closed."""
        if not self.has_room(address):
            return False
        if len(self) >= self.size:
            loser = self._loser()
            self.leave(loser)  # now: another one may come before tornado tells of the end
            loser.close()
        self._places[holder] = address
        return True

    def has_room(self, address: str) -> bool:
        """Return True if a place is free, or another address gives one up."""
        held = Counter(self._places.values())
        if len(self) < self.size or held[address] >= self._of_one:
            return held[address] < self._of_one
        loser = self._loser()
        most = self._places[loser]
        return loser not in self.busy or (held[most] > self._share and most != address)

    def leave(self, holder: _H) -> None:
        """Give up the place of a holder, if there is one."""
        self._places.pop(holder, None)
        self.busy.discard(holder)

    def _loser(self) -> _H:
        """Return the holder who gives way first: of the fullest address, the one who came first."""
        held = Counter(self._places.values())
        idle = [holder for holder in self._places if holder not in self.busy]
        return max(idle or self._places, key=lambda holder: held[self._places[holder]])


class CrowdedServer(HTTPServer):
    """A server that keeps the connections for which there is room."""

    room: SharedPlaces[IOStream]

    def initialize(self, *positional: Any, **named: Any) -> None:
        """Set the limits of a request; the arguments are tornado's."""
        limits = {
            "idle_connection_timeout": HEADER_S,
            "body_timeout": BODY_S,
            "max_header_size": LARGEST_HEADER,
            "max_body_size": LARGEST_BODY,
            "max_buffer_size": 2 * LARGEST_HEADER,
        }
        super().initialize(*positional, **{**named, **limits})

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Take a connection, or close it if it is one too many."""
        if not self.room.take(stream, neighbourhood(str(address[0]))):
            stream.close()
            return
        stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNSENT)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # in Linux
            unread_ms = int(1000 * UNREAD_S)
            stream.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread_ms)
        super().handle_stream(stream, address)

    def on_close(self, server_conn: object) -> None:
        """Give up the place of a connection that ended."""
        super().on_close(server_conn)
        if isinstance(server_conn, HTTP1ServerConnection):
            self.room.leave(server_conn.stream)


def has_left(stream: IOStream) -> bool:
    """Return True if the other end hung up, even while some of what it sent is still to be read.

    Tornado itself notices that only once it has read all.
    """
    if stream.closed():
        return True
    poll = select.poll()
    poll.register(stream.socket, _HUNG_UP)
    return bool(poll.poll(0))


def neighbourhood(address: str) -> str:
    """Return what counts as one address.

    Of IPv6 that is a network, since one computer has as many addresses as it likes.
    """
    try:
        parsed = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))
