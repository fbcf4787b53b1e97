"""Events: what happened in a game, each worth a message of its own."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from companion.face.happened import EffectKind, effects_of_turn
from companion.game.actions import Correct
from companion.game.state import State
from companion.journal.sitting import Sitting
from companion.numbers import Json


class EventKind(StrEnum):
    """The kinds of events."""

    TURN = "turn"
    """An action counted."""
    FIREWORK = "firework"
    """A firework is complete."""
    MISFIRE = "misfire"
    LAST_CARD = "last_card"
    """The last round began."""
    END = "end"


_KINDS: Final = {
    EffectKind.COMPLETED: EventKind.FIREWORK,
    EffectKind.MISFIRED: EventKind.MISFIRE,
    EffectKind.LAST_ROUND: EventKind.LAST_CARD,
    EffectKind.ENDED: EventKind.END,
}


def events_between(before: Sitting, after: Sitting) -> Iterator[Json]:
    """Yield the events between two sittings, in their order.

    Each step in between has its own. An undo has none, nor has a game that is back on the table. A
    repair has none but the end that it leads to.
    """
    if after.opening is None or after.game < before.game:
        return
    known = before.steps if after.game == before.game else ()
    if after.steps[: len(known)] == known:
        yield from step_events(after, known[-1].state if known else after.opening, len(known))
    elif is_over(after) and not is_over(before):
        yield {"event": EventKind.END, **event_place(after, after.steps[-1].state)}


def step_events(sitting: Sitting, old: State, first: int) -> Iterator[Json]:
    """Yield the events of the steps from `first` on; `old` is the state before it."""
    for step in sitting.steps[first:]:
        at = event_place(sitting, old)
        corrected = isinstance(step.action, Correct)
        if not corrected:
            yield {"event": EventKind.TURN, **at}
        for happening in effects_of_turn(old, step.state, corrected):
            if happening.kind in _KINDS and not happening.corrected:
                suit = {"suit": happening.suit} if happening.suit else {}
                yield {"event": _KINDS[happening.kind], **at, **suit}
        old = step.state


def event_place(sitting: Sitting, state: State) -> Json:
    """Return the game, the turn and the seat of a state, as an event has them."""
    return {"game": sitting.game, "turn": state.turn, "seat": state.seat + 1}


def is_over(sitting: Sitting) -> bool:
    """Return True if the game has ended."""
    return sitting.state is not None and sitting.state.over
