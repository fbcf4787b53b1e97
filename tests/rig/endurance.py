"""A server under requests of every kind, also those that no programmer would write on purpose."""

import contextlib
import json
import random
import re
import socket
import struct
import threading
import time
from collections import Counter
from functools import partial
from pathlib import Path

from companion.settings import view_socket_beside
from tests.rig.daemons import Daemon, memory_of
from tests.rig.page_guests import Browser, enter, invite
from tests.rig.running import Script
from tests.rig.samples import EVERY_CASE
from tests.rig.waiting import until

HUNG_UP = (ConnectionError, TimeoutError, BlockingIOError)
PATIENT_S = 5.0
"""Seconds for which one waits for the answer to what was asked as it should be."""
QUIET_S = 0.1
"""Seconds without a byte after which there is no answer to anything else."""
AFTER_S = 0.02
"""Seconds without a byte after which an answer that began is whole."""


def request(method: str, path: str, body: object = None, headers: str = "") -> bytes:
    """Return a request as a browser writes it, with further lines of its header."""
    said = b"" if body is None else json.dumps(body).encode()
    if said:
        headers += f"Content-Type: application/json\r\nContent-Length: {len(said)}\r\n"
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode() + said


REQUESTS = (
    *map(partial(request, "GET"), ("/", "/words?lang=fr", "/live", "/session", "/page/main.js")),
    *map(partial(request, "GET"), ("/games", "/games/1", "/standings")),
    request("POST", "/enter", {"token": "WRONG234"}),
    request("POST", "/leave", {}),
    request("POST", "/ask", {"do": "new", "players": 3, "edition": {"preset": "grand"}}),
    request("POST", "/ask", {"do": "action", "action": {"do": "clue"}, "seen": "1-00000000"}),
    request("POST", "/ask", {"get": "turns"}),
)
METHODS = ("HEAD", "PUT", "OPTIONS", "CONNECT", "get", "FOO", "")
HEADERS = (
    "Host: evil.example",
    "Cookie: guest=made-up",
    "Content-Type: multipart/form-data; boundary=",
    "Content-Length: -1",
    "Content-Length: 99999999999",
    "Transfer-Encoding: chunked",
    "Expect: 100-continue",
    "Connection: upgrade\r\nUpgrade: websocket",
    "Accept-Language: fr;q=0,*;q=",
    "Origin: http://evil.example",
    "Sec-Fetch-Site: cross-site",
    'If-None-Match: W/"x"',
    "Range: bytes=0-1",
    " folded: yes",
)
MOST_BYTES = 9000
"""Bytes that a piece of a request grows to when it is said again and again."""


def spoilt(raw: bytes, dice: random.Random) -> bytes:
    """Return a request of which something is other than it should be."""
    first, second = sorted(dice.randrange(len(raw) + 1) for _ in range(2))
    piece = raw[first:second]
    head, _, rest = raw.partition(b"\r\n")
    return dice.choice(
        (
            raw[:first] + dice.randbytes(dice.randint(1, 20)) + raw[first:],
            raw[:first] + raw[second:],
            raw[:first] + piece * (MOST_BYTES // (len(piece) + 1)) + raw[second:],
            b"\r\n".join((head, dice.choice(HEADERS).encode(), rest)),
            b"\r\n".join((head, dice.choice(HEADERS).encode(), rest)),
            dice.choice(METHODS).encode() + raw[raw.find(b" ") :],
        )
    )


STATUS = re.compile(rb"^HTTP/1\.[01] (\d\d\d) ", re.MULTILINE)
FINE = frozenset((100, 200, 204, 304, 400, 403, 404, 405, 409, 415, 421, 503))


class RudeBrowser:
    """A browser without manners, at an address of its own."""

    def __init__(self, port: int, seed: int, source: str) -> None:
        self.port = port
        self.dice = random.Random(seed)
        self.source = source
        self.requests = 0
        self.told: Counter[int] = Counter()
        self.wrong: list[str] = []

    def act(self) -> None:
        """Ask on one connection or on several at once, and leave them all together."""
        connections = self.dice.choice((1, 1, 1, 1, 1, self.dice.randint(2, 20)))
        with contextlib.suppress(*HUNG_UP), contextlib.ExitStack() as stack:
            for _ in range(connections):
                self._ask(stack.enter_context(self._line()))

    def _ask(self, sock: socket.socket) -> None:
        """Ask for one thing or several, whole or up to any byte, and read the answers or not."""
        dice = self.dice
        asked = [self._request() for _ in range(dice.choice((1, 1, 1, dice.randint(2, 20))))]
        raw = b"".join(asked)
        if dice.random() < 0.3:
            raw = raw[: dice.randint(0, len(raw))]
        if len(raw) < 300 and dice.random() < 0.2:
            for byte in raw:
                sock.sendall(bytes([byte]))
        else:
            sock.sendall(raw)
        if dice.random() < 0.1:
            sock.shutdown(socket.SHUT_WR)
        if dice.random() < 0.6:
            sock.settimeout(PATIENT_S if raw in REQUESTS else QUIET_S)
            self._read(sock, len(asked))
        elif dice.random() < 0.5:
            sock.recv(dice.randint(1, 500))

    def _request(self) -> bytes:
        """Return a request, right in half of all cases, and seldom mere junk."""
        dice = self.dice
        self.requests += 1
        if dice.random() < 0.05:
            return dice.randbytes(dice.randint(1, 20_000))
        raw = dice.choice(REQUESTS)
        for _ in range(dice.choice((0, 0, 0, 1, 1, 3))):
            raw = spoilt(raw, dice)
        return raw

    @contextlib.contextmanager
    def _line(self):
        """Open a connection, which ends with a farewell or without one."""
        sock = socket.create_connection(("127.0.0.1", self.port), PATIENT_S, (self.source, 0))
        try:
            yield sock
        finally:
            if self.dice.random() < 0.3:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            sock.close()

    def _read(self, sock: socket.socket, answers: int = 1) -> None:
        """Read what comes, at most so many answers, and keep what should not come."""
        told = b""
        with contextlib.suppress(*HUNG_UP):
            while data := sock.recv(1 << 16):
                told += data
                if len(told) > 1 << 20:
                    break
                if len(STATUS.findall(told)) >= answers:
                    sock.settimeout(AFTER_S)
        for status in map(int, STATUS.findall(told)):
            self.told[status] += 1
            if status not in FINE:
                self.wrong.append(f"{status}: {told[:300]!r}")


class RudeCrowd:
    """Several of them at once, in threads, until they have asked so much or are told to stop."""

    def __init__(self, port: int, count: int, most: int, seed: int) -> None:
        sources = ("127.0.0.1", "127.0.0.2", "127.0.0.3")
        self.browsers = [
            RudeBrowser(port, seed + one, sources[one % len(sources)]) for one in range(count)
        ]
        self._most = most
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=(one,)) for one in self.browsers]

    def __enter__(self) -> "RudeCrowd":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    @property
    def requests(self) -> int:
        return sum(one.requests for one in self.browsers)

    @property
    def told(self) -> Counter[int]:
        return sum((one.told for one in self.browsers), Counter())

    @property
    def wrong(self) -> list[str]:
        return [sentence for one in self.browsers for sentence in one.wrong]

    @property
    def active(self) -> bool:
        return any(thread.is_alive() for thread in self._threads)

    def _run(self, browser: RudeBrowser) -> None:
        while self.requests < self._most and not self._over.is_set():
            browser.act()


