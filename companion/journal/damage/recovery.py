"""Recovery: a damaged file of games, or copy, is set aside, and a whole one takes its place.

This is the one module of the package that anything else imports. What mends what:

- SQLite lacks a row of its copy, has it otherwise, or cannot be read: a new file gets what SELECT
  still reads from both ends, and then the copy's good lines over it. It gets a new copy. The
  damaged files are set aside together, as `games.damaged-1.sqlite3` with `.txt`, `-wal`, `-shm`.
- SQLite's file is empty or gone: the same, so the copy is right.
- The copy has lines whose sum is wrong: a whole new one is made of SQLite's rows, and the damaged
  one is set aside, as `games.damaged-1.sqlite3.txt`.
- The copy lacks lines, or is not there: what it lacks is written at its end.
- The copy has other games (another tag, rows of other times): it is set aside as
  `games.other-1.txt`.
"""

import contextlib
import errno
import sqlite3
import stat
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from sqlite3 import Connection
from typing import Any, Final

from companion.errors import Damaged, StoreError
from companion.game.cards import CARDS
from companion.journal.copy import file, kept, rows
from companion.journal.copy.file import COPY
from companion.journal.copy.lines import Line, good_lines, new_tag
from companion.journal.damage import replacing
from companion.journal.damage.rebuilding import (
    EVENT,
    NAME,
    NO_NAMES,
    NO_STICKER,
    PREFERENCE,
    STICKER,
    GoingOn,
    SalvagedRow,
    rebuild,
)
from companion.journal.events import Began, event_of
from companion.journal.sqlite import ERRORS, beside, reader, reason
from companion.journal.statistics.standings import real_names

_UNREADABLE: Final = (*ERRORS, ValueError, TypeError, LookupError, ArithmeticError)
"""What reading bytes raises that are anything but a file of games."""
_MAGIC: Final = b"SQLite format 3\0"
_VERSION: Final = slice(60, 64)
"""Where the header of a file has the version of its tables."""
_FORMATS: Final = (1, 2)
"""To SQLite a file that is marked with a later format of it can be read, but never
written again."""
_LOG_HEADER: Final = 32
"""The length of a log in which there is nothing."""
_ROWS: Final = "SELECT id, game, kind, data, at FROM event ORDER BY id"
_SMALL: Final = (
    (PREFERENCE, "SELECT key, value FROM preference"),
    (STICKER, "SELECT tag, deck, card FROM sticker ORDER BY rowid"),
    (NAME, "SELECT name FROM player ORDER BY rowid"),
)

put_log_aside = replacing.put_log_aside
put_other_copy_aside = replacing.put_other_copy_aside


# Before SQLite opens a file


def check(path: Path) -> int:
    """Check that SQLite may open a file; gives the version of its tables.

    Raises Damaged, or OSError.

    To SQLite an empty file is a new one, whose log it deletes.
    """
    replacing.finish(path)
    refuse_strange(path)
    header = b""
    if path.exists():
        with path.open("rb") as opened:
            header = opened.read(100)
    log = beside(path)
    log_size = log.stat().st_size if log.exists() else 0
    if not header and log_size > _LOG_HEADER:
        raise Damaged(f"{path} is empty, but there are games in its log")
    if not header.startswith(_MAGIC):
        return 0
    if not {*header[18:20]}.issubset(_FORMATS):
        raise Damaged(f"the header of {path} is damaged")
    return int.from_bytes(header[_VERSION], "big")


def refuse_strange(path: Path) -> None:
    """Raise OSError for what is no plain file: opening a pipe would never return."""
    for end in ("", "-wal", "-shm", COPY):
        each = beside(path, end)
        with contextlib.suppress(FileNotFoundError):
            if not stat.S_ISREG(each.stat().st_mode):
                raise OSError(errno.EINVAL, f"{each.name} is no plain file: move it away")


# What can be read


def find(path: Path) -> Iterator[SalvagedRow]:
    """Read a damaged file and its copy, what the copy has last: its lines have sums.

    Raises OSError.
    """
    yield from _selected(path)
    if not _copy_is_of_other_games(path):
        yield from _copied(beside(path, COPY))


