"""What the page's script calls: it begins the companion, and looks at it as JSON."""

import json
from pathlib import Path
from typing import Final

from companion.daemon.socket import requests
from companion.errors import CompanionError, refusal
from companion.journal.backup import whole
from companion.numbers import Json
from companion.page import scenes
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

    def then(self, body: str) -> str:
        """Return the table at an earlier turn, whose fields are those of `offers`, as JSON."""
        try:
            order = requests.parse_request({"get": "offers", **json.loads(body)})
            return json.dumps(self.tablet.scene_at(**order.values))
        except CompanionError as error:
            return json.dumps(refusal(error))

    def backup(self) -> str:
        """Return the text of a backup of everything."""
        return "".join(whole(self))

    def begin(self) -> Json:
        """Return what the backup begins with."""
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
        said = scenes.in_words(answer, self.tablet.language)
        return json.dumps({**said, "key": answer.get("phrase", {}).get("key", "")})
