"""The LEDs and colour pixels of one build as one set of lights."""

from collections.abc import Sequence
from typing import Final

from companion.errors import PanelError
from companion.panel import LightLevels, LightPlan, Lights


class AllLights:
    """Several lights as one (see `companion.panel.Lights`); each is set even if another fails."""

    def __init__(self, members: Sequence[Lights]) -> None:
        self._members: Final = members

    def show(self, plan: LightPlan) -> None:
        """Set the lights that changed; a `PanelError` of some is raised when the others are set."""
        failed: list[PanelError] = []
        for lights in self._members:
            try:
                lights.show(plan)
            except PanelError as error:
                failed.append(error)
        if failed:
            raise failed[0]

    def levels(self) -> LightLevels:
        """The levels that the lights were last set to; a group that the build lacks is absent."""
        return joined([lights.levels() for lights in self._members])

    def close(self) -> None:
        """Switch all lights off and release the pins and buses."""
        for lights in self._members:
            lights.close()


def joined(members: Sequence[LightLevels]) -> LightLevels:
    """The levels of several lights as one; fireworks and buttons may be divided among them."""
    whole: dict[str, list[float] | dict[str, list[float]]] = {}
    for levels in members:
        for group, values in levels.items():
            there = whole.get(group)
            both_parted = isinstance(there, dict) and isinstance(values, dict)
            whole[group] = {**there, **values} if both_parted else values  # type: ignore[dict-item]
    return whole
