"""The heartbeat, which feeds the watchdog: every few seconds each thread is asked if it still runs.

The service manager restarts a companion whose heartbeat stops. The loop itself feeds the watchdog,
and only after every other thread has answered: so a thread that hangs, or the loop, stops the
heartbeat.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.daemon.inbox import Job
from companion.daemon.log import log
from companion.service_manager import ServiceManager

# Without a watchdog too: a socket looks after its clients and its file when it is asked.
UNWATCHED_S: Final = 60.0
"""Time between two rounds of questions where there is no watchdog, in seconds."""
ROUNDS: Final = 3
"""How many rounds there are in the watchdog's time limit."""

Ask = Callable[[Job], None]
"""Asks a thread to call back."""


class ThreadHeartbeat:
    """Asks the threads, and remembers which have answered."""

    def __init__(self, service: ServiceManager, workers: Mapping[str, Ask]) -> None:
        """Watch over the `workers`, by their names."""
        self._service = service
        self._workers = workers
        self._every = service.patience / ROUNDS if service.patience else UNWATCHED_S
        self._answered = set(workers)
        self._silent: frozenset[str] = frozenset()
        self.deadline = float("-inf")
        """When `check_threads` has something to do."""

    def on_answer(self, name: str) -> None:
        """Note that a thread runs, though it may have no time to answer."""
        self._answered.add(name)

    def check_threads(self, now: float) -> None:
        """Feed the watchdog if it is time and every thread has answered, and ask again."""
        if now < self.deadline:
            return
        self.deadline = now + self._every
        silent = frozenset(self._workers) - self._answered
        for name in silent - self._silent:
            log.warning("%s: does not answer for %g s", name, self._every)
        for name in self._silent - silent:
            log.warning("%s: answers again", name)
        self._silent = silent
        if not silent:
            self._service.well()
        # A copy, since threads that answer at once are noted while others are asked.
        for name in tuple(self._answered):
            self._answered.discard(name)
            self._workers[name](partial(self.on_answer, name))
