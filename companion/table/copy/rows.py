"""SQLite's rows as lines of the copy, and how the two are compared. Everything may raise sqlite3.Error."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion.table.copy import file
from companion.table.copy.kept import Kept
from companion.table.copy.lines import Line, decode, read_tag
from companion.table.sqlite import typed

_SELECT: Final = "SELECT id, game, kind, data, at FROM event"
_OTHER_TIMES: Final = 2
"""Rows of other times from which a copy without a tag is one of other games: one may be damaged."""


def after(db: sqlite3.Connection, last: int, most: int) -> list[Line]:
    """Return the rows after one. Raises Damaged if one of them makes no sense."""
    return _lines(db.execute(f"{_SELECT} WHERE id > ? ORDER BY id LIMIT ?", (last, most)).fetchall())


def _lines(rows: Sequence[tuple[object, ...]]) -> list[Line]:
    """Return rows as lines; no field but the last may have a blank, and none the end of a line."""
    return [
        Line(number, game, "_".join(kind.split()), data.replace("\n", " "), at)
        for number, game, kind, data, at in typed(rows, int, int, str, str, float)
    ]


def every(db: sqlite3.Connection) -> Iterator[Line]:
    """Return everything that a copy holds, for a whole new one. Raises Damaged."""
    for row in db.execute(f"{_SELECT} ORDER BY id"):
        yield from _lines([row])
    yield from Kept().changes_to(kept(db))


def kept(db: sqlite3.Connection) -> Kept:
    """Return what SQLite keeps beside the events; damaged rows are left out."""
    there = Kept()
    for key, value in db.execute("SELECT key, value FROM preference"):
        if isinstance(key, str) and isinstance(value, str):
            there.preferences[key] = value
    for row in db.execute("SELECT tag, deck, card FROM sticker ORDER BY rowid"):
        if all(isinstance(value, str) for value in row):
            there.stickers[row[0]] = row[1:]
    there.names = names(db)
    return there


def names(db: sqlite3.Connection) -> list[str]:
    """Return all names that are offered, the one used last at the end."""
    rows = db.execute("SELECT name FROM player ORDER BY rowid")
    return [name for (name,) in rows if isinstance(name, str)]


def last(db: sqlite3.Connection) -> int:
    """Return the last row, 0 for none."""
    ((number,),) = typed(db.execute("SELECT coalesce(max(id), 0) FROM event").fetchall(), int)
    return int(number)


def tag(db: sqlite3.Connection) -> int:
    """Return the tag that SQLite has, 0 for none."""
    (number,) = db.execute("PRAGMA application_id").fetchone()
    return int(number)


class Difference(NamedTuple):
    """How rows and lines differ."""

    contradicted: int
    """Lines that SQLite lacks, or has otherwise."""
    missing: int
    """Rows that are not among the lines."""


def compare(db: sqlite3.Connection, first: int, lines: Sequence[Line]) -> Difference:
    """Compare lines with the rows from `first` to the last of them. Raises Damaged."""
    if not lines:
        return Difference(0, 0)
    query = f"{_SELECT} WHERE id BETWEEN ? AND ?"
    highest = max(line.id for line in lines)
    rows = {row.id: row for row in _lines(db.execute(query, (first, highest)).fetchall())}
    contradicted = sum(rows.get(line.id) != line for line in lines)
    return Difference(contradicted, len(rows.keys() - {line.id for line in lines}))


def are_other_games(db: sqlite3.Connection, path: Path) -> bool:
    """Return whether a copy has other games: another tag, and rows of other times. Raises OSError."""
    mine = tag(db)
    enough = _OTHER_TIMES
    differing = 0
    for number, pieces in enumerate(file.slices(path)):
        if number == 0 and mine and (copied := read_tag(pieces[0])):
            if copied == mine:
                return False
            enough = 1
        lines = [line for line in map(decode, pieces) if line is not None and line.id]
        if lines:
            span = (min(line.id for line in lines), max(line.id for line in lines))
            times = dict(db.execute("SELECT id, at FROM event WHERE id BETWEEN ? AND ?", span))
            differing += sum(times.get(line.id, line.at) != line.at for line in lines)
        if differing >= enough:
            return True
    return False


class Comparison:
    """A comparison of a whole copy with SQLite's rows, a slice at a time."""

    def __init__(self, path: Path) -> None:
        self._slices = file.slices(path)
        self._next = 1
        self._begun = False
        self.contradicted = 0
        """Lines that SQLite lacks, or has otherwise."""
        self.damaged = 0
        """Lines whose sum is wrong, or that are missing."""
        self.kept = Kept()
        """What the copy keeps beside the events."""

    @property
    def last(self) -> int:
        """The last row that was compared."""
        return self._next - 1

    def go_on(self, db: sqlite3.Connection) -> bool:
        """Compare the next slice; gives whether there may be more. Raises Damaged or OSError."""
        pieces = next(self._slices, None)
        if pieces is None:
            return False
        if not self._begun:
            self._begun = True
            self.damaged += not read_tag(pieces.pop(0))
        lines = [decode(piece) for piece in pieces]
        good = [line for line in lines if line is not None]
        self.damaged += len(lines) - len(good)
        for line in good:
            if not line.id:
                self.kept.add(line)
        found = [line for line in good if line.id]
        difference = compare(db, self._next, found)
        self.contradicted += difference.contradicted
        self.damaged += difference.missing
        self._next = max([self._next, *(line.id + 1 for line in found)])
        return True
