"""Attempts: codes that are tried, counted by their address, and judged at a pace.

Each code is judged, whatever came before it, so no wrong ones keep a guest out. Codes are tried in
turns by their address, so a right one waits for two wrong ones of each other address at most.

What makes guessing hopeless is the pace. A code has 40 random bits and lives for twelve hours. At
most 50 codes a second are judged, 2,160,000 in twelve hours: one chance in 509,000, for a guest
with any number of addresses who never pauses. One address alone has 20 a second, and one chance in
1,273,000.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from companion.web.turns import AT_ONCE

APART_S: Final = 0.02
"""Time between two codes that are judged, in seconds."""
WRONG_MOST: Final = 5
WRONG_S: Final = 60.0
"""More wrong codes of one address in so many seconds are too many."""
PAUSE_S: Final = AT_ONCE / 20
"""Time for which one wrong code too many keeps one of the turns of its address, in seconds."""
MOST_ADDRESSES: Final = 256


class Attempts:
    """The wrong codes of late, by their address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without a wrong code."""
        self._clock: Final = clock
        self._gate: Final = asyncio.Lock()
        self._next = 0.0
        self._wrong: Final[dict[str, tuple[float, ...]]] = {}
        """When they came; the address that was wrong last is the last one."""

    async def pace(self) -> None:
        """Wait until the next code may be judged."""
        async with self._gate:
            await asyncio.sleep(self._next - self._clock())
            self._next = self._clock() + APART_S

    def wrong(self, address: str) -> bool:
        """Count a wrong code. Return True if they are too many of this address."""
        now = self._clock()
        lately = [at for at in self._wrong.pop(address, ()) if at > now - WRONG_S]
        self._wrong[address] = (*lately[-WRONG_MOST:], now)
        while len(self._wrong) > MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]
        return len(lately) >= WRONG_MOST
