"""Counters: what can be corrected, its value and its bounds, and the correction that sets it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.face import seats
from companion.face.on_table import on_table
from companion.face.state import CounterName, TableCounter
from companion.game.actions import TILES, Correct
from companion.game.cards import HIGHEST, top_rank
from companion.game.corrections import counters_on
from companion.game.refusals import ActionRefused
from companion.game.rules import apply
from companion.game.setup import TOKENS
from companion.game.state import CLUE_TOKENS
from companion.journal.sitting import Sitting
from companion.numbers import Json

_CARDS: Final = (
    CounterName.DECK,
    CounterName.HANDS,
    CounterName.FIREWORKS,
    CounterName.UNPLACED,
    CounterName.UNNAMED,
    CounterName.MISSING,
)
"""The counters of cards; together they are the box."""
_NONE: Final[Mapping[TableCounter, int]] = MappingProxyType({})


def table_counters(
    sitting: Sitting, staged: Mapping[TableCounter, int] = _NONE
) -> dict[TableCounter, int]:
    """Return every counter that can be corrected, with its value; hands in the order of places.

    staged: what was set; a deck without a card has turns that are left beside it.
    """
    state = on_table(sitting).state
    values = {
        TableCounter(CounterName.SEAT): seats.place_of(sitting, state.seat) + 1,
        TableCounter(CounterName.CLUES): state.clues,
        TableCounter(CounterName.FUSES): state.fuses,
        TableCounter(CounterName.DECK): state.deck,
    }
    for place in range(state.setup.players):
        seat = seats.seat_at(sitting, place)
        values[TableCounter(CounterName.HANDS, str(seat))] = state.hands[seat]
    if state.setup.detail == TOKENS:
        values[TableCounter(CounterName.UNPLACED)] = state.unplaced
    else:
        for suit, height in state.fireworks.items():
            values[TableCounter(CounterName.FIREWORKS, suit)] = height
    values[TableCounter(CounterName.UNNAMED)] = state.unnamed
    values[TableCounter(CounterName.MISSING)] = state.missing
    turns_left = state.turns_left
    # As the rules will have it: an empty deck begins the last round, another one ends it.
    deck = staged.get(TableCounter(CounterName.DECK), state.deck)
    if deck != state.deck:
        if deck or state.setup.edition.flourish:
            turns_left = None
        elif turns_left is None:
            turns_left = state.setup.players
    if turns_left is not None:
        values[TableCounter(CounterName.TURNS_LEFT)] = turns_left
    if state.setup.edition.flamboyants:
        for tile in TILES:
            values[TableCounter(CounterName.TILES, tile)] = int(tile in state.tiles)
    return values


def as_it_lies(counter: TableCounter, value: int) -> int:
    """Return the number by which people know a value: that of a firework's top card."""
    return top_rank(counter.part, value) if counter.name == CounterName.FIREWORKS else value


def bounds(sitting: Sitting, counter: TableCounter) -> tuple[int, int]:
    """Return the lowest and the highest value of a counter."""
    state = on_table(sitting).state
    setup = state.setup
    fixed = {
        CounterName.SEAT: (1, setup.players),
        CounterName.CLUES: (0, CLUE_TOKENS),
        CounterName.FUSES: (0, setup.edition.fuses),
        CounterName.HANDS: (0, setup.hand_size),
        CounterName.FIREWORKS: (0, HIGHEST),
        CounterName.UNPLACED: (0, HIGHEST * len(state.fireworks)),
        CounterName.TURNS_LEFT: (1, setup.players),
        CounterName.TILES: (0, 1),
    }
    return fixed.get(counter.name, (0, setup.box.total))


def check_staged(sitting: Sitting, staged: Mapping[TableCounter, int]) -> None:
    """Raise CompanionError where a table has no such counter, or it cannot have that value."""
    there = table_counters(sitting, staged)
    for counter, value in staged.items():
        name = f"{counter.name} {counter.part}".strip()
        if counter not in there:
            raise CompanionError(f"there is no counter {name} now")
        lowest, highest = bounds(sitting, counter)
        if not lowest <= value <= highest:
            raise CompanionError(f"{name} must be from {lowest} to {highest}, not {value}")


def card_sum(sitting: Sitting, staged: Mapping[TableCounter, int]) -> int:
    """Return the sum of the cards with the staged counters."""
    current = table_counters(sitting)
    total = on_table(sitting).state.card_total
    for counter, value in staged.items():
        if counter.name in _CARDS:
            total += value - current[counter]
    return total


def correction(sitting: Sitting, staged: Mapping[TableCounter, int]) -> Correct:
    """Return the staged counters as one correction, which sets every other counter too.

    So an earlier turn that is repaired afterwards moves none of them.
    """
    values = _correction_values(sitting, staged)
    try:
        after = apply(on_table(sitting).state, Correct(values))
    except ActionRefused:
        return Correct(values)  # It is refused, with the reason, if it is asked for.
    return Correct(counters_on(after))


def _correction_values(sitting: Sitting, staged: Mapping[TableCounter, int]) -> Json:
    state = on_table(sitting).state
    values: Json = {}
    after = {**table_counters(sitting), **staged}
    for counter, value in staged.items():
        match counter.name:
            case CounterName.FUSES:
                values["errors"] = state.setup.edition.fuses - value
            case CounterName.SEAT:
                values["seat"] = seats.seat_at(sitting, value - 1) + 1
            case CounterName.HANDS:
                hands = (
                    TableCounter(CounterName.HANDS, str(seat)) for seat in range(len(state.hands))
                )
                values["hands"] = [after[hand] for hand in hands]
            case CounterName.FIREWORKS:
                values.setdefault("fireworks", {})[counter.part] = value
            case CounterName.TILES:
                tiles = [tile for tile in TILES if after[TableCounter(CounterName.TILES, tile)]]
                values["tiles"] = tiles
            case name:
                values[name.value] = value
    return values
