"""The loop: one thread owns the core, takes messages in the order of their stamps, then deadlines."""

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Final

from companion.daemon.core import Core, Message
from companion.daemon.ports import Stop
from companion.panel import Edge

Stamped = tuple[float, Message | Stop | Callable[[], None]]
SOONEST: Final = 0.0005


class Loop:
    """The companion's one queue and the thread that empties it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """A loop without a core yet, so that devices can be given `post` first."""
        self._clock = clock
        self._inbox: SimpleQueue[Stamped] = SimpleQueue()
        self._core: Core | None = None
        self._thread = threading.Thread(target=self._run, name="loop", daemon=True)
        self.done: Final = threading.Event()

    def post(self, message: Message | Stop | Callable[[], None]) -> None:
        """Put a message in the queue, from any thread; a button's edge has its own stamp."""
        at = message.at if isinstance(message, Edge) else self._clock()
        self._inbox.put((at, message))

    def start(self, core: Core) -> None:
        """Run this core."""
        self._core = core
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """End the thread."""
        self.post(Stop())
        self._thread.join(timeout)

    def _run(self) -> None:
        core, clock = self._core, self._clock
        assert core is not None
        while True:
            deadline = core.deadline(clock())
            batch = self._take(None if deadline is None else max(SOONEST, deadline - clock()))
            for _, message in sorted(batch, key=_stamp):
                if isinstance(message, Stop):
                    self.done.set()
                    return
                if callable(message):
                    message()
                else:
                    core.handle(message, clock())
            core.tick(clock())
            core.publish(clock())

    def _take(self, timeout: float | None) -> list[Stamped]:
        """Everything that waits; waits itself for the first message."""
        try:
            batch = [self._inbox.get(timeout=timeout)]
        except Empty:
            return []
        while True:
            try:
                batch.append(self._inbox.get_nowait())
            except Empty:
                return batch


def _stamp(stamped: Stamped) -> float:
    return stamped[0]
