"""A game out of its record: the sitting whose last state is that of the device."""

from typing import Any, NamedTuple

from companion.game.actions import parse_action
from companion.game.record import Record, parse_record
from companion.table.events import Began, Did
from companion.table.sitting import Sitting, begin, follow


class Replayed(NamedTuple):
    """A record, and the game that it leads to."""

    record: Record
    sitting: Sitting


def replayed(game: int, body: object, first: int = 0, before: Replayed | None = None) -> Replayed:
    """The game of a record; what it has in common with `before` is not replayed again.

    first: the place at the table (0-based, clockwise) of seat 1. Raises NotARecord or IllegalAction.
    """
    record = parse_record(body)
    began = Began(record.setup, record.names, first)
    if before is not None and before.sitting.game == game and before.sitting.began == began:
        same = _same(before.record.actions, record.actions)
        sitting = before.sitting._replace(steps=before.sitting.steps[:same])
    else:
        same, sitting = 0, begin(game, began)
    for raw in record.actions[same:]:
        sitting = follow(sitting, Did(parse_action(raw)))
    return Replayed(record, sitting)


def _same(old: tuple[Any, ...], new: tuple[Any, ...]) -> int:
    """How many actions at the start are the same."""
    for number, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            return number
    return min(len(old), len(new))
