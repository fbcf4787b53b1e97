"""What can still be reached, from public information only."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from companion.game.actions import RECYCLE, REPLAY, Tile
from companion.game.cards import BLACK, HIGHEST, Card, ranks_in_order
from companion.game.state import State

_FETCHING: Final[frozenset[Tile]] = frozenset({RECYCLE, REPLAY})
"""The bonus tiles that bring a card of the pile back: into the deck, or onto its firework."""


@cache
def _needed_cards(suit: str, height: int) -> tuple[Card, ...]:
    """Return the cards that a firework still needs, in the order in which it takes them."""
    return tuple(Card(suit, rank) for rank in ranks_in_order(suit)[height:])


def score(state: State) -> int:
    """Return the points if the game ended now; every missing black card takes one off."""
    exploded = state.reason == "fuses" and state.setup.edition.explosion == "score"
    return 0 if state.status == "lost" and not exploded else points(state)


def maximum(state: State) -> int:
    """Return the highest score of the edition."""
    return HIGHEST * len(state.fireworks.keys() - {BLACK})


def points(state: State) -> int:
    """Return the cards on the fireworks.

    Black cards do not score, but each missing one takes a point off.
    """
    return state.cards_played - HIGHEST * state.setup.edition.black


def gone_cards(state: State) -> list[Card]:
    """Return the cards of which every copy lies in the pile, by name."""
    copies = state.setup.box.copies
    return [card for card, count in state.discards.items() if count >= copies[card]]


def reachable_height(state: State, suit: str) -> int:
    """Return the height that a firework can still reach, as far as the pile is named."""
    gone = gone_cards(state)
    height = state.fireworks[suit]
    for more, card in enumerate(_needed_cards(suit, height)):
        if card in gone:
            return height + more
    return HIGHEST


def reachable(state: State) -> int:
    """Return the number of cards that all fireworks can still have in the end."""
    return sum(reachable_height(state, suit) for suit in state.fireworks)


def max_score(state: State) -> int:
    """Return the highest score that the cards still allow, as far as they are named. Tiles not
    counted.
    """
    return max(reachable(state), state.cards_played) - HIGHEST * state.setup.edition.black


def possible_score(state: State) -> int:
    """Return the highest score that the cards and the turns that are left allow without a tile.

    Cards of the pile count as far as they are named.
    """
    return points(state) + min(_turns_to_play(state), max(0, reachable(state) - state.cards_played))


def _turns_to_play(state: State) -> int:
    """Return the number of turns in which a card can still be played from a hand."""
    hands = state.hands
    pending = state.bonus_pending
    if state.over:
        return 0
    if state.setup.edition.flourish:
        return state.deck + sum(hands)
    if state.turns_left is None:
        # One for each card that is drawn after a play, and one in the last round for each hand.
        return state.deck + sum(map(bool, hands)) - (pending and hands[state.seat] > 0)
    seats = range(state.seat + pending, state.seat + state.turns_left)
    return sum(hands[seat % len(hands)] > 0 for seat in seats)


def tile_may_fetch(state: State) -> bool:
    """Return True if a bonus tile may still bring a card of the pile back.

    One is turned now, or when a firework is completed with a 5 in time.
    """
    if state.over or not _FETCHING.intersection(state.tiles):
        return False
    turns = _turns_to_play(state)
    return state.bonus_pending or any(
        height < HIGHEST == reachable_height(state, suit) and HIGHEST - height <= turns
        for suit, height in state.fireworks.items()
        if suit != BLACK
    )


def tile_may_add(state: State) -> bool:
    """Return True if a bonus tile may bring more points than are possible without one."""
    return possible_score(state) < maximum(state) and tile_may_fetch(state)


def possible_heights(state: State) -> Mapping[str, int]:
    """Return the height that each firework can still reach; a tile may lift any limit."""
    if tile_may_add(state):
        return dict.fromkeys(state.fireworks, HIGHEST)
    return {suit: reachable_height(state, suit) for suit in state.fireworks}


def plays_left(state: State) -> int:
    """Return the number of cards that can still come onto fireworks before the game ends."""
    lacking = HIGHEST * len(state.fireworks) - state.cards_played
    return lacking if tile_may_add(state) else min(lacking, _turns_to_play(state))


def gone_for_good(state: State) -> tuple[Card, ...]:
    """Return the cards still needed of which every copy lies in the pile, and no tile helps."""
    return () if tile_may_add(state) else lost_cards(state)


def lost_cards(state: State) -> tuple[Card, ...]:
    """Return the cards still needed of which every copy lies in the pile."""
    gone = gone_cards(state)
    return tuple(
        card
        for suit, height in state.fireworks.items()
        for card in _needed_cards(suit, height)
        if card in gone
    )


def critical_cards(state: State) -> tuple[Card, ...]:
    """Return the cards that can still be played in time and have one copy left outside the pile."""
    box = state.setup.box
    plays = plays_left(state)
    cards = []
    for suit, height in state.fireworks.items():
        needed = _needed_cards(suit, height)[: min(plays, reachable_height(state, suit) - height)]
        cards += [card for card in needed if box.copies[card] - state.discards.get(card, 0) == 1]
    return tuple(sorted(cards, key=lambda card: (box.suits.index(card.suit), card.rank)))


def pace(state: State) -> int | None:
    """Return the discards that the group can still afford without losing points (negative: too
    late).

    None where it says nothing: no deck, the game over, Final Flourish. A player who still has to
    draw after a bonus tile takes one of them.
    """
    setup = state.setup
    if not state.deck or state.over:
        return None
    if setup.edition.flourish:
        return None
    spare = points(state) + state.deck + setup.players - max_score(state)
    return spare - state.bonus_pending
