"""Clues that are told with their places, and turns of games whose cards are all known."""

from companion.game.places import named_in_clues


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
