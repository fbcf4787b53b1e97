"""Clues that are told with their places, and turns of games whose cards are all known."""

from companion.game.actions import parse_action
from companion.game.places import named_in_clues
from companion.game.rules import apply, start


def clue(to, value, *places):
    kind = "suit" if isinstance(value, str) else "rank"
    return {"do": "clue", "to": to, kind: value, "places": list(places)}


def points_at(edition, value, card):
    """Return True if a clue points at a card: the rulebooks, by a reference of its own."""
    if isinstance(value, int):
        return card.rank == value
    if card.suit == "K":
        return False
    if card.suit == "M" and edition.multicolour_clue == "every":
        return value != "K"
    return card.suit == value


def some_turn(dice, state, edition, hands):
    if state.clues and dice.random() < 0.5:
        to = dice.choice([seat for seat in range(len(hands)) if seat != state.seat])
        value = dice.choice(named_in_clues(edition))
        pointed = [n for n, card in enumerate(hands[to], 1) if points_at(edition, value, card)]
        return clue(to + 1, value, *pointed)
    place = dice.randint(1, len(hands[state.seat])) if hands[state.seat] else None
    if place is None:
        return {"do": "clue", "to": (state.seat + 1) % len(hands) + 1, "rank": 1, "places": []}
    card = str(hands[state.seat][place - 1])
    kind = "discard" if state.clues < 8 and dice.random() < 0.6 else "play"
    return {"do": kind, "card": card, "place": place}


def shuffled(dice, setup):
    """Return the cards of a game in the order in which they are drawn."""
    deck = [card for card, copies in setup.box.copies.items() for _ in range(copies)]
    dice.shuffle(deck)
    return deck


def known_game(dice, setup, deck):
    """Yield the turns of a random game whose cards are all known, up to its end or a bonus tile."""
    drawn = iter(deck)
    hands = [[next(drawn) for _ in range(setup.hand_size)][::-1] for _ in range(setup.players)]
    state = start(setup)
    while not state.over and not state.bonus_pending:
        turn = some_turn(dice, state, setup.edition, hands)
        yield turn
        seat, state = state.seat, apply(state, parse_action(turn))
        hand = hands[seat]
        if turn["do"] != "clue":
            hand.pop(turn["place"] - 1)
            if len(hand) < state.hands[seat]:
                hand.insert(0, next(drawn))
