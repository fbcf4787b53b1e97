"""The index: every row of the journal by its number, and what follows from the rows, in SQLite.

Anybody may delete it. Its rows are lines with their sums, so it mends the journal; of each table
that is derived from them it keeps a sum, so that no flipped bit changes a figure in silence.
"""

import contextlib
import os
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from sqlite3 import Connection
from typing import Final, TypeVar

from companion.errors import Damaged, NotARecord, StoreError
from companion.journal.file import give_to_owner
from companion.journal.kept import Kept
from companion.journal.lines import (
    ALIAS,
    BASE,
    TRIAL,
    WHOLE,
    WITHDRAW,
    Line,
    decode,
    encode,
    fields_of,
)
from companion.journal.statistics import tables
from companion.journal.statistics.tables import Game
from companion.numbers import is_integer

FILE: Final = "games.sqlite3"
VERSION: Final = 12
"""Of the tables; an index of another one is made anew."""
LONGEST_LOG: Final = 1 << 20
"""Bytes to which SQLite's log is cut back when it was longer."""
PATIENCE_S: Final = 0.5
"""How long a write waits for another one, in seconds."""
_FOLLOWED: Final = 3
"""Games that are followed at a time: those on the table and around it."""
_SUMS: Final = 1 << 32
"""So many sums there are."""
_BYTES_OF_A_ROW: Final = 64
"""What is kept is written anew once as many rows came as it has bytes of this number.

So thousands of stickers cost no more each than a few, and no turn writes what it left alone."""
_ERRORS: Final = (
    OSError,
    sqlite3.Error,
    MemoryError,
    ValueError,
    TypeError,
    LookupError,
    OverflowError,
    NotARecord,
)
"""What using a database raises.

The last ones where a row is missing, a text in it is none, or a number is too large."""
_BUSY: Final = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_PROTOCOL,
)
"""What a disk does that is full, fails or cannot be written: trying again may help."""
T = TypeVar("T")


def _base_line(row: int) -> bytes:
    return encode(Line(row, 0, BASE, 0.0, "{}"))[:-1]


def _seal_triggers() -> str:
    """Return the triggers that keep the sum of each table; a row is replaced, never updated."""
    made = ""
    for table, columns in tables.TABLES.items():
        for event, sign, side in (("INSERT", "+", "NEW"), ("DELETE", "-", "OLD")):
            values = ", ".join(f"{side}.{name}" for name in columns.split(", "))
            made += (
                f"CREATE TRIGGER {table}_{event} AFTER {event} ON {table} BEGIN UPDATE seal"
                f" SET sum = (sum + {_SUMS} {sign} sum_of({values})) % {_SUMS}"
                f" WHERE name = '{table}'; END;"
            )
        made += f"INSERT INTO seal VALUES ('{table}', 0);"
    return made


_SCHEMA: Final = f"""
CREATE TABLE row (id INTEGER PRIMARY KEY, game INTEGER NOT NULL, line BLOB NOT NULL);
CREATE INDEX row_of_game ON row (game, id);
CREATE TABLE kept (id INTEGER PRIMARY KEY, line BLOB NOT NULL);
INSERT INTO kept VALUES (0, x'{encode(Kept().line)[:-1].hex()}');
INSERT INTO kept VALUES (1, x'{_base_line(0).hex()}');
CREATE TABLE seal (name TEXT PRIMARY KEY, sum INTEGER NOT NULL) WITHOUT ROWID;
{tables.SCHEMA}
{_seal_triggers()}
PRAGMA user_version = {VERSION};
"""
_ESCAPED: Final = str.maketrans({"%": "%25", "?": "%3f", "#": "%23"})
"""What means something in the address by which SQLite opens a file."""
_LAST: Final = 1 << 62
"""After all rows."""


