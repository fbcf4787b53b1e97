"""A game out of its record: the sitting whose last state is that of the device."""

from typing import NamedTuple

from companion.game.actions import parse_action
from companion.game.record import Record, parse_record
from companion.journal.events import Began, Did
from companion.journal.sitting import Sitting, begin, common_start, follow


class Replayed(NamedTuple):
    """A record, and the game that it leads to."""

    record: Record
    sitting: Sitting


def replay_record(
    game: int, body: object, first: int = 0, before: Replayed | None = None
) -> Replayed:
    """Return the game of a record; what it has in common with `before` is not replayed.

    first: the place at the table (0-based, clockwise) of seat 1.
    Raises NotARecord or ActionRefused.
    """
    record = parse_record(body)
    began = Began(record.setup, record.names, first)
    if before is None or (before.sitting.game, before.sitting.began) != (game, began):
        same = 0
        sitting = begin(game, began)
    else:
        same = common_start(before.record.actions, record.actions)
        sitting = before.sitting._replace(steps=before.sitting.steps[:same])
    for raw in record.actions[same:]:
        sitting = follow(sitting, Did(parse_action(raw)))
    return Replayed(record, sitting)
