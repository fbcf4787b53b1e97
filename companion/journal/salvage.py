"""Salvage: the rows that are left in an index that was set aside, as a backup.

Each stands there as a line with its sum, so nothing else of the file has to be whole.
"""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from typing import Final

from companion.journal.lines import (
    BACKUP,
    BASE,
    WHOLLY_KEPT,
    Line,
    decode,
    encode,
    ending,
    header,
    line_beside,
    new_tag,
)

MAGIC: Final = b"SQLite format 3\0"
"""How a whole index begins."""
_BEGIN: Final = re.compile(rb"[0-9a-f]{8} [0-9]+ [0-9]+ [a-z]+ ")
_END: Final = re.compile(rb"[]}]")
_LONGEST: Final = 1 << 12
"""Bytes of a line that stands in one piece: a page has no more."""


def salvaged_backup(index: bytes, log: bytes = b"") -> Iterator[str]:
    """Yield a backup of the rows that are left in an index and in its log."""
    found = (*_lines_among(log + index), *_lines_by_sqlite(index))
    rows = {line.row: line for line in found if line.kind not in (BASE, WHOLLY_KEPT)}
    if not rows:
        return
    yield header(new_tag()).decode() + line_beside(BACKUP, {})
    for row in sorted(rows):
        yield encode(rows[row]).decode()
    gone = max((line.row for line in found), default=0) - max(rows, default=0)
    yield ending(1 + len(rows) + gone)


def _lines_among(content: bytes) -> Iterator[Line]:
    """Yield the lines whose sum is right, wherever they stand."""
    for begin in _BEGIN.finditer(content):
        start = begin.start()
        for end in _END.finditer(content, begin.end(), start + _LONGEST):
            if line := decode(content[start : end.end()]):
                yield line
                break


def _lines_by_sqlite(content: bytes) -> Iterator[Line]:
    """Yield the lines that SQLite finds, with those that stand in several pages."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(":memory:")) as db:
        # Memory has no log: the file is not one with a log there.
        db.deserialize(content[:18] + b"\1\1" + content[20:])
        for (raw,) in db.execute("SELECT line FROM row"):
            if line := decode(raw or b""):
                yield line
