"""The store: every event of every game in one SQLite file, appended and never changed.

A row is on disk when `append` returns (WAL, synchronous=FULL), so what is shown after it
survives a power cut. `game` holds a summary of each game for the history; it is derived from the
events and written in the same transaction.
"""

import contextlib
import json
import sqlite3
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.errors import StoreError
from companion.game.cards import CARDS
from companion.game.outlook import score
from companion.table import events
from companion.table.events import Began, Event, Withdrew
from companion.table.sitting import EMPTY, Sitting, rebuild
from companion.table.stickers import Sticker

FILE: Final = "games.sqlite3"
VERSION: Final = 3

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS event (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL, at REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS event_of_game ON event (game, id);
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY, began REAL NOT NULL, changed REAL NOT NULL, setup TEXT NOT NULL,
    turn INTEGER NOT NULL, score INTEGER NOT NULL, status TEXT NOT NULL, reason TEXT,
    withdrawn INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS preference (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sticker (tag TEXT PRIMARY KEY, deck TEXT NOT NULL, card TEXT NOT NULL);
"""


class Row(NamedTuple):
    """An event to be written, and the sitting that it leads to."""

    event: Event
    sitting: Sitting


class Store:
    """The file, opened; every method may raise StoreError, and changes nothing then."""

    def __init__(self, directory: Path, read_only: bool = False) -> None:
        self.path = directory / FILE
        self._read_only = read_only
        self._db: sqlite3.Connection | None = None

    def open(self) -> None:
        """Open or make the file; safe to call again after an error."""
        if self._db is not None:
            return
        try:
            if self._read_only:
                db = _look(self.path)
            else:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{self.path} cannot be opened: {_reason(error)}") from None
        try:
            self._prepare(db)
        except sqlite3.Error as error:
            db.close()
            raise StoreError(f"{self.path} cannot be used: {_reason(error)}") from None
        except StoreError:
            db.close()
            raise
        self._db = db

    def _prepare(self, db: sqlite3.Connection) -> None:
        if not self._read_only:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise StoreError(f"{self.path} was written by a later version of the companion: update this one")
        if version < VERSION and not self._read_only:
            db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version={VERSION}; COMMIT;")

    def close(self) -> None:
        """Close the file; never raises."""
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def current(self) -> Sitting:
        """The sitting at the end of all events; reads only its game."""
        last = self._rows("SELECT game FROM event ORDER BY id DESC LIMIT 1")
        return self.load(last[0][0]) if last else EMPTY

    def load(self, game: int) -> Sitting:
        """A game as it was left."""
        rows = self._rows("SELECT kind, data FROM event WHERE game = ? ORDER BY id", game)
        return rebuild(game, (events.read(kind, data) for kind, data in rows))

    def latest(self) -> int:
        """The highest number that a game has, 0 for none."""
        return int(self._rows("SELECT coalesce(max(game), 0) FROM event")[0][0])

    def preferences(self) -> dict[str, str]:
        """What the group prefers, as it was kept."""
        return dict(self._rows("SELECT key, value FROM preference"))

    def prefer(self, key: str, value: str) -> None:
        """Keep a preference."""
        self._rows("INSERT OR REPLACE INTO preference (key, value) VALUES (?, ?)", key, value)

    def stickers(self) -> dict[str, Sticker]:
        """Every sticker by its tag, in the order in which they were enrolled; damaged ones are left out."""
        rows = self._rows("SELECT tag, deck, card FROM sticker ORDER BY rowid")
        return {tag: Sticker(deck, CARDS[card]) for tag, deck, card in rows if card in CARDS}

    def enrol(self, tag: str, sticker: Sticker | None) -> None:
        """Keep a sticker, or forget it."""
        if sticker is None:
            self._rows("DELETE FROM sticker WHERE tag = ?", tag)
        else:
            self._rows(
                "INSERT OR REPLACE INTO sticker (tag, deck, card) VALUES (?, ?, ?)",
                tag,
                sticker.deck,
                str(sticker.card),
            )

    def append(self, rows: list[Row]) -> None:
        """Write events; when this returns they are on disk, all or none of them."""
        self.open()
        assert self._db is not None
        now = time.time()
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for row in rows:
                    kind, data = events.write(row.event)
                    self._db.execute(
                        "INSERT INTO event (game, kind, data, at) VALUES (?, ?, ?, ?)",
                        (row.sitting.game, kind, data, now),
                    )
                    self._summarise(row, now)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} cannot be written: {_reason(error)}") from None

    def _summarise(self, row: Row, now: float) -> None:
        assert self._db is not None
        event, sitting = row
        if isinstance(event, Withdrew):
            self._db.execute("UPDATE game SET withdrawn = 1 WHERE id = ?", (event.game,))
        state = sitting.state
        if state is None:
            return
        found = (now, state.turn, score(state), state.status, state.reason, sitting.game)
        if isinstance(event, Began):
            self._db.execute(
                "INSERT INTO game (began, setup, withdrawn, changed, turn, score, status, reason, id)"
                " VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?)",
                (now, events.write(event)[1], *found),
            )
        else:
            self._db.execute(
                "UPDATE game SET withdrawn = 0, changed = ?, turn = ?, score = ?, status = ?, reason = ?"
                " WHERE id = ?",
                found,
            )

    def history(self, limit: int) -> list[dict[str, Any]]:
        """Summaries of the games that were not withdrawn, the newest first."""
        rows = self._rows(
            "SELECT id, began, changed, setup, turn, score, status, reason"
            " FROM game WHERE NOT withdrawn ORDER BY id DESC LIMIT ?",
            limit,
        )
        games = []
        for game, began, changed, setup, turn, points, status, reason in rows:
            chosen = _chosen(game, setup)
            games.append(
                {
                    "game": game,
                    "began": began,
                    "changed": changed,
                    **chosen,
                    "turn": turn,
                    "score": points,
                    "status": status,
                    "reason": reason,
                }
            )
        return games

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        self.open()
        assert self._db is not None
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} cannot be read: {_reason(error)}") from None


def _look(path: Path) -> sqlite3.Connection:
    """The file, to be read only: also by somebody who may not write beside it, while nobody else does."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    db = sqlite3.connect(uri, uri=True)
    try:
        db.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error:
        db.close()
        return sqlite3.connect(f"{uri}&immutable=1", uri=True)
    return db


def _chosen(game: int, setup: str) -> dict[str, Any]:
    try:
        fields = json.loads(setup)
        return {key: fields[key] for key in ("players", "edition", "detail")}
    except (ValueError, TypeError, KeyError):
        raise StoreError(f"the summary of game {game} is damaged") from None


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error)
