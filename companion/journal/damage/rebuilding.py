"""Rebuilding: readable rows become a file of games again, each game as far as none of its rows is
lost.

The rows lie in a database of their own meanwhile, so that memory does not grow with them.
"""

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from sqlite3 import Connection
from typing import Final, TypeVar

from companion.errors import CompanionError
from companion.journal import events
from companion.journal.events import Began, Withdrew, event_of
from companion.journal.sitting import EMPTY, Sitting, begin, follow
from companion.journal.statistics import summaries, tables

GOING_ON_S: Final = 1.0
"""Time between two reports that the work goes on, in seconds."""
_TABLES: Final = """
CREATE TABLE found.event (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL,
    at REAL NOT NULL
);
CREATE TABLE found.lost (id INTEGER PRIMARY KEY);
CREATE TABLE found.player (name TEXT PRIMARY KEY);
"""
_GOOD: Final = "id NOT IN (SELECT id FROM found.lost)"
_LOSE: Final = "INSERT INTO found.lost (id) VALUES (?)"

EVENT: Final = (
    "INSERT OR REPLACE INTO found.event (id, game, kind, data, at) VALUES (?, ?, ?, ?, ?)"
)
PREFERENCE: Final = "INSERT OR REPLACE INTO preference (key, value) VALUES (?, ?)"
STICKER: Final = "INSERT OR REPLACE INTO sticker (tag, deck, card) VALUES (?, ?, ?)"
NO_STICKER: Final = "DELETE FROM sticker WHERE tag = ?"
NAME: Final = "INSERT OR REPLACE INTO found.player (name) VALUES (?)"
NO_NAMES: Final = "DELETE FROM found.player"

SalvagedRow = tuple[str, tuple[int | float | str | bytes | None, ...]]
"""What was read, as one of these statements and its values."""

GoingOn = Callable[[], None]
T = TypeVar("T")


def rebuild(
    db: Connection, readable: Iterable[SalvagedRow], scratch: Path | None, going_on: GoingOn
) -> int:
    """Write what could be read into a new file with empty tables. Return how many events are kept.

    scratch: a file that this needs meanwhile, None to use memory. Raises OSError or sqlite3.Error.
    """
    execute = db.execute
    execute("ATTACH DATABASE ? AS found", (":memory:" if scratch is None else str(scratch),))
    execute("PRAGMA found.journal_mode = OFF")
    execute("PRAGMA found.synchronous = OFF")
    db.executescript(_TABLES)
    execute("BEGIN")
    for statement, values in _reporting(readable, going_on):
        execute(statement, values)
    execute("CREATE INDEX found.event_of_game ON event (game, id)")
    for game in _reporting(_lose_after_gaps(db, going_on), going_on):
        _keep_game(db, game)
    execute(
        "INSERT INTO main.event (game, kind, data, at)"
        f" SELECT game, kind, data, at FROM found.event WHERE {_GOOD} ORDER BY id"
    )
    _withdraw(db)
    ((count,),) = execute("SELECT count(*) FROM main.event").fetchall()
    tables.restart(db)
    _offer_names(db)
    execute("COMMIT")
    execute("DETACH DATABASE found")
    return int(count)


def _reporting(items: Iterable[T], going_on: GoingOn) -> Iterator[T]:
    """Yield the same items, and report now and then that the work goes on."""
    due = time.monotonic()
    for item in items:
        if (now := time.monotonic()) >= due:
            due = now + GOING_ON_S
            going_on()
        yield item


def _lose_after_gaps(db: Connection, going_on: GoingOn) -> list[int]:
    """Lose the rest of each game after a lost row that may have been its own. Return the games."""
    last = {0: 0}
    broken = set()
    before = lost = 0
    with contextlib.closing(
        db.execute("SELECT id, game, kind FROM found.event ORDER BY id")
    ) as rows:
        for number, game, kind in _reporting(rows, going_on):
            if number != before + 1:
                lost = number - 1
            before = number
            if game not in broken and (kind == "new") == (game in last):
                lost = number  # its number is damaged: it is another game's
            elif game in broken or 0 < last.get(game, 0) < lost:
                broken.add(game)
            else:
                last[game] = number
                continue
            db.execute(_LOSE, (number,))
    return list(last)


def _keep_game(db: Connection, game: int) -> None:
    """Keep the rows of a game as far as each follows from those before, and its summary."""
    sitting = EMPTY
    follows = True
    last = 0.0
    began: tuple[Began, float] | None = None
    query = f"SELECT id, kind, data, at FROM found.event WHERE game = ? AND {_GOOD} ORDER BY id"
    for number, kind, data, at in db.execute(query, (game,)).fetchall():
        event = event_of(kind, data)
        if follows:
            try:
                sitting = _next_sitting(game, sitting, event)
            except CompanionError:
                follows = False
        if not follows:
            db.execute(_LOSE, (number,))
            continue
        if event:
            last = at
        if isinstance(event, Began):
            began = began or (event, at)
    if game and began:
        first, at = began
        summaries.note(db, first, begin(game, first), at)
        summaries.note(db, events.Returned(), sitting, last)


def _next_sitting(game: int, sitting: Sitting, event: events.Event | None) -> Sitting:
    """Return the game after one more event. Raises CompanionError if it does not follow."""
    if event is None:
        return sitting
    if not game and not isinstance(event, Withdrew):
        raise CompanionError("before the first game nothing happens but that one is taken back")
    return begin(game, event) if isinstance(event, Began) else follow(sitting, event)


def _withdraw(db: Connection) -> None:
    """Mark the games that were taken back and did not return: the history leaves them out."""
    taken_back = f"SELECT id, data FROM found.event WHERE kind = 'withdraw' AND {_GOOD} ORDER BY id"
    since = f"SELECT 1 FROM found.event WHERE game = ? AND id > ? AND {_GOOD} LIMIT 1"
    for number, data in db.execute(taken_back).fetchall():
        event = event_of("withdraw", data)
        if isinstance(event, Withdrew) and not db.execute(since, (event.game, number)).fetchone():
            db.execute("UPDATE game SET withdrawn = 1 WHERE id = ?", (event.game,))


def _offer_names(db: Connection) -> None:
    """Offer the names that were found, if any: those of the games may have been forgotten."""
    names = db.execute("SELECT name FROM found.player ORDER BY rowid").fetchall()
    if names:
        db.execute("DELETE FROM main.player")
        db.executemany("INSERT INTO main.player (name) VALUES (?)", names)