def _selected(path: Path) -> Iterator[SalvagedRow]:
    """Read what SELECT still gives; of the events from both ends."""
    for statement, query in _SMALL:
        yield from _read(path, statement, query)
    complete = yield from _read(path, EVENT, _ROWS)
    if not complete:
        yield from _read(path, EVENT, f"{_ROWS} DESC")


def _read(path: Path, statement: str, query: str) -> Generator[SalvagedRow, None, bool]:
    """Read the rows of a query that make sense. Return whether SQLite could read all of them."""
    try:
        with contextlib.closing(reader(path)) as db:
            for row in filter(_makes_sense, db.execute(query)):
                yield statement, row
    except ERRORS:
        return False
    return True


def _makes_sense(row: Any) -> bool:
    match row:
        case (int(), int(), str(kind), str(data), float()):
            return event_of(kind, data) is not None
        case (str(), str(), str(card)):
            return card in CARDS
        case (str(), str()) | (str(),):
            return True
    return False


def _copy_is_of_other_games(path: Path) -> bool:
    with contextlib.suppress(*ERRORS), contextlib.closing(reader(path)) as db:
        return rows.are_other_games(db, beside(path, COPY))
    return False


def _copied(path: Path) -> Iterator[SalvagedRow]:
    """Read the good lines of a copy."""
    for pieces in file.slices(path):
        for line in good_lines(pieces):
            yield from _statements(line)


def _statements(line: Line) -> Iterator[SalvagedRow]:
    if line.id:
        event = event_of(line.kind, line.data)
        if event:
            yield EVENT, tuple(line)
        if isinstance(event, Began):
            yield from ((NAME, (name,)) for name in reversed(real_names(event.names)))
        return
    match line.kind, kept.read(line):
        case "prefer", (key, value):
            yield PREFERENCE, (key, value)
        case "sticker", (tag, deck, card) if card in CARDS:
            yield STICKER, (tag, deck, card)
        case "unsticker", (tag,):
            yield NO_STICKER, (tag,)
        case "names", names:
            yield NO_NAMES, ()
            yield from ((NAME, (name,)) for name in names)


# Mending


def in_memory(path: Path, schema: str, going_on: GoingOn) -> Connection:
    """Return what can be read of a damaged file, as a database in memory.

    Raises StoreError if nothing can.
    """
    try:
        refuse_strange(path)
        db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        db.executescript(schema)
        if not rebuild(db, find(path), None, going_on):
            raise StoreError(f"{path} cannot be read: there are no games in it")
    except _UNREADABLE as error:
        raise StoreError(f"{path} cannot be read: {reason(error)}") from None
    return db


def replace(path: Path, schema: str, going_on: GoingOn, let_go: Callable[[], None]) -> Path:
    """Set a damaged file and its copy aside, and put new ones in their place with what can be read
    of them.

    let_go: closes the damaged file. Gives its new name. Raises StoreError, with the file as it was.
    """
    try:
        made = replacing.making(path)
        meanwhile = beside(made, replacing.FOUND)
        tag = new_tag()
        with contextlib.closing(sqlite3.connect(made, isolation_level=None)) as db:
            db.executescript(f"{schema} PRAGMA application_id = {tag};")
            rebuild(db, find(path), meanwhile, going_on)
            made_copy = file.make(beside(made, COPY), tag, rows.every(db))
            db.execute("PRAGMA journal_mode = WAL")
        meanwhile.unlink(missing_ok=True)
        return replacing.exchange(path, made, made_copy, let_go)
    except _UNREADABLE as error:
        with contextlib.suppress(OSError):
            replacing.making(path)
        raise StoreError(f"{path} is damaged and cannot be set aside: {reason(error)}") from None


def renew_copy(path: Path, db: Connection, tag: int) -> Path:
    """Set a damaged copy aside, and put a whole new one in its place; gives its new name.

    Raises OSError, sqlite3.Error, or Damaged if SQLite's rows make no sense.
    """
    made = file.make(beside(path, COPY), tag, rows.every(db))
    aside = replacing.put_copy_aside(path)
    made.replace(beside(path, COPY))
    file.sync_folder(path)
    return aside
