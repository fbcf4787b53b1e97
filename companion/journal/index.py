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
from companion.journal.lines import WHOLE, Line, decode, encode, fields_of
from companion.journal.sitting import Sitting, begin, follow, rebuild
from companion.journal.sqlite import ERRORS, failure, typed
from companion.journal.statistics import summaries, tables

FILE: Final = "games.sqlite3"
VERSION: Final = 8
"""Of the tables; an index of another one is made anew."""
LONGEST_LOG: Final = 1 << 20
"""Bytes to which SQLite's log is cut back when it was longer."""
PATIENCE_S: Final = 0.5
"""How long a write waits for another one, in seconds."""
_DERIVED: Final = {"kept": "key, row", **summaries.TABLES, **tables.TABLES}
"""The tables that follow from the rows, with their columns."""
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
        changes = {"INSERT": plus, "DELETE": minus, "UPDATE": f"{plus} + {minus}"}
        for event, change in changes.items():
            made += (
                f"CREATE TRIGGER {table}_{event} AFTER {event} ON {table} BEGIN UPDATE seal"
                f" SET sum = (sum + {change}) % {_SUMS} WHERE name = '{table}'; END;"
            )
        made += f"INSERT INTO seal VALUES ('{table}', 0);"
    return made


_SCHEMA: Final = f"""
CREATE TABLE row (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, at REAL NOT NULL, line BLOB NOT NULL
);
CREATE INDEX row_of_game ON row (game, id);
CREATE TABLE kept (key TEXT PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE seal (name TEXT PRIMARY KEY, sum INTEGER NOT NULL) WITHOUT ROWID;
{summaries.SCHEMA}
{tables.SCHEMA}
{_seals()}
PRAGMA user_version = {VERSION};
"""
_LAST: Final = 1 << 62
"""After all rows."""
_BASE: Final = "base"
"""The key in `kept` of the row up to which all is there, and derived."""


