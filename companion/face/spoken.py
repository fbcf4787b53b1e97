"""Spoken: a step of the game as a phrase, and the latest turns."""

from typing import Final, NamedTuple

from companion.face.on_table import on_table
from companion.face.state import Phrase
from companion.game.actions import (
    BESIDE,
    Action,
    Bonus,
    Clue,
    Concede,
    Correct,
    Discard,
    Misfire,
    Mix,
    Name,
    Play,
)
from companion.game.cards import HIGHEST, Card, next_card
from companion.game.kinds import distinct_type
from companion.game.rules import fits
from companion.game.state import State
from companion.journal.sitting import Sitting


def last_step(sitting: Sitting) -> Phrase:
    """Return the last step of a sitting."""
    if sitting.ends_with_repair:
        return Phrase("a_repair")
    if not sitting.steps:
        return Phrase("the_start")
    return spoken_action(sitting.steps[-1].action, on_table(sitting).before)


@distinct_type
class LatestTurn(NamedTuple):
    """A turn, and the table before it."""

    action: Action
    before: State
    seat: int | None
    """The seat of its player, from 0; None for what takes no turn."""


def latest_actions(sitting: Sitting, most: int) -> list[LatestTurn]:
    """Return the last turns, at most so many, the newest one first."""
    steps = sitting.steps
    states = (on_table(sitting).opening, *(step.state for step in steps))
    turns = []
    for step, before in [*zip(steps, states, strict=False)][::-1][:most]:
        apart = isinstance(step.action, BESIDE)
        turns.append(LatestTurn(step.action, before, None if apart else before.seat))
    return turns


def spoken_action(action: Action, before: State) -> Phrase:
    """Return an action; `before` says which card a firework took."""
    match action:
        case Play(card, suit):
            return _spoken_play(card, suit, before)
        case Discard(card) | Misfire(card):
            key = "a_misfire" if isinstance(action, Misfire) else "a_discard"
            return Phrase(f"{key}_of", {"card": card}) if card else Phrase(key)
        case Bonus(tile):
            return Phrase("a_tile", {"tile": Phrase(f"tile_{tile}")})
        case Name(card):
            return Phrase("a_name", {"card": card})
    return Phrase(_KEYS[type(action)])


_KEYS: Final = {
    Clue: "a_clue",
    Mix: "a_mix",
    Correct: "a_correction",
    Concede: "an_end",
}
"""The actions of which nothing more is said."""


def _spoken_play(card: Card | None, suit: str | None, before: State) -> Phrase:
    if suit and not card:
        card = next_card(suit, before.fireworks.get(suit, HIGHEST))
    if card:
        return Phrase("a_card" if fits(before, card) else "a_misfire_of", {"card": card})
    return Phrase("a_play_on", {"card_suit": suit}) if suit else Phrase("a_play")
