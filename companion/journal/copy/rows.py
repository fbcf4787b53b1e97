"""SQLite's rows as lines of the copy, and how the two are compared.

Everything may raise sqlite3.Error.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from sqlite3 import Connection
from typing import Any, Final

from companion.journal.copy import file
from companion.journal.copy.kept import Kept
from companion.journal.copy.lines import Line, good_lines, read_tag
from companion.journal.sqlite import all_texts, typed

_SELECT: Final = "SELECT id, game, kind, data, at FROM event"
_OTHER_TIMES: Final = 2
"""Rows of other times from which a copy without a tag is one of other games: one may be damaged."""


def newest(db: Connection, last: int, most: int) -> list[Line]:
    """Return the rows after one; where there are too many, the newest of them. Raises Damaged."""
    found = db.execute(f"{_SELECT} WHERE id > ? ORDER BY id DESC LIMIT ?", (last, most)).fetchall()
    return _lines(found)[::-1]


def between(db: Connection, span: range, most: int) -> list[Line]:
    """Return the first rows of a span of numbers. Raises Damaged if one of them makes no sense."""
    query = f"{_SELECT} WHERE id >= ? AND id < ? ORDER BY id LIMIT ?"
    return _lines(db.execute(query, (span.start, span.stop, most)).fetchall())


def _lines(rows: Sequence[tuple[object, ...]]) -> list[Line]:
    """Return rows as lines; no field but the last may have a blank, and none the end of a line."""
    return [
        Line(number, game, "_".join(kind.split()), data.replace("\n", " "), at)
        for number, game, kind, data, at in typed(rows, int, int, str, str, float)
    ]


def every(db: Connection) -> Iterator[Line]:
    """Return everything that a copy holds, for a whole new one. Raises Damaged."""
    for row in db.execute(f"{_SELECT} ORDER BY id"):
        yield from _lines([row])
    yield from Kept().changes_to(kept(db))


def kept(db: Connection) -> Kept:
    """Return what SQLite keeps beside the events; damaged rows are left out."""
    there = Kept()
    there.preferences = dict(_select(db, "preference", "key, value"))
    for tag, *sticker in _select(db, "sticker", "tag, deck, card"):
        there.stickers[tag] = tuple(sticker)
    there.names = names(db)
    return there


def names(db: Connection) -> list[str]:
    """Return all names that are offered, the one used last at the end."""
    return [name for (name,) in _select(db, "player", "name")]


def _select(db: Connection, table: str, columns: str) -> list[Any]:
    """Return the undamaged rows of a table in their order.

    None where an earlier version had no such table.
    """
    known = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"
    if not db.execute(known, (table,)).fetchone():
        return []
    rows = db.execute(f"SELECT {columns} FROM {table} ORDER BY rowid").fetchall()
    return list(filter(all_texts, rows))


def last(db: Connection) -> int:
    """Return the last row, 0 for none."""
    ((number,),) = typed(db.execute("SELECT coalesce(max(id), 0) FROM event").fetchall(), int)
    return int(number)


def tag(db: Connection) -> int:
    """Return the tag that SQLite has, 0 for none."""
    (number,) = db.execute("PRAGMA application_id").fetchone()
    return int(number)


def contradicted(db: Connection, lines: Sequence[Line]) -> int:
    """Return how many of the lines SQLite lacks, or has otherwise. Raises Damaged."""
    there = {row.id: row for span in spans(lines) for row in between(db, span, len(span))}
    return sum(there.get(line.id) != line for line in lines)


def spans(lines: Iterable[Line]) -> list[range]:
    """Return the numbers of lines, as spans that neither meet nor overlap."""
    return _merged([range(line.id, line.id + 1) for line in lines])


def _merged(all_spans: Iterable[range]) -> list[range]:
    merged: list[range] = []
    for span in sorted(all_spans, key=attrgetter("start")):
        if merged and span.start <= merged[-1].stop:
            merged[-1] = range(merged[-1].start, max(span.stop, merged[-1].stop))
        else:
            merged.append(span)
    return merged


def are_other_games(db: Connection, path: Path) -> bool:
    """Return True if a copy has other games: another tag, and rows of other times.

    Raises OSError.
    """
    mine = tag(db)
    enough = _OTHER_TIMES
    differing = 0
    for number, pieces in enumerate(file.slices(path)):
        copied = read_tag(pieces[0]) if number == 0 else None
        if mine and copied:
            if copied == mine:
                return False
            enough = 1
        differing += _count_other_times(db, pieces)
        if differing >= enough:
            return True
    return False


def _count_other_times(db: Connection, pieces: Iterable[bytes]) -> int:
    """Count the lines whose rows have another time in SQLite."""
    times = {line.id: line.at for line in good_lines(pieces) if line.id}
    if not times:
        return 0
    query = "SELECT id, at FROM event WHERE id BETWEEN ? AND ?"
    rows = db.execute(query, (min(times), max(times)))
    return sum(times.get(number, at) != at for number, at in rows)


class Comparison:
    """A comparison of a whole copy with SQLite's rows, a slice at a time."""

    def __init__(self, path: Path) -> None:
        self._slices = file.slices(path)
        self._begun = False
        self._copied: list[range] = []
        self.contradicted = 0
        """Lines that SQLite lacks, or has otherwise."""
        self.damaged = 0
        """Lines whose sum is wrong."""
        self.kept = Kept()
        """What the copy keeps beside the events."""

    def go_on(self, db: Connection) -> bool:
        """Compare the next slice; gives whether there may be more. Raises Damaged or OSError."""
        pieces = next(self._slices, None)
        if pieces is None:
            return False
        if not self._begun:
            self._begun = True
            self.damaged += not read_tag(pieces.pop(0))
        good = good_lines(pieces)
        self.damaged += len(pieces) - len(good)
        for line in good:
            if not line.id:
                self.kept.add(line)
        copied = [line for line in good if line.id]
        self.contradicted += contradicted(db, copied)
        self._copied = _merged([*self._copied, *spans(copied)])
        return True

    def lacking(self, db: Connection) -> list[range]:
        """Return the numbers, as spans, of SQLite's rows that the copy lacks."""
        ends = [range(1, 1), *self._copied, range(last(db) + 1, last(db) + 1)]
        gaps = [range(before.stop, after.start) for before, after in pairwise(ends)]
        return [gap for gap in gaps if gap and between(db, gap, 1)]