class GamesIndex:
    """The index; every method may raise StoreError, or Damaged where it makes no sense."""

    def __init__(self, path: Path | None) -> None:
        """Use the index of that name, or one that goes with this process."""
        self.path: Final = path or Path()
        self.last = 0
        """The last row that is there; between `base` and the first of the newest some may lack."""
        self.tag = 0
        self._db: Connection | None = None
        self._games: dict[int, Game] = {}
        """The games that are followed."""
        self._kept = Kept()
        """What is kept after the rows up to `base`."""
        self._kept_next = 0
        """The row at which it is written anew; a start takes the rows up to `base` once more."""
        names = (str(self.path), str(self._beside("-wal"))) if self.path.name else ()
        self._paths: Final[tuple[str, ...]] = names
        self._opened: list[int] = []
        """Which files were opened."""
        self._log_is_torn = False
        """Whether SQLite's log goes on behind what can be read of it: the last rows may be gone."""

    # The file

    def open(self, tag: int, write: bool = True) -> None:
        """Open the index of a journal, or make it."""
        if self._db is not None:
            return
        try:
            self._db = self._connect_file(write)
            self._set_up(self._db, tag, write)
        except (*_ERRORS, StoreError) as error:
            self.close()
            if isinstance(error, StoreError):
                raise
            raise _database_error(self.path, "opened", error) from None

    def _connect_file(self, write: bool) -> Connection:
        path = self.path
        name = ""
        if path.name:
            # `as_uri` would load what Python has for the internet, a quarter of a browser's start.
            escaped = str(path.absolute()).translate(_ESCAPED)
            name = f"file:{escaped}?mode={'rw' if write else 'ro'}"
            if os.path.lexists(path) and not path.is_file():  # SQLite would wait for a pipe
                raise Damaged(f"{path} is no plain file")
        if path.name and write:
            if not path.exists():
                # Else SQLite would take an old log for that of the new file.
                for end in ("-wal", "-shm", "-journal"):
                    self._beside(end).unlink(missing_ok=True)
                path.touch(mode=0o644)
                give_to_owner(path, path.parent)
            if not os.access(path, os.R_OK | os.W_OK):
                is_own = path.stat().st_uid == os.geteuid()
                why = "it can only be read" if is_own else "it belongs to another user"
                raise Damaged(f"{path} cannot be written: {why}")
        return sqlite3.connect(
            name,
            timeout=PATIENCE_S,
            isolation_level=None,  # transactions begin and end where it is said here
            check_same_thread=False,  # a backup is read by one thread and taken in by another
            uri=bool(name),
        )

    def _set_up(self, db: Connection, tag: int, write: bool) -> None:
        db.create_function(
            "sum_of",
            -1,
            lambda *values: zlib.crc32(repr(values).encode("utf-8", "replace")),
            deterministic=True,
        )
        if write:
            # Queries read by connections of their own while rows are written.
            db.execute("PRAGMA journal_mode=WAL")
            db.execute(f"PRAGMA journal_size_limit={LONGEST_LOG}")
            # Else a row that is replaced would fire no trigger as it goes, and stay in the sum.
            db.execute("PRAGMA recursive_triggers=ON")
            if not db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
                mark = f"INSERT INTO seal VALUES ('tag', {tag});"
                db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} {mark} COMMIT")
        if db.execute("PRAGMA user_version").fetchone() != (VERSION,):
            # Who only reads may come just before the tables are made.
            raise (Damaged if write else StoreError)(f"{self.path} is no index of this version")
        self.tag = int(db.execute("SELECT sum FROM seal WHERE name = 'tag'").fetchone()[0])
        rows = db.execute("SELECT id, line FROM row ORDER BY id DESC LIMIT 1").fetchall()
        for number, raw in rows:
            end = decode(raw)
            self.last = end.next_row - 1 if end else number
        self._games.clear()
        self._kept = self._read_kept(db)
        self._opened = self._names
        self._log_is_torn = write and self.path.name != "" and self._is_log_torn()
        if self._log_is_torn:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # else the next start finds it too

    def _is_log_torn(self) -> bool:
        """Return True if there is something behind the last frame that SQLite found in its log.

        As a rule a frame there is of a log before this one, whose salt was counted up since.
        """
        with contextlib.suppress(OSError):
            with self._beside("-wal").open("rb") as log, self._beside("-shm").open("rb") as found:
                begin = log.read(20)
                page, salt = (int.from_bytes(begin[at : at + 4], "big") for at in (8, 16))
                frames = int.from_bytes(found.read(20)[16:], sys.byteorder)
                log.seek(32 + frames * (24 + page))
                frame = log.read(12)
            its_salt = int.from_bytes(frame[8:], "big")
            return frame != b"" and not 0 < (salt - its_salt) % (1 << 32) < 1 << 16
        return False

    @property
    def is_open(self) -> bool:
        """Whether it could be opened."""
        return self._db is not None

    @property
    def has_end(self) -> bool:
        """Whether it says which row was the last one."""
        return self.last > 0 and not self._log_is_torn

    @property
    def in_place(self) -> bool:
        """Whether the open file has its name still."""
        return self._opened == self._names

    @property
    def _names(self) -> list[int]:
        """Which files have the names of the index and of its log."""
        return [os.stat(path).st_ino if os.path.exists(path) else 0 for path in self._paths]

    def _beside(self, end: str) -> Path:
        return self.path.with_name(self.path.name + end)

    def close(self) -> None:
        """Let it go; never raises."""
        if self._db is not None:
            with contextlib.suppress(*_ERRORS):
                self._db.close()
        self._db = None
        self.last = self.tag = 0
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
        except _ERRORS as error:
            raise _database_error(self.path, "read", error) from None

    # Rows are taken

    def take_rows(self, lines: Sequence[Line], flush: str = "FULL") -> None:
        """Write rows, in their order, and what follows from them; on disk when this returns.

        Those after a gap are written, and derived once the gap is filled. flush: how carefully, as
        SQLite calls it.
        """
        try:
            self.consult(lambda db: self._write_rows(db, lines, flush))
        except BaseException:
            # What was followed in memory is ahead of the tables now.
            self._games.clear()
            with contextlib.suppress(StoreError):
                self.consult(lambda db: db.rollback())
                self._kept = self.consult(self._read_kept)
            raise
        self.last = max(self.last, lines[-1].next_row - 1)

    def _write_rows(self, db: Connection, lines: Sequence[Line], flush: str) -> None:
        db.execute(f"PRAGMA synchronous={flush}")
        db.execute("BEGIN IMMEDIATE")
        rows = [(line.row, _game_of(line), encode(line)[:-1]) for line in lines]
        db.executemany("INSERT OR REPLACE INTO row VALUES (?, ?, ?)", rows)
        kept = self._kept
        changed: set[int] = set()
        for line in lines:
            if line.row == kept.last + 1:
                kept.take_row(line)
                changed |= self._follow_games(db, line)
        for number in changed:
            self._games[number].write_figures(db, kept)
        if any(line.kind in (ALIAS, TRIAL) and line.row <= kept.last for line in lines):
            self._games.clear()  # they have the names of before
            tables.read_anew(db, kept)
        db.execute("UPDATE kept SET line = ? WHERE id = 1", (_base_line(kept.last),))
        if kept.last >= self._kept_next:
            whole = encode(kept.line)[:-1]
            db.execute("UPDATE kept SET line = ? WHERE id = 0", (whole,))
            self._kept_next = kept.last + len(whole) // _BYTES_OF_A_ROW
        db.execute("COMMIT")
        for number in list(self._games)[:-_FOLLOWED]:
            del self._games[number]

    def _follow_games(self, db: Connection, line: Line) -> set[int]:
        """Follow the games that a row is about. Return their numbers."""
        fields = fields_of(line) if line.kind in (WHOLE, WITHDRAW) else {}
        about = set()
        if line.is_event:
            self._followed_game(db, line.game, line.row).take_row(self._kept.read_line(line))
            about.add(line.game)
        gone = line.game if fields.get("withdrawn") is True else fields.get("game", 0)
        if is_integer(gone) and gone:
            self._followed_game(db, gone, line.row).withdrawn = True
            about.add(gone)
        return about

    def _followed_game(self, db: Connection, number: int, before: int) -> Game:
        """Return a game as it was before a row."""
        # Put back at the end, so that the game used last is the last to be dropped.
        game = self._games.pop(number, None)
        if game is None:
            game = Game(number)
            for line in story_before(db, number, before - 1):
                game.take_row(self._kept.read_line(line))
        self._games[number] = game
        return game

    # Rows are read

    def rows(self, first: int, last: int) -> list[Line]:
        """Return the rows from one to another, but for those that cannot be read."""
        query = "SELECT id, line FROM row WHERE id BETWEEN ? AND ? ORDER BY id"
        rows = []
        with contextlib.suppress(StoreError):
            rows = self.consult(lambda db: db.execute(query, (first, last)).fetchall())
        lines = [decode(raw) for _, raw in rows if isinstance(raw, bytes)]
        return [line for line in lines if line and first <= line.row <= last]

    def agrees_with(self, lines: Sequence[Line]) -> bool:
        """Return True if rows, one after the other, are there as the journal has them."""
        if not lines:
            return True
        query = "SELECT id, game, line FROM row WHERE id BETWEEN ? AND ? ORDER BY id"
        span = (lines[0].row, lines[-1].row)
        rows = self.consult(lambda db: db.execute(query, span).fetchall())
        return rows == [(line.row, _game_of(line), encode(line)[:-1]) for line in lines]

    def story(self, game: int) -> list[Line]:
        """Return the events of a game. Raises Damaged where one of them is spoilt or missing."""
        return self.read_lines(self.consult(lambda db: story_before(db, game)))

    def read_lines(self, lines: Sequence[Line]) -> list[Line]:
        """Return rows with the players' names as they read now."""
        return list(map(self._kept.read_line, lines))

    def kept_copy(self) -> Kept:
        """Return a copy of the preferences, stickers and names after the rows up to `base`."""
        return Kept.from_line(self._kept.line)

    def _read_kept(self, db: Connection) -> Kept:
        """Return the same as it is written, and as later rows say it. Raises Damaged.

        It ends before the first row that cannot be read, which the journal has to tell.
        """
        (raw,), (base,) = db.execute("SELECT line FROM kept ORDER BY id").fetchall()
        whole, end = decode(raw), decode(base)
        if whole is None or end is None:
            raise Damaged(f"{self.path} is damaged: what is kept cannot be read")
        kept = Kept.from_line(whole)
        self._kept_next = kept.last + len(raw) // _BYTES_OF_A_ROW
        query = "SELECT line FROM row WHERE id > ? AND id <= ? ORDER BY id"
        for (each,) in db.execute(query, (kept.last, end.row)):
            line = decode(each)
            if line is not None and line.row == kept.last + 1:
                kept.take_row(line)
        return kept

    # Comparing

    def check_sums(self) -> Iterator[None]:
        """Check what is derived from the rows, a table at a time. Raises Damaged."""
        for table in tables.TABLES:
            self._check_seal(table)
            yield
        problems = self.consult(lambda db: db.execute("PRAGMA integrity_check(1)").fetchall())
        if problems != [("ok",)]:
            raise Damaged(f"{self.path} is damaged: SQLite finds that it disagrees with itself")

    def _check_seal(self, table: str) -> None:
        query = f"""
        SELECT coalesce(sum(sum_of({tables.TABLES[table]})), 0) % {_SUMS},
        (SELECT sum FROM seal WHERE name = ?) FROM {table} NOT INDEXED
        """
        # Read from the table itself, since an index of it may be whole where the table is not.
        ((found, kept),) = self.consult(lambda db: db.execute(query, (table,)).fetchall())
        if found != kept:
            raise Damaged(f"{self.path} is damaged: the sum of its {table} is wrong")