class GamesIndex:
    """The index; every method may raise StoreError, or Damaged where it makes no sense."""

    def __init__(self, path: Path | None) -> None:
        """Use the index of that name, or one that goes with this process."""
        self.path: Final = path or Path()
        self.last = 0
        """The last row that is there; between `base` and the first of the newest some may lack."""
        self.tag = 0
        self.problem = ""
        """Why it has to be made anew, once its rows have mended the journal; "" for nothing."""
        self._db: Connection | None = None
        self._sittings: dict[int, Sitting | None] = {}
        """The games that are followed; None for one that makes no sense."""
        self._kept = Kept()
        """What is kept after the rows up to `base`."""
        self._place: tuple[int, int] | None = None

    # The file

    def open(self, tag: int, write: bool = True) -> None:
        """Open the index of a journal, or make it."""
        if self._db is not None:
            return
        try:
            self._db = self._connected(write)
            self._set_up(self._db, tag, write)
        except (*ERRORS, StoreError) as error:
            self.close()
            if isinstance(error, StoreError):
                raise
            raise failure(self.path, "opened", error) from None

    def _connected(self, write: bool) -> Connection:
        path = self.path
        name = ""
        if path.name:
            name = f"{path.absolute().as_uri()}?mode={'rw' if write else 'ro'}"
            if os.path.lexists(path) and not path.is_file():  # SQLite would wait for a pipe
                raise Damaged(f"{path} is no plain file")
        if path.name and write:
            if not path.exists():
                # Else SQLite would take an old log for that of the new file.
                for end in ("-wal", "-shm", "-journal"):
                    path.with_name(path.name + end).unlink(missing_ok=True)
                path.touch(mode=0o644)
                give_to_owner(path, path.parent)
            if not os.access(path, os.R_OK | os.W_OK):
                raise Damaged(f"{path} cannot be written: it belongs to another user")
        return sqlite3.connect(
            name,
            timeout=PATIENCE_S,
            isolation_level=None,
            check_same_thread=False,
            uri=bool(name),
        )

    def _set_up(self, db: Connection, tag: int, write: bool) -> None:
        db.create_function("sum_of", -1, _sum_of, deterministic=True)
        if write:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute(f"PRAGMA journal_size_limit={LONGEST_LOG}")
            db.execute("PRAGMA recursive_triggers=ON")
            if not db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
                mark = f"PRAGMA application_id = {_signed(tag)};"
                db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} {mark} COMMIT")
        if db.execute("PRAGMA user_version").fetchone() != (VERSION,):
            # Who only reads may come just before the tables are made.
            raise (Damaged if write else StoreError)(f"{self.path} is no index of this version")
        self.tag = int(db.execute("PRAGMA application_id").fetchone()[0]) % (1 << 32)
        rows = db.execute("SELECT id, line FROM row ORDER BY id DESC LIMIT 1").fetchall()
        for number, raw in typed(rows, int, bytes):
            end = decode(raw)
            self.last = end.next - 1 if end else number
        self._sittings.clear()
        self.problem = ""
        try:
            self._kept = self.kept()
        except Damaged as error:
            self.problem = str(error)
        self._place = _place(self.path) if self.path.name else None

    @property
    def is_open(self) -> bool:
        """Whether it could be opened."""
        return self._db is not None

    @property
    def in_place(self) -> bool:
        """Whether the open file has its name still."""
        with contextlib.suppress(OSError):
            return self._place == _place(self.path)
        return False

    def close(self) -> None:
        """Let it go; never raises."""
        if self._db is not None:
            with contextlib.suppress(*ERRORS):
                self._db.close()
        self._db = None
        self.last = self.tag = 0
        self.problem = ""
        self._kept = Kept()

    @property
    def base(self) -> int:
        """The row up to which all rows are there, and everything is derived from them."""
        return self._kept.last

    def consult(self, query: Callable[[Connection], T]) -> T:
        """Return the answer to a query, such as `tables.standings`."""
        if self._db is None:
            raise StoreError(f"{self.path} is not open")
        try:
            return query(self._db)
        except ERRORS as error:
            raise failure(self.path, "read", error) from None

    # Rows are taken

    def take(self, lines: Sequence[Line], flush: str = "FULL") -> None:
        """Write rows, in their order, and what follows from them; on disk when this returns.

        Those after a gap are written, and derived once the gap is filled. flush: how carefully, as
        SQLite calls it.
        """
        try:
            self.consult(lambda db: db.execute(f"PRAGMA synchronous={flush}"))
            self.consult(lambda db: self._take(db, lines))
        except BaseException:
            self._sittings.clear()
            with contextlib.suppress(StoreError):
                self.consult(lambda db: db.rollback())
                self._kept = self.kept()
            raise
        self.last = max(self.last, lines[-1].next - 1)

    def _take(self, db: Connection, lines: Sequence[Line]) -> None:
        db.execute("BEGIN IMMEDIATE")
        kept = self._kept
        changed: dict[str, int] = {}
        for line in lines:
            values = (line.row, _game_of(line), line.at, encode(line)[:-1])
            db.execute("INSERT OR REPLACE INTO row VALUES (?, ?, ?, ?)", values)
            if line.row == kept.last + 1:
                changed |= dict.fromkeys(kept.take(line), line.row)
                self._derive(db, line)
        changed[_BASE] = kept.last
        db.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", changed.items())
        db.execute("COMMIT")

    def _derive(self, db: Connection, line: Line) -> None:
        """Write what follows from the next row."""
        if line.kind == WHOLE and fields_of(line).get("withdrawn"):
            summaries.withdraw(db, line.game)
            tables.forget(db, line.game)
        if not line.is_event:
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

    def rows(self, first: int, last: int) -> list[Line]:
        """Return the rows from one to another, but for those that cannot be read."""
        query = "SELECT id, line FROM row WHERE id BETWEEN ? AND ? ORDER BY id"
        rows = []
        with contextlib.suppress(StoreError):
            rows = self.consult(lambda db: db.execute(query, (first, last)).fetchall())
        lines = [decode(raw) for _, raw in rows if isinstance(raw, bytes)]
        return [line for line in lines if line and first <= line.row <= last]

    def agrees(self, lines: Sequence[Line]) -> bool:
        """Return True if rows, one after the other, are there as the journal has them."""
        if not lines:
            return True
        query = "SELECT id, game, at, line FROM row WHERE id BETWEEN ? AND ? ORDER BY id"
        span = (lines[0].row, lines[-1].row)
        rows = self.consult(lambda db: db.execute(query, span).fetchall())
        return rows == [(line.row, _game_of(line), line.at, encode(line)[:-1]) for line in lines]

    def story(self, game: int) -> list[Line]:
        """Return the events of a game. Raises Damaged where one of them is spoilt or missing."""
        return self.consult(lambda db: _story(db, game))

    def kept(self) -> Kept:
        """Return what is kept after the rows up to `base`. Raises Damaged."""
        self._check_seal("kept")
        query = "SELECT key, row, line FROM kept LEFT JOIN row ON id = row ORDER BY row"
        kept = Kept()
        for key, row, raw in self.consult(lambda db: db.execute(query).fetchall()):
            line = decode(raw) if isinstance(raw, bytes) else None
            if key == _BASE:
                kept.last = row
            elif line is None or line.row != row:
                raise Damaged(f"row {row} of {self.path} is damaged")
            else:
                kept.recall(key, line)
        return kept

    # Comparing

    def check(self) -> Iterator[None]:
        """Check what is derived from the rows, a table at a time. Raises Damaged."""
        if self.problem:
            raise Damaged(self.problem)
        for table in _DERIVED:
            self._check_seal(table)
            yield
        problems = self.consult(lambda db: db.execute("PRAGMA integrity_check(1)").fetchall())
        if problems != [("ok",)]:
            raise Damaged(f"{self.path} is damaged: SQLite finds that it disagrees with itself")

    def _check_seal(self, table: str) -> None:
        query = f"""
        SELECT coalesce(sum(sum_of({_DERIVED[table]})), 0) % {_SUMS},
        (SELECT sum FROM seal WHERE name = ?) FROM {table} NOT INDEXED
        """
        ((found, kept),) = self.consult(lambda db: db.execute(query, (table,)).fetchall())
        if found != kept:
            raise Damaged(f"{self.path} is damaged: the sum of its {table} is wrong")


