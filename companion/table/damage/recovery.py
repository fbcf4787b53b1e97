"""Recovery: how the store finds a damaged file before SQLite writes to it, and gets its games back.

This is the one module of the package that anything else imports. SQLite's pages are read by our own code
(`salvage`, `wal`), since nothing else keeps as much. Measured over 1,418 cuts, spoilt pages and flipped bits
of the five kinds of store in tests/faults/test_store_cuts.py, with two games of 90 events each time:

| what reads the damaged file            | events kept | games kept whole | cases that lose what is readable |
|----------------------------------------|-------------|------------------|----------------------------------|
| this package                           |      94,855 |            2,082 |                                0 |
| `sqlite3 .recover` (3.46.1, Debian 13) |      63,271 |            1,170 |                              649 |
| SELECT as far as it gets               |      60,773 |            1,121 |                              693 |
| a backup at the end of each game + SELECT  |  78,486 |            1,779 |                              693 |
| a backup at the end of each game + .recover |  79,929 |           1,793 |                              648 |

SQLite stops at the first bad page of the log and drops all after it; `.recover` also gives up where the
header or the schema is lost, and the sqlite3 of Debian 12 is built without it. A backup misses the game on
the table, which is the one that matters. Of 500,000 events (71 MiB) this package keeps the same as `.recover`
with one page lost, in 21 s instead of 10 s, and 73 instead of 22 MiB of memory, most of that the mapped file.
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
    """Check a file before SQLite opens it; gives the version of the tables that it is marked with.

    Raises:
        Damaged: SQLite must not open it.
        OSError: it cannot be read, or is no plain file.
    """
    replacing.finish(path)
    return header_check.look(path)


def check_log(path: Path) -> None:
    """Check the log of an open file to which nothing was written yet.

    Raises:
        Damaged: it has games that SQLite overlooks, and would overwrite.
        OSError: it cannot be read.
    """
    if wal.overlooked(path):
        raise Damaged(f"the log of {path} is damaged")


def in_memory(path: Path, schema: str, going_on: GoingOn) -> sqlite3.Connection:
    """What can be read of a damaged file, as a database in memory.

    Raises:
        StoreError: nothing can be read.
    """
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

    let_go: closes the damaged file. Gives the name that it has now.

    Raises:
        StoreError: that cannot be done now; the damaged file is as it was.
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
