"""The crowd: what each address may take of a page, so that nobody holds up the others.

Connections, open pages and answers on their way have `SharedPlaces`. Where all are taken, a holder
who asks for nothing gives way to the next one, else one of an address with more than its share.

Each code is judged, whatever came before it, so no wrong ones keep a guest out. What makes guessing
hopeless is the pace. A code has 40 random bits and lives for twelve hours. At most 50 codes a
second are judged, 2,160,000 in twelve hours: one chance in 509,000, for a guest with any number of
addresses who never pauses. One address alone has 20 a second, and one chance in 1,273,000.
"""

import asyncio
import ipaddress
import select
import socket
import time
from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any, Final, Generic, Protocol, TypeVar

from tornado.http1connection import HTTP1ServerConnection
from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream

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
WRONG_MOST: Final = 5
WRONG_S: Final = 60.0
"""More wrong codes of one address in so many seconds are too many."""
PAUSE_S: Final = AT_ONCE / 20
"""Time for which one wrong code too many stays in the lane of its address, in seconds."""
_MOST_ADDRESSES: Final = 256
_UNSENT: Final = 1 << 16
"""Bytes that the kernel keeps of what a connection does not read: few, so that a slow page is not
behind."""
_HUNG_UP: Final = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR


class _PlaceHolder(Hashable, Protocol):
    def close(self) -> None: ...


_H = TypeVar("_H", bound=_PlaceHolder)


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
        if Counter(self._places.values())[address] >= self._of_one or not self.has_room(address):
            return False
        if len(self) >= self.size:
            loser = self._loser()
            self.leave(loser)  # now: another one may come before tornado tells of the end
            loser.close()
        self._places[holder] = address
        return True

    def has_room(self, address: str) -> bool:
        """Return True if a place is free, or another address gives one up."""
        if len(self) < self.size:
            return True
        loser = self._loser()
        most = self._places[loser]
        has_more = Counter(self._places.values())[most] > self._share
        return loser not in self.busy or (has_more and most != address)

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


class Attempts:
    """Codes that are tried: their pace, and the wrong ones of late by address."""

    def __init__(self) -> None:
        """Begin without a wrong code."""
        self._next = 0.0
        self._wrong: Final[dict[str, list[float]]] = {}
        """When they came; the address that was wrong last is the last one."""

    async def pace(self) -> None:
        """Wait until the next code may be judged."""
        now = time.monotonic()
        self._next = max(now, self._next + APART_S)
        await asyncio.sleep(self._next - now)

    def are_too_many(self, address: str) -> bool:
        """Count a wrong code. Return True if they are too many of this address."""
        now = time.monotonic()
        lately = [at for at in self._wrong.pop(address, ()) if at > now - WRONG_S]
        self._wrong[address] = [*lately[-WRONG_MOST:], now]
        if len(self._wrong) > _MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]
        return len(lately) >= WRONG_MOST


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
