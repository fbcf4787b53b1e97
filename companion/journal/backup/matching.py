"""Matching: which games of a backup a store has already.

A game is known by where it came from, the tag of its first store and the number of its first row
there, and by its events; never by its time, since a device without a clock lives in 1970. A game
that came by a backup carries its origin in its first row (`from`). Where two stores do not know
each other's tags, games with the same events are the same ones, each of them once.
"""

import json
from collections.abc import Iterable, Sequence
from enum import StrEnum
from sqlite3 import Connection
from typing import Final, NamedTuple

from companion.errors import Damaged
from companion.journal.store import Store

ORIGIN: Final = "from"
"""The key of a first row that says where a game came from."""
SCHEMA: Final = """
CREATE TABLE known (
    game INTEGER PRIMARY KEY, tag INTEGER NOT NULL, first INTEGER NOT NULL, beginning TEXT NOT NULL,
    taken INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX known_by_origin ON known (tag, first);
CREATE INDEX known_by_beginning ON known (beginning);
"""
_FIRST_ROWS: Final = """
SELECT event.game, event.id, event.data FROM event
JOIN (SELECT game, min(id) AS first FROM event WHERE game > ? GROUP BY game ORDER BY game LIMIT ?)
ON event.id = first ORDER BY event.game
"""
_OF_A_STORE: Final = {"new": (ORIGIN, "previous"), "withdraw": ("game",)}
"""The keys of rows that are numbers of a store, by kind."""
_STILL: Final = "return"
"""The kind of rows that change nothing of a game."""

EventRow = tuple[int, str, str]
"""A row of a game: its number, its kind and its data."""


class Origin(NamedTuple):
    """Where a game came from."""

    tag: int
    """Of its first store; 0 where that is not known."""
    first: int
    """The number of its first row there."""

    def __str__(self) -> str:
        return f"{self.tag:08x}:{self.first}"


class Finding(StrEnum):
    """What becomes of a game of a backup."""

    NEW = "new"
    KNOWN = "known"
    """The store has all of it."""
    GROWN = "grown"
    """The store has its beginning."""


class Match(NamedTuple):
    """What a store has of a game."""

    finding: Finding
    game: int = 0
    """Its number in the store, 0 for none."""
    upto: int = 0
    """The last row of the backup that the store has."""


def origin(data: str, tag: int, first: int) -> Origin:
    """Return where a game came from, by its first row in a store with this tag."""
    try:
        own, _, number = json.loads(data)[ORIGIN].partition(":")
        return Origin(int(own, 16), int(number))
    except (ValueError, KeyError, TypeError, AttributeError):
        return Origin(tag, first)


def essence(kind: str, data: str) -> str:
    """Return what a row says, apart from numbers that are those of its store."""
    fields = json.loads(data)
    for key in _OF_A_STORE.get(kind, ()):
        fields.pop(key, None)
    return f"{kind} {json.dumps(fields, sort_keys=True)}"


def essences(rows: Iterable[EventRow]) -> list[str]:
    """Return what the rows of a game say."""
    return [essence(kind, data) for _, kind, data in rows if kind != _STILL]


def note_known(scratch: Connection, store: Store, tag: int, after: int, most: int) -> int | None:
    """Note the next games of a store after one. Return the last one, or None where all are."""
    first_rows = store.consult(lambda db: db.execute(_FIRST_ROWS, (after, most)).fetchall())
    for game, first, data in first_rows:
        came = origin(data, tag, first)
        scratch.execute(
            "INSERT INTO known (game, tag, first, beginning) VALUES (?, ?, ?, ?)",
            (game, *came, essence("new", data)),
        )
    return int(first_rows[-1][0]) if first_rows else None


def match(scratch: Connection, store: Store, came: Origin, rows: Sequence[EventRow]) -> Match:
    """Return what a store has of a game, all of whose rows make sense."""
    mine = essences(rows)
    best = Match(Finding.NEW)
    query = "SELECT game FROM known WHERE tag = ? AND first = ?"
    for (game,) in scratch.execute(query, came).fetchall():
        theirs = _of_store(store, game)
        if theirs[: len(mine)] == mine:
            best = Match(Finding.KNOWN, game)
            break
        if mine[: len(theirs)] == theirs:
            best = Match(Finding.GROWN, game, _nth(rows, len(theirs)))
    if best.game == 0:
        best = _equal(scratch, store, came, mine)
    scratch.execute("UPDATE known SET taken = 1 WHERE game = ?", (best.game,))
    return best


def _equal(scratch: Connection, store: Store, came: Origin, mine: list[str]) -> Match:
    """Return a game of another origin with the same events."""
    query = "SELECT game FROM known WHERE beginning = ? AND tag != ? AND NOT taken ORDER BY game"
    for (game,) in scratch.execute(query, (mine[0], came.tag)).fetchall():
        if _of_store(store, game) == mine:
            return Match(Finding.KNOWN, game)
    return Match(Finding.NEW)


def _of_store(store: Store, game: int) -> list[str]:
    query = "SELECT id, kind, data FROM event WHERE game = ? ORDER BY id"
    try:
        return essences(store.consult(lambda db: db.execute(query, (game,)).fetchall()))
    except (ValueError, TypeError, AttributeError):
        raise Damaged(f"game {game} cannot be read") from None


def _nth(rows: Iterable[EventRow], count: int) -> int:
    """Return the number of the last of so many rows that change something."""
    numbers = [number for number, kind, _ in rows if kind != _STILL]
    return numbers[count - 1]
