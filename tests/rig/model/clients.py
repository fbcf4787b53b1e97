"""Clients of the sockets, as the core knows them: by their replies."""

import json
from typing import Any, Final

from companion.daemon.interfaces import Door
from tests.rig.model.promises import MISTAKE, require


class Client:
    """A program at one of the sockets: one request at a time, as the server hands them over."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.waiting: Any = None
        """The request that is not answered yet."""
        self.gone = False
        self.listens = False
        self.answer: dict[str, Any] = {}
        self.told: dict[str, Any] = {}
        """What the lines said so far that it listened to."""
        self.reply: Final = self._take  # the same object each time, as a client is known by it

    def _take(self, answer: dict[str, Any]) -> None:
        json.dumps(answer)
        if "ok" not in answer:
            require(not self.gone, "nothing is told to a client that left", answer)
            require(self.listens, "only who listens is told lines", answer)
            self.told |= answer
            return
        require(self.waiting is not None, "a request has one answer", answer)
        require(
            MISTAKE not in answer.get("error", ""),
            "no answer is about a mistake",
            self.waiting,
            answer,
        )
        self.listens = self.listens or (
            answer["ok"] and self.waiting.get("do") in ("subscribe", "watch")
        )
        self.waiting = None
        self.answer = answer
