"""Summaries: a row for each game, derived from its events in the same transaction.

The history shows them.
"""

import json
from sqlite3 import Connection
from typing import Any, Final, NamedTuple

from companion.errors import Damaged
from companion.game.names import cut
from companion.game.outlook import score
from companion.numbers import Json
from companion.table import events
from companion.table.events import Began, Event, Withdrew
from companion.table.sitting import Sitting
from companion.table.sqlite import typed

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY, began REAL NOT NULL, changed REAL NOT NULL, setup TEXT NOT NULL,
    turn INTEGER NOT NULL, score INTEGER NOT NULL, status TEXT NOT NULL, reason TEXT,
    withdrawn INTEGER NOT NULL
);
"""
_READ: Final = "SELECT id, began, changed, setup, turn, score, status, reason FROM game"


class Summary(NamedTuple):
    """A row of the summaries, without the number of its game."""

    began: float
    changed: float
    setup: str
    turn: int
    score: int
    status: str
    reason: str | None
    withdrawn: bool = False


def summary_of(began: Began, sitting: Sitting, began_at: float, changed_at: float) -> Summary:
    """Return the summary of a game that was taken from its beginning to its end."""
    state = sitting.state
    assert state is not None
    reached = (state.turn, score(state), state.status, state.reason)
    return Summary(began_at, changed_at, events.write(began)[1], *reached)


def put(db: Connection, game: int, summary: Summary) -> None:
    """Write the summary of a game that has none yet."""
    db.execute(
        "INSERT INTO game (id, began, changed, setup, turn, score, status, reason, withdrawn)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (game, *summary),
    )


def note(db: Connection, event: Event, sitting: Sitting, at: float) -> None:
    """Update the summary of a game after an event, which led to `sitting`."""
    if isinstance(event, Withdrew):
        db.execute("UPDATE game SET withdrawn = 1 WHERE id = ?", (event.game,))
    state = sitting.state
    if state is None:
        return
    if isinstance(event, Began):
        put(db, sitting.game, summary_of(event, sitting, at, at))
    else:
        found = (at, state.turn, score(state), state.status, state.reason, sitting.game)
        db.execute(
            "UPDATE game SET withdrawn = 0, changed = ?, turn = ?, score = ?, status = ?, reason ="
            " ? WHERE id = ?",
            found,
        )


def latest(db: Connection) -> int:
    """Return the highest number of a game that has a summary, 0 for none."""
    (number,) = db.execute("SELECT coalesce(max(id), 0) FROM game").fetchone()
    return int(number)


def newest(db: Connection, limit: int) -> list[Json]:
    """Return the games that were not withdrawn, the newest first.

    Raises Damaged if one of them makes no sense.
    """
    rows = db.execute(f"{_READ} WHERE NOT withdrawn ORDER BY id DESC LIMIT ?", (limit,)).fetchall()
    return [_summary(row) for row in rows]


def of_game(db: Connection, game: int) -> Json | None:
    """Return the summary of a game; None where there is none by that number.

    Raises Damaged if it makes no sense.
    """
    row = db.execute(f"{_READ} WHERE id = ?", (game,)).fetchone()
    return _summary(row) if row else None


def _summary(row: tuple[Any, ...]) -> Json:
    """Return a summary, as scripts see it."""
    number = int | float
    ((game, began, changed, setup, turn, points, status, reason),) = typed(
        [row], int, number, number, str, int, int, str, str | None
    )
    reached = {"turn": turn, "score": points, "status": status, "reason": reason}
    return {"game": game, "began": began, "changed": changed, **_chosen(game, setup), **reached}


def _chosen(game: int, setup: str) -> Json:
    try:
        fields = json.loads(setup)
        chosen = {key: fields[key] for key in ("players", "edition", "detail")}
        chosen["preset"] = str(fields.get("preset", ""))
        if isinstance(chosen["players"], list):
            chosen["players"] = [cut(name) for name in chosen["players"]]
        return chosen
    except (ValueError, TypeError, KeyError):
        raise Damaged(f"the summary of game {game} is damaged") from None
