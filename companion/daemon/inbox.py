"""The inbox: the one queue into which every thread puts its messages, stamped.

It imports nothing else of the companion, so that no press is lost while the rest of the program
loads.
"""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from companion.panel import Edge, Rotated, Tagged, Touched

Job = Callable[[], None]
"""Something to be done by another thread."""

Timed = Edge | Rotated | Tagged | Touched
"""What people do, with the time at which they did it."""

Stamped = tuple[float, Any]
"""A time, and a message for the core, a function to call, or None for the end of the loop."""


class Inbox:
    """Messages in the order in which they came; the loop sorts them by their stamps."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start empty; `clock` stamps what has no time of its own."""
        self.clock: Final = clock
        self.queue: Final[SimpleQueue[Stamped]] = SimpleQueue()

    def post(self, message: object) -> None:
        """Put a message in the queue, from any thread; what people do has a stamp of its own."""
        at = message.at if isinstance(message, Timed) else self.clock()
        self.queue.put((at, message))


T = TypeVar("T")


def take_waiting(queue: SimpleQueue[T], timeout: float | None) -> list[T]:
    """Take everything that waits in a queue; wait up to `timeout` seconds for the first item."""
    items = []
    try:
        items.append(queue.get(timeout=timeout))
        while True:
            items.append(queue.get_nowait())
    except Empty:
        return items
