"""Sounds: which one says what happened. Each is a file of its name among the hardware's sounds.

One says that a button went down, at once; the others what came of it, once that counts.
"""

from math import ceil
from typing import Final

from companion.face.command import Amend, Command, Do, Redo, Repair, Undo
from companion.game.actions import Correct, Name
from companion.game.cards import HIGHEST
from companion.game.setup import MOST_PLAYERS
from companion.game.state import State
from companion.game.verdict import rating
from companion.table.sitting import Sitting

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


def settled(before: Sitting, after: Sitting, command: Command) -> str | None:
    """The sound of a step of the game; a clue and a discard have none but the click."""
    old, new = before.state, after.state
    match command:
        case Undo():
            return UNDO
        case Redo() | Repair():
            return REDO
        case Do() | Amend() if old is not None and new is not None:
            if new.over:
                return None if old.over else _end(new)
            return None if isinstance(command.action, Correct | Name) else _turn(old, new)
    return None


def _end(state: State) -> str:
    if state.status != "finished":
        return PERFECT if state.status == "won" else LOSS
    verdict = rating(state)
    return WIN if verdict is not None and verdict >= WORTH_CHEERS else END


def _turn(old: State, new: State) -> str | None:
    """What everybody should hear of a turn; of several things the most important one."""
    if old.turns_left is None and new.turns_left is not None:
        return LAST_ROUND
    if new.errors > old.errors:
        return MISFIRE
    if new.unplaced_complete > old.unplaced_complete:
        return COMPLETE
    grown = [height for suit, height in new.fireworks.items() if height > old.fireworks[suit]]
    if new.unplaced > old.unplaced:
        grown.append(min(HIGHEST - 1, ceil(new.played / len(new.fireworks))))  # nobody knows which one
    if grown:
        return COMPLETE if max(grown) == HIGHEST else GROWS[max(grown) - 1]
    if new.turns_left and new.turns_left != old.turns_left:
        return LAST_TURNS[new.turns_left - 1]
    return None
