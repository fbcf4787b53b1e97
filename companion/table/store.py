"""The store: every event of every game in one SQLite file, appended and never changed.

A row is on disk when `append` returns (WAL, synchronous=FULL), so what is shown after it
survives a power cut. What is derived from the events, the summaries and the statistics, is written in the
same transaction. A file that is damaged is set aside, and what can be read of it goes into a new one.
"""

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from companion.errors import Damaged, StoreError
from companion.game.cards import CARDS
from companion.table import events
from companion.table.damage.header_check import look, refuse_strange
from companion.table.damage.rebuilding import keep
from companion.table.damage.replacing import FOUND, exchange, finish, making, put_log_aside
from companion.table.damage.salvage import salvage
from companion.table.damage.wal import beside, overlooked
from companion.table.events import Event
from companion.table.rows import typed
from companion.table.sitting import Sitting, rebuild
from companion.table.statistics import summaries, tables
from companion.table.stickers import Sticker

FILE: Final = "games.sqlite3"
VERSION: Final = 6
"""Of the file. Since 6 its rows say by which version of their meanings they were written."""
COUNTED_SINCE: Final = 5
"""Files of earlier versions lack what came of their games."""
LAST_VERSION: Final = 99
"""A file that is marked with a higher one was not written by a later companion: the mark is damaged."""
LONGEST_LOG: Final = 1 << 20
"""Bytes to which SQLite's log is cut back when it was longer."""
PATIENCE: Final = 0.2
"""Seconds for which another program that is writing is waited for."""

_SCHEMA: Final = f"""
CREATE TABLE IF NOT EXISTS event (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL, at REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS event_of_game ON event (game, id);
CREATE TABLE IF NOT EXISTS preference (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sticker (tag TEXT PRIMARY KEY, deck TEXT NOT NULL, card TEXT NOT NULL);
{summaries.SCHEMA}
{tables.SCHEMA}
"""


Answer = TypeVar("Answer")
_Place = tuple[int, int]
"""A file, whatever its name: its device and its number there."""
_ERRORS: Final = (OSError, sqlite3.Error, MemoryError, UnicodeDecodeError)
"""The last one comes of a text in the file that is none, such as a name in its schema."""
_UNREADABLE: Final = (*_ERRORS, ValueError, TypeError, LookupError, ArithmeticError)
"""What may come of reading bytes that are anything but a file of games."""
_DAMAGED: Final = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CONSTRAINT,  # what is derived from the events does not go with them
    sqlite3.SQLITE_MISMATCH,
)


class OtherGames(StoreError):
    """The file has another game by this number: it is not the one that was open before."""


class Row(NamedTuple):
    """An event to be written, and the sitting that it leads to."""

    event: Event
    sitting: Sitting


