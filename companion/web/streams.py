"""Streams: pages that are open, each told the table whenever it changes.

A table is encoded once for each language, and all its pages share the bytes. A page that reads slowly is
told the newest table when it is ready, and is dropped when it reads nothing for long.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

from companion.onlooking.device import Device
from companion.web.tables import table

MOST: Final = 64
FAIR: Final = 16
"""An address with more streams than this gives one up when another address has no room."""
KEEP_S: Final = 15.0
"""Time between two signs of life, in seconds."""
PATIENCE_S: Final = 20.0
"""Time within which a page reads what it was sent, in seconds."""
_KEEP: Final = b": keep\n\n"

Send = Callable[[bytes], Awaitable[object]]
"""Sends bytes, and ends when they are on their way."""


class Stream:
    """An open page; `run` sends it what it does not have yet."""

    def __init__(self, language: str, address: str) -> None:
        """A page in a language, at an address."""
        self.language: Final = language
        self.address: Final = address
        self._waiting: list[bytes] = []
        self._woken: Final = asyncio.Event()
        self._ended = False

    def tell(self, events: list[bytes]) -> None:
        """These are what it should have; what it was not sent yet is out of date."""
        self._waiting = events
        self._woken.set()

    def end(self) -> None:
        """Hang up."""
        self._ended = True
        self._woken.set()

    async def run(self, send: Send) -> None:
        """Send what there is until the page is gone; raises TimeoutError where it reads nothing."""
        while not self._ended:
            try:
                async with asyncio.timeout(KEEP_S):
                    await self._woken.wait()
            except TimeoutError:
                self._waiting = [_KEEP]
            self._woken.clear()
            if self._ended:
                return
            events, self._waiting = b"".join(self._waiting), []
            async with asyncio.timeout(PATIENCE_S):
                await send(events)


class Streams:
    """All open pages."""

    def __init__(self, version: str) -> None:
        """None yet, of a page of this version."""
        self._version: Final = version
        self._open: list[Stream] = []
        self._tables: dict[str, bytes] = {}

    def __len__(self) -> int:
        return len(self._open)

    def open(self, language: str, address: str, device: Device) -> Stream | None:
        """A new page, which is told the table at once; None where there is no room."""
        if len(self._open) >= MOST and not self._make_room(address):
            return None
        stream = Stream(language, address)
        self._open.append(stream)
        stream.tell(self._events(language, device))
        return stream

    def close(self, stream: Stream) -> None:
        """A page is gone."""
        if stream in self._open:
            self._open.remove(stream)

    def tell(self, device: Device) -> None:
        """Tell every page what changed."""
        self._tables = {}
        for stream in self._open:
            stream.tell(self._events(stream.language, device))

    def end(self) -> None:
        """Hang up on all of them."""
        for stream in self._open:
            stream.end()

    def _make_room(self, address: str) -> bool:
        """Whether the address with most streams gave one up, having more than its share."""
        held = Counter(stream.address for stream in self._open)
        most, count = held.most_common(1)[0]
        if most == address or count <= FAIR:
            return False
        oldest = next(stream for stream in self._open if stream.address == most)
        oldest.end()
        self._open.remove(oldest)
        return True

    def _events(self, language: str, device: Device) -> list[bytes]:
        """What a page should have: the last table, and whether the device is away."""
        found = []
        if device.look is not None:
            if language not in self._tables:
                self._tables[language] = event("table", table(device.look, language, self._version))
            found.append(self._tables[language])
        if device.left is not None:
            found.append(event("away", {"since": round(time.monotonic() - device.left)}))
        return found


def event(name: str, data: dict[str, Any]) -> bytes:
    """An event of a stream."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {name}\ndata: {text}\n\n".encode()
