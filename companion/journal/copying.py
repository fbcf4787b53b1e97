"""Copying: the text copy beside SQLite's file is compared with it, and kept equal to it.

SQLite's row is on disk, and answered, before its line is written; the line is on disk before the
next row is written. A copy that fails stops no game: what it lacks is written later. Where it lacks
many rows, the newest ones are copied first, since a write to SQLite's file endangers those; the
others follow while nobody presses.
"""

import time
from collections.abc import Callable
from pathlib import Path
from sqlite3 import Connection
from typing import Final

from companion.errors import Damaged
from companion.journal.copy import kept, rows
from companion.journal.copy.file import COPY, CopyFile, End
from companion.journal.copy.lines import Line, new_tag
from companion.journal.damage import recovery
from companion.journal.sqlite import beside
from companion.journal.writer_messages import Cause, CopyMended, SetAside

_SLICE: Final = 200
"""Rows that are copied at a time while nobody presses: a press waits no longer."""
_NEWEST: Final = 2000
"""Rows that are copied at once: a small store of an earlier version has its copy before the first
press."""
_AT_END_S: Final = 1.0
"""Seconds for which the end of the program waits for other rows."""


class Copying:
    """The copy of a store that is open.

    Its methods may raise sqlite3.Error, OSError and Damaged.
    """

    def __init__(self, path: Path) -> None:
        self.post: Callable[[SetAside | CopyMended], None] = lambda message: None
        """Called when a copy was set aside, or lacked what it had before."""
        self.waits = False
        """Whether the last transaction may not be in the copy; to be set after each one."""
        self.tag_to_adopt = 0
        """The tag of the copy, once all of it is known to be of the same store.

        0 for none to be adopted."""
        self.failed = False
        """Whether the last try to write, or to compare, failed."""
        self._path = path
        self._file = CopyFile(beside(path, COPY))
        self._kept: list[Line] = []
        """Changes of preferences, stickers and names that are to be copied."""
        self._gaps: list[range] = []
        """The numbers of rows that the copy lacks, before those that it has."""
        self._lacked = ""
        """What the copy lacked, to be told once it is written again."""
        self._comparison: rows.Comparison | None = None
        self._compared = False

    @property
    def has_work(self) -> bool:
        """Whether there is more to copy or to compare while nobody presses."""
        return bool(self._gaps) or self.failed or not self._compared

    def start(self, db: Connection, going_on: Callable[[], None]) -> None:
        """Compare the end of the copy with SQLite's rows.

        Raises Damaged if SQLite lacks some of it.

        A copy that is damaged is made anew; one of other games is set aside.
        """
        self._gaps.clear()
        self._comparison = None
        self._compared = False
        try:
            self._compare_end(db, self._file.open(), going_on)
            self._write(db)
        except OSError:
            self._file.close()
            self.failed = True

    def _compare_end(self, db: Connection, end: End, going_on: Callable[[], None]) -> None:
        if rows.contradicted(db, [line for line in end.lines if line.id]):
            if not rows.are_other_games(db, self._file.path):
                raise Damaged(f"{self._path} lacks games that its copy has")
            self._set_other_aside()
        elif not end.sound:
            going_on()
            self._renew(db)
        elif rows.last(db) > end.last:
            if end.torn:
                self._lacked = "its end was torn"
            elif not end.offset and rows.tag(db):
                self._lacked = "it was missing"

    def _renew(self, db: Connection) -> None:
        """Make the copy anew; it is all compared then, and where that fails, not before the next
        start.
        """
        self._comparison = None
        self._compared = True
        aside = recovery.renew_copy(self._path, db, rows.tag(db) or new_tag())
        self.post(SetAside(aside.name, Cause.COPY_DAMAGED))
        self._file.open()

    def _set_other_aside(self) -> None:
        aside = recovery.put_other_copy_aside(self._path)
        self.post(SetAside(aside.name, Cause.COPY_OTHER))
        self._file.open()

    def keep(self, kind: str, *values: str) -> None:
        """Take a change of what is kept beside the events; `write` copies it."""
        self._kept.append(kept.line(kind, *values))

    def write(self, db: Connection) -> None:
        """Write the rows after the copy's last one."""
        self.failed = True
        if not self._file.in_place():
            self._file.close()
            self.start(db, lambda: None)
        self._write(db)

    def _write(self, db: Connection) -> None:
        self.failed = True
        last = self._file.last
        lines = rows.newest(db, last, _NEWEST)
        if lines or self._kept:
            self._file.append([*lines, *self._kept], rows.tag(db) or new_tag())
        if lines and lines[0].id > last + 1:
            self._gaps.append(range(last + 1, lines[0].id))
        self._kept.clear()
        if self._lacked:
            self.post(CopyMended(self._lacked))
            self._lacked = ""
        self.failed = self.waits = False

    def fill(self, db: Connection) -> None:
        """Write, before the end of the program, the rows that the copy is known to lack."""
        until = time.monotonic() + _AT_END_S
        while self._gaps and time.monotonic() < until:
            self._fill(db)

    def _fill(self, db: Connection) -> None:
        """Write some of the rows that the copy lacks, and after them its newest row and the names
        again.
        """
        self.failed = True
        last = self._file.last
        gap = self._gaps[0]
        lines = rows.between(db, gap, _SLICE)
        if lines:
            newest = rows.between(db, range(last, last + 1), 1)
            names = kept.line(kept.NAMES, *rows.names(db))
            self._file.append([*lines, *newest, names], self._file.tag)
            self._gaps[0] = range(lines[-1].id + 1, gap.stop)
        if len(lines) < _SLICE:
            del self._gaps[0]
        self.failed = False

    def go_on(self, db: Connection) -> None:
        """Copy a slice, or compare one; a damaged copy is made anew.

        Raises Damaged if SQLite lacks a row.
        """
        if self.failed:
            self.write(db)
        elif self._gaps:
            self._fill(db)
        else:
            self._compare_on(db)

    def _compare_on(self, db: Connection) -> None:
        if self._comparison is None:
            self._comparison = rows.Comparison(self._file.path)
        comparison = self._comparison
        try:
            more = comparison.go_on(db)
        except OSError:
            # What was read so far is not all of the copy: it is compared from its beginning again.
            self._comparison = None
            self.failed = True
            raise
        if comparison.contradicted:
            raise Damaged(f"{self._path} lacks games that its copy has")
        if comparison.damaged:
            self._renew(db)
        elif not more:
            self._finish(db, comparison)

    def _finish(self, db: Connection, comparison: rows.Comparison) -> None:
        """Copy what else is kept, and let both files have one tag.

        Or fill gaps first, and compare again.
        """
        self._comparison = None
        self._gaps = [gap for gap in comparison.lacking(db) if gap.stop <= self._file.last]
        if self._gaps:
            self._lacked = "some of its lines were missing"
            return
        self._compared = True
        self._kept[:0] = comparison.kept.changes_to(rows.kept(db))
        if self._kept:
            self.write(db)
        if self._file.tag != rows.tag(db):
            self.tag_to_adopt = self._file.tag

    def close(self) -> None:
        """Let the copy go."""
        self._comparison = None
        self._file.close()


def compare(path: Path, db: Connection) -> rows.Comparison:
    """Compare a whole copy with SQLite's rows, without a change to either."""
    comparison = rows.Comparison(beside(path, COPY))
    while comparison.go_on(db):
        pass
    return comparison
