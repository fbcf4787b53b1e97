"""What the page's script calls: it begins the companion, and looks at it as JSON."""

import json
from pathlib import Path
from typing import Final

from companion.browser.tablet import BrowserHost, Tablet
from companion.numbers import Json
from companion.table.backup import head
from companion.table.backup.head import Promise
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
        begun = json.loads(self.ask('{"get": "backup"}'))
        tag = begun["tag"]
        last = begun["last"]
        text = head.make(int(tag, 16), Promise(begun["lines"], last)).decode()
        after = 0
        while after < last:
            question = {"get": "backup", "after": after, "last": last, "tag": tag}
            piece = json.loads(self.ask(json.dumps(question)))
            text += "".join(piece["lines"])
            after = piece["after"]
        return text + "".join(begun["kept"])

    def ask(self, body: str) -> str:
        """Return the answer to a request of a script, both as JSON; empty if none came yet."""
        self._answers.clear()
        self.tablet.ask(json.loads(body), self._reply)
        return json.dumps(self._answers[0]) if self._answers else ""