class Store:
    """The file, opened; every method may raise StoreError, and changes nothing then.

    going_on: called now and then while a damaged file is read, which may take minutes.
    """

    def __init__(self, directory: Path, read_only: bool = False) -> None:
        self.path = directory / FILE
        self.going_on: Callable[[], None] = lambda: None
        self.behind = False
        self._read_only = read_only
        self._db: sqlite3.Connection | None = None
        self._file: _Place | None = None
        self._log: _Place | None = None
        self._damage: Damaged | None = None
        self._settled = True

    def open(self) -> None:
        """Open or make the file; safe to call again after an error."""
        if self._damage is not None:
            raise Damaged(str(self._damage))
        if self._db is not None:
            return
        try:
            db = _look(self.path) if self._read_only else self._connect()
        except _ERRORS as error:
            raise _failure(self.path, "opened", error) from None
        try:
            version = self._version(db)
            if not self._read_only:
                self._file, self._log = _place(self.path), None
                self._prepare(db, version)
            self.behind = (self._read_only and version < COUNTED_SINCE) or tables.behind(db)
        except (*_ERRORS, StoreError) as error:
            problem = error if isinstance(error, StoreError) else _failure(self.path, "used", error)
            if isinstance(problem, Damaged) and not self._read_only:
                self._db, self._damage = db, problem  # closing it here would still write to the file
            else:
                db.close()
            raise problem from None
        self._db = db

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        finish(self.path)
        version = look(self.path)
        if VERSION < version <= LAST_VERSION:  # not to be opened for writing, whosever it is
            uri = f"{self.path.absolute().as_uri()}?mode=ro&immutable=1"
            with contextlib.closing(sqlite3.connect(uri, uri=True)) as db:
                self._check_tables(db)
        self._check_version(version)
        return sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)

    def _version(self, db: sqlite3.Connection) -> int:
        """The version of an open file, of which nothing was written yet.

        Raises:
            Damaged: there are games in its log that SQLite overlooks, and would write over; or it is
                another program's.
        """
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if not self._read_only and overlooked(self.path):
            raise Damaged(f"the log of {self.path} is damaged")
        self._check_tables(db)
        self._check_version(version)
        return int(version)

    def _prepare(self, db: sqlite3.Connection, version: int) -> None:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute(f"PRAGMA journal_size_limit={LONGEST_LOG}")
        if version < VERSION:
            db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA}")
            if 0 < version < COUNTED_SINCE:
                tables.restart(db)
            db.execute(f"PRAGMA user_version={VERSION}")
            db.execute("COMMIT")

    def _check_tables(self, db: sqlite3.Connection) -> None:
        there = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if there and "event" not in there:
            raise Damaged(f"{self.path} is no file of games")

    def _check_version(self, version: int) -> None:
        if version > LAST_VERSION:
            raise Damaged(f"the header of {self.path} is damaged")
        if version > VERSION:
            raise StoreError(f"{self.path} was written by a later version of the companion: update this one")

    def read_only(self) -> "Store":
        """The same file, only to be read: on a disk that cannot be written."""
        return Store(self.path.parent, read_only=True)

    def salvaged(self) -> "Store":
        """What can be read of a damaged file, in memory: while there is no room for a new one.

        Raises:
            StoreError: it cannot be read at all.
        """
        store = Store(self.path.parent)
        try:
            refuse_strange(self.path)
            store._db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            if not self._fill(store._db, None):
                raise StoreError(f"{self.path} cannot be read: there are no games in it")
        except _UNREADABLE as error:
            raise StoreError(f"{self.path} cannot be read: {_reason(error)}") from None
        return store

    def close(self) -> None:
        """Close the file; never raises."""
        self._damage = None
        self._settled = False
        if self._db is not None:
            with contextlib.suppress(OSError):
                if self._log == _place(beside(self.path)) and self._file != _place(self.path):
                    put_log_aside(self.path)
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def current(self) -> Sitting:
        """The sitting at the end of all events."""
        return self.left()[0]

    def left(self) -> tuple[Sitting, list[Event]]:
        """Where the group left off: the sitting at the end of all events, and what led to it.

        Reads only its game.
        """
        found = self._rows("SELECT id, game FROM event ORDER BY id DESC LIMIT 1")
        ((last, game),) = typed(found or [(0, 0)], int, int)
        self._compare(last)
        story = self._story(game, last) if last else []
        return rebuild(game, story), story

    def _compare(self, last: int) -> None:
        """See whether the rows, their index and the summaries end with the same game.

        If they do not, the next row may get a number that another one has.
        """
        latest = self.latest()
        summarised = self.consult(summaries.latest)
        ((end,),) = typed(self._rows("SELECT max(id) FROM event WHERE game = ?", latest), int | None)
        found = self._rows("SELECT game FROM event WHERE id = ?", end)
        if latest != summarised or (end or 0) > last or (last and found != [(latest,)]):
            raise Damaged(f"{self.path} has lost the end of its games")

    def load(self, game: int) -> Sitting:
        """A game as it was left."""
        return rebuild(game, self.events(game))

    def events(self, game: int) -> list[Event]:
        """Everything that happened to a game."""
        ((last,),) = self._rows("SELECT max(id) FROM event WHERE game = ?", game)
        if game and last is None:
            raise StoreError(f"game {game} has no beginning")
        return self._story(game, last or 0)

    def _story(self, game: int, last: int) -> list[Event]:
        """Everything that happened to a game up to a row.

        Read from the table itself: if a row is missing there or in the index, the rest may still make
        a game that nobody played.
        """
        bounds = self._rows("SELECT min(id), count(*) FROM event WHERE game = ?", game)
        ((first, rows),) = typed(bounds, int | None, int)
        between = "SELECT game, kind, data FROM event WHERE id BETWEEN ? AND ? ORDER BY id"
        found = typed(self._rows(between, first, last), int, str, str)
        story = [events.read(kind, data) for number, kind, data in found if number == game]
        if first is not None and (len(found) != last - first + 1 or len(story) != rows):
            raise Damaged(f"{self.path} has lost rows of game {game}")
        return story

    def latest(self) -> int:
        """The highest number that a game has, 0 for none."""
        ((latest,),) = typed(self._rows("SELECT coalesce(max(game), 0) FROM event"), int)
        return int(latest)

    def preferences(self) -> dict[str, str]:
        """What the group prefers, as it was kept; damaged rows are left out."""
        rows = self._rows("SELECT key, value FROM preference")
        return {key: value for key, value in rows if isinstance(key, str) and isinstance(value, str)}

    def prefer(self, key: str, value: str) -> None:
        """Keep a preference."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO preference (key, value) VALUES (?, ?)", (key, value))

    def forget(self, name: str) -> None:
        """Offer the name of a player no more."""
        with self._writing() as db:
            tables.forget(db, name)

    def stickers(self) -> dict[str, Sticker]:
        """Every sticker by its tag, in the order in which they were enrolled; damaged ones are left out."""
        rows = self._rows("SELECT tag, deck, card FROM sticker ORDER BY rowid")
        good = [row for row in rows if all(isinstance(value, str) for value in row) and row[2] in CARDS]
        return {tag: Sticker(deck, CARDS[card]) for tag, deck, card in good}

    def enrol(self, tag: str, sticker: Sticker | None) -> None:
        """Keep a sticker, or forget it."""
        with self._writing() as db:
            db.execute("DELETE FROM sticker WHERE tag = ?", (tag,))
            if sticker is not None:
                row = (tag, sticker.deck, str(sticker.card))
                db.execute("INSERT INTO sticker (tag, deck, card) VALUES (?, ?, ?)", row)

    def append(self, rows: list[Row]) -> None:
        """Write events; when this returns they are on disk, all or none of them."""
        with self._writing() as db:
            now = time.time()
            for row in rows:
                _insert(db, row, now)
                tables.note(db, row.event, row.sitting)

    def count(self, seconds: float) -> None:
        """Go on for so long with counting games that the statistics lack; `behind` says if there are more.

        What is lost of it in a power cut is counted again, so nothing waits for the disk.
        """
        self.open()
        assert self._db is not None
        behind, self.behind = self.behind, False  # what fails is not tried before the next start
        if behind:
            with self._writing("NORMAL") as db:
                self.behind = tables.go_on(db, seconds)

    def catch_up(self, story: Sequence[Event], sitting: Sitting) -> None:
        """Write what the file lacks of a game, after nobody knows what of it got there.

        story: everything that happened to the game, which led to `sitting`.

        Raises:
            OtherGames: the file has another game by that number.
        """
        with self._writing() as db:
            ((rows,),) = self._rows("SELECT count(*) FROM event WHERE game = ?", sitting.game)
            there = self.events(sitting.game) if rows else []
            if there != list(story[: len(there)]):
                if sitting.game:
                    raise OtherGames(f"{self.path} has another game {sitting.game}")
                there = []
            now = time.time()
            for event in story[len(there) :]:
                _insert(db, Row(event, sitting), now)
                tables.note(db, event, sitting)
        if there and not self._settled:
            self._settle()

    def _settle(self) -> None:
        """Have on disk what was in the log when it was opened anew: nobody knows whether it ever got farther.

        What failed and is not seen by the same connection is written once more.
        """
        ((busy, pages, done),) = self._rows("PRAGMA wal_checkpoint(FULL)")
        if busy or pages != done:
            raise StoreError(f"{self.path} cannot be written: another program reads it")
        self._settled = True

    def renew(self) -> Path:
        """Set the damaged file aside, and begin a new one with what can be read of it.

        Gives the damaged file's new name.

        Raises:
            StoreError: that cannot be done now; the damaged file is as it was.
        """
        made = self.path
        try:
            made = making(self.path)
            meanwhile = beside(made, FOUND)
            with contextlib.closing(sqlite3.connect(made, isolation_level=None)) as db:
                self._fill(db, meanwhile)
            meanwhile.unlink(missing_ok=True)
            return exchange(self.path, made, self.close)
        except _UNREADABLE as error:
            if made != self.path:
                with contextlib.suppress(OSError):
                    making(self.path)
            raise StoreError(f"{self.path} is damaged and cannot be set aside: {_reason(error)}") from None

    def _fill(self, db: sqlite3.Connection, meanwhile: Path | None) -> int:
        """Write what can be read of the file into a new one; gives how many rows of events that are."""
        db.executescript(_SCHEMA)
        kept = keep(db, salvage(self.path), meanwhile, self.going_on)
        db.execute("BEGIN")
        tables.restart(db)
        db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")
        return kept

    def in_place(self) -> bool:
        """Whether the file that is open is still the one that has the name, and so is its log."""
        try:
            file, log = _place(self.path), _place(beside(self.path))
        except OSError:
            return False
        return self._file == file and self._log in (None, log)

    @contextlib.contextmanager
    def _writing(self, synchronous: str = "FULL") -> Iterator[sqlite3.Connection]:
        """A transaction; when it is over, all of it is on disk, or nothing."""
        self.open()
        assert self._db is not None
        try:
            self._db.execute(f"PRAGMA synchronous={synchronous}")
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
            if not self.in_place():  # what was written is where nobody will find it
                raise StoreError(f"{self.path} is not the file any more that it was")
            self._log = self._log or _place(beside(self.path))
        except _ERRORS as error:
            raise _failure(self.path, "written", error) from None

    def history(self, limit: int) -> list[dict[str, Any]]:
        """Summaries of the games that were not withdrawn, the newest first."""
        return self.consult(lambda db: summaries.newest(db, limit))

    def summary(self, game: int) -> dict[str, Any] | None:
        """The summary of a game, as in the history; None where there is none by that number."""
        return self.consult(lambda db: summaries.of_game(db, game))

    def consult(self, question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """What the statistics or the summaries answer to a question, such as `tables.names`."""
        self.open()
        assert self._db is not None
        try:
            return question(self._db)
        except _ERRORS as error:
            raise _failure(self.path, "read", error) from None

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        self.open()
        assert self._db is not None
        try:
            return self._db.execute(query, values).fetchall()
        except _ERRORS as error:
            raise _failure(self.path, "read", error) from None


def _insert(db: sqlite3.Connection, row: Row, at: float) -> None:
    kind, data = events.write(row.event)
    db.execute(
        "INSERT INTO event (game, kind, data, at) VALUES (?, ?, ?, ?)", (row.sitting.game, kind, data, at)
    )
    summaries.note(db, row.event, row.sitting, at)


def _place(path: Path) -> _Place:
    """Which file a name stands for now.

    Raises:
        OSError: none.
    """
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _failure(path: Path, what: str, error: Exception) -> StoreError:
    """An error of SQLite or of the system, in a sentence."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        damaged = isinstance(error, sqlite3.OperationalError | UnicodeDecodeError)  # a text that is none
    else:
        damaged = code & 0xFF in _DAMAGED or (code == sqlite3.SQLITE_ERROR and "no such " in str(error))
    return (Damaged if damaged else StoreError)(f"{path} cannot be {what}: {_reason(error)}")


def _look(path: Path) -> sqlite3.Connection:
    """The file, to be read only: also by somebody who may not write beside it, while nobody else does."""
    refuse_strange(path)
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


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error)
