"""A state as JSON, for records, scripts and the socket; its keys are kept stable."""

from companion.game.cards import NAMES
from companion.game.outlook import max_score, pace, score
from companion.game.state import State
from companion.game.verdict import rating
from companion.numbers import Json


def state_json(state: State) -> Json:
    """Return everything that is public about a state. README.md beside this file explains the
    keys.
    """
    return {
        "seat": None if state.over else state.seat + 1,
        "turn": state.turn,
        "clues": state.clues,
        "errors": state.errors,
        "fuses": state.fuses,
        "fireworks": dict(state.fireworks),
        "unplaced": state.unplaced,
        "deck": state.deck,
        "hands": list(state.hands),
        "discards": dict(sorted([(NAMES[card], count) for card, count in state.discards.items()])),
        "unnamed": state.unnamed,
        "score": score(state),
        "max_score": max_score(state),
        "pace": pace(state),
        "turns_left": None if state.over else state.turns_left,
        "bonus_pending": state.bonus_pending,
        "tiles": list(state.tiles),
        "status": state.status,
        "reason": state.reason,
        "rating": rating(state),
    }
