"""What the page's script calls: it begins the companion, and looks at it as JSON."""

import json
from pathlib import Path
from typing import Any, Final

from companion.browser.tablet import BrowserHost, Tablet
from wiring.reading.build import load

GAMES: Final = Path("/games")


class PageCompanion:
    """The companion, as a script takes it: numbers, texts and JSON cross, and nothing else."""

    def __init__(self, host: BrowserHost, build: str, language: str) -> None:
        """Begin with the games that lie in `GAMES`."""
        GAMES.mkdir(exist_ok=True)
        self.tablet: Final = Tablet(host, load(build), GAMES, language)

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

    def ask(self, body: str) -> str:
        """Return the answer to a request of a script, both as JSON; empty if none came yet."""
        answers: list[Any] = []
        self.tablet.ask(json.loads(body), answers.append)
        return json.dumps(answers[0]) if answers else ""
