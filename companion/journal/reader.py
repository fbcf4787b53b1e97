"""The reader: what the games say to those who only look, out of the index and the journal.

Nothing is written. Where the index is damaged, missing or old, another one is made that goes with
this process, so that what is told is what the journal says.
"""

import contextlib
import errno
import json
import os
import stat
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from sqlite3 import Connection
from typing import Final, TypeVar

from companion.errors import Damaged, StoreError
from companion.journal import events, index
from companion.journal.file import JournalFile, OtherVersion, Piece, good_lines
from companion.journal.index import GamesIndex
from companion.journal.kept import Kept
from companion.journal.lines import Line
from companion.journal.merging import AT_ONCE, Merged, share_rows
from companion.journal.sitting import Sitting, rebuild_sitting
from companion.numbers import Json

FILE: Final = "games.txt"
BEING_MADE: Final = "the list of the games is being made; try again in a moment"
_END: Final = 1 << 16
"""Bytes of the journal's end that are compared with the index."""

T = TypeVar("T")


class GamesReader:
    """The games in a folder; every method may raise StoreError."""

    def __init__(self, directory: Path) -> None:
        self.path: Final = directory / FILE
        self._file = JournalFile(self.path)
        self._index = GamesIndex(directory / index.FILE)
        self._own = GamesIndex(None)
        """One that goes with this process, where that one cannot be used."""
        self._read = 0
        """How far it has the journal."""
        self._whole: GamesIndex | None = None
        """The one of them that has all rows."""
        self.fault: StoreError | None = None
        """What was wrong with the index of which another one made up."""

    @property
    def has_games(self) -> bool:
        """Whether there is one of the files, with something in it. Raises PermissionError."""
        for path in (self.path, self._index.path):
            try:
                there = path.lstat()
            except (FileNotFoundError, NotADirectoryError):
                continue
            if there.st_size or not stat.S_ISREG(there.st_mode):
                return True
        return False

    def open(self) -> None:
        """Open the journal, unless it is open."""
        try:
            if not self._file.is_open:
                self._open_journal()
        except OSError as error:
            if not os.path.lexists(self._index.path):
                raise StoreError(unusable_file(self.path, error)) from None

    def _open_journal(self) -> None:
        """Open the journal; the index is a second witness of the format in its first line."""
        try:
            self._file.open()
        except OtherVersion:
            with contextlib.closing(GamesIndex(self._index.path)) as witness:
                with contextlib.suppress(StoreError):
                    witness.open(0, write=False)
                self._file.open(known=witness.tag)

    def close(self) -> None:
        """Let the files go; never raises."""
        self._file.close()
        self._index.close()
        self._own.close()
        self._whole = None

    def _whole_index(self) -> GamesIndex:
        """Return an index that has all rows, and what follows from them."""
        if self._whole is None:
            self.open()
            try:
                self._whole = self._made_index() if self._index_problem() else self._index
            except OSError as error:
                self.close()
                raise StoreError(unusable_file(self.path, error)) from None
        return self._whole

    def _index_problem(self) -> str:
        """Open the index. Return why it cannot be used, "" where it is whole, undamaged and ends
        like the journal.
        """
        file, index = self._file, self._index
        try:
            index.open(file.tag, write=False)
            for _ in index.check_sums():
                pass
            if file.is_open and file.size == index.last == 0:
                return ""  # a new companion: its first row brings the journal's first line
            pieces = file.last_pieces(_END) if file.is_open else []
            ends = [piece.line for piece in pieces if piece.line][-1:]
            last = ends[0].next_row - 1 if ends else -1
            fits = (index.tag, index.base, index.last) == (file.tag, last, last)
            if fits and index.agrees_with(ends):
                return ""
        except StoreError as error:
            return str(error)
        return "it is not that of this journal, or lacks rows"

    def _made_index(self) -> GamesIndex:
        """Return an index of the good lines, and of what the old one still says; what was made
        before is gone on with.
        """
        there, own, file = self._index, self._own, self._file
        if own.tag != file.tag or self._read > file.end:
            own.close()
        self._read *= own.is_open
        own.open(file.tag)
        other = self._file_of_others(self._read)
        pieces = iter(()) if other == self.path else self.pieces(self._read)
        merged = Merged(pieces, None if other == there.path else there, own.last)
        for lines in in_slices(merged, AT_ONCE):
            own.take_rows(lines)
        self._read = merged.end or self._read
        there.close()
        is_unread = file.is_open and file.size > 0
        if is_unread and not (file.tag or own.last):
            raise StoreError(f"nothing in {self.path} can be read: see `companion doctor`")
        return own

    def _file_of_others(self, begin: int = 0) -> Path | None:
        """Return the file that does not count where the journal has other rows than the index: the
        index, unless the journal is mixed of several and not whole by itself.
        """
        if share_rows(good_lines(self.pieces(begin)), self._index) is not False:
            return None
        alone = Merged(self.pieces())
        deque(alone, 0)
        is_mixed = self._file.has_others or not alone.as_it_was
        return self.path if is_mixed else self._index.path

    def examine_files(self) -> tuple[Merged, str]:
        """Read the whole journal. Return what there is of it, and what is wrong with the index, ""
        for nothing. Raises OSError.
        """
        self._open_journal()
        problem = self._index_problem()
        merged = Merged(self.pieces())
        for lines in in_slices(merged, AT_ONCE):
            if not problem and not self._index.agrees_with(lines):
                problem = f"it has other rows than the journal near row {merged.last}"
        return merged, problem

    # What is asked

    def check_index(self) -> Json:
        """Check what is derived from the rows. Raises Damaged."""
        for _ in self._whole_index().check_sums():
            pass
        return {}

    def pieces(self, begin: int = 0, end: int | None = None) -> Iterator[Piece]:
        """Return the lines of the journal, or those between two places."""
        return self._file.pieces(begin, end) if self._file.is_open else iter(())

    @property
    def extent(self) -> tuple[int, int]:
        """The tag of the journal, and where its good lines end."""
        return self._file.tag, self._file.end

    def consult(self, query: Callable[[Connection], T]) -> T:
        """Return the answer to a query, such as `tables.standings`."""
        return self._whole_index().consult(query)

    def history(self, limit: int) -> list[Json]:
        """Return the summaries of the games that were not withdrawn, the newest first."""
        query = "SELECT summary FROM game WHERE NOT withdrawn ORDER BY id DESC LIMIT ?"
        rows = self.consult(lambda db: db.execute(query, (limit,)).fetchall())
        return [json.loads(text) for (text,) in rows]

    def story(self, game: int) -> list[Line]:
        """Return the rows of everything that happened to a game."""
        rows = self.consult(lambda db: index.story_before(db, game))
        return self._whole_index().read_lines(rows)

    def load_game(self, game: int) -> Sitting:
        """Return a game as it was left."""
        story = self.story(game)
        try:
            return sitting_of(game, story)
        except Damaged as error:  # its lines are those that were written
            raise StoreError(str(error)) from None

    def what_is_kept(self) -> Kept:
        """Return the preferences, stickers and names beside the games."""
        return self._whole_index().kept_copy()

    def current(self) -> Sitting:
        """Return the game on the table, with what a companion that runs wrote meanwhile."""
        self.close()
        return self.load_game(self.what_is_kept().table)


def sitting_of(game: int, story: Iterable[Line]) -> Sitting:
    """Return the game that its rows lead to. Raises Damaged."""
    return rebuild_sitting(game, [events.read_event(line.kind, line.data) for line in story])


def in_slices(items: Iterable[T], at_once: int) -> Iterator[list[T]]:
    """Yield so many at a time."""
    left = iter(items)
    while some := list(islice(left, at_once)):
        yield some


def unusable_file(path: Path, error: OSError) -> str:
    """Return the sentence that says why a file cannot be used, and what to do."""
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return not_writable(path, error.strerror)
    return f"{path} cannot be used: {error.strerror or error}"


def not_writable(path: Path, reason: str | None = None) -> str:
    """Return why a file cannot be written, and what to do where it is another user's."""
    with contextlib.suppress(OSError, KeyError, AttributeError, ImportError):
        owner = path.stat().st_uid
        if owner != os.geteuid():
            import pwd  # a browser's Python has none

            mine = pwd.getpwuid(os.geteuid()).pw_name
            theirs = pwd.getpwuid(owner).pw_name
            return f"{path} belongs to {theirs}: sudo chown {mine}: {path}"
    return f"{path} cannot be written: {reason or 'it can only be read'}"
