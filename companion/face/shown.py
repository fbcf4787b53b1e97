"""What is told of a state, whoever tells it: the display, the voice or a page."""

from typing import Final

from companion.face.dialogue import outcomes
from companion.face.state import Phrase
from companion.face.view import View
from companion.game.cards import HIGHEST
from companion.game.edition import Edition, presets
from companion.game.setup import TOKENS
from companion.game.state import State


def is_counted(state: State) -> bool:
    """Return True if the cards on the fireworks are counted, since not all suits are known."""
    return state.unplaced > 0 or state.setup.detail == TOKENS


def complete_fireworks(state: State) -> int:
    """Return the number of complete fireworks, those of unknown suits included."""
    named = sum(height == HIGHEST for height in state.fireworks.values())
    return state.unplaced_complete + named


def shows_hand(state: State) -> bool:
    """Return True if the cards of the player who acts are told, since the deck is empty."""
    if state.deck or state.over:
        return False
    return state.setup.edition.flourish


def none_of(edition: Edition, preset: str = "") -> str:
    """Return whether "you have none" may be said: "yes", "no", or as "agreed".

    The text of the preset counts, else those of the edition where they agree.
    """
    names = {preset} if preset else set(presets(edition))
    if not names:
        return "agreed"
    if all(name.startswith("rr-") for name in names):
        return "no"
    return "yes" if names <= _ALLOWING else "agreed"


_ALLOWING: Final = frozenset(
    {"black-powder", "colour-avalanche", "final-flourish", "flamboyants", "grand"}
)
"""Presets whose texts allow it."""


def kept_phrase(view: View) -> Phrase | None:
    """Return the extent to which the game is kept; None if there is no game."""
    if view.lost is not None:
        return outcomes.kept_from(view.lost)
    if view.sitting.playing and view.sitting.state is not None:
        return Phrase("halted_game", {"turn": view.sitting.state.turn})
    return None
