"""Merging: the rows that are left of a journal and of its index, each of which mends the other.

What stands in neither is lost, and a row says so: no later start finds a gap there. A game that
lost a row ends before it.
"""

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from companion.errors import quantity
from companion.journal.file import Piece, give_to_owner
from companion.journal.index import GamesIndex
from companion.journal.lines import LOST, RESTORE, TABLE, Line, encode, fields_of, header
from companion.numbers import is_integer

AT_ONCE: Final = 200
"""Rows that are read, compared or written at a time."""


class Merged:
    """The rows of a journal, in their order, with those of an index where they lack."""

    def __init__(
        self,
        pieces: Iterable[Piece],
        index: GamesIndex | None = None,
        last: int = 0,
        until: int = 0,
    ) -> None:
        """Merge the lines of a journal after its row `last` with the rows of an index.

        until: a row that there was, and that is lost if it stands in neither.
        """
        self.read = 0
        """How far the journal was read."""
        self.begin = self.end = 0
        """Where the line of its last row stands."""
        self.last = last
        """The last row."""
        self.came = 0
        """How many rows came from the index."""
        self.lost = 0
        """How many rows are lost."""
        self.spoilt = 0
        """How many lines are spoilt or missing in the journal before its last row."""
        self.missing = 0
        """How many of them are missing."""
        self.repeated = 0
        """How many lines have a row that came before."""
        self.since = 0
        """How many are spoilt behind it, but for one whose end was not written."""
        self.lacks_end = False
        """Whether more may be lost, behind the last row: what came for what is spoilt there is
        shorter than that was, or the index itself has no end that is sure."""
        self.as_it_was = True
        """Whether the journal has these rows, as they were written. Half a line behind them was
        never seen."""
        self.doubtful: set[int] = set()
        """The games that may have lost a row."""
        self._pieces = pieces
        self._index = index
        self._is_sure = until > 0
        self._until = max(index.last if index else 0, until)
        self._game = 0
        self._previous: dict[int, int] = {}
        # Whether the game of the next row may have lost one.
        self._in_doubt = False
        # The first of the rows before the next one that are lost, 0 for none.
        self._gone = 0

    def __iter__(self) -> Iterator[Line]:
        torn = 0
        for piece in self._pieces:
            line = piece.line
            self.as_it_was &= self.read in (0, piece.begin)
            self.read = piece.end
            if line is None:  # of the first line all that counts is known
                self.since += piece.begin > 0 and not piece.half
                torn += 1
                continue
            self.as_it_was &= piece.plain and line.row == self.last + 1 and not torn
            torn = 0
            if line.row > self.last:
                gap = line.row - self.last - 1
                self.spoilt += max(self.since, gap)
                self.missing += max(gap - self.since, 0)
                self.since = 0
                yield from self._fill_gap(line.row)
                self.begin, self.end = piece.begin, piece.end
                yield from self._pass_row(line)
            else:
                self.repeated += 1
        self.as_it_was &= self._until <= self.last and not self.since and torn < 2
        yield from self._rows_behind()
        yield from self._loss_row()

    def _rows_behind(self) -> Iterator[Line]:
        """Yield the rows of the index behind the last line."""
        spoilt = (self.read - self.end) * bool(self.since or not self.end)
        came = self.came
        for line in self._fill_gap(self._until + 1):
            spoilt -= len(encode(line))
            yield line
        if not self._is_sure:
            is_torn = self.came > came or self.read > self.end
            is_known = self._index is not None and self._index.has_end
            is_shorter = spoilt > len(header(0)) * (not self.end)
            self.lacks_end = is_shorter or (is_torn and not is_known)

    def _fill_gap(self, end: int) -> Iterator[Line]:
        """Yield the rows before one out of the index; those that it lacks are lost."""
        while self.last + 1 < min(end, self._until + 1) and self._index:
            until = min(self.last + AT_ONCE, end - 1, self._until)
            for line in self._index.rows(self.last + 1, until):
                if line.row > self.last:
                    self._lose_rows(line.row)
                    self.came += 1
                    yield from self._pass_row(line)
            self._lose_rows(until + 1)
        self._lose_rows(end)

    def _pass_row(self, line: Line) -> Iterator[Line]:
        """Yield a row, and before it that the rows before it are lost."""
        if line.is_event and line.kind != "new":
            if self._in_doubt:
                self.doubtful.add(line.game)
            if line.game in self.doubtful:
                self._in_doubt = False
                self._leave_out(line.next_row)
                return
        if line.is_event or line.kind in (RESTORE, TABLE):
            self._game = line.game
            self._in_doubt = False
        if line.kind == "new":
            previous = fields_of(line).get("previous", 0)
            self._previous[line.game] = previous if is_integer(previous) else 0
        yield from self._loss_row()
        self.last = line.next_row - 1
        yield line

    def _lose_rows(self, end: int) -> None:
        """Note that the rows before this one stand in neither."""
        if end > self.last + 1:
            self._in_doubt = True
            self.doubt_games(end - 1 - self.last)
            self._leave_out(end)

    def _leave_out(self, end: int) -> None:
        """Leave out the rows before this one."""
        self.lost += end - 1 - self.last
        self._gone = self._gone or self.last + 1
        self.last = end - 1

    def doubt_games(self, rows: int) -> None:
        """Doubt that the last game, and those before it that so many rows reach, are whole."""
        game = self._game
        # There are no more games than those, however many rows are lost.
        for _ in range(min(rows, len(self._previous) + 1)):
            if game:
                self.doubtful.add(game)
            game = self._previous.get(game, 0)

    def _loss_row(self) -> Iterator[Line]:
        if self._gone:
            yield Line(self._gone, 0, LOST, 0.0, f'{{"to": {self.last}}}')
            self._gone = 0

    def write_journal(self, made: Path, tag: int) -> Iterator[None]:
        """Write them as a new journal, in slices; on disk when it ends. Raises OSError."""
        made.unlink(missing_ok=True)
        with made.open("xb") as file:
            give_to_owner(made, made.parent)
            file.write(header(tag))
            for number, line in enumerate(self):
                file.write(encode(line))
                if number % AT_ONCE == 0:
                    yield
            file.flush()
            os.fsync(file.fileno())

    @property
    def sentence(self) -> str:
        """What came back and what did not."""
        came = f"{quantity(self.came, 'row')} came back from the index" if self.came else ""
        lost = f"{quantity(self.lost, 'row')} stood in neither file" if self.lost else ""
        end = "its end cannot be read" if self.lacks_end else ""
        return "; ".join(filter(None, (came, lost, end))) or "no row was lost"


def share_rows(lines: Iterable[Line], index: GamesIndex) -> bool | None:
    """Return whether a journal and an index are of the same games: False where a row stands there
    otherwise, None where they have none in common.
    """
    found = None
    left = iter(lines)
    for some in iter(lambda: list(islice(left, AT_ONCE)), []):
        numbers = [line.row for line in some]
        there = {line.row: line for line in index.rows(min(numbers), max(numbers))}
        known = [line == there[line.row] for line in some if line.row in there]
        if not all(known):
            return False
        found = found or bool(known) or None
    return found
