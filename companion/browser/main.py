"""What the page's script calls: it begins the companion, and looks at it as JSON."""

import json
from pathlib import Path
from typing import Final

from companion.browser.tablet import BrowserHost, Tablet
from companion.journal.backup import whole
from companion.numbers import Json
from wiring.reading.build import load

GAMES: Final = Path("/games")


class PageCompanion:
    """The companion, as a script takes it: numbers, texts and JSON cross, and nothing else."""

    def __init__(self, host: BrowserHost, build: str, language: str) -> None:
        """Begin with the games that lie in `GAMES`."""
        GAMES.mkdir(exist_ok=True)
        self.tablet: Final = Tablet(host, load(build), GAMES, language)
        self._answers: Final[list[Json]] = []
        self._reply: Final = self._answers.append
        """One client all the time: a backup is restored by several of its requests."""

    def scene(self) -> str:
        """Return all that the page draws, as JSON."""
        tablet = self.tablet
        return json.dumps(
            {
                "due": tablet.due,
                "glass": tablet.glass.hex(),
                "brightness": tablet.brightness,
                "lights": tablet.shine(),
                "language": tablet.language,
                "texts": tablet.texts,
                "ticket": tablet.ticket,
            }
        )

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
        """Return the answer to a request of a script, both as JSON; empty if none came yet."""
        self._answers.clear()
        self.tablet.ask(json.loads(body), self._reply)
        return json.dumps(self._answers[0]) if self._answers else ""
