"""The store: every event of every game in one SQLite file, appended and never changed.

A row is on disk when `append` returns (WAL, synchronous=FULL), so what is shown after it
survives a power cut. `game` holds a summary of each game for the history; it is derived from the
events and written in the same transaction. A file that is damaged is set aside, and what can be read
of it goes into a new one.
"""

import contextlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.errors import CompanionError, Damaged, StoreError
from companion.game.cards import CARDS
from companion.game.outlook import score
from companion.table import events
from companion.table.aside import clear, set_aside
from companion.table.events import Began, Event, Withdrew
from companion.table.salvage import Found, Salvaged, salvage
from companion.table.sitting import EMPTY, Sitting, begin, follow, rebuild
from companion.table.stickers import Sticker

FILE: Final = "games.sqlite3"
VERSION: Final = 3
LONGEST_LOG: Final = 1 << 20
"""Bytes to which SQLite's log is cut back when it was longer."""

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


_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class OtherGames(StoreError):
    """The file has another game by this number: it is not the one that was open before."""


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
        self._file: tuple[int, int] | None = None

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
            raise _failure(self.path, "opened", error) from None
        try:
            self._prepare(db)
            self._file = _identity(self.path)
        except (OSError, sqlite3.Error) as error:
            db.close()
            raise _failure(self.path, "used", error) from None
        except StoreError:
            db.close()
            raise
        self._db = db

    def _prepare(self, db: sqlite3.Connection) -> None:
        if not self._read_only:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.execute(f"PRAGMA journal_size_limit={LONGEST_LOG}")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise StoreError(f"{self.path} was written by a later version of the companion: update this one")
        if version < VERSION and not self._read_only:
            db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version={VERSION}; COMMIT;")

    def read_only(self) -> "Store":
        """The same file, only to be read: on a disk that cannot be written."""
        return Store(self.path.parent, read_only=True)

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
        return rebuild(game, self.events(game))

    def events(self, game: int) -> list[Event]:
        """Everything that happened to a game."""
        rows = self._rows("SELECT kind, data FROM event WHERE game = ? ORDER BY id", game)
        return [events.read(kind, data) for kind, data in rows]

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
        with self._writing():
            now = time.time()
            for row in rows:
                self._insert(row, now)

    def catch_up(self, story: Sequence[Event], sitting: Sitting) -> None:
        """Write what the file lacks of a game, after nobody knows what of it got there.

        story: everything that happened to the game, which led to `sitting`.

        Raises:
            OtherGames: the file has another game by that number.
        """
        with self._writing():
            there = self.events(sitting.game)
            if there != list(story[: len(there)]):
                raise OtherGames(f"{self.path} has another game {sitting.game}")
            now = time.time()
            for event in story[len(there) :]:
                self._insert(Row(event, sitting), now)

    def renew(self) -> Path:
        """Set the damaged file aside, and begin a new one with what can be read of it.

        Gives the damaged file's new name.

        Raises:
            StoreError: that cannot be done now; the damaged file is as it was.
        """
        try:
            copied = self._db is not None  # closing it could still write to the file
            aside = set_aside(self.path, copied)
            self.close()
            if copied:
                clear(self.path)
            found = salvage(aside)
        except OSError as error:
            raise StoreError(f"{self.path} is damaged and cannot be set aside: {_reason(error)}") from None
        with self._writing() as db:
            self._refill(db, found)
        return aside

    def _refill(self, db: sqlite3.Connection, found: Salvaged) -> None:
        """Write what was salvaged; of each game as much as makes sense from its beginning."""
        games: dict[int, list[tuple[int, Found]]] = {}
        for number in sorted(found.events):
            games.setdefault(found.events[number].game, []).append((number, found.events[number]))
        kept = [row for game, rows in games.items() for row in _followed(game, rows, found.events)]
        for _, at, row in sorted(kept, key=lambda row: row[0]):
            self._insert(row, at)
        for key, value in found.preferences.items():
            db.execute("INSERT OR REPLACE INTO preference (key, value) VALUES (?, ?)", (key, value))
        for tag, sticker in found.stickers.items():
            self.enrol(tag, sticker)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction; when it is over, all of it is on disk, or nothing."""
        self.open()
        assert self._db is not None
        try:
            if self._file != _identity(self.path):
                raise StoreError(f"{self.path} is not the file any more that it was")
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except (OSError, sqlite3.Error) as error:
            raise _failure(self.path, "written", error) from None

    def _insert(self, row: Row, at: float) -> None:
        assert self._db is not None
        kind, data = events.write(row.event)
        self._db.execute(
            "INSERT INTO event (game, kind, data, at) VALUES (?, ?, ?, ?)",
            (row.sitting.game, kind, data, at),
        )
        self._summarise(row, at)

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
            raise _failure(self.path, "read", error) from None


def _followed(
    game: int, found: Sequence[tuple[int, Found]], every: Mapping[int, Found]
) -> list[tuple[int, float, Row]]:
    """The rows of a game from its beginning, as far as none is lost and each follows from those before."""
    kept: list[tuple[int, Event, float]] = []
    sitting = EMPTY
    for number, (_, event, at) in found:
        if kept and any(between not in every for between in range(kept[-1][0] + 1, number)):
            break
        try:
            if isinstance(event, Began) == bool(kept) and game:
                break
            sitting = begin(game, event) if isinstance(event, Began) else follow(sitting, event)
        except CompanionError:
            break
        kept.append((number, event, at))
    brief = sitting._replace(steps=sitting.steps[-1:])  # many games, of which only the ends are wanted
    return [(number, at, Row(event, brief)) for number, event, at in kept]


def _identity(path: Path) -> tuple[int, int]:
    """Which file a name stands for now.

    Raises:
        OSError: none.
    """
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _failure(path: Path, what: str, error: Exception) -> StoreError:
    """An error of SQLite or of the system, in a sentence."""
    kind = Damaged if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED else StoreError
    return kind(f"{path} cannot be {what}: {_reason(error)}")


def _look(path: Path) -> sqlite3.Connection:
    """The file, to be read only: also by somebody who may not write beside it, while nobody else does."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    db = sqlite3.connect(uri, uri=True, check_same_thread=False)
    try:
        db.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error:
        db.close()
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size:
            return _copy(path, log)
        return sqlite3.connect(f"{uri}&immutable=1", uri=True, check_same_thread=False)
    return db


def _copy(path: Path, log: Path) -> sqlite3.Connection:
    """A copy of the file: where nobody may write, SQLite reads nothing that is in the log only."""
    with tempfile.TemporaryDirectory(prefix="hanabi-") as folder:
        for file in (path, log):
            shutil.copy(file, Path(folder, file.name))
        db = sqlite3.connect(Path(folder, path.name), check_same_thread=False)
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # now it has open what it reads
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
