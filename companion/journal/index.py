"""The index: every row of the journal by its number, and what follows from the rows, in SQLite.

Anybody may delete it. Its rows are lines with their sums, so it mends the journal; of each table
that is derived from them it keeps a sum, so that no flipped bit changes a figure in silence.
"""

import contextlib
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from sqlite3 import Connection
from typing import Final, TypeVar

from companion.errors import CompanionError, Damaged, StoreError
from companion.journal.events import Began, Event, read
from companion.journal.file import give_to_owner
from companion.journal.kept import Kept
from companion.journal.lines import BESIDE, WHOLE, Line, decode, fields_of
from companion.journal.sitting import Sitting, begin, follow, rebuild
from companion.journal.sqlite import ERRORS, failure, typed
from companion.journal.statistics import summaries, tables

FILE: Final = "games.sqlite3"
VERSION: Final = 7
"""Of the tables; an index of another one is made anew."""
LONGEST_LOG: Final = 1 << 20
"""Bytes to which SQLite's log is cut back when it was longer."""
PATIENCE_S: Final = 0.2
"""How long a write waits for another program that is writing, in seconds."""
_DERIVED: Final = {"kept": "key, value", **summaries.TABLES, **tables.TABLES}
"""The tables that follow from the rows, with their columns."""
_MEMORY: Final = ":memory:"
_SITTINGS: Final = 3
"""Games that are followed at a time: those on the table and around it."""
_SUMS: Final = 1 << 32
"""So many sums there are."""
T = TypeVar("T")


def _seals() -> str:
    """Return the triggers that keep the sum of each derived table."""
    made = ""
    for table, columns in _DERIVED.items():
        names = columns.split(", ")
        plus = f"sum_of({', '.join(f'NEW.{name}' for name in names)})"
        minus = f"{_SUMS} - sum_of({', '.join(f'OLD.{name}' for name in names)})"
        for event, change in (
            ("INSERT", plus),
            ("DELETE", minus),
            ("UPDATE", f"{plus} + {minus}"),
        ):
            made += (
                f"CREATE TRIGGER {table}_{event} AFTER {event} ON {table} BEGIN UPDATE state"
                f" SET value = (value + {change}) % {_SUMS} WHERE key = '{table}'; END;"
            )
        made += f"INSERT INTO state VALUES ('{table}', 0);"
    return made


_SCHEMA: Final = f"""
CREATE TABLE row (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, at REAL NOT NULL, line BLOB NOT NULL
);
CREATE INDEX row_of_game ON row (game, id);
CREATE TABLE kept (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL);
CREATE TABLE state (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
{summaries.SCHEMA}
{tables.SCHEMA}
{_seals()}
INSERT INTO state VALUES ('base', 0);
PRAGMA user_version = {VERSION};
"""


