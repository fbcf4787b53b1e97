"""Sounds: which one says what happened. Each is a file of its name among the hardware's sounds.

One says at once that a button went down. The others say what came of it, once that counts.
"""

from collections.abc import Callable, Mapping
from typing import Final

from companion.face.command import Do
from companion.face.happened import BANDS, Effect, EffectKind, Step, Verdict
from companion.game.actions import Correct
from companion.game.cards import BLACK, HIGHEST
from companion.game.setup import MOST_PLAYERS

CLICK: Final = "click"
REFUSED: Final = "refused"
GROWS: Final = tuple(f"grow_{height}" for height in range(1, HIGHEST))
"""A firework grew, by its new height: each a step higher than the one before."""
BLACK_GROWS: Final = tuple(f"black_{height}" for height in range(1, HIGHEST))
"""The black one grew: each a step lower, as its ranks are."""
COMPLETE: Final = "complete"
COMPLETE_BARE: Final = "complete_bare"
"""A firework is complete, and no token comes back: all are there, or a tile takes its place."""
SPENT: Final = "spent"
LAST_SPENT: Final = "last_spent"
BACK: Final = "back"
"""A clue token was spent, the last one too, or came back."""
TOKENS: Final = frozenset((SPENT, LAST_SPENT, BACK))
"""What words tell as well: a clue is followed by another turn before both were heard."""
MISFIRE: Final = "misfire"
LAST_FUSE: Final = "last_fuse"
"""A misfire after which one fuse is left."""
LAST_ROUND: Final = "last_round"
LAST_TURNS: Final = tuple(f"turns_left_{turns}" for turns in range(1, MOST_PLAYERS))
"""A turn of the last round is over, by the turns that are left."""
NUDGE: Final = "nudge"
"""It is somebody's turn for long."""
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
    *BLACK_GROWS,
    COMPLETE,
    COMPLETE_BARE,
    SPENT,
    LAST_SPENT,
    BACK,
    MISFIRE,
    LAST_FUSE,
    LAST_ROUND,
    *LAST_TURNS,
    NUDGE,
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
    EffectKind.MISFIRED: lambda event: LAST_FUSE if event.fuse == 1 else MISFIRE,
    EffectKind.COMPLETED: lambda _: COMPLETE,
    EffectKind.LANDED: lambda event: (BLACK_GROWS if event.suit == BLACK else GROWS)[
        event.height - 1
    ],
    EffectKind.LAST_TURN: lambda event: LAST_TURNS[event.turns - 1],
    EffectKind.NUDGED: lambda _: NUDGE,
}
"""The sound of each effect, the most important one first."""


def sound(step: Step) -> str | None:
    """Return the sound of a step of the game; one that changes no token may have none."""
    event = step.effects.first(_SOUNDS) if step.effects else None
    tokens = _tokens_gained(step)
    if event is None:
        return _token_sound(step, tokens)
    if event.kind == EffectKind.COMPLETED and tokens <= 0:
        return COMPLETE_BARE
    return _SOUNDS[event.kind](event)


def _tokens_gained(step: Step) -> int:
    before, after = step.before.state, step.after.state
    is_turn = isinstance(step.command, Do) and not isinstance(step.command.action, Correct)
    return after.clues - before.clues if is_turn and before and after else 0


def _token_sound(step: Step, gained: int) -> str | None:
    if gained < 0:
        return SPENT if step.after.state and step.after.state.clues else LAST_SPENT
    return BACK if gained else None
