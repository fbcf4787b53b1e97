"""Streams: pages that are open, each told what is new to it.

What that is, is asked for when the page is ready for it: one that reads slowly skips what is out of
date.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from companion.numbers import compact_json

KEEP_S: Final = 15.0
"""Time between two signs of life, in seconds."""
_KEEP: Final = b": keep\n\n"


class Stream:
    """An open page; `run` sends it what it does not have yet."""

    has: object = None
    """What it was told last, in the teller's terms; None for a new page."""

    def __init__(self, language: str, about: str = "") -> None:
        """Make a page in a language, to which all is new.

        about: what it shows of the site, "" for all.
        """
        self.language: Final = language
        self.about: Final = about
        self._woken: Final = asyncio.Event()
        self._woken.set()
        self._closed = False

    def wake(self) -> None:
        """Look for something new."""
        self._woken.set()

    def close(self) -> None:
        """Hang up."""
        self._closed = True
        self._woken.set()

    async def run(
        self, send: Callable[[bytes], Awaitable[object]], news: Callable[["Stream"], bytes]
    ) -> None:
        """Send what is new until the page is gone.

        send: sends bytes, and ends when they are on their way.
        """
        while not self._closed:
            data = _KEEP
            try:
                await asyncio.wait_for(self._woken.wait(), KEEP_S)
                self._woken.clear()
                data = b"" if self._closed else news(self)
            except TimeoutError:
                pass
            if data:
                await send(data)


def event(name: str, data: dict[str, Any]) -> bytes:
    """Return an event of a stream."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), compact_json(data))