class GamesIndex:
    """The index; every method may raise StoreError, or Damaged where it makes no sense."""

    def __init__(self, path: Path | None) -> None:
        """Use the index of that name, or one in memory."""
        self.path: Final = path or Path(_MEMORY)
        self.base = 0
        """All rows up to this one are there, and everything is derived from them."""
        self.last = 0
        """The last row that is there; between `base` and the first of the newest some may lack."""
        self.tag = 0
        self._db: Connection | None = None
        self._sittings: dict[int, Sitting | None] = {}
        """The games that are followed; None for one that makes no sense."""
        self._kept: Kept | None = None
        """What is kept, once a row was derived."""
        self._place: tuple[int, int] | None = None

    # The file

    def open(self, tag: int, write: bool = True) -> Connection:
        """Open the index of a journal, or make it; gives the connection."""
        if self._db is not None:
            return self._db
        db = None
        try:
            db = self._connected(write)
            self._set_up(db, tag, write)
        except (*ERRORS, StoreError) as error:
            if db is not None:
                with contextlib.suppress(*ERRORS):
                    db.close()
            raise (
                error if isinstance(error, StoreError) else failure(self.path, "opened", error)
            ) from None
        self._db = db
        return db

    def _connected(self, write: bool) -> Connection:
        if self.path.name == _MEMORY:
            return sqlite3.connect(_MEMORY, isolation_level=None, check_same_thread=False)
        if not write:
            uri = f"{self.path.absolute().as_uri()}?mode=ro"
            return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        if os.path.lexists(self.path) and not self.path.is_file():
            raise Damaged(f"{self.path} is no plain file")
        if not self.path.exists():
            # Else SQLite would take an old log for that of the new file.
            for end in ("-wal", "-shm", "-journal"):
                self.path.with_name(self.path.name + end).unlink(missing_ok=True)
            self.path.touch(mode=0o644)
            give_to_owner(self.path, self.path.parent)
        if not os.access(self.path, os.R_OK | os.W_OK):
            raise Damaged(f"{self.path} cannot be written: it belongs to another user")
        return sqlite3.connect(
            self.path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False
        )

    def _set_up(self, db: Connection, tag: int, write: bool) -> None:
        db.create_function("sum_of", -1, _sum_of, deterministic=True)
        if write:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.execute(f"PRAGMA journal_size_limit={LONGEST_LOG}")
            db.execute("PRAGMA recursive_triggers=ON")
            if not db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
                mark = f"PRAGMA application_id = {_signed(tag)};"
                db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} {mark} COMMIT")
        if db.execute("PRAGMA user_version").fetchone() != (VERSION,):
            raise Damaged(f"{self.path} is no index of this version")
        self.tag = int(db.execute("PRAGMA application_id").fetchone()[0]) % (1 << 32)
        rows = db.execute("SELECT value FROM state WHERE key = 'base'").fetchall()
        ((self.base,),) = typed(rows, int)
        rows = db.execute("SELECT id, line FROM row ORDER BY id DESC LIMIT 1").fetchall()
        ends = [decode(line) for _, line in typed(rows, int, bytes)]
        if None in ends:
            raise Damaged(f"the last row of {self.path} is damaged")
        self.last = ends[0].next - 1 if ends and ends[0] else 0
        self._sittings.clear()
        self._kept = None
        self._place = None if self.path.name == _MEMORY else _place(self.path)

    @property
    def is_open(self) -> bool:
        """Whether it could be opened."""
        return self._db is not None

    @property
    def in_place(self) -> bool:
        """Whether the open file has its name still."""
        if self._place is None:
            return self.is_open
        with contextlib.suppress(OSError):
            return self._place == _place(self.path)
        return False

    def close(self) -> None:
        """Let it go; never raises."""
        if self._db is not None:
            with contextlib.suppress(*ERRORS):
                self._db.close()
            self._db = None

    @property
    def is_there(self) -> bool:
        """Whether something has the index's name."""
        return os.path.lexists(self.path)

    def consult(self, query: Callable[[Connection], T]) -> T:
        """Return the answer to a query, such as `tables.standings`."""
        if self._db is None:
            raise StoreError(f"{self.path} is not open")
        try:
            return query(self._db)
        except ERRORS as error:
            raise failure(self.path, "read", error) from None

    # Rows are taken

    def take(self, lines: Sequence[Line], raw: Sequence[bytes]) -> None:
        """Write rows, in their order, and what follows from them; on disk when this returns.

        raw: the same as they stand in the journal. Those after a gap are written, and derived once
        the gap is filled.
        """
        base = self.base

        def write(db: Connection) -> None:
            nonlocal base
            db.execute("BEGIN IMMEDIATE")
            for line, text in zip(lines, raw, strict=True):
                values = (line.row, _game_of(line), line.at, text)
                db.execute("INSERT OR REPLACE INTO row VALUES (?, ?, ?, ?)", values)
                if line.row == base + 1:
                    base = line.next - 1
                    self._derive(db, line)
            db.execute("UPDATE state SET value = ? WHERE key = 'base'", (base,))
            db.execute("COMMIT")

        try:
            self.consult(write)
        except BaseException:
            self._sittings.clear()
            self._kept = None
            with contextlib.suppress(StoreError):
                self.consult(lambda db: db.rollback())
            raise
        self.base = base
        self.last = max(self.last, *(line.next - 1 for line in lines))

    def _derive(self, db: Connection, line: Line) -> None:
        """Write what follows from the next row."""
        if self._kept is None:
            self._kept = self._read_kept(db)
        for key, value in self._kept.take(line):
            db.execute("DELETE FROM kept WHERE key = ?", (key,))
            if value is not None:
                db.execute("INSERT INTO kept (key, value) VALUES (?, ?)", (key, value))
        if line.kind == WHOLE and fields_of(line).get("withdrawn"):
            summaries.withdraw(db, line.game)
            tables.forget(db, line.game)
        if line.kind in BESIDE:
            return
        try:
            event = read(line.kind, line.data)
            sitting = self._followed(db, line, event)
            summaries.note(db, event, sitting, line)
            tables.note(db, event, sitting)
        except CompanionError:  # what makes no sense is told by who reads it
            summaries.count_row(db, line.game)

    def _followed(self, db: Connection, line: Line, event: Event) -> Sitting:
        """Return a game after its next event. Raises CompanionError where it makes no sense."""
        game = line.game
        known = game in self._sittings
        before = self._sittings.pop(game, None)
        self._sittings[game] = None
        for old in list(self._sittings)[:-_SITTINGS]:
            del self._sittings[old]
        if isinstance(event, Began):
            sitting = begin(game, event)
        elif before is not None:
            sitting = follow(before, event)
        elif known:
            raise Damaged(f"game {game} cannot be followed")
        else:
            story = _story(db, game, line.row)
            sitting = rebuild(game, [read(each.kind, each.data) for each in story])
        self._sittings[game] = sitting
        return sitting

    # Rows are read

    def raw_rows(self, first: int, last: int) -> dict[int, bytes]:
        """Return lines by the numbers of their rows, as they stand in the journal.

        Those that cannot be read, or whose sum is wrong, are left out.
        """
        query = "SELECT id, line FROM row WHERE id BETWEEN ? AND ?"
        rows = []
        with contextlib.suppress(StoreError):
            rows = self.consult(lambda db: db.execute(query, (first, last)).fetchall())
        found = {}
        for number, raw in rows:
            line = decode(raw) if isinstance(raw, bytes) else None
            if line is not None and line.row == number:
                found[line.row] = raw
        return found

    def agrees(self, lines: Sequence[Line], raw: Sequence[bytes]) -> bool:
        """Return True if rows, one after the other, are there as the journal has them."""
        query = "SELECT id, game, at, line FROM row WHERE id BETWEEN ? AND ? ORDER BY id"
        span = (lines[0].row, lines[-1].row)
        rows = self.consult(lambda db: db.execute(query, span).fetchall())
        return rows == [
            (line.row, _game_of(line), line.at, text) for line, text in zip(lines, raw, strict=True)
        ]

    def story(self, game: int) -> list[Line]:
        """Return the events of a game. Raises Damaged where one of them is spoilt or missing."""
        lines = self.consult(lambda db: _story(db, game, self.last))
        query = "SELECT rows FROM game WHERE id = ?"
        rows = self.consult(lambda db: db.execute(query, (game,)).fetchall())
        if typed(rows, int) not in ([], [(len(lines),)]):
            raise Damaged(f"{self.path} has lost rows of game {game}")
        return lines

    def latest(self) -> int:
        """Return the highest number of a game, 0 for none."""
        query = "SELECT coalesce(max(game), 0) FROM row INDEXED BY row_of_game"
        ((found,),) = typed(self.consult(lambda db: db.execute(query).fetchall()), int)
        return max(int(found), 0)

    def kept(self) -> Kept:
        """Return what is kept beside the games, as the rows up to `base` say it."""
        self._check_seal("kept")
        return self.consult(self._read_kept)

    @staticmethod
    def _read_kept(db: Connection) -> Kept:
        rows = typed(db.execute("SELECT key, value FROM kept ORDER BY id").fetchall(), str, str)
        try:
            return Kept(rows)
        except (ValueError, TypeError) as error:
            raise Damaged(f"what is kept cannot be read: {error}") from None

    # Comparing

    def check(self) -> Iterator[None]:
        """Check what is derived from the rows, a table at a time. Raises Damaged."""
        for table in _DERIVED:
            self._check_seal(table)
            yield
        for index, table in (("row_of_game", "row"), ("standing_of_game", "standing")):
            self._check_order(index, table)
            yield

    def _check_order(self, index: str, table: str) -> None:
        """Check that an index of SQLite has the rows of its table."""
        numbers = "game * 31 + id" if table == "row" else "game * 31 + scope"
        query = f"SELECT count(*), total(({numbers}) % 1000003) FROM {table}"
        by_index = self.consult(lambda db: db.execute(f"{query} INDEXED BY {index}").fetchall())
        if by_index != self.consult(lambda db: db.execute(f"{query} NOT INDEXED").fetchall()):
            raise Damaged(f"{self.path} has lost rows in {index}")

    def _check_seal(self, table: str) -> None:
        columns = _DERIVED[table]
        query = f"""
        SELECT coalesce(sum(sum_of({columns})), 0) % {_SUMS},
        (SELECT value FROM state WHERE key = ?) FROM {table} NOT INDEXED
        """
        ((found, kept),) = self.consult(lambda db: db.execute(query, (table,)).fetchall())
        if found != kept:
            raise Damaged(f"{self.path} is damaged: the sum of its {table} is wrong")


def _story(db: Connection, game: int, last: int) -> list[Line]:
    """Return the events of a game up to a row. Raises Damaged."""
    query = "SELECT line FROM row INDEXED BY row_of_game WHERE game = ? AND id <= ? ORDER BY id"
    lines = [
        decode(raw) if isinstance(raw, bytes) else None
        for (raw,) in db.execute(query, (game, last))
    ]
    story = [line for line in lines if line is not None and line.game == game]
    if len(story) != len(lines):
        raise Damaged(f"a row of game {game} is damaged")
    return story


def _place(path: Path) -> tuple[int, int]:
    """Return the file that has a name now. Raises OSError if none has."""
    found = path.stat()
    return found.st_dev, found.st_ino


def _game_of(line: Line) -> int:
    """Return the game whose event a row is, -1 where it is none."""
    return -1 if line.kind in BESIDE else line.game


def _sum_of(*values: object) -> int:
    return zlib.crc32(repr(values).encode("utf-8", "replace"))


def _signed(tag: int) -> int:
    """Return a tag as SQLite keeps it."""
    return tag - (1 << 32) if tag >= 1 << 31 else tag
