"""The device as an onlooker knows it: a client of the view socket that comes back by itself.

One connection subscribes, and says where a page is found if there is one; each question has one of its own.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.errors import CompanionError
from companion.face.phrase_json import NoPhrase, parse
from companion.face.state import Phrase
from companion.onlooking.look import Look, NoLook, seen

log: Final = logging.getLogger("companion.onlooking")
FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 2.0
ANSWER_S: Final = 5.0
"""Time within which a question is answered, in seconds."""
LONGEST_LINE: Final = 1 << 22
_AT_ONCE: Final = 4
"""So many questions are asked at a time; others wait."""


class Away(CompanionError):
    """The device cannot be asked now."""


class RequestRefused(CompanionError):
    """The device refuses a request; `phrase` says why in any language, where it tells that."""

    def __init__(self, sentence: str, phrase: Phrase | None) -> None:
        self.phrase: Final = phrase
        super().__init__(sentence)


class DeviceClient:
    """What the device shows, as long as it is there."""

    def __init__(self, path: Path, changed: Callable[[], None], part: str) -> None:
        """A device at this socket; `changed` is called after each change of it.

        part: the word before the colon of each line of the log.
        """
        self._path: Final = path
        self._changed: Final = changed
        self._part: Final = part
        self._urls: tuple[str, ...] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._asking: Final = asyncio.Semaphore(_AT_ONCE)
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
                await self._listen()
            except (OSError, EOFError, ValueError, NoLook) as error:
                self._tell(error)
            if self.left is None:
                pause, self.left = FIRST_PAUSE_S, time.monotonic()
                self._changed()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def serve(self, urls: Sequence[str]) -> None:
        """Tell it where the page is found, now and whenever it comes back."""
        if tuple(urls) != self._urls:
            self._urls = tuple(urls)
            if self._writer is not None:
                self._writer.write(_line({"do": "serve", "urls": list(urls)}))

    async def ask(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question; raises Refused or Away."""
        async with self._asking:
            try:
                async with asyncio.timeout(ANSWER_S):
                    answer = await self._ask(body)
            except (OSError, EOFError, ValueError) as error:  # a time-out is an OSError
                raise Away("the companion does not answer") from error
        if answer.get("ok") is True:
            return answer
        raise _refused(answer)

    async def _ask(self, body: Mapping[str, Any]) -> dict[str, Any]:
        reader, writer = await asyncio.open_unix_connection(str(self._path), limit=LONGEST_LINE)
        try:
            writer.write(_line(body))
            return _object(await reader.readline())
        finally:
            writer.close()

    async def _listen(self) -> None:
        """Follow its changes until it hangs up."""
        reader, writer = await asyncio.open_unix_connection(str(self._path), limit=LONGEST_LINE)
        self._writer = writer
        try:
            if self._urls is not None:
                writer.write(_line({"do": "serve", "urls": list(self._urls)}))
            writer.write(_line({"do": "subscribe"}))
            while line := await reader.readline():
                self._hear(_object(line))
            raise EOFError("it hung up")
        finally:
            self._writer = None
            writer.close()

    def _hear(self, line: dict[str, Any]) -> None:
        """A line of the device: a change, or the answer to a request."""
        if "ok" in line:
            if not line["ok"]:
                log.warning("%s: the companion refuses: %s", self._part, line.get("error"))
            return
        self.look = seen(line, None if self.left is not None else self.look)
        self.left, self._problem = None, ""
        self._changed()

    def _tell(self, error: Exception) -> None:
        """Log why it is away, once for each reason."""
        problem = getattr(error, "strerror", None) or str(error) or type(error).__name__
        if problem != self._problem:
            log.warning(
                "%s: no companion at %s: %s; it is tried again", self._part, self._path, problem
            )
        self._problem = problem


def _refused(answer: Mapping[str, Any]) -> RequestRefused:
    try:
        phrase = parse(answer["phrase"]) if "phrase" in answer else None
    except NoPhrase:
        phrase = None
    return RequestRefused(str(answer.get("error", "no reason was given")), phrase)


def _line(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body).encode() + b"\n"


def _object(line: bytes) -> dict[str, Any]:
    """The object on a line; a ValueError where there is none."""
    if not line:
        raise EOFError("it hung up")
    found = json.loads(line)
    if not isinstance(found, dict):
        raise ValueError("its answer is no object")
    return found