def story_before(db: Connection, game: int, last: int = _LAST) -> list[Line]:
    """Return the events of a game, or those up to a row. Raises Damaged."""
    query = """
    SELECT 0 AS id, rows AS line FROM game WHERE id = ?1 UNION ALL
    SELECT id, line FROM row INDEXED BY row_of_game WHERE game = ?1 AND id <= ?2 ORDER BY id
    """
    # Both in one query: between two another connection might write.
    rows = db.execute(query, (game, last)).fetchall()
    counted = [number for place, number in rows if not place]
    del rows[: len(counted)]
    lines = [decode(raw) for _, raw in rows]
    story = [line for line in lines if line is not None and line.game == game]
    if last == _LAST and counted not in ([], [len(story)]):
        raise Damaged(f"the index has lost rows of game {game}")
    if len(story) != len(rows):
        raise Damaged(f"a row of game {game} is damaged")
    return story


def _game_of(line: Line) -> int:
    """Return the game whose event a row is, -1 where it is none."""
    return line.game if line.is_event else -1


def _database_error(path: Path, what: str, error: Exception) -> StoreError:
    """Return an error of SQLite or of the system as a sentence."""
    code = getattr(error, "sqlite_errorcode", None)
    # An extended code of SQLite has the primary one in its last byte.
    passing = isinstance(error, OSError | MemoryError) if code is None else code & 0xFF in _BUSY
    reason = error.strerror or error if isinstance(error, OSError) else error
    return (StoreError if passing else Damaged)(f"{path} cannot be {what}: {reason}")
