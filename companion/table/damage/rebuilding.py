"""Keeping: what was salvaged becomes a file of games again, of each game as far as nothing of it is lost.

The rows lie in a file of their own meanwhile, so that the memory that this takes does not grow with them.
"""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from companion.table import events
from companion.table.damage.salvage import Found, event_of
from companion.table.events import Began, Withdrew
from companion.table.sitting import EMPTY, Sitting, begin, follow
from companion.table.statistics import summaries

GOING_ON: Final = 1.0
"""Seconds after which it is told again that the work goes on."""
_TABLES: Final = """
CREATE TABLE found.event (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL, at REAL NOT NULL
);
CREATE TABLE found.lost (id INTEGER PRIMARY KEY);
"""
_GOOD: Final = "id NOT IN (SELECT id FROM found.lost)"
_ROWS: Final = f"SELECT id, kind, data, at FROM found.event WHERE game = ? AND {_GOOD} ORDER BY id"

GoingOn = Callable[[], None]


def keep(db: sqlite3.Connection, salvaged: Iterable[Found], beside: Path | None, going_on: GoingOn) -> int:
    """Write what was salvaged into the tables of a new file; gives how many rows of events are kept.

    beside: a file that this needs meanwhile, None to have it in memory. going_on: called now and then.

    Raises:
        OSError, sqlite3.Error: it cannot be written.
    """
    db.execute("ATTACH DATABASE ? AS found", (":memory:" if beside is None else str(beside),))
    db.execute("PRAGMA found.journal_mode = OFF")
    db.execute("PRAGMA found.synchronous = OFF")
    db.executescript(_TABLES)
    patience = _Patience(going_on)
    db.execute("BEGIN")
    for statement, values in salvaged:
        patience.spend()
        db.execute(statement, values)
    db.execute("CREATE INDEX found.event_of_game ON event (game, id)")
    for game in _whole(db, patience):
        patience.spend()
        _keep(db, game)
    db.execute(
        f"INSERT INTO main.event (game, kind, data, at)"
        f" SELECT game, kind, data, at FROM found.event WHERE {_GOOD} ORDER BY id"
    )
    _withdraw(db)
    ((count,),) = db.execute("SELECT count(*) FROM main.event").fetchall()
    db.execute("COMMIT")
    db.execute("DETACH DATABASE found")
    return int(count)


class _Patience:
    """Says now and then that the work goes on."""

    def __init__(self, going_on: GoingOn) -> None:
        self._going_on = going_on
        self._next = time.monotonic()

    def spend(self) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + GOING_ON
            self._going_on()


def _whole(db: sqlite3.Connection, patience: _Patience) -> list[int]:
    """The games; of each, what comes after a row that may have been its own and is lost is lost too."""
    last = {0: 0}
    broken: set[int] = set()
    before = lost = 0
    with contextlib.closing(db.execute("SELECT id, game, kind FROM found.event ORDER BY id")) as rows:
        for number, game, kind in rows:
            patience.spend()
            if number != before + 1:
                lost = number - 1
            before = number
            if game in broken:
                _lose(db, number)
            elif (kind == "new") == (game in last):  # its number is damaged: it is another game's
                lost = number
                _lose(db, number)
            elif last.get(game) and last[game] < lost:
                broken.add(game)
                _lose(db, number)
            else:
                last[game] = number
    return list(last)


def _lose(db: sqlite3.Connection, number: int) -> None:
    db.execute("INSERT INTO found.lost (id) VALUES (?)", (number,))


def _keep(db: sqlite3.Connection, game: int) -> None:
    """Keep the rows of a game as far as each follows from those before, and its summary."""
    sitting, followed, last = EMPTY, True, 0.0
    began: tuple[events.Event, float] | None = None
    for number, kind, data, at in db.execute(_ROWS, (game,)).fetchall():
        event = event_of(kind, data)
        try:
            if followed and event is not None:
                sitting = _followed(game, sitting, event)
                began = began or (event, at)
                last = at
        except CompanionError:
            followed = False
        if not followed:
            _lose(db, number)
    if game and began is not None:
        first, at = began
        assert isinstance(first, Began)
        summaries.note(db, first, begin(game, first), at)
        summaries.note(db, events.Returned(), sitting, last)


def _followed(game: int, sitting: Sitting, event: events.Event) -> Sitting:
    """The game after one more event.

    Raises:
        CompanionError: it does not follow.
    """
    if not game and not isinstance(event, Withdrew):
        raise CompanionError("before the first game nothing happens but that one is taken back")
    return begin(game, event) if isinstance(event, Began) else follow(sitting, event)


def _withdraw(db: sqlite3.Connection) -> None:
    """Games that were taken back last, and did not return since, are not in the history."""
    taken_back = f"SELECT id, data FROM found.event WHERE kind = 'withdraw' AND {_GOOD} ORDER BY id"
    since = f"SELECT 1 FROM found.event WHERE game = ? AND id > ? AND {_GOOD} LIMIT 1"
    for number, data in db.execute(taken_back).fetchall():
        event = event_of("withdraw", data)
        if isinstance(event, Withdrew) and not db.execute(since, (event.game, number)).fetchone():
            db.execute("UPDATE game SET withdrawn = 1 WHERE id = ?", (event.game,))
