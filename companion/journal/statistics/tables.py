"""The tables that follow from the rows: a row for each game, and one in each of its scopes once it
has ended, with the figures up to it. So neither the end of a game nor a start counts all games.
"""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from sqlite3 import Connection
from typing import Final

from companion.clock import NEVER_SET_S, day_of
from companion.errors import CompanionError, Damaged
from companion.game.names import real_names
from companion.game.outlook import score
from companion.game.record import parse_setup
from companion.journal.events import Began, read_event
from companion.journal.kept import Kept
from companion.journal.lines import Line, decode, fields_of
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

    def write_figures(self, db: Connection, kept: Kept) -> None:
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
            "trial": kept.is_trial(self._id),
        }
        own = (self._number, self._id, self._rows, self.withdrawn, self._problem)
        db.execute(
            "INSERT OR REPLACE INTO game VALUES (?, ?, ?, ?, ?, ?)", (*own, json.dumps(summary))
        )
        _count_anew(db, [(summary, self.withdrawn)])


def read_anew(db: Connection, kept: Kept) -> None:
    """Write the summaries of games whose names read otherwise now, or which became trials, and
    count them anew.
    """
    query = """
    SELECT line, game.* FROM game JOIN row
    ON row.id = (SELECT min(id) FROM row WHERE row.game = game.id)
    """
    changed = []
    read: dict[tuple[str, int], Json] = {}
    """The players by how a game began, and by how much was said of names since."""
    for raw, *own, text in db.execute(query).fetchall():
        line = decode(raw)
        if line is None:
            continue
        since = sum(row > line.row for row, _, _ in kept.aliases)
        began, is_there, _ = line.data.partition('"players": ')[2].partition(', "tiles": ')
        key = began if is_there else line.data, since
        if key not in read:
            read[key] = {"players": fields_of(kept.read_line(line))["players"]}
        told = {**read[key], "trial": kept.is_trial(own[1])}
        # As they stand in the text: to read those of all games takes ten times as long.
        if all(json.dumps({name: value})[1:-1] in text for name, value in told.items()):
            continue
        now = {**json.loads(text), **told}
        values = (*own, json.dumps(now))
        db.execute("INSERT OR REPLACE INTO game VALUES (?, ?, ?, ?, ?, ?)", values)
        changed.append((now, bool(own[3])))
    _count_anew(db, changed)


def _count_anew(db: Connection, games: Iterable[tuple[Json, bool]]) -> None:
    """Count games in their scopes by their summaries, and those after them anew: they may be
    earlier ones that went on, came by a backup, or read otherwise.

    Beside each stands whether it was withdrawn.
    """
    counted: dict[int, dict[int, Outcome | None]] = {}
    for fields, withdrawn in games:
        for scope, outcome in _changed_outcomes(db, fields, withdrawn):
            counted.setdefault(scope, {})[fields["game"]] = outcome
    for scope, anew in counted.items():
        first = min(anew)
        figures = _figures_before(db, scope, first)
        query = "SELECT game, score, complete FROM played WHERE scope = ? AND game >= ?"
        later: dict[int, Outcome | None] = {
            game: Outcome(points, perfect, points > GOOD)
            for game, points, perfect in db.execute(query, (scope, first)).fetchall()
        }
        db.execute("DELETE FROM played WHERE scope = ? AND game >= ?", (scope, first))
        for game, outcome in sorted({**later, **anew}.items()):
            if outcome:
                figures = figures.after(outcome)
                values = (scope, game, outcome.score, outcome.perfect, *figures)
                db.execute("INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)


def _changed_outcomes(
    db: Connection, summary: Json, withdrawn: bool
) -> Iterator[tuple[int, Outcome | None]]:
    """Yield the scopes in which a game counts otherwise now, with how; None for no more."""
    query = "SELECT scope, score, complete FROM played WHERE game = ?"
    rows = db.execute(query, (summary["game"],)).fetchall()
    before = {scope: (points, perfect) for scope, points, perfect in rows}
    ended = outcome_of(summary["status"], summary["reason"], summary["score"])
    counts = ended and not (withdrawn or summary["trial"])
    now = dict.fromkeys(_scopes_in(summary), ended) if counts else {}
    for scope in before.keys() | now.keys():
        outcome = now.get(scope)
        if before.get(scope) != (outcome and outcome[:2]):
            yield scope, outcome


def _scopes_in(summary: Json) -> dict[int, Scope]:
    """Return the scopes of a game by their numbers."""
    return _scopes_of(json.dumps([summary[key] for key in ("edition", "players", "detail")]))


@lru_cache(maxsize=256)
def _scopes_of(setup: str) -> dict[int, Scope]:
    rules, names = parse_setup(*json.loads(setup))
    return {scope.number: scope for scope in scopes_of(Began(rules, names))}


def _figures_before(db: Connection, scope: int, game: int) -> Figures:
    query = f"SELECT {_FIGURES} FROM played WHERE scope = ? AND game < ? ORDER BY game DESC LIMIT 1"
    row = db.execute(query, (scope, game)).fetchone()
    return Figures(*row) if row else Figures()


def of_game(db: Connection, game: int) -> Json | None:
    """Return the summary of a game; None where there is none by that number."""
    row = db.execute("SELECT summary FROM game WHERE id = ?", (game,)).fetchone()
    return json.loads(row[0]) if row else None


def id_of(db: Connection, game: int) -> str:
    """Return the id of a game, "" where there is none by that number."""
    row = db.execute("SELECT born FROM game WHERE id = ?", (game,)).fetchone()
    return str(row[0]) if row else ""


def names_played(db: Connection) -> set[str]:
    """Return every name in the games, as they read now."""
    found: set[str] = set()
    for (text,) in db.execute("SELECT summary FROM game").fetchall():
        players = json.loads(text)["players"]
        found |= set(real_names(tuple(players))) if isinstance(players, list) else set()
    return found


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
    if (of_game(db, sitting.game) or {}).get("trial"):
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
        scope = _scopes_in(fields)[number]
        keys = ("games", "best", "perfect", "streak", "longest_streak")
        counted = dict(zip(keys, _figures_before(db, number, last + 1), strict=True))
        found.append({**scope.json(), **counted, "last_game": last})
    return found
