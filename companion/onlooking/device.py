"""The device as an onlooker knows it: a client of the view socket that comes back by itself.

One connection subscribes, and says where a page is found if there is one; each question has one of
its own.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from companion.errors import CompanionError
from companion.face.phrase_json import NoPhrase, parse_phrase
from companion.face.state import Phrase
from companion.numbers import Json
from companion.onlooking.look import Look, NoLook, next_look

log: Final = logging.getLogger("companion.onlooking")
FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 2.0
ANSWER_S: Final = 5.0
"""Time within which a question is answered, in seconds."""
LONGEST_LINE: Final = 1 << 22
_AT_ONCE: Final = 4
"""Questions that are asked at a time; others wait."""


class Away(CompanionError):
    """The device cannot be asked now."""


class RequestRefused(CompanionError):
    """The device refuses a request; `phrase` says why in any language, where it tells that."""

    def __init__(self, sentence: str, phrase: Phrase | None) -> None:
        self.phrase: Final = phrase
        super().__init__(sentence)


class DeviceClient:
    """What the device shows, as long as it is there."""

    def __init__(self, path: Path, on_change: Callable[[], None], part: str) -> None:
        """Follow the device at a socket; `on_change` is called after each change of it.

        part: the word before the colon of each line of the log.
        """
        self._path = path
        self._on_change = on_change
        self._part = part
        self._urls: tuple[str, ...] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._asking = asyncio.Semaphore(_AT_ONCE)
        self._problem = ""
        self.look: Look | None = None
        """What it showed last; None before it was there for the first time."""
        self.left: float | None = time.monotonic()
        """When it went away, by the monotonic clock; None while it is there."""

    async def follow(self) -> None:
        """Follow it for ever, whenever it is there."""
        pause = FIRST_PAUSE_S
        while True:
            try:
                await self._follow_connection()
            except (OSError, EOFError, ValueError, NoLook) as error:
                problem = getattr(error, "strerror", None) or str(error) or type(error).__name__
                if problem != self._problem:  # each reason once
                    log.warning(
                        "%s: no companion at %s: %s; it is tried again",
                        self._part,
                        self._path,
                        problem,
                    )
                self._problem = problem
            if self.left is None:
                pause = FIRST_PAUSE_S
                self.left = time.monotonic()
                self._on_change()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def send_urls(self, urls: Sequence[str]) -> None:
        """Send the page's addresses to the device, now and whenever it comes back."""
        if tuple(urls) != self._urls:
            self._urls = tuple(urls)
            self._tell_urls()

    def _tell_urls(self) -> None:
        if self._writer and self._urls is not None:
            self._writer.write(_json_line({"do": "serve", "urls": self._urls}))

    async def ask(self, body: Mapping[str, Any]) -> Json:
        """Return the answer to a question. Raises RequestRefused or Away."""
        async with self._asking:
            try:
                async with asyncio.timeout(ANSWER_S), self._open_connection() as (reader, writer):
                    writer.write(_json_line(body))
                    answer = _object_of_answer(await reader.readline())
            except (OSError, EOFError, ValueError) as error:  # a time-out is an OSError
                raise Away("the companion does not answer") from error
        if answer.get("ok") is True:
            return answer
        try:
            phrase = parse_phrase(answer["phrase"]) if "phrase" in answer else None
        except NoPhrase:
            phrase = None
        raise RequestRefused(str(answer.get("error", "no reason was given")), phrase)

    @asynccontextmanager
    async def _open_connection(
        self,
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Open a connection, and close it."""
        reader, writer = await asyncio.open_unix_connection(str(self._path), limit=LONGEST_LINE)
        try:
            yield reader, writer
        finally:
            writer.close()

    async def _follow_connection(self) -> None:
        """Follow its changes until it hangs up."""
        patience: float | None = ANSWER_S  # until it has answered once
        try:
            async with self._open_connection() as (reader, self._writer):
                self._tell_urls()
                self._writer.write(_json_line({"do": "subscribe"}))
                while True:
                    self._on_line(_object_of_answer(await _next_line(reader, patience)))
                    patience = None
        finally:
            self._writer = None

    def _on_line(self, line: Json) -> None:
        """Take a change of the device, or its answer to a request."""
        if "ok" not in line:
            # After a gap all is told anew: nothing of before may show through.
            self.look = next_look(line, self.look if self.left is None else None)
            self.left = None
            self._problem = ""
            self._on_change()
        elif not line["ok"]:
            log.warning("%s: the companion refuses: %s", self._part, line.get("error"))


async def _next_line(reader: asyncio.StreamReader, patience: float | None) -> bytes:
    """Return the next line. Raises EOFError if it does not come in so many seconds."""
    # `wait_for` of Python 3.11 loses a cancellation that comes with the line.
    try:
        async with asyncio.timeout(patience):
            return await reader.readline()
    except TimeoutError:
        raise EOFError("it does not answer") from None


def _json_line(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body).encode() + b"\n"


def _object_of_answer(line: bytes) -> Json:
    """Return the object on a line. Raises EOFError without a line, ValueError without an object."""
    if not line:
        raise EOFError("it hung up")
    body = json.loads(line)
    if not isinstance(body, dict):
        raise ValueError("its answer is no object")
    return body
