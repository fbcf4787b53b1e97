"""The inbox: the one queue into which every thread puts its messages, stamped.

It needs nothing else of the companion, so that buttons can be listened to before the rest of the
program is there.
"""

import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, NamedTuple

from companion.panel import Edge, Tagged


class Stop(NamedTuple):
    """End the loop."""


Stamped = tuple[float, Any]
"""A message for the core, a `Stop`, or something to be called; before it, its time."""


class Inbox:
    """Messages in the order in which they came; the loop sorts them by their stamps."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """An empty inbox; `clock` stamps what has no time of its own."""
        self.clock: Final = clock
        self.queue: Final[SimpleQueue[Stamped]] = SimpleQueue()

    def post(self, message: object) -> None:
        """Put a message in the queue, from any thread; a button's edge and a tag have their own stamps."""
        at = message.at if isinstance(message, Edge | Tagged) else self.clock()
        self.queue.put((at, message))
