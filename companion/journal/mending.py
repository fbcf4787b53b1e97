"""Mending: a new journal out of the good lines of a damaged one, and of the index.

What stands in neither is lost, and a row says so: no later start finds a gap there. A game that
lost a row ends before it.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from companion.errors import quantity
from companion.journal.file import Piece, give_to_owner
from companion.journal.index import GamesIndex
from companion.journal.lines import (
    BESIDE,
    LOST,
    RESTORE,
    TABLE,
    Line,
    decode,
    encode,
    fields_of,
    header,
)

_AT_ONCE: Final = 500
"""Rows that are asked of the index, or written, at a time."""


class Mending:
    """A new journal that is made beside its place."""

    def __init__(self, path: Path, tag: int, index: GamesIndex) -> None:
        real = Path(os.path.realpath(path))
        self.made: Final = real.with_name(real.name + ".new")
        self.tag: Final = tag
        self.end = 0
        """How far the damaged journal was read."""
        self.came = 0
        """How many rows came back from the index."""
        self.lost = 0
        """How many rows are lost."""
        self.end_is_spoilt = False
        """Whether more may be lost, behind the last row."""
        self.rows = 0
        """How many rows it has."""
        self._index = index
        self._next = 1
        self._game = 0
        self._previous: dict[int, int] = {}
        self._doubt = False
        """Whether the game of the next row may have lost one."""
        self._cut: set[int] = set()
        """The games that end before a row that is lost."""
        self._gone: Line | None = None
        """The rows before the next one that are lost."""
        self._merged: list[tuple[Line, bytes]] = []

    def write(self, pieces: Iterable[Piece]) -> Iterator[None]:
        """Write it in slices; on disk when it ends. Raises OSError or StoreError."""
        self.made.unlink(missing_ok=True)
        with self.made.open("xb") as file:
            give_to_owner(self.made, self.made.parent)
            file.write(header(self.tag))
            for _, raw in self.merged(pieces):
                file.write(raw + b"\n")
                if self.rows % _AT_ONCE == 0:
                    yield
            file.flush()
            os.fsync(file.fileno())

    def merged(self, pieces: Iterable[Piece]) -> Iterator[tuple[Line, bytes]]:
        """Yield every row that is left, each with its line."""
        for piece in pieces:
            self.end = piece.end
            line = piece.line
            if line is None:  # of the first line all that counts is known
                self.end_is_spoilt |= piece.begin > 0 and not piece.is_half
            if line is not None and line.row >= self._next:
                self.end_is_spoilt = False
                self._fill(line.row)
                self._put(line, piece.raw)
                yield from self._ready()
        self.end_is_spoilt = self.end_is_spoilt and self._next > self._index.last
        self._fill(self._index.last + 1)
        self._say_lost()
        yield from self._ready()

    def _ready(self) -> Iterator[tuple[Line, bytes]]:
        yield from self._merged
        self.rows += len(self._merged)
        self._merged.clear()

    def _fill(self, end: int) -> None:
        """Take the rows before one from the index; those that it lacks are lost."""
        while self._next < min(end, self._index.last + 1):
            until = min(self._next + _AT_ONCE, end) - 1
            rows = self._index.raw_rows(self._next, until)
            if not rows:
                self._lose(until + 1)
            for number, raw in sorted(rows.items()):
                line = decode(raw)
                if line is None or number < self._next:
                    continue
                self._lose(number)
                self.came += 1
                self._put(line, raw)
        self._lose(end)

    def _put(self, line: Line, raw: bytes) -> None:
        """Write the next row."""
        if line.kind not in BESIDE:
            if self._doubt and line.kind != "new":
                self._cut.add(line.game)
            self._doubt = False
            if line.game in self._cut:
                self._lose(line.next)
                self._doubt = False
                return
            self._game = line.game
        elif line.kind in (RESTORE, TABLE):
            self._game = line.game
            self._doubt = False
        if line.kind == "new":
            previous = fields_of(line).get("previous", 0)
            self._previous[line.game] = previous if isinstance(previous, int) else 0
        self._say_lost()
        self._merged.append((line, raw))
        self._next = line.next

    def _lose(self, end: int) -> None:
        """Note that the rows before this one are lost."""
        if end <= self._next:
            return
        game = self._game
        for _ in range(min(end - self._next, len(self._previous) + 1)):
            self._cut.add(game)
            game = self._previous.get(game, 0)
        self._cut.discard(0)
        self._doubt = True
        self.lost += end - self._next
        first = self._gone.row if self._gone else self._next
        self._gone = Line(first, 0, LOST, 0.0, f'{{"to": {end - 1}}}')
        self._next = end

    def _say_lost(self) -> None:
        if self._gone:
            self._merged.append((self._gone, encode(self._gone)[:-1]))
            self._gone = None

    @property
    def sentence(self) -> str:
        """What came back and what did not."""
        came = f"{quantity(self.came, 'row')} came back from the index" if self.came else ""
        lost = f"{quantity(self.lost, 'row')} stood in neither file" if self.lost else ""
        end = "its end cannot be read" if self.end_is_spoilt else ""
        return "; ".join(filter(None, (came, lost, end))) or "no row was lost"
