"""The loop: one thread owns the core, takes messages in the order of their stamps, then deadlines."""

import threading
from queue import Empty
from typing import Final

from companion.daemon.core import Core
from companion.daemon.inbox import Inbox, Stamped, Stop

SOONEST: Final = 0.0005


class Loop:
    """The thread that owns the core and empties the inbox."""

    def __init__(self, inbox: Inbox, core: Core) -> None:
        """A loop over an inbox, in which messages may wait already."""
        self._inbox = inbox
        self._core = core
        self._thread = threading.Thread(target=self._run, name="loop", daemon=True)

    def start(self) -> None:
        """Run."""
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """End the thread."""
        self._inbox.post(Stop())
        self._thread.join(timeout)

    def _run(self) -> None:
        core, clock = self._core, self._inbox.clock
        while True:
            deadline = core.deadline(clock())
            batch = self._take(None if deadline is None else max(SOONEST, deadline - clock()))
            for _, message in sorted(batch, key=_stamp):
                if isinstance(message, Stop):
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
            batch = [self._inbox.queue.get(timeout=timeout)]
        except Empty:
            return []
        while True:
            try:
                batch.append(self._inbox.queue.get_nowait())
            except Empty:
                return batch


def _stamp(stamped: Stamped) -> float:
    return stamped[0]
