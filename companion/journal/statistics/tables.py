"""The tables of the statistics: the players' names and the figures of the games, beside the store's
events.

A finished game has a row in each of its scopes with the figures up to it, so that neither the end
of a game nor a start counts through all games. A file of an earlier version, or a salvaged one, is
counted in slices.
"""

import contextlib
import json
import time
from collections.abc import Sequence
from sqlite3 import Connection
from typing import Any, Final

from companion.clock import day
from companion.errors import Damaged, StoreError
from companion.game.names import Names, cut, distinct, name_key
from companion.game.outlook import score
from companion.journal.events import Began, Event, Withdrew, read
from companion.journal.sitting import Sitting
from companion.journal.sqlite import typed
from companion.journal.statistics.standings import (
    Figures,
    Outcome,
    Scope,
    Standing,
    outcome,
    people,
    real_names,
    scopes,
)
from companion.numbers import Json

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS player (name TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS scope (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, shown TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS counting (upto INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS standing (
    scope INTEGER NOT NULL, game INTEGER NOT NULL,
    score INTEGER NOT NULL, complete INTEGER NOT NULL, good INTEGER NOT NULL,
    games INTEGER NOT NULL, best INTEGER NOT NULL, perfect INTEGER NOT NULL,
    streak INTEGER NOT NULL, longest INTEGER NOT NULL,
    PRIMARY KEY (scope, game)
) WITHOUT ROWID;
"""
SCHEMA: Final = f"{_TABLES} CREATE INDEX IF NOT EXISTS standing_of_game ON standing (game);"
"""`counting` has a row while games are still to be counted: the last one that was."""

MOST_NAMES: Final = 30
"""How many of the names used last are offered."""
_LOOKED_AT: Final = 300
"""How many of the latest games give the names to a file that lacks them."""
_FIGURES: Final = "games, best, perfect, streak, longest"


def note(db: Connection, event: Event, sitting: Sitting) -> None:
    """Write what an event of the store changes; to be called in its transaction."""
    if isinstance(event, Withdrew):
        _forget(db, event.game)
    if isinstance(event, Began):
        _remember(db, event.names)
    if sitting.state is None or sitting.began is None:
        return
    state = sitting.state
    ended = outcome(state.status, state.reason, score(state))
    if ended is None:
        _forget(db, sitting.game)
    elif (upto := _counted(db)) is None or sitting.game <= upto:
        for number in _count(db, sitting.game, sitting.began, ended):
            _recount(db, number, sitting.game)


def restart(db: Connection) -> None:
    """Empty the tables, to be counted again, but keep the latest names.

    To be called in a transaction.
    """
    for table in ("player", "scope", "standing", "counting"):
        db.execute(f"DELETE FROM {table}")
    latest = db.execute("SELECT setup FROM game ORDER BY id DESC LIMIT ?", (_LOOKED_AT,)).fetchall()
    for (setup,) in reversed(latest):
        if began := _began(setup):
            _remember(db, began.names)
    if latest:
        db.execute("INSERT INTO counting (upto) VALUES (0)")


def count_later(db: Connection, after: int) -> None:
    """Have the games after one counted in slices; to be called in a transaction."""
    if _counted(db) is None:
        db.execute("INSERT INTO counting (upto) VALUES (?)", (after,))


def offer_before(db: Connection, names: Sequence[str]) -> None:
    """Offer more names as if they were used before all others; the last one was used last."""
    (lowest,) = db.execute("SELECT coalesce(min(rowid), 1) FROM player").fetchone()
    first = lowest - len(names)
    db.executemany("INSERT INTO player (rowid, name) VALUES (?, ?)", enumerate(names, first))


def go_on(db: Connection, seconds: float) -> bool:
    """Count undamaged games for so long, in a transaction.

    Gives whether there are more to count.
    """
    until = time.monotonic() + seconds
    upto = _counted(db)
    if upto is None:
        return False
    query = "SELECT id, setup, status, reason, score, withdrawn FROM game WHERE id > ? ORDER BY id"
    with contextlib.closing(db.execute(query, (upto,))) as games:
        for game, setup, status, reason, points, withdrawn in games:
            began = _began(setup) if isinstance(points, int) else None
            ended = None if withdrawn else outcome(status, reason, points)
            if ended and began:
                _count(db, game, began, ended)
            if time.monotonic() > until:
                db.execute("UPDATE counting SET upto = ?", (game,))
                return True
    db.execute("DELETE FROM counting")
    return False


# Queries


def behind(db: Connection) -> bool:
    """Return True if games are still to be counted."""
    return _counted(db) is not None


def standings_apart(db: Connection) -> list[Json]:
    """Return the figures of every scope of a file that lacks them and cannot be written."""
    db.executescript(_TABLES.replace("TABLE IF NOT EXISTS", "TEMP TABLE"))
    restart(db)
    go_on(db, float("inf"))
    return standings(db)


def names(db: Connection) -> Names:
    """Return the names of players, those used last first, by seat."""
    rows = db.execute("SELECT name FROM player ORDER BY rowid DESC LIMIT ?", (MOST_NAMES,))
    found = (cut(name) for (name,) in rows if isinstance(name, str))
    return distinct(filter(None, found))


def count_finished(db: Connection) -> int:
    """Return how many of the latest games have ended; known before they are counted."""
    latest = "SELECT status FROM game WHERE NOT withdrawn ORDER BY id DESC LIMIT ?"
    query = f"SELECT count(*) FROM ({latest}) WHERE status != 'playing'"
    return int(db.execute(query, (_LOOKED_AT,)).fetchone()[0])


def standing(db: Connection, game: int) -> Standing | None:
    """Return the place of a game among the others; None for one that has not ended.

    Raises StoreError if damaged.
    """
    query = "SELECT setup, changed FROM game WHERE id = ? AND status != 'playing'"
    row = db.execute(query, (game,)).fetchone()
    if row is None:
        return None
    ((setup, changed),) = typed([row], str, int | float)
    began = read("new", setup)
    assert isinstance(began, Began)
    alike, theirs, *_ = (_found(db, scope) for scope in scopes(began))
    figures = f"SELECT {_FIGURES} FROM standing WHERE scope = ? AND game = ?"
    ever = db.execute(figures, (theirs, game)).fetchone()
    if ever is None:
        return None
    named = bool(people(began.names))
    return Standing(game, day(changed), _before(db, alike, game), _figures(ever), named)


def standings(db: Connection) -> list[Json]:
    """Return the figures of every scope, as scripts see them.

    The scope of the latest game first.
    """
    rows = db.execute(
        f"SELECT shown, {_FIGURES}, game FROM scope CROSS JOIN standing"  # the few scopes first
        " WHERE scope = id AND game = (SELECT max(game) FROM standing WHERE scope = id)"
        " ORDER BY game DESC, id DESC"
    )
    keys = ("games", "best", "perfect", "streak", "longest_streak", "last_game")
    found = typed(rows.fetchall(), str, *(int,) * len(keys))
    try:
        return [{**json.loads(shown), **dict(zip(keys, row, strict=True))} for shown, *row in found]
    except ValueError:
        raise Damaged("the name of a group of games is damaged") from None


def forget(db: Connection, name: str) -> None:
    """Forget a name, and every one that is cut to it; to be called in a transaction."""
    for rowid, kept in db.execute("SELECT rowid, name FROM player").fetchall():
        if not isinstance(kept, str) or name_key(cut(kept)) == name_key(name):
            db.execute("DELETE FROM player WHERE rowid = ?", (rowid,))


# Rows


def _remember(db: Connection, seated: Names) -> None:
    """Make these names the ones used last: the highest row is the newest."""
    for name in reversed(real_names(seated)):
        db.execute("INSERT OR REPLACE INTO player (name) VALUES (?)", (name,))


def _began(setup: str) -> Began | None:
    """Return the beginning of a game, by its summary; None where that is damaged."""
    with contextlib.suppress(StoreError):
        event = read("new", setup)
        return event if isinstance(event, Began) else None
    return None


def _counted(db: Connection) -> int | None:
    """Return the last game that was counted; None where all are."""
    row = db.execute("SELECT upto FROM counting").fetchone()
    return int(typed([row], int)[0][0]) if row else None


def _count(db: Connection, game: int, began: Began, ended: Outcome) -> list[int]:
    """Count a game that ended in each of its scopes; gives their numbers."""
    numbers = [_number(db, scope) for scope in scopes(began)]
    for number in numbers:
        _put(db, number, game, ended)
    return numbers


def _found(db: Connection, scope: Scope) -> int:
    """Return the number of a scope in the rows, 0 for one that has none yet."""
    row = db.execute("SELECT id FROM scope WHERE key = ?", (scope.key,)).fetchone()
    return int(row[0]) if row else 0


def _number(db: Connection, scope: Scope) -> int:
    """Return the number of a scope in the rows; a new one gets its own."""
    values = (scope.key, json.dumps(scope.json()))
    added = "INSERT INTO scope (key, shown) VALUES (?, ?)"
    return _found(db, scope) or int(db.execute(added, values).lastrowid or 0)


def _put(db: Connection, scope: int, game: int, ended: Outcome) -> None:
    """Write how a game ended, and the figures of a scope with it."""
    values = (scope, game, *ended, *_before(db, scope, game).after(ended))
    db.execute("INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)


def _before(db: Connection, scope: int, game: int) -> Figures:
    """Return the figures of a scope before a game."""
    query = (
        f"SELECT {_FIGURES} FROM standing WHERE scope = ? AND game < ? ORDER BY game DESC LIMIT 1"
    )
    row = db.execute(query, (scope, game)).fetchone()
    return _figures(row) if row else Figures()


def _figures(row: Sequence[Any]) -> Figures:
    if not all(isinstance(value, int) for value in row):
        raise Damaged("the figures of a game are damaged")
    return Figures(*row)


def _forget(db: Connection, game: int) -> None:
    """Forget a game that is withdrawn, or goes on after its end."""
    numbers = db.execute("SELECT scope FROM standing WHERE game = ?", (game,)).fetchall()
    for (number,) in numbers:
        db.execute("DELETE FROM standing WHERE scope = ? AND game = ?", (number, game))
        _recount(db, number, game)


def _recount(db: Connection, scope: int, game: int) -> None:
    """Count the games after this one again; there are some only where rows were lost."""
    query = (
        "SELECT game, score, complete, good FROM standing WHERE scope = ? AND game > ? ORDER BY"
        " game"
    )
    for later, *ended in typed(db.execute(query, (scope, game)).fetchall(), int, int, int, int):
        _put(db, scope, later, Outcome(*ended))
