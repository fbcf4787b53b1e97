"""What the page's script calls: it begins the companion, and looks at it as JSON."""

import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final

from companion import __version__
from companion.errors import CompanionError, refusal
from companion.journal.backup import whole
from companion.numbers import Json
from companion.page import past, scenes
from companion.page.browser.tablet import BrowserHost, Tablet

GAMES: Final = Path("/games")


class PageCompanion:
    """The companion, as a script takes it: numbers, texts and JSON cross, and nothing else."""

    def __init__(self, host: BrowserHost) -> None:
        """Begin with the games that lie in `GAMES`."""
        GAMES.mkdir(exist_ok=True)
        self.tablet: Final = Tablet(host, GAMES)
        self._answers: Final[list[Json]] = []
        self._reply: Final = self._answers.append
        """One client all the time: a backup is restored by several of its requests."""

    def scene(self) -> str:
        """Return all that the page draws, as JSON."""
        return json.dumps(self.tablet.scene())

    def read(self, path: str) -> str:
        """Return the answer at a path of past games, as JSON; else an `error`."""
        level = self.tablet.core.dialogue.face.preferences.help
        told = past.read(path.strip("/"), self._told, self.tablet.language, __version__, level)
        try:
            return json.dumps(_at_once(told))
        except CompanionError as error:
            return json.dumps(refusal(error))

    async def _told(self, body: Json) -> Json:
        answer = self._answer(body)
        if not answer["ok"]:
            raise CompanionError(answer["error"])
        return answer

    def backup(self) -> str:
        """Return the text of a backup of everything."""
        return "".join(whole(self))

    def begin(self) -> Json:
        """Return the beginning of the backup."""
        return self._answer({"get": "backup"})

    def go_on(self, tag: str, after: int, last: int) -> Json:
        """Return the lines of the backup after a place."""
        return self._answer({"get": "backup", "tag": tag, "after": after, "last": last})

    def _answer(self, body: Json) -> Json:
        answer: Json = json.loads(self.ask(json.dumps(body)))
        return answer

    def ask(self, body: str) -> str:
        """Return the answer to a request, both as JSON; empty if none came yet.

        Phrases are in words; the key of a refusal's phrase stays beside it.
        """
        self._answers.clear()
        self.tablet.ask(json.loads(body), self._reply)
        if not self._answers:
            return ""
        answer = self._answers[0]
        return json.dumps(scenes.answer_in_words(answer, self.tablet.look))


def _at_once(told: Coroutine[Any, Any, Json]) -> Json:
    """Return the result of a coroutine that lets others go on meanwhile: here are no others."""
    try:
        while True:
            told.send(None)
    except StopIteration as end:
        answer: Json = end.value
        return answer
