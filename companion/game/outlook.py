"""What can still be reached, from public information only."""

from collections.abc import Iterator, Mapping
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


def reachable_height(state: State, suit: str, gone: list[Card] | None = None) -> int:
    """Return the height that a firework can still reach, as far as the pile is named.

    gone: the cards that are, if they are known.
    """
    lost = gone_cards(state) if gone is None else gone
    height = state.fireworks[suit]
    for more, card in enumerate(_needed_cards(suit, height)):
        if card in lost:
            return height + more
    return HIGHEST


def reachable(state: State, gone: list[Card] | None = None) -> int:
    """Return the number of cards that all fireworks can still have in the end."""
    lost = gone_cards(state) if gone is None else gone
    return sum(reachable_height(state, suit, lost) for suit in state.fireworks)


def max_score(state: State) -> int:
    """Return the highest score that the cards still allow, as far as they are named.

    Tiles not counted.
    """
    return max(reachable(state), state.cards_played) - HIGHEST * state.setup.edition.black


def plays_left(state: State) -> int:
    """Return the number of cards that can still come onto fireworks before the game ends."""
    return max(turns + table.cards_played for table, turns in ways(state)) - state.cards_played


def possible_score(state: State) -> int:
    """Return the highest score that the cards, the tiles and the turns that are left still allow.

    Cards of the pile count as far as they are named.
    """
    return max(
        points(table) + min(turns, max(0, reachable(table) - table.cards_played))
        for table, turns in ways(state)
    )


def possible_heights(state: State) -> Mapping[str, int]:
    """Return the height that each firework can still reach, with what tiles may bring back."""
    tables = [(table, gone_cards(table)) for table, _ in ways(state)]
    return {
        suit: max(reachable_height(table, suit, gone) for table, gone in tables)
        for suit in state.fireworks
    }


def gone_for_good(state: State) -> tuple[Card, ...]:
    """Return the cards still needed of which every copy lies in the pile, where no tile reaches."""
    tables = [gone_cards(table) for table, _ in ways(state)]
    return tuple(card for card in lost_cards(state) if all(card in gone for gone in tables))


# What bonus tiles can bring back


def ways(state: State) -> list[tuple[State, int]]:
    """Return the table, and each that tiles lead to by cards that they bring back in time, with the
    turns in which a card can be played then.

    A tile is turned now, or when a firework is completed with a 5. Cards of hands and deck come as
    they are needed, and so do tiles. The deck is what is left once the player has drawn; below
    nothing it counts turns of the last round.
    """
    if state.over:
        return [(state, 0)]
    turns = _turns_to_play(state)
    if not _FETCHING.intersection(state.tiles) or state.unplaced:
        return [(state, turns)]
    draws = state.bonus_pending and state.deck > 0
    hands = tuple(cards + (draws and seat == state.seat) for seat, cards in enumerate(state.hands))
    found = [(state._replace(deck=state.deck - state.bonus_pending, hands=hands), turns)]
    needed = HIGHEST * len(state.fireworks) - state.cards_played
    has_time = turns >= needed + state.setup.players
    if has_time and not lost_cards(state):
        return found
    for table, left in found:  # which grows meanwhile
        if not _FETCHING.intersection(table.tiles):
            continue
        if table.bonus_pending and len(table.tiles) > 1:  # this one brings nothing back
            spent = min(table.tiles, key=_FETCHING.__contains__)
            found.append((_without_tile(table, spent), left))
        if table.pile:
            # With time for everything only what is lost needs a tile.
            found += [*_replays(table, left, has_time), *_recycles(table, left)]
    return found


def _turns_to_play(state: State) -> int:
    """Return the number of turns in which a card can still be played from a hand."""
    hands = state.hands
    pending = state.bonus_pending
    if state.setup.edition.flourish:
        return state.deck + sum(hands)
    if state.turns_left is None:
        # One for each card that is drawn after a play, and one in the last round for each hand.
        return state.deck + sum(map(bool, hands)) - (pending and hands[state.seat] > 0)
    seats = range(state.seat + pending, state.seat + state.turns_left)
    return sum(hands[seat % len(hands)] > 0 for seat in seats)


def _with_plays(table: State, suit: str, plays: int) -> State:
    """Return the table with so many more cards on a firework, each drawn for."""
    height = table.fireworks[suit] + plays
    return table._replace(fireworks={**table.fireworks, suit: height}, deck=table.deck - plays)


def _without_tile(table: State, tile: Tile, card: Card | None = None, unnamed: int = 0) -> State:
    """Return the table after a tile that took a card of the pile, by its name or without one."""
    return table._replace(
        tiles=tuple(other for other in table.tiles if other != tile),
        discards=_less_one(table.discards, card) if card else table.discards,
        unnamed=table.unnamed - unnamed,
        bonus_pending=False,
    )


