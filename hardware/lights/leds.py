"""Plain LEDs: each is on or off, and only those that change are written."""

from threading import Lock
from typing import Final

from companion.errors import PanelError
from companion.panel import LightLevels, LightPlan
from hardware.gpio.board import GpioChip, Output
from hardware.lights.values import group_levels, place_values
from wiring.spec import Light, LightGroups, LightPlace

LIT: Final = 0.5
"""An LED, which is only on or off, is on from this brightness."""


class Leds:
    """The LEDs of a build (see `companion.panel.Lights`)."""

    def __init__(self, board: GpioChip, groups: LightGroups[Light]) -> None:
        self._outputs: Final = {
            place: Output(board, light.pin, light.active_high)
            for place, light in groups.places().items()
        }
        self._lit: dict[LightPlace, bool] = {}
        self._shown: LightPlan | None = None
        """The plan that all lights show."""
        self._lock: Final = Lock()
        self._open = True
        for place in self._outputs:
            self._set_light(place, lit=False)  # no error yet: `show` tries again, and raises it

    def show(self, plan: LightPlan) -> None:
        """Set the lights that changed.

        After a `PanelError` of some the next call opens their pins again.
        """
        with self._lock:
            if not self._open:
                raise PanelError("the lights are switched off")
            before = self._shown
            if plan == before:  # so are four of five frames of an animation
                return
            self._shown = None
            failure = None
            for place, value in place_values(plan, self._outputs, before).items():
                # A deck with a few cards left must not look empty.
                lit = value >= LIT or (place.group == "deck" and value > 0)
                if self._lit.get(place) != lit:
                    failure = self._set_light(place, lit) or failure
            if failure is not None:
                raise failure
            self._shown = plan

    def refresh(self) -> None:
        """Do nothing: a pin drives its LED all the time."""

    def held_levels(self) -> LightLevels:
        """Return the levels that the lights were last set to, of the groups that the build has."""
        with self._lock:
            return group_levels(self._outputs, lambda place: float(self._lit.get(place, False)))

    def close(self) -> None:
        """Switch all lights off and release the pins."""
        with self._lock:
            self._open = False
            self._lit.clear()
            for output in self._outputs.values():
                output.close()

    def _set_light(self, place: LightPlace, lit: bool) -> PanelError | None:
        """Set a light. Return the error if that fails."""
        self._lit.pop(place, None)
        try:
            self._outputs[place].set(lit)
        except PanelError as error:
            return error
        self._lit[place] = lit
        return None
