"""Sounds: which one says what happened. Each is a file of its name among the hardware's sounds.

One says at once that a button went down. The others say what came of it, once that counts.
"""

from collections.abc import Callable, Mapping
from typing import Final

from companion.face.happened import BANDS, Effect, EffectKind, StepEffects, Verdict
from companion.game.cards import HIGHEST
from companion.game.setup import MOST_PLAYERS

CLICK: Final = "click"
REFUSED: Final = "refused"
GROWS: Final = tuple(f"grow_{height}" for height in range(1, HIGHEST))
"""A firework grew, by its new height: each a step higher than the one before."""
COMPLETE: Final = "complete"
MISFIRE: Final = "misfire"
LAST_ROUND: Final = "last_round"
LAST_TURNS: Final = tuple(f"turns_left_{turns}" for turns in range(1, MOST_PLAYERS))
"""A turn of the last round is over, by the turns that are left."""
UNDO: Final = "undo"
REDO: Final = "redo"
END: Final = "end"
WIN: Final = "win"
LOSS: Final = "loss"
PERFECT: Final = "perfect"
SAMPLE: Final = GROWS[2]
"""What a change of the volume sounds like."""

SOUNDS: Final = (
    CLICK,
    REFUSED,
    *GROWS,
    COMPLETE,
    MISFIRE,
    LAST_ROUND,
    *LAST_TURNS,
    UNDO,
    REDO,
    END,
    WIN,
    LOSS,
    PERFECT,
)

WORTH_CHEERS: Final = 3
"""The rating from which the end of a game is cheered; below it the game is just over."""

_ENDS: Final[Mapping[Verdict | None, str]] = {
    Verdict.LOST: LOSS,
    **dict.fromkeys(BANDS[:WORTH_CHEERS], END),
    **dict.fromkeys(BANDS[WORTH_CHEERS:], WIN),
    Verdict.PERFECT: PERFECT,
    Verdict.BEYOND: PERFECT,
}
_SOUNDS: Final[Mapping[EffectKind, Callable[[Effect], str]]] = {
    EffectKind.ENDED: lambda event: _ENDS[event.verdict],
    EffectKind.UNDONE: lambda _: UNDO,
    EffectKind.REDONE: lambda _: REDO,
    EffectKind.LAST_ROUND: lambda _: LAST_ROUND,
    EffectKind.MISFIRED: lambda _: MISFIRE,
    EffectKind.COMPLETED: lambda _: COMPLETE,
    EffectKind.LANDED: lambda event: GROWS[event.height - 1],
    EffectKind.LAST_TURN: lambda event: LAST_TURNS[event.turns - 1],
}
"""The sound of each effect, the most important one first."""


def sound(happened: StepEffects | None) -> str | None:
    """Return the sound of a step of the game; a clue and a discard have none but the click."""
    event = happened.first(_SOUNDS) if happened else None
    return _SOUNDS[event.kind](event) if event else None
