"""The control socket: newline-delimited JSON over a Unix socket, one reply a request.

One thread serves every client; the table never waits for any of them. A line that is too long,
or a client that does not read its answers, is cut off.
"""

import contextlib
import json
import os
import selectors
import socket
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion.daemon.log import log
from companion.daemon.ports import Reply, Request
from companion.errors import CompanionError, NotARecord
from companion.game.record import load_json

LONGEST_LINE: Final = 1 << 16
MOST_UNREAD: Final = 1 << 20
MOST_CLIENTS: Final = 64
_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode


class SocketError(CompanionError):
    """The control socket cannot be made."""


class _Client:
    """One connection: what came in and is no whole line yet, what is still to be sent.

    ended: it will say nothing more, but may still read the answers to what it asked.
    """

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.incoming = b""
        self.requests: deque[bytes] = deque()
        self.outgoing = b""
        self.waiting = False
        self.ended = False
        self.polled = 0
        self.reply: Reply = lambda answer: None


class Server:
    """The socket and its thread."""

    def __init__(self, path: Path, post: Callable[[Request], None], forget: Callable[[Reply], None]) -> None:
        """A server at `path`; requests go to `post`, a client that left to `forget`."""
        self.path = path
        self._post = post
        self._forget = forget
        self._selector = selectors.DefaultSelector()
        self._wake_in, self._wake_out = socket.socketpair()
        self._answers: deque[tuple[_Client, dict[str, Any]] | None] = deque()
        self._pings: deque[Callable[[], None]] = deque()
        self._clients: set[_Client] = set()
        self._listener: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name="socket", daemon=True)

    def start(self) -> None:
        """Make the socket and serve.

        Raises:
            SocketError: another companion listens there, or the path cannot be used.
        """
        self._listener = _listen(self.path)
        for sock in (self._listener, self._wake_out):
            sock.setblocking(False)
        self._wake_in.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ, None)
        self._selector.register(self._wake_out, selectors.EVENT_READ, None)
        self._thread.start()

    def ping(self, answer: Callable[[], None]) -> None:
        """Ask for a sign of life: `answer` is called from the thread."""
        self._pings.append(answer)
        self._wake()

    def stop(self, timeout: float = 2.0) -> None:
        """Close every connection and remove the socket."""
        self._answers.append(None)
        self._wake()
        self._thread.join(timeout)

    def _answer(self, client: _Client, answer: dict[str, Any]) -> None:
        self._answers.append((client, answer))
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):  # full: it is awake already
            self._wake_in.send(b"!")

    def _run(self) -> None:
        assert self._listener is not None
        while True:
            for key, events in self._selector.select():
                if key.fileobj is self._listener:
                    self._accept()
                elif key.fileobj is self._wake_out:
                    with contextlib.suppress(OSError):
                        self._wake_out.recv(4096)
                else:
                    self._serve(key.data, events)
            while self._pings:
                self._pings.popleft()()
            while self._answers:
                item = self._answers.popleft()
                if item is None:
                    self._close_all()
                    return
                self._give(*item)

    def _accept(self) -> None:
        assert self._listener is not None
        try:
            sock, _ = self._listener.accept()
        except OSError as error:
            log.warning("socket: a client cannot be taken: %s", error.strerror)
            return
        if len(self._clients) >= MOST_CLIENTS:
            sock.close()
            return
        sock.setblocking(False)
        client = _Client(sock)
        client.reply = lambda answer: self._answer(client, answer)
        self._clients.add(client)
        self._settle(client)

    def _serve(self, client: _Client, events: int) -> None:
        if client not in self._clients:
            return
        if events & selectors.EVENT_WRITE:
            self._send(client)
        if events & selectors.EVENT_READ and client in self._clients:
            self._receive(client)

    def _receive(self, client: _Client) -> None:
        try:
            data = client.sock.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            client.ended = True
            self._settle(client)
            return
        *lines, client.incoming = (client.incoming + data).split(b"\n")
        client.requests += [line for line in lines if line.strip()]
        if len(client.incoming) > LONGEST_LINE or any(len(line) > LONGEST_LINE for line in lines):
            client.requests.clear()
            self._refuse(client, f"a request is longer than {LONGEST_LINE} bytes")
            self._drop(client)
            return
        if len(client.requests) > 1000:
            self._drop(client)
            return
        self._next(client)

    def _next(self, client: _Client) -> None:
        """Hand over the next request, once the one before it is answered."""
        while client.requests and not client.waiting and client in self._clients:
            line = client.requests.popleft()
            try:
                body = load_json(line.decode())
            except UnicodeDecodeError:
                self._refuse(client, "a request is UTF-8 text")
            except NotARecord as error:
                self._refuse(client, str(error))
            else:
                client.waiting = True
                self._post(Request(body, client.reply))

    def _refuse(self, client: _Client, sentence: str) -> None:
        self._queue(client, {"ok": False, "error": sentence})

    def _give(self, client: _Client, answer: dict[str, Any]) -> None:
        if client not in self._clients:
            return
        if "ok" in answer:  # a subscriber's lines answer no request
            client.waiting = False
        self._queue(client, answer)
        self._next(client)

    def _queue(self, client: _Client, answer: dict[str, Any]) -> None:
        client.outgoing += _ENCODE(answer).encode() + b"\n"
        self._send(client)

    def _send(self, client: _Client) -> None:
        try:
            sent = client.sock.send(client.outgoing)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._drop(client)
            return
        client.outgoing = client.outgoing[sent:]
        if len(client.outgoing) > MOST_UNREAD:
            self._drop(client)
            return
        self._settle(client)

    def _settle(self, client: _Client) -> None:
        """Listen for what is wanted of a client, or let it go when nothing is."""
        wanted = (0 if client.ended else selectors.EVENT_READ) | (
            selectors.EVENT_WRITE if client.outgoing else 0
        )
        if client.ended and not (client.outgoing or client.waiting or client.requests):
            self._drop(client)
        elif client.polled != wanted:
            if not client.polled:
                self._selector.register(client.sock, wanted, client)
            elif not wanted:
                self._selector.unregister(client.sock)
            else:
                self._selector.modify(client.sock, wanted, client)
            client.polled = wanted

    def _drop(self, client: _Client) -> None:
        if client in self._clients:
            self._clients.discard(client)
            if client.polled:
                self._selector.unregister(client.sock)
            client.sock.close()
            self._forget(client.reply)

    def _close_all(self) -> None:
        for client in tuple(self._clients):
            with contextlib.suppress(OSError):
                client.sock.send(client.outgoing)
            client.sock.close()
        assert self._listener is not None
        self._listener.close()
        self.path.unlink(missing_ok=True)
        self._wake_in.close()
        self._wake_out.close()
        self._selector.close()


def _listen(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_socket():
            if _answers(path):
                raise SocketError(f"another companion listens at {path}: stop it, or give another --socket")
            path.unlink()
        mask = os.umask(0o117)
        try:
            listener.bind(str(path))
        finally:
            os.umask(mask)
        listener.listen(MOST_CLIENTS)
    except OSError as error:
        listener.close()
        reason = "the path is too long" if "too long" in str(error) else error.strerror or str(error)
        raise SocketError(f"the control socket {path} cannot be made: {reason}") from None
    except SocketError:
        listener.close()
        raise
    return listener


def _answers(path: Path) -> bool:
    probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        probe.connect(str(path))
    except OSError:
        return False
    finally:
        probe.close()
    return True
