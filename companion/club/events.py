"""Events: what happened in a game, each worth a message of its own."""

from collections.abc import Iterator
from typing import Final

from companion.face.happened import EffectKind, effects_of_turn
from companion.game.actions import Correct
from companion.game.state import State
from companion.journal.sitting import Sitting
from companion.numbers import Json

TURN: Final = "turn"
END: Final = "end"
KINDS: Final = {
    EffectKind.COMPLETED: "firework",
    EffectKind.MISFIRED: "misfire",
    EffectKind.LAST_ROUND: "last_card",
    EffectKind.ENDED: END,
}
"""What an effect is called as an event; beside these there is TURN, an action that counted."""


def events_between(before: Sitting, after: Sitting) -> Iterator[Json]:
    """Yield the events between two sittings, in their order.

    Each step in between has its own. An undo has none, nor has a game that is back on the table. A
    repair has none but the end that it leads to.
    """
    if after.opening is None or after.game < before.game:
        return
    known = before.steps if after.game == before.game else ()
    if after.steps[: len(known)] == known:
        yield from _step_events(after, known[-1].state if known else after.opening, len(known))
    elif is_over(after) and not is_over(before):
        yield {"event": END, **_event_place(after, after.steps[-1].state)}


def _step_events(sitting: Sitting, old: State, first: int) -> Iterator[Json]:
    """Yield the events of the steps from `first` on; `old` is the state before it."""
    for step in sitting.steps[first:]:
        at = _event_place(sitting, old)
        corrected = isinstance(step.action, Correct)
        if not corrected:
            yield {"event": TURN, **at}
        for happening in effects_of_turn(old, step.state, corrected):
            if happening.kind in KINDS and not happening.corrected:
                suit = {"suit": happening.suit} if happening.suit else {}
                yield {"event": KINDS[happening.kind], **at, **suit}
        old = step.state


def _event_place(sitting: Sitting, state: State) -> Json:
    return {"game": sitting.game, "turn": state.turn, "seat": state.seat + 1}


def is_over(sitting: Sitting) -> bool:
    """Return True if the game has ended."""
    return sitting.state is not None and sitting.state.over
