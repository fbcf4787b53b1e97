"""Frames: which one of what happened is due, on the lights and over the picture."""

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from companion.face.happened import Effect, StepEffects

TOLERANCE_S: Final = 1e-6
"""Tolerance for comparing clock readings, in seconds."""


class Timed(Protocol):
    """A number of frames, each for a number of seconds."""

    @property
    def frames(self) -> int:
        """The number of frames."""

    @property
    def step(self) -> float:
        """The duration of each, in seconds."""


T = TypeVar("T", bound=Timed)


def playing_now(
    happened: StepEffects | None, act_of: Callable[[Effect], T | None], now: float
) -> tuple[T, Effect, int, float] | None:
    """Return the act that is on, its effect, the number of its frame, and when the next one is due.

    The acts of a step follow each other. None once all of them are over.
    """
    if happened is None:
        return None
    began = happened.at
    for event in happened.visible:
        act = None if event.corrected else act_of(event)
        if act is None:
            continue
        number = max(0, int((now - began + TOLERANCE_S) / act.step))
        if number < act.frames:
            return act, event, number, began + (number + 1) * act.step
        began += act.frames * act.step
    return None
