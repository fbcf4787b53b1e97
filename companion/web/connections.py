"""Connections: how many there are, in all and from each address, and how long each may take.

A client that opens a thousand of them, or sends a header a letter at a time, leaves room for the
others.
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
"""Connections from one address.

More than there are streams, so that a page tells why it has none."""
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
"""Bytes that the kernel keeps of what a connection does not read: few, so that a slow page is not
behind."""
_HUNG_UP: Final = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR


class LimitedServer(HTTPServer):
    """An HTTP server with limits."""

    def initialize(self, *positional: Any, **named: Any) -> None:
        """Set the limits; the arguments are tornado's."""
        limits = {
            "idle_connection_timeout": HEADER_S,
            "body_timeout": BODY_S,
            "max_header_size": LARGEST_HEADER,
            "max_body_size": LARGEST_BODY,
            "max_buffer_size": 1 << 16,
        }
        super().initialize(*positional, **{**named, **limits})
        self._streams: dict[IOStream, str] = {}
        self._stuck: dict[IOStream, int] = {}
        self.busy: set[IOStream] = set()
        """The connections that a handler answers now."""
        self._check = PeriodicCallback(self._look_after, 1000 * CHECK_S)

    def watch(self) -> None:
        """Look after connections from now on."""
        self._check.start()

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Take a connection, or close it if it is one too many."""
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
        """Forget a connection that ended."""
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
        """Return True if there is room for one more. Another client may have to make it."""
        held = Counter(self._streams.values())
        if held[source] >= MOST_OF_ONE:
            return False
        return len(self._streams) < MOST or self._make_room(held)

    def _make_room(self, held: Counter[str]) -> bool:
        """Close an idle connection, else one of an address with more than its share.

        Return False if there is neither.
        """
        idle = [stream for stream in self._streams if stream not in self.busy]
        # Of several addresses with as many, the connection that came first.
        victim = max(idle or self._streams, key=lambda stream: held[self._streams[stream]])
        if not idle and held[self._streams[victim]] <= FAIR:
            return False
        # Now: the next one may come before tornado tells that this one is closed.
        del self._streams[victim]
        victim.close()
        return True

    def _look_after(self) -> None:
        """Close connections that left, and those that read nothing of their answer for long.

        Tornado itself notices that one left only while it has read all that came from there.
        """
        for stream in tuple(self._streams):
            self._stuck[stream] = self._stuck.get(stream, 0) + 1 if stream.writing() else 0
            if self._stuck[stream] * CHECK_S >= UNREAD_S or has_left(stream):
                stream.close()


class _Nobody(HTTPMessageDelegate):
    """Takes the request of a browser that left, and carries nothing out."""

    def __init__(self, connection: HTTP1Connection) -> None:
        self._connection: Final = connection

    def headers_received(self, start_line: object, headers: HTTPHeaders) -> None:
        self._connection.detach()


class Unread:
    """Large answers on their way. All together have a limit, so slow readers cost little memory."""

    def __init__(self) -> None:
        """Begin without an answer."""
        self._sizes: Final[dict[IOStream, int]] = {}

    def begin(self, stream: IOStream, size: int) -> None:
        """Count an answer in. Where that is too much, give up those that began first."""
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
    """Return what counts as one address.

    Of IPv6 that is a network, since one computer has as many addresses as it likes.
    """
    try:
        parsed = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
