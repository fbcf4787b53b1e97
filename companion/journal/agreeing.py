"""Both files of the games, brought to agree and kept so.

A line whose sum is right wins over the index, always; the index only fills what is missing. At the
start only the end of the journal is read, unless something is wrong: with many games it takes as
long as with one.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import Damaged, StoreError, quantity
from companion.journal.file import JournalMoved, Piece, is_journal, keep, set_aside, sync_folder
from companion.journal.kept import Kept
from companion.journal.lines import RESTORE, TABLE, WHOLE, Line, encode, new_tag
from companion.journal.merging import Merged
from companion.journal.reader import GamesReader, not_writable, sentence, slices
from companion.journal.writer_messages import Mended, MendedKind

_WINDOW: Final = 1 << 13
"""Bytes of the journal's end that are read first; eight times more until the index has a row of
them."""
_WIDEST: Final = 1 << 19
"""Bytes from which on the whole journal is read."""
_NEWEST: Final = 2000
"""Rows that a new index gets at once, so that it mends them: a block of a card holds fewer. So many
wait for an index that cannot be written."""

_SLICE: Final = 10
"""Rows that are compared or derived at a time: no press waits for more."""


class JournalEnd(NamedTuple):
    """The end of a journal: the good lines before the first spoilt one, and what is behind it."""

    pieces: Sequence[Piece]
    lines: Sequence[Line]
    """The same, read."""
    behind: Sequence[Piece]
    whole: bool
    """Whether it goes back to the first line."""

    @property
    def last(self) -> int:
        """The last row before anything spoilt."""
        return self.lines[-1].next - 1 if self.lines else 0

    @property
    def place(self) -> int:
        """Where the good lines end."""
        return self.pieces[-1].end if self.pieces else 0

    def is_torn(self, index_is_whole: bool) -> bool:
        """Return True if only a line is spoilt that was being written, which nobody had seen.

        Where the index has all others, whatever came in its place.
        """
        if index_is_whole:
            return all(piece.line is None for piece in self.behind)
        return len(self.behind) == 1 and self.behind[0].half

    def before_broken_block(self) -> "JournalEnd":
        """Return the end without the rows of a restore that was broken off."""
        for number in range(len(self.lines) - 1, -1, -1):
            if self.lines[number].kind in (WHOLE, TABLE):
                break
            if self.lines[number].kind == RESTORE:
                return JournalEnd(self.pieces[:number], self.lines[:number], (), self.whole)
        return self


class GamesFiles(GamesReader):
    """Both files; every method may raise StoreError, and changes nothing then."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.told: list[Mended] = []
        """What was found damaged, and was not told yet."""
        self.index_problem = ""
        """Why the index does not follow, "" while it does."""
        self.kept = Kept()
        self.going_on: Callable[[], None] = lambda: None
        """Called now and then while a damaged file is read, which may take minutes."""
        self.checking: Callable[[], Iterator[None]] = self._index.check
        """Checks what is derived from the rows; raises Damaged."""
        self._pass: Iterator[None] | None = None
        self._behind: list[Line] = []
        """Rows that the index lacks."""

    # The start

    def open(self) -> None:
        """Open both files, unless they are open; safe to call again after an error."""
        if self._file.is_open:
            return
        try:
            self._start()
        except OSError as error:
            self.close()
            raise StoreError(sentence(self.path, error)) from None
        except StoreError:
            self.close()
            raise
        self._behind.clear()
        self._pass = self._whole_pass()

    def _start(self) -> None:
        file = self._file
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._exchange_names()
        self._open_journal()
        self._open_index()
        if not file.is_open:
            if self._index.last:
                self._mend("the journal was gone")
            else:
                self.path.unlink(missing_ok=True)
                file.open(self._index.tag or new_tag())
                if any(mended.kind == MendedKind.INDEX for mended in self.told):
                    told = f"{self.path} was gone or empty, and nothing in the index can be read"
                    self._tell(MendedKind.LOST, "", told)
        end = self._read_end()
        if not self._index_agrees(end.lines):
            self.renew_index(f"{self._index.path} had other rows")
            end = self._read_end()
        come = self._index.last - end.last
        is_spoilt = end.behind or not file.tag
        if is_spoilt or come > 0:
            end = self._mended(end, come)
        if self._index.problem:
            self.renew_index(self._index.problem)
        whole = end.before_broken_block()
        if len(whole.lines) < len(end.lines):
            game = end.lines[len(whole.lines)].game
            told = f"a restore was broken off in game {game}: restore the backup again"
            self._tell(MendedKind.BROKEN_OFF, "", told)
        file.end = whole.place
        file.cut_end()
        self._take_up(whole)

    def _exchange_names(self) -> None:
        """Give both files their names again, where each has that of the other."""
        journal, index = self.path, self._index.path
        if is_journal(index) and not is_journal(journal):
            waiting = index.with_name(f"{index.name}.exchanged")
            if journal.exists():
                journal.replace(waiting)
            index.replace(journal)
            if waiting.exists():
                waiting.replace(index)
            sync_folder(journal)
            self._tell(MendedKind.MENDED, "", "each file had the name of the other")

    def _open_journal(self) -> None:
        file = self._file
        problem = ""
        try:
            file.open()
        except FileNotFoundError:
            if self.path.is_symlink():
                problem = f"{self.path} led nowhere"
        except IsADirectoryError:
            problem = f"{self.path} was no plain file"
        if problem:
            self._tell(MendedKind.MENDED, set_aside(self.path, "damaged"), problem)
        elif file.is_open and not file.size:
            file.close()

    def _open_index(self) -> None:
        """Open the index; whatever is wrong with it, it is set aside and made anew."""
        index, tag = self._index, self._file.tag
        self.index_problem = ""
        try:
            index.open(tag or new_tag())
            if tag and index.tag != tag:
                self.renew_index(f"{index.path} was that of other games", "other")
        except Damaged as error:
            self.renew_index(str(error))
        except (StoreError, OSError) as error:
            self.index_problem = str(error)

    def renew_index(self, problem: str, why: str = "damaged") -> None:
        """Set the index aside, and begin a new one, which is made while nobody presses."""
        index = self._index
        index.close()
        self._pass = self._whole_pass()
        try:
            if os.path.lexists(index.path):
                aside = set_aside(index.path, why, ("-wal", "-shm"))
                self._tell(MendedKind.INDEX, aside, f"{problem}; it is made anew")
            index.open(self._file.tag or new_tag())
            if self._last:
                index.take(self._read_end().lines[-_NEWEST:])
        except (StoreError, OSError) as error:
            self.index_problem = str(error)

    # The end of the journal

    def _read_end(self) -> JournalEnd:
        """Read the end of the journal, back to a row that the index has."""
        file = self._file
        window = _WINDOW
        while True:
            whole = window >= file.size
            end = _good_end(file.tail(window), whole)
            if whole or window >= _WIDEST:
                return end
            if end.lines and end.lines[0].row <= self._index.last:
                return end
            window *= 8

    def _index_agrees(self, lines: Sequence[Line]) -> bool:
        """Return True if the index has the last of these rows that it can have."""
        index = self._index
        for line in reversed([line for line in lines if line.row <= index.last]):
            for there in index.rows(line.row, line.row):
                return there == line
        return True

    def _mended(self, end: JournalEnd, come: int) -> JournalEnd:
        """Return the end after what is spoilt or missing there came back from the index."""
        file, index = self._file, self._index
        if come <= 0 < file.tag and end.is_torn(come == 0):
            if not index.last:
                told = (
                    f"{self.path} ends in the middle of a line, and no index knows what was there"
                )
                self._tell(MendedKind.LOST, "", told)
            return end._replace(behind=())
        rows = index.rows(end.last + 1, min(index.last, end.last + _NEWEST))
        furthest = max((piece.line.row for piece in end.behind if piece.line), default=0)
        is_all = len(rows) == come and furthest <= index.last
        if is_all and file.tag:
            file.end = end.place
            file.append(b"".join(map(encode, rows)))
            told = f"{quantity(come, 'row')} at the end of {self.path} came back from the index"
            self._tell(MendedKind.MENDED, "", told)
        else:
            self._mend(f"{self.path} was damaged")
        return self._read_end()

    def _take_up(self, end: JournalEnd) -> None:
        """Take what is kept after these rows, and give the index those that it lacks."""
        index = self._index
        lines = end.lines
        self.kept = Kept()
        if not end.whole:
            is_known = lines and index.base >= lines[0].row - 1
            self.kept = index.kept() if is_known else self._read_all()
        for line in lines:
            if line.row > self.kept.last:
                self.kept.take(line)
        self._last = self.kept.last
        lacking = [line for line in lines if line.row > index.base]
        if lacking and index.is_open:
            self._feed(lacking[-_NEWEST:])

    def _read_all(self) -> Kept:
        """Return what is kept by the whole journal: the index cannot say it."""
        kept = Kept()
        merged = Merged(self._file.pieces(), self._index)
        for line in merged:
            kept.take(line)
            if line.row % 10_000 == 0:
                self.going_on()
        if not merged.as_it_was:
            self._mend(f"{self.path} was damaged")
            kept = self._read_all()
        return kept

    # Mending

    @property
    def made(self) -> Path:
        """The name of a new journal while it is made."""
        real = Path(os.path.realpath(self.path))
        return real.with_name(f"{real.name}.new")

    def _mend(self, problem: str, why: str = "damaged") -> None:
        """Write a whole new journal out of the damaged one and the index."""
        file = self._file
        if file.is_open:
            file.end = file.size
        merged = Merged(self.pieces(), self._index)
        for _ in merged.write(self.made, file.tag or self._index.tag or new_tag()):
            self.going_on()
        self.put(merged, problem, why)

    def put(self, merged: Merged, problem: str, why: str = "damaged") -> None:
        """Put a mended journal in the place of the damaged one, which is kept."""
        aside = ""
        if self.path.exists() and self.path.stat().st_size:
            aside = keep(self.path, why)
        self._file.exchange(self.made)
        is_lost = merged.lost or merged.end_is_spoilt
        told = merged.sentence
        if aside and not merged.last:
            is_lost, told = True, "no row of it could be read"
        kind = MendedKind.LOST if is_lost else MendedKind.MENDED
        self._tell(kind, aside, f"{problem}: {told}")
        self._pass = self._whole_pass()
        if merged.lost and self._index.is_open:
            self.renew_index(f"{self._index.path} lacked rows too")

    def _tell(self, kind: MendedKind, name: str, told: str) -> None:
        self.told.append(Mended(kind, name, told))

    # Rows are written

    @property
    def last_row(self) -> int:
        """The last row of the journal."""
        return self._last

    def write_lines(self, lines: Sequence[Line]) -> None:
        """Write the next rows; when this returns they are on disk, all or none of them."""
        self.open()
        if not self._file.writable and os.access(self.path, os.W_OK):
            self.close()
            self.open()
        if not self._file.writable:
            raise StoreError(not_writable(self.path))
        content = b"".join(map(encode, lines))
        try:
            try:
                self._file.append(content)
            except JournalMoved:
                self._put_back()
                self._file.append(content)
        except OSError as error:
            raise StoreError(sentence(self.path, error)) from None
        self._behind += lines
        for line in lines:
            self.kept.take(line)
        self._last = lines[-1].row

    def _put_back(self) -> None:
        """Write the journal again whose name is gone, or that another program changed."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._mend(
            "another program took the games from their place; they were written again", "other"
        )
        lacking = [line for line in self._behind if line.row > self._read_end().last]
        if lacking:
            self._file.append(b"".join(map(encode, lacking)))

    def follow_up(self) -> None:
        """Bring the index up to the journal. One that cannot be written stops nothing."""
        behind = self._behind
        if behind and self._feed(behind):
            behind.clear()
        del behind[:-_NEWEST]

    def _feed(self, lines: Sequence[Line]) -> bool:
        """Give rows to the index. Return False where it cannot be written."""
        index = self._index
        try:
            if not index.is_open:
                index.open(self._file.tag)
                if index.problem:
                    raise Damaged(index.problem)
                self._pass = self._whole_pass()
            elif not index.in_place:
                raise Damaged(f"{index.path} is not the file any more that it was")
            index.take(lines)
        except Damaged as error:
            self.renew_index(str(error))
        except (StoreError, OSError) as error:
            self.index_problem = str(error)
            return False
        self.index_problem = ""
        return True

    # While nobody presses

    @property
    def has_work(self) -> bool:
        """Whether the index is still to be made or compared."""
        return self._pass is not None or bool(self._behind)

    def work(self, seconds: float) -> None:
        """Compare the index with the journal for so long, or catch it up; mend what is damaged."""
        self.open()
        until = time.monotonic() + seconds
        try:
            self.follow_up()
            for _ in self._pass or ():
                if time.monotonic() > until:
                    return
            self._pass = None
        except Damaged as error:
            self.renew_index(str(error))
        except (StoreError, OSError) as error:
            self._pass = None
            self.index_problem = str(error)

    def _whole_pass(self) -> Iterator[None]:
        """Go through the whole journal beside the index, some lines at a time."""
        file, index = self._file, self._index
        merged = Merged(file.pieces())
        for lines in slices(merged, _SLICE):
            if not merged.as_it_was:
                break
            if index.is_open:
                there = [line for line in lines if line.row <= index.base]
                if not index.agrees(there):
                    raise Damaged(f"{index.path} has other rows than the journal")
                if len(there) < len(lines):
                    index.take(lines[len(there) :], "NORMAL")
            yield
        if not merged.as_it_was:
            mended = Merged(file.pieces(), index)
            yield from mended.write(self.made, file.tag)
            with self.made.open("ab") as made:  # what was written meanwhile
                made.write(file.read(mended.end, file.end))
                made.flush()
                os.fsync(made.fileno())
            self.put(mended, f"{self.path} was damaged")
            yield
        elif index.is_open:
            yield from self.checking()

    def close(self) -> None:
        """Let both files go; never raises."""
        self._pass = None
        if self._file.is_open and self._behind:
            with contextlib.suppress(StoreError):
                self.follow_up()
        super().close()


def _good_end(pieces: Sequence[Piece], whole: bool) -> JournalEnd:
    """Return the end of a journal by its last lines."""
    lines: list[Line] = []
    expected = 1 if whole else 0
    for number, piece in enumerate(pieces):
        line = piece.line if piece.plain else None
        if line is None or line.row != (expected or line.row):
            return JournalEnd(pieces[:number], lines, pieces[number:], whole)
        lines.append(line)
        expected = line.next
    return JournalEnd(pieces, lines, (), whole)
