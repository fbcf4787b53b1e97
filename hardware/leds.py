"""Plain LEDs: each is on or off, and only those that change are written."""

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Final, NamedTuple

from companion.errors import PanelError
from companion.panel import LightLevels, LightPlan
from hardware.board import Board, Output
from hardware.build import Light, LightGroups

LIT: Final = 0.5
"""From this brightness on, an LED that only knows on and off is on."""


class Place(NamedTuple):
    """A light of a build: its group, the suit or control in that ("" if none), its number from 0."""

    group: str
    part: str
    number: int


def places(groups: LightGroups) -> dict[Place, Light]:
    """Every light of a build, by what it shows."""
    found = {}
    for group, part, lights in (
        ("clue", "", groups.clue),
        ("fuse", "", groups.fuse),
        *(("firework", suit, lights) for suit, lights in groups.firework.items()),
        ("seat", "", groups.seat),
        *(("press", control, (light,)) for control, light in groups.press.items()),
    ):
        found.update({Place(group, part, number): light for number, light in enumerate(lights)})
    return found


def levels(where: Iterable[Place], lit: Callable[[Place], bool]) -> LightLevels:
    """The brightness of each light as other processes are told it; a missing group is absent."""
    whole: dict[str, list[float]] = {}
    parted: dict[str, dict[str, list[float]]] = {}
    for place in where:
        group = parted.setdefault(place.group, {}) if place.part else whole
        group.setdefault(place.part or place.group, []).append(1.0 if lit(place) else 0.0)
    return {**whole, **parted}


class Leds:
    """The lights of a build (see `companion.panel.Lights`).

    Where the plan has more values than the build has lights, the first ones are shown: with three
    fuse lights and four fuses left, three are lit. A firework with a single light is lit once one
    of its cards has been played.
    """

    def __init__(self, board: Board, groups: LightGroups) -> None:
        self._board: Final = board
        self._lights: Final = places(groups)
        self._outputs: dict[Place, Output] = {}
        self._lit: dict[Place, bool] = {}
        self._lock: Final = Lock()
        self._open = True
        board.hold()
        try:
            self._connect()
        except PanelError:
            # Not now: `show` tries again, and says why it cannot.
            self._disconnect()

    def show(self, plan: LightPlan) -> None:
        """Set the lights that changed.

        Raises:
            PanelError: a pin cannot be used; the next call opens them all again.
        """
        with self._lock:
            if not self._open:
                raise PanelError("the lights are switched off")
            try:
                if len(self._outputs) < len(self._lights):
                    self._connect()
                for place, lit in self._wanted(plan).items():
                    if self._lit[place] != lit:
                        self._outputs[place].set(lit)
                        self._lit[place] = lit
            except PanelError:
                self._disconnect()
                raise

    def levels(self) -> LightLevels:
        """What the lights were last set to; a group that the build lacks is absent."""
        with self._lock:
            return levels(self._lights, lambda place: self._lit.get(place, False))

    def close(self) -> None:
        """All dark, and let the pins go."""
        with self._lock:
            if self._open:
                self._open = False
                self._disconnect()
                self._board.release()

    def _connect(self) -> None:
        for place, light in self._lights.items():
            self._outputs[place] = self._board.output(light.pin, light.active_high)
            self._lit[place] = False

    def _disconnect(self) -> None:
        for output in self._outputs.values():
            output.close()
        self._outputs.clear()
        self._lit.clear()

    def _wanted(self, plan: LightPlan) -> dict[Place, bool]:
        values: dict[tuple[str, str], tuple[float, ...]] = {
            ("clue", ""): plan.clue,
            ("fuse", ""): plan.fuse,
            ("seat", ""): plan.seat,
        }
        for suit, heights in plan.firework.items():
            single = Place("firework", suit, 1) not in self._lights
            values["firework", suit] = (max(heights, default=0.0),) if single else heights
        for control, value in plan.press.items():
            values["press", control] = (value,)
        wanted = dict.fromkeys(self._lights, False)
        for (group, part), brightness in values.items():
            for number, value in enumerate(brightness):
                if (place := Place(group, part, number)) in wanted:
                    wanted[place] = value >= LIT
        return wanted
