"""Every end of a game near its end: all deals and all turns are tried.

`python -m tests.game.every_end 10000` tries so many positions of all editions, and prints those
about which the outlook is wrong.
"""

import random
import sys
from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from companion.game.actions import Action, Bonus, Clue, Discard, Play
from companion.game.cards import BLACK, HIGHEST, Card, next_card, ranks_on
from companion.game.edition import PRESETS
from companion.game.outlook import points, possible_score, tile_may_add
from companion.game.refusals import ActionRefused
from companion.game.rules import apply, copies_left
from companion.game.state import State
from tests.game import deal, lay

EDITIONS: Final = {
    **PRESETS,
    "flamboyants, multicolour": PRESETS["flamboyants"]._replace(multicolour=5),
    "flamboyants, black": PRESETS["flamboyants"]._replace(black=True),
    "flamboyants, flourish": PRESETS["flamboyants"]._replace(ending="flourish"),
    "grand, flourish": PRESETS["grand"]._replace(ending="flourish"),
}


class Known(NamedTuple):
    """Where a card is that went back into the deck."""

    card: Card
    holder: int | None
    """Who drew it; None while it is in the deck."""


def near_the_end(dice: random.Random, name: str) -> State:
    """Return a table near the end of a game."""
    edition = EDITIONS[name]
    opening = deal(players=dice.choice((2, 2, 3)), **edition._asdict())
    suits = opening.setup.box.suits
    heights = dict.fromkeys(suits, HIGHEST)
    for suit in dice.sample(suits, dice.choice((1, 2, 2, 3))):
        heights[suit] = dice.choice((0, 1, 2, 3, 3, 4, 4))
    pile = {}
    for card, copies in opening.setup.box.copies.items():
        on_table = card.rank in ranks_on(card.suit, heights[card.suit])
        free = copies - on_table
        if free and dice.random() < (0.1 if on_table else 0.25):
            pile[card] = dice.randint(1, free)
    if edition.flourish:  # a card that is gone would have ended the game
        pile = {
            card: min(count, opening.setup.box.copies[card] - 1) for card, count in pile.items()
        }
    hands = tuple(dice.choice((1, 1, 2)) for _ in opening.hands)
    deck = dice.choice((0, 0, 1, 1, 2))
    left = None
    if not deck and not edition.flourish:
        left = dice.randint(1, len(hands))
    tiles: tuple[str, ...] = ()
    if opening.tiles:
        tiles = tuple(sorted(dice.sample(opening.tiles, dice.choice((1, 2, 2, 3)))))
    laid = lay(
        opening,
        fireworks=heights,
        hands=hands,
        deck=deck,
        turns_left=left,
        tiles=tiles,
        discards={str(card): count for card, count in pile.items() if count},
        unnamed=dice.choice((0, 0, 0, 1)),
        seat=dice.randrange(len(hands)),
        clues=dice.choice((0, 0, 1, 2, 3, 8)),
    )
    completed = any(heights[suit] == HIGHEST for suit in suits if suit != BLACK)
    return laid._replace(bonus_pending=bool(tiles) and completed and dice.random() < 0.4)


def best_of_all(state: State, known: Known | None = None, found: dict | None = None) -> int:
    """Return the highest points that any deal and any turns lead to, by trying all of them."""
    if state.over:
        return points(state)
    found = {} if found is None else found
    table = (str(state._replace(turn=0, errors=0)), known)
    if table not in found:
        reached = [points(state)]
        for after, where in every_turn(state, known):
            reached.append(best_of_all(after, where, found))
        found[table] = max(reached)
    return found[table]


def every_turn(state: State, known: Known | None) -> Iterator[tuple[State, Known | None]]:
    """Yield the table after each turn, and where the card then is that went into the deck."""
    for turn in every_action(state, known):
        try:
            after = apply(state, turn)
        except ActionRefused:
            continue
        where = known
        leaves = (Play(known.card), Discard(known.card)) if known else ()
        if turn in leaves and known.holder == state.seat:
            where = None
        is_recycled = isinstance(turn, Bonus) and turn.tile == "recycle" and not turn.as_replay
        if is_recycled and turn.card:
            where = Known(turn.card, None)
        for holder in drawers(state, turn, after) if where and where.holder is None else ():
            yield after, where._replace(holder=holder)
        if where is None or where.holder is not None:
            yield after, where


def drawers(state: State, turn: Action, after: State) -> Iterator[int | None]:
    """Yield who may hold the card of the deck after a turn; None where it may lie there still."""
    drew = not isinstance(turn, Clue) and not after.bonus_pending
    if drew:
        yield state.seat
    if not drew or after.deck:
        yield None


def every_action(state: State, known: Known | None) -> Iterator[Action]:
    """Yield what may be done; a card of a hand is any one that was not seen yet."""
    if state.bonus_pending:
        for tile, again in product(state.tiles, (False, True)):
            yield Bonus(tile)
            yield Bonus(tile, unnamed=True)
            yield from (Bonus(tile, card, as_replay=again) for card in state.discards)
            yield from (Bonus(tile, suit=suit, as_replay=again) for suit in state.fireworks)
        return
    yield Clue()
    holder, card_of = (known.holder, known.card) if known else (None, None)
    holds = holder == state.seat
    if card_of and holds:
        yield from (Play(card_of), Discard(card_of))
    if holds and state.hands[state.seat] == 1:
        return
    yield Discard()
    for suit, height in state.fireworks.items():
        card = next_card(suit, height)
        elsewhere = card == card_of and not holds
        if card and copies_left(state, card) > elsewhere:
            yield Play(card)


def tell(state: State) -> str:
    """Return a position in short."""
    pile = " ".join(f"{card}x{count}" for card, count in state.discards.items())
    return (
        f"{state.fireworks} deck {state.deck} hands {state.hands} seat {state.seat}"
        f" left {state.turns_left} clues {state.clues} tiles {state.tiles}"
        f" pending {state.bonus_pending} pile {pile} +{state.unnamed}"
    )


def what_is_wrong(state: State) -> str:
    """Return what the outlook says wrongly about a position, or nothing.

    What is possible can be reached, and is the most where no tile may add to it.
    """
    best, said = best_of_all(state), possible_score(state)
    most = best if tile_may_add(state) else said
    return "" if said <= best <= most else f"says {said}, reached {best}: {tell(state)}"


def main(positions: int, seed: int = 0) -> None:
    """Print each position about which the outlook is wrong, and how often a tile adds points."""
    dice = random.Random(seed)
    wrong, may, adds = 0, 0, 0
    for _ in range(positions):
        name = dice.choice([*EDITIONS])
        state = near_the_end(dice, name)
        told = what_is_wrong(state)
        wrong += bool(told)
        if told and wrong < 25:
            print(f"{name}: {told}")
        if tile_may_add(state):
            may += 1
            adds += best_of_all(state) > possible_score(state)
    print(f"{wrong} of {positions} are wrong; a tile may add points in {may}, and does in {adds}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
