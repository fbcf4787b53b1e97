"""A server under requests of every kind, also those that no programmer would write on purpose."""

import contextlib
import json
import random
import re
import socket
import statistics
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from companion.settings import view_socket_beside
from tests.rig.daemons import Daemon, memory_of
from tests.rig.page_guests import Browser, enter, invite
from tests.rig.running import Script
from tests.rig.samples import EVERY_CASE
from tests.rig.waiting import until

HUNG_UP = (ConnectionError, TimeoutError, BlockingIOError)
QUIET_S = 0.1
"""Seconds without a byte after which there is no answer."""
AFTER_S = 0.02
"""Seconds without a byte after which an answer that began is whole."""

RIGHT: tuple[tuple[str, str, object], ...] = (
    ("GET", "/", None),
    ("GET", "/words?lang=fr", None),
    ("GET", "/live", None),
    ("GET", "/session", None),
    ("POST", "/enter", {"token": "WRONG234"}),
    ("POST", "/leave", {}),
    ("GET", "/games", None),
    ("GET", "/games/1", None),
    ("GET", "/standings", None),
    ("POST", "/ask", {"do": "new", "players": 3, "edition": {"preset": "grand"}}),
    ("POST", "/ask", {"do": "action", "action": {"do": "clue"}, "seen": "1-00000000"}),
    ("POST", "/ask", {"get": "turns"}),
    ("GET", "/page/main.js", None),
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
        """Do something rude."""
        acts: list[Callable[[], None]] = [
            *[self.asks] * 4,
            *[self.asks_in_a_row] * 2,
            *[self.leaves_at_any_byte] * 3,
            self.leaves_before_the_answer,
            self.reads_a_little,
            self.sends_junk,
            self.goes_letter_by_letter,
            self.opens_pages_and_leaves,
            self.stops_sending,
        ]
        with contextlib.suppress(*HUNG_UP):
            self.dice.choice(acts)()

    # What is sent

    def request(self) -> bytes:
        """Return a request, right in half of all cases."""
        dice = self.dice
        self.requests += 1
        method, path, body = dice.choice(RIGHT)
        said = b"" if body is None else json.dumps(body).encode()
        lines = (f"{method} {path} HTTP/1.1", "Host: localhost")
        if said:
            lines += ("Content-Type: application/json", f"Content-Length: {len(said)}")
        raw = "\r\n".join(lines).encode() + b"\r\n\r\n" + said
        for _ in range(dice.choice((0, 0, 0, 1, 1, 3))):
            raw = spoilt(raw, dice)
        return raw

    # What it does

    def asks(self) -> None:
        with self._line() as sock:
            sock.sendall(self.request())
            self._read(sock)

    def asks_in_a_row(self) -> None:
        with self._line() as sock:
            count = self.dice.randint(2, 40)
            sock.sendall(b"".join(self.request() for _ in range(count)))
            self._read(sock, count)

    def leaves_at_any_byte(self) -> None:
        raw = self.request()
        with self._line(abrupt=self.dice.random() < 0.5) as sock:
            sock.sendall(raw[: self.dice.randint(0, len(raw))])
            if self.dice.random() < 0.3:
                time.sleep(0.01 * self.dice.random())

    def leaves_before_the_answer(self) -> None:
        raw = b"".join(self.request() for _ in range(self.dice.choice((1, 1, 30))))
        with self._line(abrupt=self.dice.random() < 0.5) as sock:
            sock.sendall(raw)

    def reads_a_little(self) -> None:
        with self._line(abrupt=self.dice.random() < 0.5) as sock:
            sock.sendall(self.request())
            sock.recv(self.dice.randint(1, 500))

    def sends_junk(self) -> None:
        with self._line() as sock:
            sock.sendall(self.dice.randbytes(self.dice.randint(1, 20_000)))
            self._read(sock)

    def goes_letter_by_letter(self) -> None:
        with self._line() as sock:
            for letter in self.request()[:300]:
                sock.sendall(bytes([letter]))
            self._read(sock)

    def opens_pages_and_leaves(self) -> None:
        with contextlib.ExitStack() as stack:
            for _ in range(self.dice.randint(1, 20)):
                sock = stack.enter_context(self._line(abrupt=self.dice.random() < 0.5))
                sock.sendall(b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n")
                self.requests += 1
                if self.dice.random() < 0.5:
                    sock.recv(100)

    def stops_sending(self) -> None:
        with self._line() as sock:
            sock.sendall(self.request())
            sock.shutdown(socket.SHUT_WR)
            self._read(sock)

    @contextlib.contextmanager
    def _line(self, abrupt: bool = False):
        """Open a connection; an abrupt one ends without a farewell."""
        sock = socket.create_connection(("127.0.0.1", self.port), 10, (self.source, 0))
        sock.settimeout(QUIET_S)
        try:
            yield sock
        finally:
            if abrupt:
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
    """A guest at another address than the rude ones, who reads, and now and then changes a game."""

    def __init__(self, browser: Browser, cookie: str) -> None:
        self.browser = browser
        self.cookie = cookie
        self.times: list[float] = []
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
        """Read all that the page of a guest asks for."""
        for path in ("/words", "/games", "/standings", "/page/main.js"):
            self._ask("GET", path, 200)

    def _run(self) -> None:
        while not self._over.wait(0.02):
            self.read()

    def _ask(self, method: str, path: str, status: int, body: object = None) -> None:
        began = time.monotonic()
        answer = self.browser.ask(method, path, body, self.cookie)
        self.times.append(time.monotonic() - began)
        if answer.status != status:
            self.wrong.append(f"{method} {path}: {answer.status} {answer.body[:200]!r}")


def counted(pid: int, what: str) -> int:
    """Return how many threads (`task`) or open files (`fd`) a process has."""
    return len(list(Path(f"/proc/{pid}/{what}").iterdir()))


def _times_alone(guest: Guest) -> list[float]:
    """Return how long a guest waits while nothing else is asked."""
    for _ in range(4):
        guest.read()
    times = guest.times[len(guest.times) // 2 :]
    guest.times = []
    return times


def endure(running: Daemon, browser: Browser, requests: int, browsers: int, seed: int) -> str:
    """Check that nothing of all that harms the guest, the page or the device.

    Return the figures in a line.
    """
    pid = browser.process.pid
    with Script(running.sock) as table, Script(view_socket_beside(running.sock)) as other:
        guest = Guest(browser, enter(browser, invite(table, other)))
        alone = _times_alone(guest)
        threads = counted(pid, "task")
        files = counted(pid, "fd")
        with RudeCrowd(browser.port, 2, 200, seed) as crowd:
            until(lambda: not crowd.active, 120)
        before = memory_of(pid)
        own = running.memory
        with guest, RudeCrowd(browser.port, browsers, requests, seed + 100) as crowd:
            until(lambda: not crowd.active, 3600, 0.05)
        assert crowd.requests >= requests
        assert crowd.wrong + guest.wrong == []
        assert max(guest.times) < SLOWEST_S
        until(lambda: counted(pid, "fd") <= files, 60)
        assert counted(pid, "task") == threads
        assert memory_of(pid) - before < MOST_GROWTH
        assert running.memory - own < MOST_GROWTH
        median, longest = _ms(statistics.median(guest.times)), _ms(max(guest.times))
        waited = f"{median} (median of {len(guest.times)}), {longest} at most"
        guest.read()
        assert guest.wrong == []
        assert table.ask(get="state")["state"] is None
    grown = (memory_of(pid) - before) / (1 << 20)
    return (
        f"{crowd.requests} requests, answered {dict(sorted(crowd.told.items()))}; the guest waited"
        f" {waited}, alone {_ms(statistics.median(alone))}; the process grew by {grown:.1f} MiB"
    )


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"
