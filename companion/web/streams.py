"""Streams: pages that are open, each told what is new to it.

What that is, is asked for when the page is ready for it: one that reads slowly skips what is out of
date, and is dropped when it reads nothing for long.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

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

    has: object = None
    """What it was told last, in the teller's terms; None for a new page."""

    def __init__(self, language: str, address: str, about: str = "") -> None:
        """Make a page in a language, at an address.

        about: what it shows of the site, "" for all.
        """
        self.language: Final = language
        self.address: Final = address
        self.about: Final = about
        self._woken: Final = asyncio.Event()
        self._ended = False

    def wake(self) -> None:
        """Look for something new."""
        self._woken.set()

    def end(self) -> None:
        """Hang up."""
        self._ended = True
        self._woken.set()

    async def run(self, send: Send, news: Callable[["Stream"], bytes]) -> None:
        """Send what is new until the page is gone. Raises TimeoutError if it reads nothing."""
        while not self._ended:
            data = _KEEP
            with suppress(TimeoutError):
                async with asyncio.timeout(KEEP_S):
                    await self._woken.wait()
            if self._woken.is_set():
                self._woken.clear()
                data = news(self)
            if self._ended:
                return
            if data:
                async with asyncio.timeout(PATIENCE_S):
                    await send(data)


class Streams:
    """All open pages."""

    def __init__(self) -> None:
        """Begin without a page."""
        self._open: list[Stream] = []

    def __len__(self) -> int:
        return len(self._open)

    def has_room(self, address: str) -> bool:
        """Return True if one more page of this address may be opened."""
        return len(self._open) < MOST or self._fullest(address) is not None

    def open(self, language: str, address: str, about: str = "") -> Stream:
        """Open a page, to which all is new. There must be room."""
        if len(self._open) >= MOST:
            self._end_oldest(self._fullest(address))
        stream = Stream(language, address, about)
        self._open.append(stream)
        stream.wake()
        return stream

    def close(self, stream: Stream) -> None:
        """Forget a page that is gone."""
        if stream in self._open:
            self._open.remove(stream)

    def wake(self) -> None:
        """Have every page look for something new."""
        for stream in self._open:
            stream.wake()

    def end(self) -> None:
        """Hang up on all of them."""
        for stream in self._open:
            stream.end()

    def _end_oldest(self, address: str | None) -> None:
        """Hang up on the oldest page of an address."""
        for stream in self._open:
            if stream.address == address:
                stream.end()
                self._open.remove(stream)
                return

    def _fullest(self, address: str) -> str | None:
        """Return the address that gives a page up for one of this address.

        None where each has its share alone.
        """
        held = Counter(stream.address for stream in self._open)
        most, count = held.most_common(1)[0]
        return None if most == address or count <= FAIR else most


def event(name: str, data: dict[str, Any]) -> bytes:
    """Return an event of a stream."""
    return f"event: {name}\ndata: {compact_json(data)}\n\n".encode()


def compact_json(body: object) -> str:
    """Return JSON without blanks."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
