"""The tables that follow from the rows: a row for each game, and one in each of its scopes once it
has ended, with the figures up to it. So neither the end of a game nor a start counts all games.
"""

import json
from collections.abc import Sequence
from sqlite3 import Connection
from typing import Final

from companion.clock import NEVER_SET_S, day_of
from companion.errors import CompanionError, Damaged
from companion.game.outlook import score
from companion.game.record import parse_setup
from companion.journal.events import Began, read_event
from companion.journal.lines import Line, fields_of
from companion.journal.sitting import EMPTY, Sitting, begin, follow
from companion.journal.statistics.standings import (
    GOOD,
    Figures,
    Outcome,
    Scope,
    Standing,
    outcome_of,
    people,
    scopes_of,
)
from companion.journal.times import seconds_between
from companion.numbers import Json

SCHEMA: Final = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY, born TEXT NOT NULL, rows INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL, problem TEXT NOT NULL, summary TEXT NOT NULL
);
CREATE TABLE played (
    scope INTEGER NOT NULL, game INTEGER NOT NULL,
    score INTEGER NOT NULL, complete INTEGER NOT NULL,
    games INTEGER NOT NULL, best INTEGER NOT NULL, perfect INTEGER NOT NULL,
    streak INTEGER NOT NULL, longest INTEGER NOT NULL,
    PRIMARY KEY (scope, game)
) WITHOUT ROWID;
CREATE INDEX played_of_game ON played (game);
"""
_FIGURES: Final = "games, best, perfect, streak, longest"
TABLES: Final = {
    "game": "id, born, rows, withdrawn, problem, summary",
    "played": f"scope, game, score, complete, {_FIGURES}",
}
# Only whether it is a few is asked, and no start should count all games for that.
_LATEST: Final = 300
"""How many of the latest games are looked through for those that were finished."""


class Game:
    """A game that is followed row by row, and what the history shows of it."""

    def __init__(self, number: int) -> None:
        self.withdrawn = False
        self.sitting: Sitting = EMPTY
        self._number = number
        self._id = ""
        self._rows = 0
        self._problem = ""
        """Why it cannot be followed to its end, "" where it can."""
        self._chosen: Json = {}
        self._at = 0.0
        """The stamp of the last row."""
        self._began = 0.0
        self._changed = 0.0
        self._seconds = 0.0

    def take_row(self, line: Line) -> None:
        """Take the next row; what comes after one that makes no sense is counted alone."""
        self._rows += 1
        if self._problem:
            return
        try:
            event = read_event(line.kind, line.data)
            if isinstance(event, Began):
                if self._rows > 1:
                    raise Damaged("it begins twice")
                fields = fields_of(line)
                self.sitting = begin(self._number, event)
                self._id = str(fields.get("id", ""))
                self._chosen = {key: fields[key] for key in ("players", "edition", "detail")}
                self._chosen["preset"] = event.preset
                self._at = self._began = self._changed = line.at
            else:
                self.sitting = follow(self.sitting, event)
        except CompanionError as error:  # who reads the game tells it
            self._problem = str(error)
            return
        self.withdrawn = False
        self._pass_time(line.at)

    def _pass_time(self, at: float) -> None:
        """Take the next stamp. While nobody has set the clock, the time that passed tells when it
        is, and began.
        """
        passed = seconds_between(self._at, at) or 0.0
        self._seconds += passed
        self._at = at
        if at <= NEVER_SET_S < self._changed:
            self._changed += passed
            return
        self._changed = at
        if self._began <= NEVER_SET_S < at:
            self._began = at - self._seconds

    def write_figures(self, db: Connection) -> None:
        """Write what the game comes to now."""
        state = self.sitting.state
        if state is None or self.sitting.began is None:
            return
        points = score(state)
        reached = {"turn": state.turn, "score": points, "status": state.status}
        summary = {
            "game": self._number,
            "began": self._began,
            "changed": self._changed,
            **self._chosen,
            **reached,
            "reason": state.reason,
            "seconds": round(self._seconds) or None,
        }
        own = (self._number, self._id, self._rows, self.withdrawn, self._problem)
        db.execute(
            "INSERT OR REPLACE INTO game VALUES (?, ?, ?, ?, ?, ?)", (*own, json.dumps(summary))
        )
        ended = None if self.withdrawn else outcome_of(state.status, state.reason, points)
        _count_anew(db, self._number, scopes_of(self.sitting.began) if ended else (), ended)


def _count_anew(db: Connection, game: int, places: Sequence[Scope], ended: Outcome | None) -> None:
    """Count a game that ended in these scopes, and those after it anew: it may be an earlier one
    that went on, or came by a backup.
    """
    was = db.execute("SELECT scope FROM played WHERE game = ?", (game,)).fetchall()
    for scope in {each.number for each in places}.union(number for (number,) in was):
        figures = _figures_before(db, scope, game)
        query = "SELECT game, score, complete FROM played WHERE scope = ? AND game > ?"
        later = db.execute(f"{query} ORDER BY game", (scope, game)).fetchall()
        db.execute("DELETE FROM played WHERE scope = ? AND game >= ?", (scope, game))
        if ended:
            later.insert(0, (game, ended.score, ended.perfect))
        for number, points, perfect in later:
            figures = figures.after(Outcome(points, perfect, points > GOOD))
            values = (scope, number, points, perfect, *figures)
            db.execute("INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)


def _figures_before(db: Connection, scope: int, game: int) -> Figures:
    query = f"SELECT {_FIGURES} FROM played WHERE scope = ? AND game < ? ORDER BY game DESC LIMIT 1"
    row = db.execute(query, (scope, game)).fetchone()
    return Figures(*row) if row else Figures()


def of_game(db: Connection, game: int) -> Json | None:
    """Return the summary of a game; None where there is none by that number."""
    row = db.execute("SELECT summary FROM game WHERE id = ?", (game,)).fetchone()
    return json.loads(row[0]) if row else None


def count_finished(db: Connection) -> int:
    """Return the number of the latest games that have ended."""
    latest = "SELECT id FROM game WHERE NOT withdrawn ORDER BY id DESC LIMIT ?"
    query = f"SELECT count(*) FROM ({latest}) WHERE id IN (SELECT game FROM played)"
    return int(db.execute(query, (_LATEST,)).fetchone()[0])


def standing_of(db: Connection, sitting: Sitting, at: float) -> Standing | None:
    """Return the place of a game that ended then among those before it.

    Its own row need not be there yet. None for a game that has not ended.
    """
    began, state = sitting.began, sitting.state
    ended = outcome_of(state.status, state.reason, score(state)) if state else None
    if began is None or ended is None:
        return None
    alike, theirs, *_ = (
        _figures_before(db, each.number, sitting.game) for each in scopes_of(began)
    )
    return Standing(sitting.game, day_of(at), alike, theirs.after(ended), bool(people(began.names)))


def standings(db: Connection) -> list[Json]:
    """Return the figures of every scope, as scripts see them, that of the latest game first."""
    found = []
    latest = "SELECT scope, max(game) FROM played GROUP BY scope ORDER BY 2 DESC"
    for number, last in db.execute(latest).fetchall():
        fields = of_game(db, last) or {}
        setup, names = parse_setup(fields["edition"], fields["players"], fields["detail"])
        scope = {each.number: each for each in scopes_of(Began(setup, names))}[number]
        keys = ("games", "best", "perfect", "streak", "longest_streak")
        counted = dict(zip(keys, _figures_before(db, number, last + 1), strict=True))
        found.append({**scope.json(), **counted, "last_game": last})
    return found
