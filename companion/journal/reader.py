"""The reader: what the games say to those who only look, out of the index and the journal.

Nothing is written. A damaged, missing or old index is made in memory, so that what is told is what
the journal says.
"""

import contextlib
import errno
import os
import pwd
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from sqlite3 import Connection
from typing import Final, NamedTuple, TypeVar

from companion.errors import Damaged, StoreError
from companion.journal import events, index
from companion.journal.file import JournalFile, Piece
from companion.journal.index import GamesIndex
from companion.journal.kept import Kept
from companion.journal.left_off import LeftOff, left_off_after
from companion.journal.lines import Line, decode
from companion.journal.mending import Mending
from companion.journal.sitting import Sitting, rebuild
from companion.journal.statistics import summaries
from companion.numbers import Json

FILE: Final = "games.txt"
BEING_MADE: Final = "the list of the games is being made; try again in a moment"
_AT_ONCE: Final = 200
_END: Final = 1 << 16
"""Bytes of the journal's end that are compared with the index."""

T = TypeVar("T")


class Examined(NamedTuple):
    """What is found in the files."""

    rows: int
    """How many rows the journal has."""
    spoilt: int
    """How many lines of it are damaged or missing."""
    problem: str
    """What is wrong with the index, "" for nothing."""


class GamesReader:
    """The games in a folder; every method may raise StoreError."""

    def __init__(self, directory: Path) -> None:
        self.path: Final = directory / FILE
        self._file = JournalFile(self.path)
        self._index = GamesIndex(directory / index.FILE)
        self._last = 0
        """The last row of the journal."""

    @property
    def has_games(self) -> bool:
        """Whether there is one of the files, with something in it. Raises PermissionError."""
        return any(path.exists() and path.stat().st_size for path in (self.path, self._index.path))

    def open(self) -> None:
        """Open the files, unless they are open."""
        if self._index.is_open:
            return
        try:
            try:
                self._file.open()
                self._file.end = self._file.size
            except OSError:
                if not self._index.is_there:
                    raise
            if not self._index_fits():
                self._make_index()
        except OSError as error:
            self.close()
            raise StoreError(sentence(self.path, error)) from None

    def _index_fits(self) -> bool:
        """Open the index. Return True if it is whole, undamaged, and ends like the journal."""
        file, index = self._file, self._index
        try:
            index.open(file.tag, write=False)
            pieces = file.tail(_END) if file.is_open else []
            ends = [(piece.line, piece.raw) for piece in pieces if piece.line]
            if not ends or index.tag != file.tag:
                return False
            line, raw = ends[-1]
            self._last = line.next - 1
            for _ in index.check():
                pass
            return index.base == self._last == index.last and index.agrees([line], [raw])
        except StoreError:
            return False

    def _make_index(self) -> None:
        """Make an index in memory, of the good lines and of what the old one still says."""
        there, self._index = self._index, GamesIndex(None)
        self._index.open(self._file.tag)
        slice_: list[tuple[Line, bytes]] = []
        for row in Mending(self.path, 0, there).merged(self.pieces()):
            slice_.append(row)
            if len(slice_) == _AT_ONCE:
                self._take(slice_)
                slice_ = []
        self._take(slice_)
        there.close()
        self._last = self._index.last
        nothing = self._file.is_open and self._file.size and not self._file.tag
        if nothing and not self._last:
            raise StoreError(f"nothing in {self.path} can be read: see `companion doctor`")

    def _take(self, rows: Sequence[tuple[Line, bytes]]) -> None:
        if rows:
            self._index.take([line for line, _ in rows], [raw for _, raw in rows])

    def close(self) -> None:
        """Let the files go; never raises."""
        self._file.close()
        self._index.close()

    def examine(self) -> Examined:
        """Read the whole journal, and compare the index with it. Raises OSError."""
        file, index = self._file, self._index
        file.open()
        file.end = file.size
        expected, spoilt = 1, 0
        problem = ""
        try:
            index.open(file.tag, write=False)
            for _ in index.check():
                pass
        except StoreError as error:
            problem = str(error)
        for piece in file.pieces():
            line = piece.line
            if line is None:
                spoilt += piece.raw != b"" or piece.end < file.end
                continue
            spoilt += max(line.row - expected, 0)
            expected = line.next
            if not problem and not index.agrees([line], [piece.raw]):
                problem = f"it lacks row {line.row}, or has it otherwise"
        if not problem and index.base < expected - 1:
            problem = f"it lacks what follows from {expected - 1 - index.base} rows"
        return Examined(expected - 1, spoilt, problem)

    def place(self) -> LeftOff:
        """Return where the group left off, with what a companion that runs wrote meanwhile."""
        self.open()
        if self._file.is_open:
            self._file.end = self._file.size
        there = GamesIndex(self._index.path)
        with contextlib.suppress(StoreError):
            there.open(self._file.tag, write=False)
        with contextlib.closing(there):
            return left_off_after(lambda: self._rows(there))

    def _rows(self, there: GamesIndex) -> Iterator[Line]:
        """Yield every row that is left, of the journal and of an index."""
        for line, _ in Mending(self.path, 0, there).merged(self.pieces()):
            yield line

    def current(self) -> Sitting:
        """Return the game on the table."""
        place = self.place()
        return rebuild(place.game, [events.read(line.kind, line.data) for line in place.story])

    def what_is_kept(self) -> Kept:
        """Return what is kept beside the games."""
        self.open()
        return self._index.kept()

    # Queries

    def pieces(self, begin: int = 0, end: int | None = None) -> Iterator[Piece]:
        """Return the lines of the journal from an offset on."""
        return self._file.pieces(begin, end) if self._file.is_open else iter(())

    @property
    def extent(self) -> tuple[int, int]:
        """The tag of the journal, and the place of its end; `rows_after` counts by rows here."""
        return self._index.tag, self._last

    def rows_after(self, after: int, last: int) -> Iterator[tuple[Line, bytes, int]]:
        """Yield the rows after a place, as they stand in the journal, each with its own place."""
        for begin in range(after + 1, last + 1, _AT_ONCE):
            rows = self._index.raw_rows(begin, min(begin + _AT_ONCE - 1, last))
            for _, raw in sorted(rows.items()):
                line = decode(raw)
                if line:
                    yield line, raw, line.next - 1

    def consult(self, query: Callable[[Connection], T]) -> T:
        """Return the answer to a query, such as `tables.standings`."""
        self.open()
        if self._index.base != self._last:
            raise StoreError(BEING_MADE)
        return self._index.consult(query)

    def history(self, limit: int) -> list[Json]:
        """Summaries of the games that were not withdrawn, the newest first."""
        return self.consult(lambda db: summaries.newest(db, limit))

    def summary(self, game: int) -> Json | None:
        """Return the summary of a game, as in the history.

        None where there is none by that number.
        """
        return self.consult(lambda db: summaries.of_game(db, game))

    def ids(self) -> dict[str, int]:
        """Return the numbers of all games by their ids."""
        games = "SELECT born, id FROM game WHERE born != ''"
        return dict(self.consult(lambda db: db.execute(games).fetchall()))

    def story(self, game: int) -> list[Line]:
        """Return the rows of everything that happened to a game."""
        self.consult(lambda _: None)
        return self._index.story(game)

    def load(self, game: int) -> Sitting:
        """Return a game as it was left."""
        story = self.story(game)
        try:
            return rebuild(game, [events.read(line.kind, line.data) for line in story])
        except Damaged as error:  # its lines are those that were written
            raise StoreError(str(error)) from None


def sentence(path: Path, error: OSError) -> str:
    """Return why a file cannot be used, and what to do."""
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return not_writable(path, error.strerror)
    return f"{path} cannot be used: {error.strerror or error}"


def not_writable(path: Path, reason: str | None = None) -> str:
    """Return that a file cannot be written, and what to do where it is another user's."""
    with contextlib.suppress(OSError, KeyError):
        owner = path.stat().st_uid
        if owner != os.geteuid():
            mine = pwd.getpwuid(os.geteuid()).pw_name
            theirs = pwd.getpwuid(owner).pw_name
            return f"{path} belongs to {theirs}: sudo chown {mine}: {path}"
    return f"{path} cannot be written: {reason or 'it can only be read'}"
