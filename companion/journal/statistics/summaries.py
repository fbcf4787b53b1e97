"""Summaries: a row for each game, derived from its rows in the same transaction.

The history shows them.
"""

import json
from sqlite3 import Connection
from typing import Any, Final

from companion.errors import Damaged
from companion.game.outlook import score
from companion.journal.events import Began, Event, Withdrew
from companion.journal.lines import Line
from companion.journal.sitting import Sitting
from companion.journal.sqlite import typed
from companion.numbers import Json

SCHEMA: Final = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY, born TEXT NOT NULL, rows INTEGER NOT NULL, began REAL NOT NULL,
    changed REAL NOT NULL, setup TEXT NOT NULL, turn INTEGER NOT NULL, score INTEGER NOT NULL,
    status TEXT NOT NULL, reason TEXT, withdrawn INTEGER NOT NULL
);
"""
TABLES: Final = {
    "game": "id, born, rows, began, changed, setup, turn, score, status, reason, withdrawn"
}
_READ: Final = "SELECT id, began, changed, setup, turn, score, status, reason FROM game"


def note(db: Connection, event: Event, sitting: Sitting, line: Line) -> None:
    """Update the summary of a game after an event, which led to `sitting`."""
    if isinstance(event, Withdrew):
        withdraw(db, event.game)
    state = sitting.state
    if state is None:
        return
    reached = (line.at, state.turn, score(state), state.status, state.reason)
    if isinstance(event, Began):
        born = str(json.loads(line.data).get("id", ""))
        db.execute(
            "INSERT OR REPLACE INTO game (id, born, rows, began, setup, changed, turn, score,"
            " status, reason, withdrawn) VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, 0)",
            (sitting.game, born, line.at, line.data, *reached),
        )
    else:
        db.execute(
            "UPDATE game SET withdrawn = 0, rows = rows + 1, changed = ?, turn = ?, score = ?,"
            " status = ?, reason = ? WHERE id = ?",
            (*reached, sitting.game),
        )


def count_row(db: Connection, game: int) -> None:
    """Count a row of a game that says nothing of it."""
    db.execute("UPDATE game SET rows = rows + 1 WHERE id = ?", (game,))


def withdraw(db: Connection, game: int) -> None:
    """Note that a game was taken back."""
    db.execute("UPDATE game SET withdrawn = 1 WHERE id = ?", (game,))


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
    try:
        fields = json.loads(setup)
        chosen = {key: fields[key] for key in ("players", "edition", "detail")}
        chosen["preset"] = str(fields.get("preset", ""))
    except (ValueError, TypeError, KeyError):
        raise Damaged(f"the summary of game {game} is damaged") from None
    reached = {"turn": turn, "score": points, "status": status, "reason": reason}
    return {"game": game, "began": began, "changed": changed, **chosen, **reached}
