"""A server under requests of every kind."""

import statistics
import threading
import time
from pathlib import Path

from companion.settings import beside
from tests.rig.daemons import Daemon
from tests.rig.page_guests import Browser, enter, invite
from tests.rig.rude_browsers import RudeCrowd
from tests.rig.running import Script
from tests.rig.samples import EVERY_CASE
from tests.rig.waiting import until

SLOWEST_S = 2.0 if EVERY_CASE else 20.0
"""Within so many seconds a guest is answered, on a computer that has much else to do."""
MOST_GROWTH = 8 << 20
"""Bytes that the page's process may grow by: what each part of it does for the first time."""


class Guest:
    """A guest who reads, and now and then changes the next game, at another address than the rude
    ones.
    """

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
        for path in ("/words", "/games", "/standings", "/new", "/page/main.js"):
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


def resident(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * next(
        int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon")
    )


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
    with Script(running.sock) as table, Script(beside(running.sock)) as other:
        guest = Guest(browser, enter(browser, invite(table, other)))
        alone = _times_alone(guest)
        threads = counted(pid, "task")
        files = counted(pid, "fd")
        with RudeCrowd(browser.port, 2, 200, seed) as crowd:
            until(lambda: not crowd.active, 120)
        before = resident(pid)
        own = running.memory
        with guest, RudeCrowd(browser.port, browsers, requests, seed + 100) as crowd:
            until(lambda: not crowd.active, 3600, 0.05)
        assert crowd.requests >= requests
        assert crowd.wrong + guest.wrong == []
        assert max(guest.times) < SLOWEST_S
        until(lambda: counted(pid, "fd") <= files, 60)
        assert counted(pid, "task") == threads
        assert resident(pid) - before < MOST_GROWTH
        assert running.memory - own < MOST_GROWTH
        waited = _waited(guest.times)
        guest.read()
        assert guest.wrong == []
        assert table.ask(get="state")["state"] is None
    grown = (resident(pid) - before) / (1 << 20)
    return (
        f"{crowd.requests} requests, answered {dict(sorted(crowd.told.items()))}; the guest waited"
        f" {waited}, alone {_ms(statistics.median(alone))}; the process grew by {grown:.1f} MiB"
    )


def _waited(times: list[float]) -> str:
    median = _ms(statistics.median(times))
    return f"{median} (median of {len(times)}), {_ms(max(times))} at most"


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"
