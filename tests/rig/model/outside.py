"""What is around the core: what is settled before, the outputs without their thread, clients."""

import json
from collections import deque
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Final, NamedTuple

from companion.daemon.door import Door
from companion.daemon.interfaces import Shown, Spoken
from companion.daemon.system import Computer
from companion.errors import CompanionError
from companion.face.effects import sounds
from companion.face.preferences import VOLUMES
from companion.face.view import View
from companion.panel import Panel, Speech
from hardware.emulator.opening import emulate_build
from tests.rig.model.promises import MISTAKE, require
from tests.rig.model.seen import Eyes
from wiring.reading.build import load


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

    def show_view(self, serial: int, view: View) -> None:
        if serial == 1:
            self._on_first(view)
        self.eyes.look(view, self._clock())
        self._later(partial(self._post, Shown(serial, self.there)))

    def play_sound(self, name: str, step: str) -> None:
        require(name in sounds.SOUNDS and step in VOLUMES, "a sound can be played", name, step)

    def speak_words(self, words: Callable[[], Speech | None], sound: str, step: str) -> None:
        require(not sound or sound in sounds.SOUNDS, "a sound can be played", sound)
        if said := words():
            self._post(Spoken(self._clock() + said.seconds))

    def end_sounds(self) -> None:
        pass

    def answer_frame(self, reply: Callable[[dict[str, Any]], None]) -> None:
        self._later(lambda: reply({"ok": True, "png": ""}))

    def answer_lights(self, reply: Callable[[dict[str, Any]], None]) -> None:
        self._later(lambda: reply({"ok": True, "lights": {}}))

    def due(self) -> float | None:
        return self._jobs[0][0] if self._jobs else None

    def work(self) -> None:
        while self._jobs and self._jobs[0][0] <= self._clock():
            self._jobs.popleft()[1]()

    def _later(self, job: Callable[[], None]) -> None:
        last = self._jobs[-1][0] if self._jobs else self._clock()
        self._jobs.append((max(last, self._clock() + self.delay), job))


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
            self.told = self.told | answer
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


class Plan(NamedTuple):
    """What is settled before the first message."""

    seed: int = 1
    """Of the bonus tiles."""
    build: str = "emulator"
    language: str = "en"
    preferences: Mapping[str, str] = {}
    players: tuple[str, ...] = ()
    warning: str = ""
    switches_off: str = ""
    """What a computer does that is asked to switch off: `obeys` or `refuses`.

    Empty: it cannot be asked."""
    epoch: float = 1000.0
    late: float = 2e-5
    """Seconds by which the loop wakes after a deadline."""


@cache
def panel(build: str) -> Panel:
    """Return a build, of which only the facts are used."""
    found, _ = emulate_build(load(build))
    found.controls.close()
    return found


class Off(Computer):
    """A computer that obeys, or refuses, or cannot be asked."""

    def __init__(self, manner: str) -> None:
        self.manner = manner

    @property
    def can_switch_off(self) -> bool:
        return bool(self.manner)

    def switch_off(self) -> None:
        if self.manner != "obeys":
            raise CompanionError("it cannot be asked")
