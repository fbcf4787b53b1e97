"""The tables of the statistics: the figures of the games, derived from their rows.

A finished game has a row in each of its scopes with the figures up to it, so that neither the end
of a game nor a start counts through all games.
"""

import json
from collections.abc import Sequence
from sqlite3 import Connection
from typing import Any, Final

from companion.clock import day
from companion.errors import Damaged
from companion.game.outlook import score
from companion.journal.events import Event, Withdrew
from companion.journal.sitting import Sitting
from companion.journal.sqlite import typed
from companion.journal.statistics.standings import (
    Figures,
    Outcome,
    Scope,
    Standing,
    outcome,
    people,
    scopes,
)
from companion.numbers import Json

SCHEMA: Final = """
CREATE TABLE scope (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, shown TEXT NOT NULL);
CREATE TABLE standing (
    scope INTEGER NOT NULL, game INTEGER NOT NULL,
    score INTEGER NOT NULL, complete INTEGER NOT NULL, good INTEGER NOT NULL,
    games INTEGER NOT NULL, best INTEGER NOT NULL, perfect INTEGER NOT NULL,
    streak INTEGER NOT NULL, longest INTEGER NOT NULL,
    PRIMARY KEY (scope, game)
) WITHOUT ROWID;
CREATE INDEX standing_of_game ON standing (game);
"""
TABLES: Final = {
    "scope": "id, key, shown",
    "standing": "scope, game, score, complete, good, games, best, perfect, streak, longest",
}
_LATEST: Final = 300
"""How many of the latest games are looked through for those that were finished."""
_FIGURES: Final = "games, best, perfect, streak, longest"


def note(db: Connection, event: Event, sitting: Sitting) -> None:
    """Write what an event changes; to be called in its transaction."""
    if isinstance(event, Withdrew):
        forget(db, event.game)
    if sitting.state is None or sitting.began is None:
        return
    ended = _outcome(sitting)
    if ended is None:
        forget(db, sitting.game)
        return
    for scope in scopes(sitting.began):
        number = _number(db, scope)
        _put(db, number, sitting.game, ended)
        _recount(db, number, sitting.game)


def forget(db: Connection, game: int) -> None:
    """Forget a game that is withdrawn, or goes on after its end."""
    numbers = db.execute("SELECT scope FROM standing WHERE game = ?", (game,)).fetchall()
    for (number,) in numbers:
        db.execute("DELETE FROM standing WHERE scope = ? AND game = ?", (number, game))
        _recount(db, number, game)


def count_finished(db: Connection) -> int:
    """Return how many of the latest games have ended."""
    latest = "SELECT status FROM game WHERE NOT withdrawn ORDER BY id DESC LIMIT ?"
    query = f"SELECT count(*) FROM ({latest}) WHERE status != 'playing'"
    return int(db.execute(query, (_LATEST,)).fetchone()[0])


def standing(db: Connection, sitting: Sitting, at: float) -> Standing | None:
    """Return the place of a game that ended then among those before it.

    Its own row need not be there yet. None for a game that has not ended.
    """
    began = sitting.began
    ended = _outcome(sitting)
    if began is None or ended is None:
        return None
    alike, theirs, *_ = (_before(db, _found(db, scope), sitting.game) for scope in scopes(began))
    named = bool(people(began.names))
    return Standing(sitting.game, day(at), alike, theirs.after(ended), named)


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


# Rows


def _outcome(sitting: Sitting) -> Outcome | None:
    state = sitting.state
    return outcome(state.status, state.reason, score(state)) if state else None


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


def _recount(db: Connection, scope: int, game: int) -> None:
    """Count the games after this one again: an earlier one went on, or came by a backup."""
    query = (
        "SELECT game, score, complete, good FROM standing WHERE scope = ? AND game > ? ORDER BY"
        " game"
    )
    for later, *ended in typed(db.execute(query, (scope, game)).fetchall(), int, int, int, int):
        _put(db, scope, later, Outcome(*ended))
