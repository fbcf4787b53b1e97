"""A socket of the companion: newline-delimited JSON over a Unix socket, one reply a request.

One thread serves every client, one request of each in turn. A request is handed over when the core
has taken the one before, so a press waits for one request at most, however many clients there are.
A client is not read from while the companion has a request of it, so the memory for its requests is
limited. A client that sends too long a line, or does not read, is disconnected; where all places
are taken, the client that has been silent for the longest time is.
"""

import contextlib
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from companion.daemon.door import STREAMS, Door
from companion.daemon.inbox import Job
from companion.daemon.interfaces import Reply, Request
from companion.daemon.socket.client import MOST_UNREAD, Client, TooLong
from companion.daemon.socket.entrance import Entrance
from companion.errors import NotARecord, refusal_answer
from companion.game.record import load_json
from companion.numbers import Json

MOST_CLIENTS: Final = 64
MOST_ASKED: Final = MOST_CLIENTS
"""Requests that the companion has at a time, including those of clients that left meanwhile."""
UNREAD_FOR_S: Final = 10.0
"""Time after which a client that reads none of its answers is disconnected, in seconds."""
SPARED_S: Final = 2.0
"""Time for which a client keeps its place after a request, in seconds."""
SPELL_S: Final = 0.001
"""Processor time after which the thread rests, in seconds."""
RESTS: Final = 2
"""How many times as long it rests as it worked: it takes a third of a processor at most."""


class Jobs:
    """A queue of functions that wakes a poll."""

    def __init__(self) -> None:
        self._bell, self._woken = socket.socketpair()
        for sock in (self._bell, self._woken):
            sock.settimeout(0)
        self._waiting: deque[Job] = deque()
        self.fd: Final = self._woken.fileno()
        """Readable while functions wait."""

    def call_soon(self, job: Job) -> None:
        """Have a function called; from any thread."""
        self._waiting.append(job)
        with contextlib.suppress(OSError):  # full: the thread is awake already
            self._bell.send(b"!")

    def empty_bell(self) -> None:
        """Empty the bell that woke the poll."""
        with contextlib.suppress(OSError):
            self._woken.recv(4096)

    def call_waiting(self) -> None:
        """Call the functions that wait now; later ones wait, so that clients get their turn."""
        for _ in range(len(self._waiting)):
            self._waiting.popleft()()

    def close(self) -> None:
        """End."""
        self._bell.close()
        self._woken.close()


