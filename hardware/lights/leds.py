"""Plain LEDs: each is on or off, and only those that change are written."""

from threading import Lock
from typing import Final

from companion.errors import PanelError
from companion.panel import LightLevels, LightPlan
from hardware.gpio.board import Board, Output
from hardware.lights.values import levels, wanted
from wiring.spec import Light, LightGroups, Place

LIT: Final = 0.5
"""An LED, which is only on or off, is on from this brightness."""


class Leds:
    """The LEDs of a build (see `companion.panel.Lights`)."""

    def __init__(self, board: Board, groups: LightGroups[Light]) -> None:
        self._board: Final = board
        self._lights: Final = groups.places()
        self._outputs: dict[Place, Output] = {}
        self._lit: dict[Place, bool] = {}
        self._lock: Final = Lock()
        self._open = True
        board.hold()
        try:
            self._connect()
        except PanelError:
            # No error yet: `show` tries again, and raises it.
            self._disconnect()

    def show(self, plan: LightPlan) -> None:
        """Set the lights that changed; after a `PanelError` the next call opens all pins again."""
        with self._lock:
            if not self._open:
                raise PanelError("the lights are switched off")
            try:
                if len(self._outputs) < len(self._lights):
                    self._connect()
                for place, value in wanted(plan, self._lights).items():
                    # A deck with a few cards left must not look empty.
                    lit = value >= LIT or (place.group == "deck" and value > 0)
                    if self._lit[place] != lit:
                        self._outputs[place].set(lit)
                        self._lit[place] = lit
            except PanelError:
                self._disconnect()
                raise

    def levels(self) -> LightLevels:
        """The levels that the lights were last set to; a group that the build lacks is absent."""
        with self._lock:
            return levels(self._lights, lambda place: float(self._lit.get(place, False)))

    def close(self) -> None:
        """Switch all lights off and release the pins."""
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
