"""The library: who played, and what came of the games, kept beside the events of the store.

All of it is derived from the games, and written in the same transaction as what it comes from. A
finished game has a row in each of its scopes with the figures up to it, so that neither the end of
a game nor the start of the companion ever counts through the games.
"""

import json
import sqlite3
import time
from typing import Any, Final

from companion.errors import StoreError
from companion.table.events import Began, Event, Withdrew, read
from companion.table.sitting import Sitting
from companion.table.standings import (
    Figures,
    Outcome,
    Scope,
    Standing,
    known,
    outcome,
    outcome_of,
    people,
    scopes,
)

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS player (name TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS scope (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, shown TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS standing (
    scope INTEGER NOT NULL, game INTEGER NOT NULL,
    score INTEGER NOT NULL, complete INTEGER NOT NULL, good INTEGER NOT NULL,
    games INTEGER NOT NULL, best INTEGER NOT NULL, perfect INTEGER NOT NULL,
    streak INTEGER NOT NULL, longest INTEGER NOT NULL,
    PRIMARY KEY (scope, game)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS standing_of_game ON standing (game);
"""

MOST_NAMES: Final = 30
"""How many of the names used last are offered."""
_NEVER_SET: Final = 1_700_000_000.0
"""A clock that says less (2023, in seconds since 1970) was never set."""
_FIGURES: Final = "games, best, perfect, streak, longest"


def note(db: sqlite3.Connection, event: Event, sitting: Sitting) -> None:
    """Take down what an event of the store changes; to be called in its transaction."""
    if isinstance(event, Withdrew):
        _forget(db, event.game)
    if isinstance(event, Began):
        _remember(db, event.names)
    if sitting.state is None or sitting.began is None:
        return
    ended = outcome_of(sitting.state)
    if ended is None:
        _forget(db, sitting.game)
        return
    for scope in scopes(sitting.began):
        number = _number(db, scope)
        _put(db, number, sitting.game, ended, _before(db, number, sitting.game).after(ended))
        _recount(db, number, sitting.game)


def fill(db: sqlite3.Connection) -> None:
    """Write all of it anew from the games; to be called in a transaction.

    A game whose summary is damaged is left out.
    """
    for table in ("player", "scope", "standing"):
        db.execute(f"DELETE FROM {table}")
    numbers: dict[Scope, int] = {}
    figures: dict[int, Figures] = {}
    games = db.execute("SELECT id, setup, status, reason, score, withdrawn FROM game ORDER BY id")
    for game, setup, status, reason, points, withdrawn in games.fetchall():
        try:
            began = read("new", setup)
        except StoreError:
            continue
        assert isinstance(began, Began)
        _remember(db, began.names)
        ended = outcome(status, reason, points)
        if ended is None or withdrawn:
            continue
        for scope in scopes(began):
            number = numbers.setdefault(scope, 0) or _number(db, scope)
            numbers[scope] = number
            figures[number] = figures.get(number, Figures()).after(ended)
            _put(db, number, game, ended, figures[number])


# What it is asked


def names(db: sqlite3.Connection) -> tuple[str, ...]:
    """The names of players, those used last first, by seat."""
    rows = db.execute("SELECT name FROM player ORDER BY rowid DESC LIMIT ?", (MOST_NAMES,))
    return tuple(name for (name,) in rows)


def standing(db: sqlite3.Connection, game: int) -> Standing | None:
    """What a game means beside the others; None for one that has not ended.

    Raises:
        StoreError: its summary is damaged.
    """
    row = db.execute("SELECT setup, changed FROM game WHERE id = ?", (game,)).fetchone()
    if row is None:
        return None
    began = read("new", row[0])
    assert isinstance(began, Began)
    alike, theirs, *_ = (_found(db, scope) for scope in scopes(began))
    query = f"SELECT {_FIGURES} FROM standing WHERE scope = ? AND game = ?"
    ever = db.execute(query, (theirs, game)).fetchone()
    if ever is None:
        return None
    named = bool(people(began.names))
    return Standing(game, _day(row[1]), _before(db, alike, game), Figures(*ever), named)


def standings(db: sqlite3.Connection) -> list[dict[str, Any]]:
    """The figures of every scope, as scripts see them; that of the latest game first."""
    rows = db.execute(
        f"SELECT shown, {_FIGURES}, game FROM scope, standing"
        " WHERE scope = id AND game = (SELECT max(game) FROM standing WHERE scope = id)"
        " ORDER BY game DESC, id DESC"
    )
    keys = ("games", "best", "perfect", "streak", "longest_streak", "last_game")
    return [{**json.loads(shown), **dict(zip(keys, found, strict=True))} for shown, *found in rows]


def _day(at: float) -> str:
    """The day of a moment, on this device's calendar."""
    return time.strftime("%Y-%m-%d", time.localtime(at)) if at > _NEVER_SET else ""


# Rows


def _remember(db: sqlite3.Connection, seated: tuple[str, ...]) -> None:
    """These names were used last: the highest row is the newest."""
    for name in reversed(known(seated)):
        db.execute("INSERT OR REPLACE INTO player (name) VALUES (?)", (name,))


def _found(db: sqlite3.Connection, scope: Scope) -> int:
    """The number of a scope in the rows, 0 for one that has none yet."""
    row = db.execute("SELECT id FROM scope WHERE key = ?", (scope.key,)).fetchone()
    return int(row[0]) if row else 0


def _number(db: sqlite3.Connection, scope: Scope) -> int:
    """The number of a scope in the rows; a new one gets its own."""
    number = _found(db, scope)
    if not number:
        db.execute("INSERT INTO scope (key, shown) VALUES (?, ?)", (scope.key, json.dumps(scope.json())))
        number = _found(db, scope)
    return number


def _put(db: sqlite3.Connection, scope: int, game: int, ended: Outcome, figures: Figures) -> None:
    db.execute(
        "INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (scope, game, *ended, *figures),
    )


def _before(db: sqlite3.Connection, scope: int, game: int) -> Figures:
    """The figures of a scope before a game."""
    query = f"SELECT {_FIGURES} FROM standing WHERE scope = ? AND game < ? ORDER BY game DESC LIMIT 1"
    row = db.execute(query, (scope, game)).fetchone()
    return Figures(*row) if row else Figures()


def _forget(db: sqlite3.Connection, game: int) -> None:
    """A game that is withdrawn, or goes on after its end, does not count."""
    numbers = db.execute("SELECT scope FROM standing WHERE game = ?", (game,)).fetchall()
    for (number,) in numbers:
        db.execute("DELETE FROM standing WHERE scope = ? AND game = ?", (number, game))
        _recount(db, number, game)


def _recount(db: sqlite3.Connection, scope: int, game: int) -> None:
    """Count the games after this one again; there are none but where rows were lost."""
    query = "SELECT game, score, complete, good FROM standing WHERE scope = ? AND game > ? ORDER BY game"
    for later, *ended in db.execute(query, (scope, game)).fetchall():
        result = Outcome(*ended)
        _put(db, scope, later, result, _before(db, scope, later).after(result))
