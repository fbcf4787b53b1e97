"""Any requests whatever at the page of a real companion, beside one guest who reads and sets the table."""

import contextlib
import socket
import statistics
import threading
import time
from pathlib import Path

import pytest

from companion.face.dialogue.guests import APART_S
from companion.settings import beside
from tests.rig.daemons import Daemon, daemon
from tests.rig.rude_browsers import RudeCrowd
from tests.rig.running import Script
from tests.rig.waiting import until
from tests.web.test_with_a_device import Browser, enter, invite, page_of

REQUESTS, BROWSERS = 5_000, 12
SLOWEST_S = 2.0
"""Within so many seconds a guest is answered, on a computer that has much else to do."""
MOST_GROWTH = 8 << 20
"""Bytes that the page's process may grow by: what each part of it does for the first time."""


class Guest:
    """A guest who reads, and now and then changes the next game, at another address than the rude ones."""

    def __init__(self, browser: Browser, cookie: str) -> None:
        self.browser = browser
        self.cookie = cookie
        self.times: list[float] = []
        self.wrong: list[str] = []
        self._players = 2
        self._changed = float("-inf")
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Guest":
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._over.set()
        self._thread.join()

    def read(self) -> None:
        """All that the page of a guest asks for."""
        for path in ("/session", "/words", "/games", "/standings", "/draft", "/page/main.js"):
            self._ask("GET", path, 200)
        if time.monotonic() > self._changed + APART_S:
            self._players = 5 - self._players  # two or three
            self._ask("POST", "/draft", 204, {"players": self._players})
            self._changed = time.monotonic()

    def _run(self) -> None:
        while not self._over.wait(0.02):
            self.read()

    def _ask(self, method: str, path: str, status: int, body: object = None) -> None:
        began = time.monotonic()
        answer = self.browser.ask(method, path, body, self.cookie)
        self.times.append(time.monotonic() - began)
        if answer.status != status:
            self.wrong.append(f"{method} {path}: {answer.status} {answer.body[:200]!r}")


def resident(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * next(
        int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon")
    )


def counted(pid: int, what: str) -> int:
    """How many threads (`task`) or open files (`fd`) a process has."""
    return len(list(Path(f"/proc/{pid}/{what}").iterdir()))


def endure(running: Daemon, browser: Browser, requests: int, browsers: int, seed: int) -> str:
    """Check that nothing of all that harms the guest, the page or the device; gives the figures in a line."""
    pid = browser.process.pid
    with Script(running.sock) as table, Script(beside(running.sock)) as other:
        cookie = enter(browser, invite(table, other))
        guest = Guest(browser, cookie)
        for _ in range(4):
            guest.read()
        alone, guest.times = guest.times[len(guest.times) // 2 :], []
        threads, files = counted(pid, "task"), counted(pid, "fd")
        with RudeCrowd(browser.port, 2, 200, seed) as crowd:
            until(lambda: not crowd.active, 120)
        before, own = resident(pid), running.memory
        with guest, RudeCrowd(browser.port, browsers, requests, seed + 100) as crowd:
            until(lambda: not crowd.active, 3600, 0.05)
        assert crowd.requests >= requests
        assert crowd.wrong == []
        assert guest.wrong == []
        assert max(guest.times) < SLOWEST_S
        until(lambda: counted(pid, "fd") <= files, 60)
        assert counted(pid, "task") == threads
        assert resident(pid) - before < MOST_GROWTH
        assert running.memory - own < MOST_GROWTH
        during = list(guest.times)
        guest.read()
        assert guest.wrong == []
        assert table.ask(get="state")["state"] is None
    grown = (resident(pid) - before) / (1 << 20)
    waited = (
        f"{_ms(statistics.median(during))} (median of {len(during)}), {_ms(max(during))} at most"
    )
    return (
        f"{crowd.requests} requests, answered {dict(sorted(crowd.told.items()))}; the guest waited {waited}, "
        f"alone {_ms(statistics.median(alone))}; the process grew by {grown:.1f} MiB"
    )


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


@pytest.fixture
def device(tmp_path):
    with daemon(tmp_path) as running:
        yield running


def test_whatever_is_asked_a_guest_is_answered_and_the_process_stays_as_it_is(device, tmp_path):
    with page_of(device, tmp_path) as browser:
        print(endure(device, browser, REQUESTS, BROWSERS, 1))
    assert "Traceback" not in device.log


def flood(port: int, request: bytes, connections: int, seconds: float) -> None:
    """Send as much of a request again and again as is taken, at an address of its own, and leave."""
    socks = [
        socket.create_connection(("127.0.0.1", port), 10, ("127.0.0.2", 0))
        for _ in range(connections)
    ]
    for sock in socks:
        sock.setblocking(False)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for sock in socks:
            with contextlib.suppress(OSError):  # full, or closed by the page
                sock.send(request * 100)
        time.sleep(0.01)
    for sock in socks:
        sock.close()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/enter", '{"token":"WRONG234"}'),
        ("/draft", '{"players":3}'),
        ("/games", ""),
        ("/live", ""),
    ],
)
def test_ninety_connections_that_ask_without_end_and_leave_cost_a_guest_and_the_process_little(
    device, tmp_path, path, body
):
    head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
    request = f"{head}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    view = beside(device.sock)
    with page_of(device, tmp_path) as browser, Script(device.sock) as table, Script(view) as other:
        guest = Guest(browser, enter(browser, invite(table, other)))
        guest.read()
        before = resident(browser.process.pid)
        with guest:
            flood(browser.port, request, 90, 1.5)
        guest.read()
        assert guest.wrong == []
        assert max(guest.times) < SLOWEST_S
        assert resident(browser.process.pid) - before < MOST_GROWTH
