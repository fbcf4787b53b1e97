"""The companion of the page without a browser: its time, its disk, and a finger that asks it."""

import json
from typing import Any

from companion.page.browser.tablet import Tablet

BEGAN = 1000.0
"""When a page was loaded, by its companion's clock."""


class Time:
    """What a page hands in, with a time that the test moves."""

    def __init__(self) -> None:
        self.seconds = BEGAN
        self.asked = 0
        self.played: list[str] = []
        self.said: list[str] = []
        self.volumes: dict[str, float] = {}
        """How loud each sound and each text was at last."""

    def now(self) -> float:
        return self.seconds

    def keep(self) -> None:
        self.asked += 1

    def play(self, name: str, volume: float) -> None:
        self.played.append(name)
        self.volumes[name] = volume

    def say(self, text: str, language: str, volume: float) -> None:
        self.said.append(text)
        self.volumes[text] = volume


class Finger:
    """Says whole commands as taps do; each row is on disk at once unless the disk is held."""

    def __init__(self, directory, language: str = "en") -> None:
        self.time = Time()
        self.tablet = Tablet(self.time, directory, language)
        self.problem = ""
        self.holding = False
        self.keep()

    def keep(self) -> None:
        """Put on disk what the tablet asked to be kept."""
        if self.time.asked and not self.holding:
            self.time.asked = 0
            self.tablet.on_kept(self.scene["ticket"], self.problem)

    def ask(self, **body: Any) -> dict[str, Any]:
        """Return the answer to a request; empty where it waits for the disk."""
        answer = self.tablet.ask(json.dumps(body))
        self.keep()
        self.time.seconds += 0.5
        return json.loads(answer) if answer else {}

    def read(self, path: str) -> dict[str, Any]:
        """Return what there is at a path of past games."""
        return json.loads(self.tablet.read(path))

    @property
    def scene(self) -> dict[str, Any]:
        return json.loads(self.tablet.scene())

    def tap(self, do: str, suit: str | None = None) -> dict[str, Any]:
        """Tap a key, or the column of a firework."""
        action = {"do": do, "suit": suit} if suit else {"do": do}
        return self.ask(do="action", action=action, seen=self.scene["mark"])

    @property
    def state(self):
        return self.tablet.core.sitting.state