def _less_one(discards: Mapping[Card, int], card: Card) -> Mapping[Card, int]:
    """Return the pile with a copy of a card less."""
    counted = {**discards, card: discards[card] - 1}
    return {other: count for other, count in counted.items() if count}


def _turned(table: State, turns: int, gone: list[Card], but: str = "") -> tuple[State, int] | None:
    """Return the table once a tile is turned: for it the firework is completed that lacks least.

    but: it is another one. None where no tile comes in time.
    """
    if table.bonus_pending:
        return table, turns
    sunk = {
        card.suit for card in gone if card in _needed_cards(card.suit, table.fireworks[card.suit])
    }
    lacking = [
        (HIGHEST - height, suit)
        for suit, height in table.fireworks.items()
        if height < HIGHEST and suit not in (but, BLACK, *sunk)
    ]
    plays, suit = min(lacking, default=(0, ""))
    if not suit or plays > turns:
        return None
    return _with_plays(table, suit, plays)._replace(bonus_pending=True), turns - plays


def _replays(table: State, turns: int, lost: bool) -> Iterator[tuple[State, int]]:
    """Yield the tables after a card of the pile was laid on its firework; `lost`: one that is."""
    gone = gone_cards(table)
    for suit, height in table.fireworks.items():
        turned, left = _turned(table, turns, gone, but=suit) or (table, -1)
        most = min(left, 0) if table.bonus_pending else left
        needed = _needed_cards(suit, height)[: most + 1]
        first_gone = next((at for at, card in enumerate(needed) if card in gone), HIGHEST)
        lie = [at for at, card in enumerate(needed) if table.unnamed or table.discards.get(card)]
        nearest = [at for at in lie if at < first_gone][: not lost]
        for before in (*nearest, *(at for at in lie if at == first_gone)):
            ready = _with_plays(turned, suit, before)
            for after in _replayed(ready, suit, needed[before]):
                yield after, left - before


def _replayed(ready: State, suit: str, card: Card) -> Iterator[State]:
    """Yield the tables after each tile that can lay this card of the pile."""
    named = card if ready.discards.get(card) else None
    laid = _with_plays(ready, suit, 1)._replace(deck=ready.deck)
    again = suit != BLACK and laid.fireworks[suit] == HIGHEST
    for tile in _FETCHING.intersection(ready.tiles):
        if tile == REPLAY or ready.deck < 0:
            yield _without_tile(laid, tile, named, not named)._replace(bonus_pending=again)


def _recycles(table: State, turns: int) -> Iterator[tuple[State, int]]:
    """Yield the tables after a card of the pile went into the deck, which is a turn more if it can
    be played, or if somebody has another card in its place.
    """
    gone = gone_cards(table)
    turned, left = _turned(table, turns, gone) or (table, -1)
    cannot = left < 0 or _is_too_late(turned)
    if cannot or RECYCLE not in table.tiles:
        return
    back = turned._replace(deck=turned.deck + 1)
    has_more = sum(turned.hands) + turned.deck > left
    needed = _needed_in_time(turned, left)
    wanted = gone if has_more else needed
    for card in turned.discards.keys() & wanted & {*needed}:
        waits = _idle_turns(turned, [*gone, card])
        yield _without_tile(back, RECYCLE, card), left + 1 - waits
    others = turned.discards.keys() - {*gone}.intersection(needed)
    if has_more and others:
        yield _without_tile(back, RECYCLE, min(others)), left + 1
    elif turned.unnamed:
        yield _without_tile(back, RECYCLE, unnamed=1), left + 1


def _needed_in_time(table: State, turns: int) -> list[Card]:
    """Return the cards that fireworks still need, and that can come after so many others."""
    return [
        card
        for suit, height in table.fireworks.items()
        for card in _needed_cards(suit, height)[: turns + 1]
    ]


def _is_too_late(turned: State) -> bool:
    """Return True if a card that goes into the deck now is drawn by somebody who plays no more."""
    return turned.deck < 0 and not turned.setup.edition.flourish


def _idle_turns(table: State, gone: list[Card]) -> int:
    """Return the turns that are lost until a card that is drawn now can be played.

    gone: it, and others that cannot come before.
    """
    idle = table.setup.players - 1 - (reachable(table, gone) - table.cards_played)
    deck = table.deck + 1
    clues = table.clues
    lost = 0
    for _ in range(idle):
        if deck > 0 and clues:
            clues -= 1
        else:
            lost += 1
            deck -= 1
            clues += 1
    return lost


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
