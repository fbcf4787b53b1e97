"""Places: where in the hands cards stand, and what clues have said about each of them.

A hand is a row. Place 1 is its newest card, at the end to which cards are drawn; the last place is
the oldest. Everybody has heard every clue, so all of this is public: no card is known here.

An action says only what people saw when it happened, a place in the row as it then was. What is
known of a card is worked out from the actions each time, so an undo or a repair needs nothing of
its own. Where something was not told, less is known, and nothing is guessed.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from companion.game.actions import (
    CLUE_TILES,
    Action,
    Bonus,
    Clue,
    Correct,
    Discard,
    Information,
    Misfire,
    Mix,
    Play,
    Value,
)
from companion.game.cards import BLACK, MULTICOLOUR, RANKS, Card
from companion.game.edition import Edition, box
from companion.game.refusals import ActionRefused
from companion.game.state import State
from companion.numbers import Json


class Marks(NamedTuple):
    """What clues have said about a card since it was drawn."""

    touched: frozenset[Value] = frozenset()
    """It was pointed at when these were named."""
    passed: frozenset[Value] = frozenset()
    """It was in the hand, and not pointed at, when these were named."""
    whole: bool = True
    """No clue that may have been about it is missing here: a card without marks is untouched."""


NEW: Final = Marks()
UNKNOWN: Final = Marks(whole=False)
HandRow = tuple[Marks, ...]
HandRows = tuple[HandRow, ...]
"""The hands, by seat."""


# What an action may say about places


def check_places(state: State, action: Action) -> None:
    """Raise ActionRefused for places, or a clue, that this table does not have."""
    match action:
        case Clue(information=Information() as information):
            _check_clue(state, information)
        case Bonus(tile=tile, information=Information() as information):
            if not isinstance(information.value, CLUE_TILES.get(tile, ())):
                raise ActionRefused("tile_names", tile=tile)
            _check_clue(state, information)
        case Play(place=int(place)) | Misfire(place=int(place)) | Discard(place=int(place)):
            _check_place(state, state.seat + 1, place)
        case Mix(hand=player):
            _check_player(state, player)


def without_places(action: Action) -> Action:
    """Return the action with nothing that `check_places` could refuse."""
    if isinstance(action, Clue | Bonus):
        return action._replace(information=None)
    if isinstance(action, Play | Misfire | Discard):
        return action._replace(place=None)
    return action


def _check_clue(state: State, information: Information) -> None:
    """Raise ActionRefused for a clue that nobody at this table can have given."""
    _check_player(state, information.to)
    if information.to == state.seat + 1:
        raise ActionRefused("own_clue")
    if information.value not in named_in_clues(state.setup.edition):
        suit = information.value
        known = suit in state.setup.box.suits
        raise ActionRefused("never_named" if known else "suit_absent", suit=suit)
    for place in information.places:
        _check_place(state, information.to, place)


def _check_player(state: State, player: int) -> None:
    if player > state.setup.players:
        raise ActionRefused("no_player", player=player)


def _check_place(state: State, player: int, place: int) -> None:
    if place > state.hands[player - 1]:
        raise ActionRefused("no_place", player=player, place=place)


# What is known


def dealt(state: State) -> HandRows:
    """Return the hands as they were dealt, with nothing said yet."""
    return tuple((NEW,) * cards for cards in state.hands)


def rows_after(opening: State, steps: Iterable[tuple[Action, State]]) -> HandRows:
    """Return the rows after these actions, each with the state that it led to."""
    rows = dealt(opening)
    before = opening
    for action, after in steps:
        rows = follow(rows, before, action, after)
        before = after
    return rows


def follow(rows: HandRows, before: State, action: Action, after: State) -> HandRows:
    """Return the rows after an action that led from one state to the other."""
    match action:
        case Clue(information) | Bonus(tile="colour" | "value", information=information):
            rows = _rows_after_clue(rows, before.seat, information)
        case Play(place=place) | Misfire(place=place) | Discard(place=place):
            rows = _with_row(rows, before.seat, row_without(rows[before.seat], place))
        case Mix(hand=player):
            rows = _with_row(rows, player - 1, (UNKNOWN,) * before.hands[player - 1])
        case Correct():
            rows = _rows_after_correction(rows, before, after)
    # What was drawn comes in at place 1.
    return tuple(
        (NEW,) * (cards - len(row)) + row for row, cards in zip(rows, after.hands, strict=True)
    )


def _rows_after_clue(rows: HandRows, giver: int, information: Information | None) -> HandRows:
    """Return the rows after a clue; one that was not told was about any hand but its giver's."""
    if information is not None:
        seat = information.to - 1
        return _with_row(rows, seat, _marked_row(rows[seat], information))
    return tuple(row if seat == giver else _not_whole(row) for seat, row in enumerate(rows))


