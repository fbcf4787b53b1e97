"""A view socket that says what a test has it say."""

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from companion.daemon.socket import questions
from companion.journal import past_games
from companion.journal.sitting import EMPTY, Sitting

QUIET: dict[str, Any] = {
    "screen": "table",
    "practice": False,
    "saved": True,
    "language": "en",
    "help": "outlook",
    "clues": "off",
    "choice": None,
    "notice": None,
    "guests": False,
}


def line(sitting: Sitting = EMPTY, serial: int = 1, **other: Any) -> dict[str, Any]:
    """Return a whole line about a game."""
    game = {
        "state": questions.table_state_json(sitting, saved=True, serial=serial),
        "record": past_games.game_record(sitting),
    }
    return {"serial": serial, **game, **QUIET, **other}


class ViewSocket:
    """A device that answers by a table of answers, and tells lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: list[dict[str, Any]] = []
        self.answers: dict[
            str, Callable[[dict[str, Any]], dict[str, Any] | Awaitable[dict[str, Any]]]
        ] = {}
        self.last = line()
        self._listening: list[asyncio.StreamWriter] = []
        self._open: list[asyncio.StreamWriter] = []
        self._server: asyncio.Server | None = None

    @property
    def running(self) -> bool:
        return self._server is not None

    async def start(self) -> None:
        self.path.unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(self._serve, str(self.path), limit=1 << 20)

    async def stop(self) -> None:
        self._server.close()
        self._server = None
        for writer in self._open:
            writer.close()
        self.path.unlink(missing_ok=True)
        self._listening, self._open = [], []

    def tell(self, told: dict[str, Any]) -> None:
        """Tell all subscribers."""
        self.last = {**self.last, **told}
        for writer in self._listening:
            writer.write(json.dumps(told).encode() + b"\n")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.append(writer)
        while raw := await reader.readline():
            body = json.loads(raw)
            self.asked.append(body)
            word = body.get("do") or body["get"]
            answer = self.answers[word](body) if word in self.answers else {"ok": True}
            if inspect.isawaitable(answer):
                answer = await answer
            writer.write(json.dumps(answer).encode() + b"\n")
            if word == "subscribe":
                writer.write(json.dumps(self.last).encode() + b"\n")
                self._listening.append(writer)
