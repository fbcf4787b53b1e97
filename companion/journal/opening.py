"""Opening a file of games: it is checked before SQLite writes to it, then brought to this
version.
"""

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path
from sqlite3 import Connection
from typing import Final

from companion.errors import Damaged, StoreError
from companion.journal.copy.lines import new_tag
from companion.journal.damage import recovery
from companion.journal.sqlite import beside, reader
from companion.journal.statistics import summaries, tables

VERSION: Final = 6
"""Of the file. Since 6 its rows say by which version of their meanings they were written."""
COUNTED_SINCE: Final = 5
"""Files of earlier versions lack the statistics."""
LAST_VERSION: Final = 99
"""A file that is marked with a higher one was not written by a later companion: the mark is
damaged."""
LONGEST_LOG: Final = 1 << 20
"""Bytes to which SQLite's log is cut back when it was longer."""
PATIENCE_S: Final = 0.2
"""How long a write waits for another program that is writing, in seconds."""
_IMMUTABLE: Final = "&immutable=1"
SCHEMA: Final = f"""
CREATE TABLE IF NOT EXISTS event (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL,
    at REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS event_of_game ON event (game, id);
CREATE TABLE IF NOT EXISTS preference (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sticker (tag TEXT PRIMARY KEY, deck TEXT NOT NULL, card TEXT NOT NULL);
{summaries.SCHEMA}
{tables.SCHEMA}
PRAGMA user_version = {VERSION};
"""


def connect(path: Path) -> Connection:
    """Open or make a file; nothing is written yet. Raises StoreError, OSError or sqlite3.Error."""
    path.parent.mkdir(parents=True, exist_ok=True)
    version = recovery.check(path)
    if VERSION < version <= LAST_VERSION:  # not to be opened for writing, by any program
        with contextlib.closing(reader(path, _IMMUTABLE)) as db:
            _check_tables(path, db)
    _check_version(path, version)
    return sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)


def version(path: Path, db: Connection) -> int:
    """Return the version of an open file, to which nothing was written yet.

    Raises StoreError if it is unfit.
    """
    (found,) = db.execute("PRAGMA user_version").fetchone()
    _check_tables(path, db)
    _check_version(path, found)
    return int(found)


def set_up(db: Connection) -> None:
    """Set up a connection: what is written is on disk when it counts as written."""
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute(f"PRAGMA journal_size_limit={LONGEST_LOG}")


def upgrade(db: Connection, version: int) -> None:
    """Make the tables that a file of an earlier version lacks."""
    if version < VERSION:
        db.executescript(f"BEGIN IMMEDIATE; {SCHEMA}")
        if not version:
            db.execute(f"PRAGMA application_id={new_tag()}")
        if 0 < version < COUNTED_SINCE:
            tables.restart(db)
        db.execute("COMMIT")


def connect_to_read(path: Path) -> Connection:
    """Open a file to be read only, even where nothing can be written.

    Raises OSError or sqlite3.Error.
    """
    recovery.refuse_strange(path)
    db = reader(path)
    try:
        db.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error:
        db.close()
        log = beside(path)
        if log.exists() and log.stat().st_size:
            return _copy(path, log)
        return reader(path, _IMMUTABLE)
    return db


def _copy(path: Path, log: Path) -> Connection:
    """Return a copy of the file: in a folder that cannot be written SQLite does not read
    the log.
    """
    with tempfile.TemporaryDirectory(prefix="hanabi-") as folder:
        for file in (path, log):
            shutil.copy(file, Path(folder, file.name))
        db = sqlite3.connect(Path(folder, path.name), check_same_thread=False)
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # now it has open what it reads
    return db


def _check_tables(path: Path, db: Connection) -> None:
    there = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if there and "event" not in there:
        raise Damaged(f"{path} is no file of games")


def _check_version(path: Path, version: int) -> None:
    if version > LAST_VERSION:
        raise Damaged(f"the header of {path} is damaged")
    if version > VERSION:
        raise StoreError(f"{path} was written by a later version of the companion: update this one")
