"""The rounds: every few seconds each worker is asked whether it is there, for the watchdog's sake.

The service manager kills a companion that has not said for too long that all of it is well, and
starts it again. It is said by the loop itself, and only after every worker answered.
"""

from collections.abc import Callable, Mapping
from typing import Final

from companion.daemon.log import log
from companion.daemon.service import Service

UNWATCHED: Final = 60.0
"""Seconds between two rounds where no watchdog waits for them."""
A_PATIENCE: Final = 3
"""So many rounds are in the watchdog's patience."""

Ask = Callable[[Callable[[], None]], None]
"""Asks a worker to call back, from its own thread."""


class Heartbeat:
    """Who was asked, and who answered since."""

    def __init__(self, service: Service, workers: Mapping[str, Ask]) -> None:
        """Heartbeat through `workers`, by their names."""
        self._service: Final = service
        self._workers: Final = workers
        self._every: Final = service.patience / A_PATIENCE if service.patience else UNWATCHED
        self._answered: Final = set(workers)
        self._silent: frozenset[str] = frozenset()
        self._next = float("-inf")

    @property
    def deadline(self) -> float:
        """When `go` has something to do."""
        return self._next

    def answered(self, name: str) -> None:
        """A worker is there, though it has no time to answer."""
        self._answered.add(name)

    def go(self, now: float) -> None:
        """Where it is time: say that all is well if everybody answered, and ask again."""
        if now < self._next:
            return
        self._next = now + self._every
        silent = frozenset(self._workers) - self._answered
        for name in silent - self._silent:
            log.warning("%s: does not answer for %g s", name, self._every)
        for name in self._silent - silent:
            log.warning("%s: answers again", name)
        self._silent = silent
        if not silent:
            self._service.well()
        for name in tuple(self._answered):
            self._answered.discard(name)
            self._workers[name](lambda name=name: self._answered.add(name))  # type: ignore[misc]
