"""What sank a firework: the first of its cards that was gone for good, or one that was not found in
time.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.game.cards import Card, next_card
from companion.game.outlook import gone_cards, lost_cards
from companion.game.state import State


class Sunk(NamedTuple):
    """A firework that was not completed."""

    card: Card
    """The first of its cards of which every copy lay in the pile for good, or the card that it
    waited for."""
    turn: int | None
    """The turn in which the last copy went there, or got its name.

    None for a card that was waited for."""


def sunk_fireworks(opening: State, states: Sequence[State]) -> tuple[Sunk, ...]:
    """Return the lost card of each incomplete firework, by suits.

    Nothing where cards lie on fireworks without a name.
    """
    final = states[-1] if states else opening
    if final.unplaced:
        return ()
    gone: dict[Card, int] = {}
    for before, state in pairwise((opening, *states)):
        # A tile may have taken one back before, so the last time counts.
        came = {*gone_cards(state)}.difference(gone_cards(before))
        gone |= dict.fromkeys(came, before.turn)
    sunk = []
    for suit, height in final.fireworks.items():
        following = next_card(suit, height)
        if following is None:
            continue
        cards = [card for card in lost_cards(final) if card.suit == suit]
        first = min(cards, key=gone.__getitem__, default=following)
        sunk.append(Sunk(first, gone[first] if cards else None))
    return tuple(sunk)