class SocketServer:
    """The socket and its thread."""

    def __init__(
        self,
        path: Path,
        post: Callable[[Request | Job], None],
        drop_client: Callable[[Reply], None],
        shared: bool = False,
        door: Door = Door.CONTROL,
    ) -> None:
        """Serve at `path`; requests go to `post`, and what calls `drop_client` for one that left.

        After each request a function is posted, whose call says that the request was taken.
        shared: the group may use the socket, and not the user alone.
        """
        self.path: Final = path
        self._post = post
        self._forget_client = drop_client
        self._poll = select.poll()
        self._jobs = Jobs()
        self._entrance = Entrance(path, shared, self._poll)
        self._usual: dict[Client, None] = {}
        self._long: dict[Client, None] = {}
        """The clients with a request, in the order in which it came, and those with a long line."""
        self._turn = 0
        """How many requests were handed over."""
        self._round = 0
        """The last turn of the round before; without long lines each turn is one."""
        self._clients: dict[int, Client] = {}
        self._unheard = False
        self._asked = 0
        self._over = False
        self._rested_at = 0.0
        self._door = door
        self._thread = threading.Thread(target=self._run, name=f"{door} socket", daemon=True)

    # From any thread

    def start(self) -> None:
        """Make the socket and serve. Raises SocketError if the control socket cannot be made.

        The companion does without a view socket, and tries to make it again at each heartbeat.
        """
        if self._door == Door.CONTROL:
            self._entrance.open()
        else:
            self._entrance.look_after()
        self._poll.register(self._jobs.fd, select.POLLIN)
        self._thread.start()

    def discard(self) -> None:
        """Close what a server holds that never started."""
        self._jobs.close()

    def stop(self) -> None:
        """Close every connection and remove the socket."""
        self._jobs.call_soon(self._end_loop)
        self._thread.join(timeout=2.0)

    def ping(self, answer: Job) -> None:
        """Look after the clients and the socket's file, and call `answer` from the thread."""
        self._jobs.call_soon(partial(self._look_after, answer))

    # In the thread

    def _run(self) -> None:
        while not self._over:
            patience = self._entrance.listen()
            self._handle_events(self._poll.poll(0 if self._next_client() else patience))
            if client := self._next_client():
                self._take_turn(client)
            self._jobs.call_waiting()
            # The processor is left to the other threads for a while.
            worked = time.thread_time() - self._rested_at
            if worked >= SPELL_S:
                time.sleep(worked * RESTS)
                self._rested_at = time.thread_time()
        for client in self._clients.values():
            client.send()
            client.close()
        self._entrance.close()
        self._jobs.close()

    def _handle_events(self, events: list[tuple[int, int]]) -> None:
        """Handle events; a new client last, since a connected one may have ended its silence."""
        newcomer = False
        for fd, what in events:
            if fd == self._jobs.fd:
                self._jobs.empty_bell()
            elif client := self._clients.get(fd):
                self._serve_client(client, what)
            else:
                newcomer = True
        if newcomer:
            self._accept_client()

    def _end_loop(self) -> None:
        self._over = True

    # New clients

    def _accept_client(self) -> None:
        sock = self._entrance.accept()
        if sock is None:
            return
        client = Client(sock)
        client.turn = self._turn
        if len(self._clients) >= MOST_CLIENTS and not self._make_room():
            client.send_line(refusal_answer(f"{MOST_CLIENTS} clients are connected already"))
            client.close()
            return
        client.reply = lambda answer: self._jobs.call_soon(
            partial(self._give_answer, client, answer)
        )
        self._clients[client.fd] = client
        # For nothing yet: `_schedule_client` says for what.
        self._poll.register(client.fd, 0)
        self._schedule_client(client)

    def _make_room(self) -> bool:
        """Disconnect the client that was silent for the longest time, or one that never asked."""
        spared = time.monotonic() - SPARED_S
        queued = {*self._usual, *self._long}
        idle = [
            client
            for client in self._clients.values()
            if client.is_idle and (client.read_at <= spared or not client.known)
        ]
        idle = [client for client in idle if client not in queued]
        if not idle:
            return False
        silent = min(idle, key=lambda client: (client.known, client.read_at))
        silent.send_line(refusal_answer("others want this place, and this client was silent"))
        self._drop_client(silent)
        return True

    # Clients

    def _serve_client(self, client: Client, events: int) -> None:
        if events & select.POLLOUT:
            client.send()
        if events & select.POLLIN:
            client.read_requests()
        elif events & ~select.POLLOUT:  # it hung up, and nothing is left to read
            client.gone = True
        self._schedule_client(client)

    def _next_client(self) -> Client | None:
        """Return the client whose request is handed over next; None while the core has enough.

        Of those with a long line one in a round, as its last.
        """
        if self._unheard or self._asked >= MOST_ASKED:
            return None
        usual = next(iter(self._usual), None)
        long = next(iter(self._long), None)
        if usual is None or long is None:
            return usual or long
        return usual if usual.turn <= self._round else long

    def _take_turn(self, client: Client) -> None:
        """Hand over the next request of a client."""
        self._turn += 1
        client.turn = self._turn
        if client in self._long or not self._long:
            self._round = self._turn
        self._dequeue_client(client)
        try:
            body = load_json(client.next_request().decode())
        except TooLong as error:
            client.send_line(refusal_answer(error))
            client.gone = True
        except UnicodeDecodeError:
            client.send_line(refusal_answer("a request is UTF-8 text"))
        except NotARecord as error:
            client.send_line(refusal_answer(error))
        else:
            client.known = client.waiting = True
            if isinstance(body, dict) and body.get("do") in STREAMS:
                client.listens = True
            self._asked += 1
            self._unheard = True
            self._post(Request(body, client.reply, self._door))
            # Behind the request in the inbox: when this comes back, the core has taken the request.
            self._post(partial(self._jobs.call_soon, self._on_heard))
        self._schedule_client(client)

    def _on_heard(self) -> None:
        self._unheard = False

    def _give_answer(self, client: Client, answer: Json) -> None:
        answers = "ok" in answer  # else it is a line of a stream
        if answers and client.waiting:
            client.waiting = False
            self._asked -= 1
        elif answers:
            return
        if client.gone:
            return
        client.send_line(answer)
        if not answers and client.unread > MOST_UNREAD:  # a stream does not wait for its reader
            client.gone = True
        self._schedule_client(client)

    def _schedule_client(self, client: Client) -> None:
        """Poll for what a client can do next, queue it for its turn, or drop it when it is done."""
        if client.is_done:
            self._drop_client(client)
            return
        events = select.POLLOUT if client.unread else 0
        if client.is_free and client.has_request:
            # One that is there keeps its place.
            (self._long if client.has_long_request else self._usual)[client] = None
        elif client.is_free and not client.ended:
            events |= select.POLLIN
        self._poll.modify(client.fd, events)

    def _dequeue_client(self, client: Client) -> None:
        for queue in (self._usual, self._long):
            queue.pop(client, None)

    def _drop_client(self, client: Client) -> None:
        if self._clients.pop(client.fd, None) is None:
            return
        self._poll.unregister(client.fd)
        self._dequeue_client(client)
        client.close()
        # The core has never heard of any other.
        if client.known:
            self._post(partial(self._forget_client, client.reply))
        self._entrance.end_pause()

    # At each heartbeat

    def _look_after(self, answer: Job) -> None:
        for client in tuple(self._clients.values()):
            if client.unread and time.monotonic() - client.read_at >= UNREAD_FOR_S:
                self._drop_client(client)
        self._entrance.look_after()
        answer()
