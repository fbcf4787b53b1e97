"""Events: what a game that went on did, each worth a message of its own."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from companion.face.happened import What, of_the_turn
from companion.game.actions import Correct
from companion.numbers import Json
from companion.table.sitting import Sitting, TakenAction


class EventKind(StrEnum):
    """What is told."""

    TURN = "turn"
    """An action counted."""
    FIREWORK = "firework"
    """A firework is complete."""
    MISFIRE = "misfire"
    LAST_CARD = "last_card"
    """The last round began."""
    END = "end"


_KINDS: Final = {
    What.COMPLETED: EventKind.FIREWORK,
    What.MISFIRED: EventKind.MISFIRE,
    What.LAST_ROUND: EventKind.LAST_CARD,
    What.ENDED: EventKind.END,
}


def events(before: Sitting, after: Sitting) -> Iterator[Json]:
    """Yield the events between two sittings, in their order.

    Steps that were taken in between are told one by one. An undo and a game that is back on the
    table tell nothing; neither does a repair, but for the end that it leads to.
    """
    if after.opening is None or after.game < before.game:
        return
    known = before.steps if after.game == before.game else ()
    if after.steps[: len(known)] == known:
        yield from _of_steps(after, len(known))
    elif is_over(after) and not is_over(before):
        yield {"event": EventKind.END, **_at(after, after.steps[-1])}


def _of_steps(sitting: Sitting, first: int) -> Iterator[Json]:
    assert sitting.opening is not None
    old = sitting.steps[first - 1].state if first else sitting.opening
    for step in sitting.steps[first:]:
        at = {"game": sitting.game, "turn": old.turn, "seat": old.seat + 1}
        corrected = isinstance(step.action, Correct)
        if not corrected:
            yield {"event": EventKind.TURN, **at}
        for happening in of_the_turn(old, step.state, corrected):
            if happening.kind in _KINDS and not happening.corrected:
                suit = {"suit": happening.suit} if happening.suit else {}
                yield {"event": _KINDS[happening.kind], **at, **suit}
        old = step.state


def _at(sitting: Sitting, step: TakenAction) -> Json:
    """Return which turn of which game."""
    return {"game": sitting.game, "turn": step.state.turn, "seat": step.state.seat + 1}


def is_over(sitting: Sitting) -> bool:
    """Return True if the game has ended."""
    return sitting.state is not None and sitting.state.over
