"""What can still be reached, from public information only."""

from companion.game.cards import BLACK, HIGHEST, Card, next_rank
from companion.game.state import State


def _order(suit: str, height: int) -> list[int]:
    """The ranks that a firework still needs, in the order in which it takes them."""
    first = next_rank(suit, height)
    if first is None:
        return []
    return list(range(first, 0, -1)) if suit == BLACK else list(range(first, HIGHEST + 1))


def score(state: State) -> int:
    """The points as if the game ended now; every black card that is missing takes one off."""
    if state.status == "lost" and not (state.reason == "fuses" and state.setup.edition.explosion == "score"):
        return 0
    return points(state)


def maximum(state: State) -> int:
    """The highest score of the edition."""
    return HIGHEST * len([suit for suit in state.fireworks if suit != BLACK])


def points(state: State) -> int:
    """The cards on the fireworks; those of black do not score, each missing one takes a point off."""
    return state.played - (HIGHEST if state.setup.edition.black else 0)


def reach(state: State, suit: str) -> int:
    """The height that a firework can still get, as far as the pile is named."""
    height = state.fireworks[suit]
    copies, discards = state.setup.box.copies, state.discards
    for rank in _order(suit, height):
        card = Card(suit, rank)
        if discards.get(card, 0) >= copies[card]:
            break
        height += 1
    return height


def reachable(state: State) -> int:
    """The cards that all fireworks can still have in the end, as far as the pile is named."""
    return sum(reach(state, suit) for suit in state.fireworks)


def max_score(state: State) -> int:
    """The highest score that the cards still allow, as far as they are named; tiles not counted."""
    return max(reachable(state) - (HIGHEST if state.setup.edition.black else 0), points(state))


def lost_cards(state: State) -> tuple[Card, ...]:
    """The cards still needed of which every copy lies in the pile."""
    return tuple(
        Card(suit, rank)
        for suit, height in state.fireworks.items()
        for rank in _order(suit, height)
        if state.discards.get(Card(suit, rank), 0) >= state.setup.box.copies[Card(suit, rank)]
    )


def critical_cards(state: State) -> tuple[Card, ...]:
    """The cards that can still be played and have one copy left outside the pile."""
    cards = []
    for suit, height in state.fireworks.items():
        for rank in _order(suit, height)[: reach(state, suit) - height]:
            card = Card(suit, rank)
            if state.setup.box.copies[card] - state.discards.get(card, 0) == 1:
                cards.append(card)
    return tuple(sorted(cards, key=lambda card: (state.setup.box.suits.index(card.suit), card.rank)))


def pace(state: State) -> int | None:
    """Discards that the group can still afford without losing points (negative: too late).

    None where it says nothing: no deck, the game over, Final Flourish. A player who still has to
    draw after a bonus tile takes one of them.
    """
    if state.over or not state.deck or state.setup.edition.flourish:
        return None
    room = points(state) + state.deck + state.setup.players - max_score(state)
    return room - state.bonus_pending
