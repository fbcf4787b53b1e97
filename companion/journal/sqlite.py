"""SQLite: what its rows and errors say about damage."""

import sqlite3
from pathlib import Path
from typing import Final

from companion.errors import Damaged, NotARecord, StoreError

ERRORS: Final = (
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


def failure(path: Path, what: str, error: Exception) -> StoreError:
    """Return an error of SQLite or of the system as a sentence."""
    code = getattr(error, "sqlite_errorcode", None)
    passing = isinstance(error, OSError | MemoryError) if code is None else code & 0xFF in _BUSY
    reason = error.strerror or error if isinstance(error, OSError) else error
    return (StoreError if passing else Damaged)(f"{path} cannot be {what}: {reason}")
