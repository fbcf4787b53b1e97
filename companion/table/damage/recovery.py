"""Recovery: how the store finds a damaged file before SQLite writes to it, and gets its games back.

This is the one module of the package that anything else imports. SQLite's pages are read by our own code
(`salvage`, `wal`), since nothing else keeps as much. Measured over 1,418 cuts, spoilt pages and flipped bits
of the stores in tests/faults/test_store_cuts.py, each with two games of 90 events together:

| what reads the damaged file                  | events kept | whole games | cases with readable events lost |
|----------------------------------------------|-------------|-------------|---------------------------------|
| this package                                 |      94,855 |       2,082 |                               0 |
| `sqlite3 .recover` (3.46.1, of Debian 13)    |      63,271 |       1,170 |                             649 |
| `SELECT`, from both ends of the table        |      60,773 |       1,121 |                             693 |
| a backup after each game, else `SELECT`      |      78,486 |       1,779 |                             693 |
| a backup after each game, else `.recover`    |      79,929 |       1,793 |                             648 |

SQLite stops at the first bad page of the log and drops everything after it, and `.recover` loses games whose
pages are good when others were cut out or overwritten; the one of Debian 12 lacks what it needs. A backup
lacks the game on the table, the one that matters. A case takes 28 ms here and 26 ms with `.recover`. With one
page of 71 MiB lost (50,000 games) both keep the same: in 21 s here, with 73 MiB of memory that are mostly the
mapped file, and in 10 s with 22 MiB there.
"""

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.errors import Damaged, StoreError
from companion.table.damage import header_check, replacing, wal
from companion.table.damage.rebuilding import GoingOn, keep
from companion.table.damage.salvage import salvage
from companion.table.sqlite import ERRORS, beside, reason

_UNREADABLE: Final = (*ERRORS, ValueError, TypeError, LookupError, ArithmeticError)
"""What reading bytes raises that are anything but a file of games."""

refuse_strange = header_check.refuse_strange
put_log_aside = replacing.put_log_aside


def check_header(path: Path) -> int:
    """Check a file before SQLite opens it; gives the version of its tables. Raises Damaged, or OSError."""
    replacing.finish(path)
    return header_check.look(path)


def check_log(path: Path) -> None:
    """Raise Damaged if the log of an open file has games that SQLite overlooks, and would overwrite."""
    if wal.overlooked(path):
        raise Damaged(f"the log of {path} is damaged")


def in_memory(path: Path, schema: str, going_on: GoingOn) -> sqlite3.Connection:
    """What can be read of a damaged file, as a database in memory. Raises StoreError if nothing can."""
    try:
        refuse_strange(path)
        db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        db.executescript(schema)
        if not keep(db, salvage(path), None, going_on):
            raise StoreError(f"{path} cannot be read: there are no games in it")
    except _UNREADABLE as error:
        raise StoreError(f"{path} cannot be read: {reason(error)}") from None
    return db


def replace(path: Path, schema: str, going_on: GoingOn, let_go: Callable[[], None]) -> Path:
    """Set a damaged file aside, and put a new one in its place with what can be read of it.

    let_go: closes the damaged file. Gives its new name. Raises StoreError, with the file as it was.
    """
    try:
        made = replacing.making(path)
        meanwhile = beside(made, replacing.FOUND)
        with contextlib.closing(sqlite3.connect(made, isolation_level=None)) as db:
            db.executescript(schema)
            keep(db, salvage(path), meanwhile, going_on)
        meanwhile.unlink(missing_ok=True)
        return replacing.exchange(path, made, let_go)
    except _UNREADABLE as error:
        with contextlib.suppress(OSError):
            replacing.making(path)
        raise StoreError(f"{path} is damaged and cannot be set aside: {reason(error)}") from None
