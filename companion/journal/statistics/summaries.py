"""Summaries: a row for each game, derived from its events in the same transaction.

The history shows them.
"""

import json
from sqlite3 import Connection
from typing import Any, Final

from companion.errors import Damaged
from companion.game.names import cut
from companion.game.outlook import score
from companion.journal import events
from companion.journal.events import Began, Event, Withdrew
from companion.journal.sitting import Sitting
from companion.journal.sqlite import typed
from companion.numbers import Json

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY, began REAL NOT NULL, changed REAL NOT NULL, setup TEXT NOT NULL,
    turn INTEGER NOT NULL, score INTEGER NOT NULL, status TEXT NOT NULL, reason TEXT,
    withdrawn INTEGER NOT NULL
);
"""
_READ: Final = "SELECT id, began, changed, setup, turn, score, status, reason FROM game"


def note(db: Connection, event: Event, sitting: Sitting, at: float) -> None:
    """Update the summary of a game after an event, which led to `sitting`."""
    if isinstance(event, Withdrew):
        db.execute("UPDATE game SET withdrawn = 1 WHERE id = ?", (event.game,))
    state = sitting.state
    if state is None:
        return
    found = (at, state.turn, score(state), state.status, state.reason)
    if isinstance(event, Began):
        put(db, sitting.game, (at, events.write(event)[1], *found, 0))
    else:
        db.execute(
            "UPDATE game SET withdrawn = 0, changed = ?, turn = ?, score = ?, status = ?, reason ="
            " ? WHERE id = ?",
            (*found, sitting.game),
        )


def put(db: Connection, game: int, summary: tuple[object, ...]) -> None:
    """Write the summary of a game that has none yet: its values in the order of the columns."""
    db.execute(
        "INSERT INTO game (id, began, setup, changed, turn, score, status, reason, withdrawn)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (game, *summary),
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
