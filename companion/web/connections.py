"""Connections: how many there are, in all and from each address, and how long each may take.

A client that opens a thousand of them, or sends a header a letter at a time, leaves room for the others.
"""

import ipaddress
import select
import socket
from collections import Counter
from typing import Any, Final

from tornado.http1connection import HTTP1Connection, HTTP1ServerConnection
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPConnection, HTTPHeaders, HTTPMessageDelegate
from tornado.ioloop import PeriodicCallback
from tornado.iostream import IOStream

MOST: Final = 256
MOST_OF_ONE: Final = 96
"""Connections from one address; more than there are streams, so that a page tells why it has none."""
FAIR: Final = 16
"""An address with more connections than this gives one up when another address has no room."""
HEADER_S: Final = 10.0
"""Time for the whole header of a request, and between two requests of a connection, in seconds."""
BODY_S: Final = 5.0
LARGEST_HEADER: Final = 8192
LARGEST_BODY: Final = 4096
UNREAD_S: Final = 30.0
"""Time after which a connection is closed that takes no byte of its answer, in seconds."""
CHECK_S: Final = 5.0
MOST_UNREAD: Final = 1 << 23
"""Bytes of large answers that are on their way at a time."""
_UNSENT: Final = 1 << 16
"""Bytes that the kernel keeps of what a connection does not read: few, so that a slow page is not behind."""
_HUNG_UP: Final = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR


class LimitedServer(HTTPServer):
    """An HTTP server with limits."""

    def initialize(self, *given: Any, **named: Any) -> None:
        """As tornado's."""
        limits = {
            "idle_connection_timeout": HEADER_S,
            "body_timeout": BODY_S,
            "max_header_size": LARGEST_HEADER,
            "max_body_size": LARGEST_BODY,
            "max_buffer_size": 1 << 16,
        }
        super().initialize(*given, **{**named, **limits})
        self._streams: dict[IOStream, str] = {}
        self._stuck: dict[IOStream, int] = {}
        self.busy: set[IOStream] = set()
        """The connections that a handler answers now."""
        self._check = PeriodicCallback(self._look_after, 1000 * CHECK_S)

    def watch(self) -> None:
        """Look after connections from now on."""
        self._check.start()

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """A connection came; one too many is closed."""
        source = neighbourhood(str(address[0]))
        if not self._room(source):
            stream.close()
            return
        stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNSENT)
        self._streams[stream] = source
        super().handle_stream(stream, address)

    def start_request(
        self, server_conn: object, request_conn: HTTPConnection
    ) -> HTTPMessageDelegate:
        """Take the next request, unless its connection is closed.

        Tornado would go through all that was read of it before, without a pause: after a flood
        tens of thousands of requests.
        """
        if isinstance(request_conn, HTTP1Connection) and request_conn.stream.closed():
            return _Nobody(request_conn)
        return super().start_request(server_conn, request_conn)

    def on_close(self, server_conn: object) -> None:
        """A connection ended."""
        super().on_close(server_conn)
        if isinstance(server_conn, HTTP1ServerConnection):
            self._streams.pop(server_conn.stream, None)
            self._stuck.pop(server_conn.stream, None)
            self.busy.discard(server_conn.stream)

    def end(self) -> None:
        """Close every connection at once."""
        self._check.stop()
        self.stop()
        for stream in tuple(self._streams):
            stream.close()

    def _room(self, source: str) -> bool:
        """Return True if there is room for one more, which another client may have to make."""
        held = Counter(self._streams.values())
        if held[source] >= MOST_OF_ONE:
            return False
        return len(self._streams) < MOST or self._make_room(held)

    def _make_room(self, held: Counter[str]) -> bool:
        """Close a connection without a request, else one of an address with more than its share.

        Return False if there is none.
        """
        idle = [stream for stream in self._streams if stream not in self.busy]
        # Of several addresses with as many, the connection that came first.
        most = max(idle or self._streams, key=lambda stream: held[self._streams[stream]])
        if not idle and held[self._streams[most]] <= FAIR:
            return False
        del self._streams[
            most
        ]  # now: the next one may come before this one is told that it is closed
        most.close()
        return True

    def _look_after(self) -> None:
        """Close connections that left, and those that have had something to read for long.

        Tornado notices the former by itself only while it has read all that they sent.
        """
        for stream in tuple(self._streams):
            self._stuck[stream] = self._stuck.get(stream, 0) + 1 if stream.writing() else 0
            if self._stuck[stream] * CHECK_S >= UNREAD_S or has_left(stream):
                stream.close()


class _Nobody(HTTPMessageDelegate):
    """Stands for a browser that left: what it had asked is not carried out."""

    def __init__(self, connection: HTTP1Connection) -> None:
        self._connection: Final = connection

    def headers_received(self, start_line: object, headers: HTTPHeaders) -> None:
        self._connection.detach()


class Unread:
    """Large answers on their way: together they have a limit, so slow readers cost little memory."""

    def __init__(self) -> None:
        """None yet."""
        self._sizes: Final[dict[IOStream, int]] = {}

    def begin(self, stream: IOStream, size: int) -> None:
        """Count an answer in; where that is too much, those that began first are given up."""
        while self._sizes and sum(self._sizes.values()) + size > MOST_UNREAD:
            oldest = next(iter(self._sizes))
            del self._sizes[oldest]
            oldest.close()
        self._sizes[stream] = size

    def end(self, stream: IOStream) -> None:
        """Count an answer out: it was read, or its connection is closed."""
        self._sizes.pop(stream, None)


def has_left(stream: IOStream) -> bool:
    """Return True if the other end hung up, even while some of what it sent is still to be read."""
    if stream.closed():
        return True
    poll = select.poll()
    poll.register(stream.socket, _HUNG_UP)
    return bool(poll.poll(0))


def neighbourhood(address: str) -> str:
    """What counts as one address: of IPv6 a network, since one computer has as many as it likes."""
    try:
        found = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