SLOWEST_S = 2.0 if EVERY_CASE else 20.0
"""Within so many seconds a guest is answered, on a computer that has much else to do."""
MOST_GROWTH = 8 << 20
"""Bytes that the page's process may grow by: what each part of it does for the first time."""


class Guest:
    """A guest at another address than the rude ones, who reads all that a page asks for."""

    def __init__(self, browser: Browser, cookie: str) -> None:
        self.browser = browser
        self.cookie = cookie
        self.slowest = 0.0
        self.wrong: list[str] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Guest":
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._over.set()
        self._thread.join()

    def read(self) -> None:
        for path in ("/words", "/games", "/standings", "/page/main.js"):
            began = time.monotonic()
            answer = self.browser.ask("GET", path, None, self.cookie)
            self.slowest = max(self.slowest, time.monotonic() - began)
            if answer.status != 200:
                self.wrong.append(f"{path}: {answer.status} {answer.body[:200]!r}")

    def _run(self) -> None:
        while not self._over.wait(0.02):
            self.read()


def counted(pid: int, what: str) -> int:
    """Return how many threads (`task`) or open files (`fd`) a process has."""
    return len(list(Path(f"/proc/{pid}/{what}").iterdir()))


def endure(running: Daemon, browser: Browser, requests: int, browsers: int, seed: int) -> str:
    """Check that nothing of all that harms the guest, the page or the device.

    Return the figures in a line.
    """
    pid = browser.process.pid
    with Script(running.sock) as table, Script(view_socket_beside(running.sock)) as other:
        guest = Guest(browser, enter(browser, invite(table, other)))
        guest.read()
        threads = counted(pid, "task")
        files = counted(pid, "fd")
        with RudeCrowd(browser.port, browsers, 200, seed) as crowd:
            until(lambda: not crowd.active, 120)
        before = memory_of(pid)
        own = running.memory
        with guest, RudeCrowd(browser.port, browsers, requests, seed + 100) as crowd:
            until(lambda: not crowd.active, 3600, 0.05)
        guest.read()
        assert crowd.requests >= requests
        assert crowd.told.total() > requests / 50, f"most of it was never answered: {crowd.told}"
        assert crowd.wrong + guest.wrong == []
        assert guest.slowest < SLOWEST_S
        until(lambda: counted(pid, "fd") <= files, 60)
        assert counted(pid, "task") == threads
        grown = memory_of(pid) - before
        assert grown < MOST_GROWTH
        assert running.memory - own < MOST_GROWTH
        assert table.ask(get="state")["state"] is None
    return (
        f"{crowd.requests} requests, answered {dict(sorted(crowd.told.items()))}; the guest waited"
        f" {1000 * guest.slowest:.0f} ms at most; the process grew by {grown / (1 << 20):.1f} MiB"
    )
