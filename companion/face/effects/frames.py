"""Frames: which act of what happened is on, on the lights and over the picture."""

from collections.abc import Callable
from typing import Final, Generic, NamedTuple, TypeVar

from companion.face.happened import Effect, StepEffects
from companion.game.kinds import kind

TOLERANCE_S: Final = 1e-6
"""Tolerance for comparing clock readings, in seconds."""
Draw = TypeVar("Draw")


@kind
class Act(NamedTuple, Generic[Draw]):
    """A number of frames, each for a number of seconds, and what draws one."""

    frames: int
    step: float
    draw: Draw


Playing = tuple[Act[Draw], Effect, int, float]
"""An act that is on, its effect, the number of its frame, and when the next one is due."""


def playing_now(
    happened: StepEffects | None, act_of: Callable[[Effect], Act[Draw] | None], now: float
) -> Playing[Draw] | None:
    """Return the act that is on; the acts of a step follow each other. None once all are over."""
    if happened is None:
        return None
    began = happened.at
    for event in happened.visible:
        act = None if event.corrected else act_of(event)
        if act is None:
            continue
        # A frame may be asked for just before its step, by a clock that was read earlier.
        number = max(0, int((now - began + TOLERANCE_S) / act.step))
        if number < act.frames:
            return act, event, number, began + (number + 1) * act.step
        began += act.frames * act.step
    return None
