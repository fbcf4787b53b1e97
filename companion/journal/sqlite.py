"""SQLite: the files that it keeps for one database, and what its rows and errors say
about damage.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from sqlite3 import Connection
from types import UnionType
from typing import Any, Final

from companion.errors import Damaged, StoreError

ERRORS: Final = (OSError, sqlite3.Error, MemoryError, UnicodeDecodeError)
"""What using a database raises.

The last one where a text in it is none, such as a name in its schema."""
_DAMAGED: Final = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CONSTRAINT,  # what is derived from the events contradicts them
    sqlite3.SQLITE_MISMATCH,
)


def beside(path: Path, end: str = "-wal") -> Path:
    """Return the write-ahead log of a database; with `-shm` the index of the log."""
    return path.with_name(path.name + end)


def reader(path: Path, options: str = "") -> Connection:
    """Open a file that is only read. Raises sqlite3.Error."""
    uri = f"{path.absolute().as_uri()}?mode=ro{options}"
    return sqlite3.connect(uri, uri=True, check_same_thread=False)


def failure(path: Path, what: str, error: Exception) -> StoreError:
    """Return an error of SQLite or of the system as a sentence."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        damaged = isinstance(error, sqlite3.OperationalError | UnicodeDecodeError)
    else:
        damaged = code & 0xFF in _DAMAGED or (
            code == sqlite3.SQLITE_ERROR and "no such " in str(error)
        )
    return (Damaged if damaged else StoreError)(f"{path} cannot be {what}: {reason(error)}")


def reason(error: Exception) -> str:
    """Return what an error says, without its number."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def all_texts(row: Iterable[object]) -> bool:
    """Return True if a row has nothing but texts; only a damaged one has anything else."""
    return all(isinstance(value, str) for value in row)


def typed(rows: Sequence[Any], *kinds: type | UnionType) -> list[Any]:
    """Return the same rows. Raises Damaged if a value has another type than it was written with."""
    for row in rows:
        for value, kind in zip(row, kinds, strict=True):
            if not isinstance(value, kind):
                raise Damaged(f"a row has {type(value).__name__} where {kind} stood")
    return list(rows)
