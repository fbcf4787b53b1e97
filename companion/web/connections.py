"""Connections: how many there are, in all and from each address, and how long each may take.

Whoever opens a thousand of them, or sends a header a letter at a time, leaves room for the others.
"""

import ipaddress
import socket
from collections import Counter
from typing import Any, Final

from tornado.http1connection import HTTP1ServerConnection
from tornado.httpserver import HTTPServer
from tornado.ioloop import PeriodicCallback
from tornado.iostream import IOStream

MOST: Final = 256
MOST_OF_ONE: Final = 96
"""Connections from one address; more than there are streams, so that a page tells why it has none."""
HEADER_S: Final = 10.0
"""Time for the whole header of a request, and between two requests of a connection, in seconds."""
BODY_S: Final = 5.0
LARGEST_HEADER: Final = 8192
LARGEST_BODY: Final = 4096
UNREAD_S: Final = 30.0
"""Time after which a connection is closed that takes no byte of its answer, in seconds."""
CHECK_S: Final = 5.0
_UNSENT: Final = 1 << 16
"""Bytes that the kernel keeps of what a connection does not read: few, so that a slow page is not behind."""


class Server(HTTPServer):
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
        self._check = PeriodicCallback(self._drop_unread, 1000 * CHECK_S)

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
        """Whether there is room for one more; where all is full, whoever asks for nothing gives way."""
        held = Counter(self._streams.values())
        if held[source] >= MOST_OF_ONE:
            return False
        if len(self._streams) < MOST:
            return True
        idle = [stream for stream in self._streams if stream not in self.busy]
        if not idle:
            return False
        most = max(idle, key=lambda stream: held[self._streams[stream]])  # the oldest of several
        del self._streams[most]  # now: the next one may come before this one is told that it is closed
        most.close()
        return True

    def _drop_unread(self) -> None:
        """Close connections that have had something to read for long."""
        for stream in tuple(self._streams):
            self._stuck[stream] = self._stuck.get(stream, 0) + 1 if stream.writing() else 0
            if self._stuck[stream] * CHECK_S >= UNREAD_S:
                stream.close()


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