def _marked_row(row: HandRow, information: Information) -> HandRow:
    value = {information.value}
    marked = []
    for place, marks in enumerate(row, 1):
        if place in information.places:
            marked.append(marks._replace(touched=marks.touched | value))
        else:
            marked.append(marks._replace(passed=marks.passed | value))
    return tuple(marked)


def _not_whole(row: HandRow) -> HandRow:
    return tuple(marks._replace(whole=False) for marks in row)


def row_without(row: HandRow, place: int | None) -> HandRow:
    """Return the row without a card; where its place was not told, what is true either way."""
    if place is None:
        return tuple(_either_of(one, next_one) for one, next_one in pairwise(row))
    return row[: place - 1] + row[place:]


def _either_of(one: Marks, other: Marks) -> Marks:
    """Return the knowledge about a card that is one of the two."""
    if one == other:
        return one
    return Marks(one.touched & other.touched, one.passed & other.passed, whole=False)


def _rows_after_correction(rows: HandRows, before: State, after: State) -> HandRows:
    """Return the knowledge after a correction.

    It says how many cards lie where, and not which ones have moved.
    """
    lying = attrgetter("deck", "hands", "fireworks", "unplaced", "pile", "missing")
    if lying(before) != lying(after):
        return tuple((UNKNOWN,) * cards for cards in after.hands)
    return tuple(map(_not_whole, rows))


def _with_row(rows: HandRows, seat: int, row: HandRow) -> HandRows:
    return (*rows[:seat], row, *rows[seat + 1 :])


# What marks mean


@lru_cache(maxsize=64)
def named_in_clues(edition: Edition) -> tuple[Value, ...]:
    """Return what a clue may name: black never, and multicolour only as a colour of its own."""
    suits = [suit for suit in box(edition).suits if suit != BLACK]
    if edition.multicolour_clue == "every":
        suits = [suit for suit in suits if suit != MULTICOLOUR]
    return (*suits, *RANKS)


def touches(edition: Edition, value: Value, card: Card) -> bool:
    """Return True if a clue that names this points at the card."""
    if isinstance(value, int):
        return card.rank == value
    if card.suit == MULTICOLOUR and edition.multicolour_clue == "every":
        return True
    return card.suit == value


@lru_cache(maxsize=4096)
def possible(edition: Edition, marks: Marks) -> frozenset[Card]:
    """Return the cards of the box of which the marks are true; none where they contradict."""
    return frozenset(
        card
        for card in box(edition).copies
        if all(touches(edition, value, card) for value in marks.touched)
        and not any(touches(edition, value, card) for value in marks.passed)
    )


def contradictions(edition: Edition, row: HandRow) -> tuple[int, ...]:
    """Return the places of which the marks cannot all be true: something was entered wrongly."""
    return tuple(place for place, marks in enumerate(row, 1) if not possible(edition, marks))


@lru_cache(maxsize=4096)
def values_for(edition: Edition, marks: Marks, *, touched: bool) -> tuple[Value, ...]:
    """Return what a clue can name that points at this card, or that does not. Anything where its
    marks contradict already.
    """
    values = named_in_clues(edition)
    if not possible(edition, marks):
        return values
    place = (1,) if touched else ()
    return tuple(
        value
        for value in values
        if possible(edition, *_marked_row((marks,), Information(0, value, place)))
    )


def rows_json(rows: HandRows) -> list[list[Json]]:
    """Return the rows as JSON, by seat, the newest card first."""
    return [
        [
            {
                "touched": sorted(marks.touched, key=str),
                "passed": sorted(marks.passed, key=str),
                "whole": marks.whole,
            }
            for marks in row
        ]
        for row in rows
    ]
