"""Turns: which request is answered next, so that nobody waits for the many requests of another.

A request stands in a lane: that of its address, or of its guest. Few of a lane are answered at a
time. The others wait in the order in which they came; a connection has one request at a time, so
they are no more than the connections.
"""

import asyncio
from collections.abc import Hashable
from typing import Final

AT_ONCE: Final = 2
"""Requests of a lane that are answered at a time."""

Lane = Hashable


class _LaneQueue:
    """The requests of one lane."""

    def __init__(self) -> None:
        self.answered: Final[set[Hashable]] = set()
        self.waiting: Final[dict[Hashable, asyncio.Future[None]]] = {}


class LaneTurns:
    """The requests of all lanes, each by the handler that answers it."""

    def __init__(self) -> None:
        """Begin without a request."""
        self._lanes: Final[dict[Lane, _LaneQueue]] = {}
        self._places: Final[dict[Hashable, Lane]] = {}

    def __len__(self) -> int:
        return len(self._places)

    async def take(self, lane: Lane, handler: Hashable) -> None:
        """Wait for a turn in a lane, or until the browser leaves."""
        self._places[handler] = lane
        queue = self._lanes.setdefault(lane, _LaneQueue())
        if len(queue.answered) < AT_ONCE:
            queue.answered.add(handler)
            return
        queue.waiting[handler] = asyncio.get_running_loop().create_future()
        await queue.waiting[handler]

    def give_back(self, handler: Hashable) -> None:
        """End the turn of a handler, if it has one, and give it to the next of the lane."""
        lane = self._places.get(handler)
        if lane is None or handler not in self._lanes[lane].answered:
            return
        queue = self._lanes[lane]
        queue.answered.remove(handler)
        del self._places[handler]
        if queue.waiting:
            next_handler = next(iter(queue.waiting))
            queue.answered.add(next_handler)
            queue.waiting.pop(next_handler).set_result(None)
        elif not queue.answered:
            del self._lanes[lane]

    def leave(self, handler: Hashable) -> None:
        """Forget a handler that waits; one that answers goes on."""
        lane = self._places.get(handler)
        if lane is not None and handler in self._lanes[lane].waiting:
            del self._places[handler]
            self._lanes[lane].waiting.pop(handler).set_result(None)
