"""The outputs without their thread: what is shown is seen at once, and reported as late as the
model says.
"""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from companion.daemon.interfaces import Shown, Spoken
from companion.face.effects import sounds
from companion.face.preferences import VOLUMES
from companion.face.view import View
from companion.panel import Speech
from tests.rig.model.promises import require
from tests.rig.model.seen import Eyes


class Outside:
    """The outputs: what is shown is drawn at once, and reported as late as the display is slow."""

    def __init__(
        self,
        clock: Callable[[], float],
        post: Callable[[Shown | Spoken], None],
        on_first: Callable[[View], None],
    ) -> None:
        """Make outputs that call `on_first` with the first view."""
        self.delay = 0.0
        self.there = True
        self.eyes: Final = Eyes()
        self._clock: Final = clock
        self._post: Final = post
        self._on_first: Final = on_first
        self._jobs: Final[deque[tuple[float, Callable[[], None]]]] = deque()

    def show(self, serial: int, view: View) -> None:
        if serial == 1:
            self._on_first(view)
        self.eyes.look(view, self._clock())
        self._later(partial(self._post, Shown(serial, self.there)))

    def sound(self, name: str, step: str) -> None:
        require(name in sounds.SOUNDS and step in VOLUMES, "a sound can be played", name, step)

    def say(self, words: Callable[[], Speech | None], sound: str, step: str) -> None:
        require(not sound or sound in sounds.SOUNDS, "a sound can be played", sound)
        if said := words():
            self._post(Spoken(self._clock() + said.seconds))

    def hush(self) -> None:
        pass

    def frame(self, reply: Callable[[dict[str, Any]], None]) -> None:
        self._later(lambda: reply({"ok": True, "png": ""}))

    def lights(self, reply: Callable[[dict[str, Any]], None]) -> None:
        self._later(lambda: reply({"ok": True, "lights": {}}))

    def due(self) -> float | None:
        return self._jobs[0][0] if self._jobs else None

    def work(self) -> None:
        while self._jobs and self._jobs[0][0] <= self._clock():
            self._jobs.popleft()[1]()

    def _later(self, job: Callable[[], None]) -> None:
        last = self._jobs[-1][0] if self._jobs else self._clock()
        self._jobs.append((max(last, self._clock() + self.delay), job))
