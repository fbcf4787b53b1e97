"""Corrections: counters set to what lies on the table, checked so that the cards still add up."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from companion.game.actions import CORRECTABLE, TILES, Tile, parse_card
from companion.game.cards import HIGHEST, NAMES, RANKS, Card, ranks_on
from companion.game.outlook import reachable
from companion.game.refusals import ActionRefused
from companion.game.state import CLUE_TOKENS, State
from companion.numbers import Json, is_integer


def correct(state: State, values: Mapping[str, Any]) -> State:
    """Return the state with the given counters.

    Raises ActionRefused if they are wrong or do not add up.

    `fireworks` changes the suits that it names; `discards`, `hands` and `tiles` replace the whole.
    A deck of 0 starts the last round, unless `turns_left` is given; a deck above 0 ends it.
    `turns_left` 0 says that the last round is over.
    """
    if not values:
        raise ActionRefused("nothing_to_correct")
    changed: Json = {}
    for key, value in values.items():
        read = _READERS.get(key)
        changed[key] = read(state, value) if read else _card_count(state, key, value)
    after = _with_last_round(state._replace(**changed), values)
    began_before = state.turns_left is not None or not after.deck
    if after.turns_left == 0 and not began_before:
        raise _wrong_value("turns_left", f"a number from 1 to {after.setup.players}")
    if state.bonus_pending:
        _check_draw(state, after, values)
    _check_cards(after)
    # As many fireworks are complete as the unplaced cards allow.
    fewest, most = unplaced_bounds(after, after.unplaced)
    complete = min(max(after.unplaced_complete, fewest), most)
    black = after.black_complete and complete > 0
    return after._replace(unplaced_complete=complete, black_complete=black)


def counters_on(state: State) -> Json:
    """Return every counter of a table, as a correction gives it.

    That correction leaves this table whatever was there before, apart from the number of the turn.
    """
    return {key: getattr(state, key) for key in CORRECTABLE} | {
        "seat": state.seat + 1,
        "hands": list(state.hands),
        "fireworks": dict(state.fireworks),
        "discards": dict(sorted((NAMES[card], count) for card, count in state.discards.items())),
        "tiles": list(state.tiles),
    }


def names_every_counter(values: Collection[str]) -> bool:
    """Return True if a correction of these counters says how the whole table lies."""
    return set(values) >= set(CORRECTABLE)


def _wrong_value(key: str, expected: str) -> ActionRefused:
    return ActionRefused("correct_value", counter=key, expected=expected)


def _read_number(key: str, value: object, lowest: int, highest: int) -> int:
    if not is_integer(value) or not lowest <= value <= highest:
        raise _wrong_value(key, f"a number from {lowest} to {highest}")
    return value


def _card_count(state: State, key: str, value: object) -> int:
    return _read_number(key, value, 0, state.setup.box.total)


def _read_hands(state: State, value: object) -> tuple[int, ...]:
    setup = state.setup
    if not isinstance(value, list) or len(value) != setup.players:
        raise _wrong_value("hands", f"a list of {setup.players} numbers")
    return tuple(
        _read_number(f"hands[{seat}]", cards, 0, setup.hand_size)
        for seat, cards in enumerate(value)
    )


def _read_fireworks(state: State, value: object) -> dict[str, int]:
    if not isinstance(value, dict):
        raise _wrong_value("fireworks", 'an object such as {"W": 2}')
    for suit in value:
        if suit not in state.fireworks:
            raise ActionRefused("suit_absent", suit=suit)
    return {
        **state.fireworks,
        **{suit: _read_number(f"fireworks.{suit}", n, 0, HIGHEST) for suit, n in value.items()},
    }


def _read_discards(state: State, value: object) -> dict[Card, int]:
    if not isinstance(value, dict):
        raise _wrong_value("discards", 'an object such as {"R1": 2}')
    discards = {}
    for name, count in value.items():
        card = parse_card(name)
        if card not in state.setup.box.copies:
            raise ActionRefused("suit_absent", suit=card.suit)
        if _card_count(state, f"discards.{name}", count):
            discards[card] = count
    return discards


def _read_unplaced(state: State, value: object) -> int:
    if value and state.setup.detail != "tokens":
        raise ActionRefused("no_unplaced")
    return _card_count(state, "unplaced", value)


def _read_tiles(state: State, value: object) -> tuple[Tile, ...]:
    known = TILES if state.setup.edition.flamboyants else ()
    if not isinstance(value, list) or any(
        one not in known or value.count(one) > 1 for one in value
    ):
        raise _wrong_value("tiles", f"a list of different tiles of: {', '.join(known) or 'none'}")
    if state.bonus_pending and not value:
        raise ActionRefused("tiles_needed")
    return tuple(sorted(value))


def _read_turns_left(state: State, value: object) -> int | None:
    if value is None:
        return None
    if state.setup.edition.flourish:
        raise ActionRefused("no_last_round")
    return _read_number("turns_left", value, 0, state.setup.players)


_READERS: Final[Mapping[str, Callable[[State, object], object]]] = {
    "clues": lambda _, value: _read_number("clues", value, 0, CLUE_TOKENS),
    "errors": lambda state, value: _read_number("errors", value, 0, state.setup.edition.fuses),
    "seat": lambda state, value: _read_number("seat", value, 1, state.setup.players) - 1,
    "hands": _read_hands,
    "fireworks": _read_fireworks,
    "discards": _read_discards,
    "unplaced": _read_unplaced,
    "tiles": _read_tiles,
    "turns_left": _read_turns_left,
}
"""What reads a counter; any other one is a plain number of cards."""


def _with_last_round(state: State, values: Mapping[str, Any]) -> State:
    if values.get("turns_left") is not None or state.setup.edition.flourish:
        return state
    if "deck" in values and state.deck:
        return state._replace(turns_left=None)
    if not state.deck and state.turns_left is None:
        return state._replace(turns_left=state.setup.players)
    return state


def _check_draw(before: State, after: State, values: Mapping[str, Any]) -> None:
    """Refuse a table on which the player who turned a bonus tile would draw a card too many.

    The seat of that player can only be another one where all hands are given with it.
    """
    if after.seat != before.seat and "hands" not in values:
        raise ActionRefused("tile_keeps_seat")
    size = after.setup.hand_size
    if after.deck and after.hands[after.seat] == size:
        raise _wrong_value(f"hands[{after.seat}]", f"a number from 0 to {size - 1}")


def _check_cards(state: State) -> None:
    """Refuse a table that cannot be: cards that do not add up, or more copies than were printed."""
    box = state.setup.box
    if state.card_total != box.total:
        raise ActionRefused("cards_do_not_sum", sum=state.card_total, total=box.total)
    for suit, height in state.fireworks.items():
        for rank in RANKS:
            card = Card(suit, rank)
            here = state.discards.get(card, 0) + (rank in ranks_on(suit, height))
            if here > box.copies[card]:
                raise ActionRefused("too_many_copies", card=card)
    if state.cards_played > HIGHEST * len(state.fireworks):
        raise _wrong_value("unplaced", "at most what the fireworks can hold")
    if state.unplaced and reachable(state) < state.cards_played:
        raise ActionRefused("none_fits")


def unplaced_bounds(state: State, unplaced: int) -> tuple[int, int]:
    """Return the fewest and the most fireworks that so many unplaced cards complete."""
    rooms = sorted(HIGHEST - height for height in state.fireworks.values() if height < HIGHEST)
    fewest = max(0, unplaced - (sum(rooms) - len(rooms)))
    most = 0
    for room in rooms:
        unplaced -= room
        if unplaced < 0:
            break
        most += 1
    return fewest, most
