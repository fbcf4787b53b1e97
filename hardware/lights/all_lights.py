"""The LEDs and colour pixels of one build as one set of lights."""

from collections.abc import Callable, Sequence
from typing import Final

from companion.errors import PanelError
from companion.panel import LightLevels, LightPlan, Lights


class AllLights:
    """Several lights as one (see `companion.panel.Lights`); each is set even if another fails."""

    def __init__(self, members: Sequence[Lights]) -> None:
        self._members: Final = members

    def show(self, plan: LightPlan) -> None:
        """Set the lights that changed; a `PanelError` of some is raised when the others are set."""
        self._call_each(lambda lights: lights.show(plan))

    def refresh(self) -> None:
        """Send all again; errors as above."""
        self._call_each(lambda lights: lights.refresh())

    def held_levels(self) -> LightLevels:
        """Return the levels that the lights were last set to, of the groups that the build has."""
        return join_levels([lights.held_levels() for lights in self._members])

    def close(self) -> None:
        """Switch all lights off and release the pins and buses."""
        for lights in self._members:
            lights.close()

    def _call_each(self, act: Callable[[Lights], None]) -> None:
        errors = []
        for lights in self._members:
            try:
                act(lights)
            except PanelError as error:
                errors.append(error)
        if errors:
            raise errors[0]


def join_levels(members: Sequence[LightLevels]) -> LightLevels:
    """Join the levels of several lights; fireworks and buttons may be divided among them."""
    whole: dict[str, list[float] | dict[str, list[float]]] = {}
    for levels in members:
        for group, values in levels.items():
            before = whole.get(group)
            if isinstance(before, dict) and isinstance(values, dict):
                whole[group] = {**before, **values}
            else:
                whole[group] = values
    return whole
