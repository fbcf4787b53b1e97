"""The crowd: which connections a page keeps, so that nobody holds up the others."""

import ipaddress
import resource
import select
import socket
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from tornado.http1connection import HTTP1ServerConnection
from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream
from tornado.netutil import bind_sockets
from tornado.web import Application

from companion.errors import CompanionError

PAGES: Final = 64
"""Pages that may be open at a time."""
CONNECTIONS: Final = 4
"""Connections for each of them."""
OF_ONE: Final = 1.5
"""Connections of one address, for each of them."""
SHARE: Final = 16
"""An address with more connections gives one up when another address finds none."""
HEADER_S: Final = 10.0
"""Time for the whole header of a request, and between two requests of a connection, in seconds."""
BODY_S: Final = 5.0
LARGEST_HEADER: Final = 8192
LARGEST_BODY: Final = 4096
UNREAD_S: Final = 20.0
"""Time after which a connection is closed that takes no byte of its answer, in seconds."""
_UNSENT: Final = 1 << 16
"""Bytes that the kernel keeps of what a connection does not read: few, so that a slow page is not
behind."""
_BACKLOG: Final = 512
_OTHER_FILES: Final = 256
_HUNG_UP: Final = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR


class CannotListen(CompanionError):
    """The port or the address cannot be had."""


class OpenConnections:
    """The connections of a page, of which each address has its share.

    Where there are too many, one that asks for nothing gives way to the next one, else one of an
    address with more than its share.
    """

    def __init__(self, pages: int) -> None:
        """Make room for the connections of so many open pages."""
        self.size: Final = CONNECTIONS * pages
        self._of_one: Final = OF_ONE * pages
        self._address: Final[dict[IOStream, str]] = {}
        self.busy: Final[set[IOStream]] = set()
        """Those that ask for something."""

    def __iter__(self) -> Iterator[IOStream]:
        return iter(tuple(self._address))

    def __len__(self) -> int:
        return len(self._address)

    def take_connection(self, stream: IOStream, address: str) -> bool:
        """Take a connection, if there is room. One that gives way is closed."""
        held = Counter(self._address.values())
        if held[address] >= self._of_one:
            return False
        if len(self) >= self.size:
            idle = [other for other in self._address if other not in self.busy]
            # Of the fullest address the one that came first: a crowd of one address pays itself.
            loser = max(idle or self._address, key=lambda other: held[self._address[other]])
            most = self._address[loser]
            is_other = held[most] > SHARE and most != address
            if not (idle or is_other):
                return False
            self.drop_connection(loser)  # now: another one may come before tornado tells of the end
            loser.close()
        self._address[stream] = address
        return True

    def drop_connection(self, stream: IOStream) -> None:
        """Forget a connection."""
        self._address.pop(stream, None)
        self.busy.discard(stream)


class CrowdedServer(HTTPServer):
    """A server that keeps the connections for which there is room."""

    def initialize(self, answering: Application, room: OpenConnections) -> None:  # type: ignore[override]
        """Set the limits of a request."""
        self.room = room
        super().initialize(
            answering,
            idle_connection_timeout=HEADER_S,
            body_timeout=BODY_S,
            max_header_size=LARGEST_HEADER,
            max_body_size=LARGEST_BODY,
            max_buffer_size=2 * LARGEST_HEADER,
        )

    def listen_at(self, port: int, host: str) -> int:
        """Take a port, of one address or of all. Return its number. Raises CannotListen."""
        try:
            sockets = bind_sockets(port, host or None, backlog=_BACKLOG)
        except OSError as error:
            where = f"port {port}" + (f" of {host}" if host else "")
            reason = error.strerror or str(error)
            raise CannotListen(
                f"the page cannot have {where} ({reason}): name another one with --port or --host"
            ) from None
        # Each connection is a file: so many may be open as this process needs, as far as it may.
        most = self.room.size + _OTHER_FILES
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        if resource.RLIM_INFINITY != soft < allowed:
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        self.add_sockets(sockets)
        taken: int = sockets[0].getsockname()[1]
        return taken

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Take a connection, or close it if it is one too many."""
        if not self.room.take_connection(stream, network_of(str(address[0]))):
            stream.close()
            return
        # The kernel ends what is not read: no timer for each answer.
        stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNSENT)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # in Linux
            unread_ms = int(1000 * UNREAD_S)
            stream.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread_ms)
        super().handle_stream(stream, address)

    def on_close(self, server_conn: object) -> None:
        """Give up the place of a connection that ended."""
        super().on_close(server_conn)
        if isinstance(server_conn, HTTP1ServerConnection):
            self.room.drop_connection(server_conn.stream)


def has_left(stream: IOStream) -> bool:
    """Return True if the other end hung up, even while some of what it sent is still to be read.

    Tornado itself notices that only once it has read all.
    """
    if stream.closed():
        return True
    poll = select.poll()
    poll.register(stream.socket, _HUNG_UP)
    return bool(poll.poll(0))


def network_of(address: str) -> str:
    """Return the part of an address that counts as one.

    Of IPv6 that is a network, since one computer has as many addresses as it likes.
    """
    try:
        parsed = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))
