"""Hanab Live's JSON: a game that was told with its places, for a review there.

There every card has a number, in the order of the draw, and the deck says which card that is. A
card that nobody has seen is filled in so that every clue stays true, and a note says so.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from companion.errors import CompanionError
from companion.game.actions import Action, Clue, Concede, Discard, Information, Misfire, Play
from companion.game.cards import Card, next_card
from companion.game.edition import PRESETS, Edition
from companion.game.names import Names
from companion.game.places import dealt, follow, possible
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.numbers import Json

NOT_SEEN: Final = "never seen at the table"
STRIKES: Final = 3
PLAY, DISCARD, COLOUR, RANK, END = range(5)
_TERMINATED: Final = 4


class Variant(NamedTuple):
    """The suits of a variant there and what its clues name, and the same rules here."""

    suits: str
    colours: str
    edition: Edition


VARIANTS: Final = {
    "No Variant": Variant("RYGBW", "RYGBW", Edition()),
    "6 Suits": Variant("RYGBWM", "RYGBWM", Edition(multicolour=10)),
    "Black (6 Suits)": Variant("RYGBWM", "RYGBWM", Edition(multicolour=5)),
    "Rainbow (6 Suits)": Variant("RYGBWM", "RYGBW", PRESETS["rr-variant-3"]),
    "White Reversed (6 Suits)": Variant("RYGBWK", "RYGBW", PRESETS["black-powder"]),
}
"""White stands where Hanab Live has purple."""


class NotForHanabLive(CompanionError):
    """A game that Hanab Live's JSON cannot tell."""


class NumberedTable:
    """A game in progress, with the numbers of the cards in the hands, the newest first."""

    def __init__(self, setup: Setup) -> None:
        """Deal."""
        size = setup.hand_size
        self.state = start(setup)
        self.rows = dealt(self.state)
        self.hands = [
            [*range((seat + 1) * size - 1, seat * size - 1, -1)] for seat in range(setup.players)
        ]

    def take(self, action: Action) -> None:
        """Take an action that tells its place."""
        before = self.state
        hand = self.hands[before.seat]
        self.state = apply(before, action)
        self.rows = follow(self.rows, before, action, self.state)
        if isinstance(action, Play | Discard | Misfire) and action.place:
            del hand[action.place - 1]
        if len(hand) < self.state.hands[before.seat]:
            hand.insert(0, before.setup.box.total - before.deck)


def exported(setup: Setup, names: Names, actions: Sequence[Action]) -> Json:
    """Return a game as Hanab Live's JSON. Raises NotForHanabLive where it cannot be told there."""
    variant = _variant_name(setup.edition)
    table = NumberedTable(setup)
    seen: dict[int, Card] = {}
    told = []
    for number, action in enumerate(actions, 1):
        told.append(_action_json(number, table, action, seen, VARIANTS[variant]))
        table.take(action)
        if table.state.errors == STRIKES:
            break  # with a fourth fuse the game goes on here alone
    # No edition says whether a clue may touch nothing.
    options = {"variant": variant, "allOrNothing": setup.edition.flourish, "emptyClues": True}
    deck = _filled_deck(table, seen)
    suits = VARIANTS[variant].suits
    notes = ["" if number in seen else NOT_SEEN for number in range(len(deck))]
    return {
        "players": list(names) or [f"Player {seat + 1}" for seat in range(setup.players)],
        "deck": [{"suitIndex": suits.index(suit), "rank": rank} for suit, rank in deck],
        "actions": told,
        "options": options,
        "notes": [notes] * setup.players,
    }


def _variant_name(edition: Edition) -> str:
    if edition.fuses < STRIKES:
        raise NotForHanabLive("Hanab Live has games of three errors, not of two")
    plain = edition._replace(ending="standard", explosion="lost", fuses=STRIKES)
    for name, variant in VARIANTS.items():
        if variant.edition == plain:
            return name
    raise NotForHanabLive("Hanab Live has no variant with these cards")


def _action_json(
    number: int, table: NumberedTable, action: Action, seen: dict[int, Card], variant: Variant
) -> Json:
    state = table.state
    match action:
        case Clue(Information(to, int(rank))):
            return {"type": RANK, "target": to - 1, "value": rank}
        case Clue(Information(to, str(suit))):
            return {"type": COLOUR, "target": to - 1, "value": variant.colours.index(suit)}
        case Play(place=int(place)) | Discard(place=int(place)) | Misfire(place=int(place)):
            card = action.card
            if isinstance(action, Play) and action.suit:
                card = next_card(action.suit, state.fireworks[action.suit])
            if card is None:
                raise NotForHanabLive(f"action {number} does not name its card")
            target = table.hands[state.seat][place - 1]
            seen[target] = card
            return {"type": DISCARD if isinstance(action, Discard) else PLAY, "target": target}
        case Concede():
            return {"type": END, "target": state.seat, "value": _TERMINATED}
        case Clue() | Play() | Discard() | Misfire():
            raise NotForHanabLive(
                f"action {number} was entered without its places: the detail hands asks for them"
            )
    raise NotForHanabLive(f"action {number} is one that Hanab Live does not have")


def _filled_deck(table: NumberedTable, seen: Mapping[int, Card]) -> list[Card]:
    """Return the deck; cards of the hands that nobody has seen are such that clues stay true."""
    setup = table.state.setup
    left = Counter(setup.box.copies)
    left.subtract(Counter(seen.values()))
    held: dict[int, Card] = {}
    wanted = {
        number: possible(setup.edition, marks)
        for hand, row in zip(table.hands, table.rows, strict=True)
        for number, marks in zip(hand, row, strict=True)
    }

    def give(number: int, tried: set[Card]) -> bool:
        """Give a card of a hand one that it can be; who has that already takes another one."""
        for card in sorted(wanted[number] - tried):
            tried.add(card)
            owners = [other for other, its in held.items() if its == card]
            if len(owners) < left[card] or any(give(owner, tried) for owner in owners):
                held[number] = card
                return True
        return False

    if not all(give(number, set()) for number in wanted):
        raise NotForHanabLive("the clues cannot all be true of the cards that are left")
    left.subtract(Counter(held.values()))
    rest = sorted((+left).elements(), reverse=True)
    known = {**held, **seen}
    return [known[number] if number in known else rest.pop() for number in range(setup.box.total)]