def _story(db: Connection, game: int, last: int = _LAST) -> list[Line]:
    """Return the events of a game, or those up to a row. Raises Damaged."""
    query = """
    SELECT 0 AS id, rows AS line FROM game WHERE id = ?1 UNION ALL
    SELECT id, line FROM row INDEXED BY row_of_game WHERE game = ?1 AND id <= ?2 ORDER BY id
    """
    rows = db.execute(query, (game, last)).fetchall()
    counted = [number for place, number in rows if not place]
    del rows[: len(counted)]
    lines = [decode(raw) for _, raw in typed(rows, int, bytes)]
    story = [line for line in lines if line is not None and line.game == game]
    if last == _LAST and counted not in ([], [len(story)]):
        raise Damaged(f"the index has lost rows of game {game}")
    if len(story) != len(rows):
        raise Damaged(f"a row of game {game} is damaged")
    return story


def _place(path: Path) -> tuple[int, int]:
    """Return the file that has a name now. Raises OSError if none has."""
    found = path.stat()
    return found.st_dev, found.st_ino


def _game_of(line: Line) -> int:
    """Return the game whose event a row is, -1 where it is none."""
    return line.game if line.is_event else -1


def _sum_of(*values: object) -> int:
    return zlib.crc32(repr(values).encode("utf-8", "replace"))


def _signed(tag: int) -> int:
    """Return a tag as SQLite keeps it."""
    return tag - (1 << 32) if tag >= 1 << 31 else tag
