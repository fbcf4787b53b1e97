"""Both files of the games, brought to agree and kept so.

A line whose sum is right wins over the index, always; the index only fills what is missing. At the
start only the end of the journal is read, unless something is wrong: with many games it takes as
long as with one.
"""

import contextlib
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from companion.errors import Damaged, StoreError
from companion.journal.file import JournalMoved, Piece, is_journal, keep_old, set_aside, sync_folder
from companion.journal.kept import Kept
from companion.journal.lines import RESTORE, Line, encode, new_tag
from companion.journal.merging import Merged
from companion.journal.reader import GamesReader, in_slices, not_writable, unusable_file
from companion.journal.writer_messages import Mended, MendedKind

# Two kilobytes first: a single window of 32 KiB took three times as long as the rest of a start.
_WINDOWS: Final = (1 << 11, 1 << 19)
"""Bytes of the journal's end that are read at a start: as a rule the index has a row of the first
ones, after a restore that was cut off of these; else the whole is read."""
_NEWEST: Final = 1 << 17
"""Bytes of its end that a new index gets at once: a block of a card, 64 KiB, may take half of them
with it."""
_BEHIND: Final = 2000
"""Rows that wait for an index that cannot be written."""
_SLICE: Final = 10
"""Rows that are compared or derived at a time: no press waits for more."""


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
        self.checking: Callable[[], Iterator[None]] = self._index.check_sums
        """Checks what is derived from the rows; raises Damaged."""
        self._pass: Iterator[None] | None = None
        self._behind: deque[Line] = deque(maxlen=_BEHIND)
        """The newest rows that the index lacks."""

    # The start

    def open(self) -> None:
        """Open both files, unless they are open; safe to call again after an error."""
        if self._file.is_open:
            return
        try:
            self._start_files()
        except OSError as error:
            self.close()
            raise StoreError(unusable_file(self.path, error)) from None
        except StoreError:
            self.close()
            raise

    def _start_files(self) -> None:
        file = self._file
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.kept = Kept()
        self._exchange_names()
        self._open_journal()
        self.index_problem = ""
        self._tend_index(self._open_index)
        if not file.is_open:
            self._make_journal()
        if not (self._follow_end() or self._follow_lines(file.pieces(), Kept())):
            self._mend_journal(f"{self.path} was damaged")
            if not self._follow_lines(file.pieces(), Kept()):
                raise StoreError(f"{self.path} changes while it is read")
        self._pass = self._whole_pass()
        if self._index.last > self.kept.last:
            self.renew_index(f"{self._index.path} had rows of a restore that was broken off")
        self.follow_up()

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
            self._note_mended(MendedKind.MENDED, "", "each file had the name of the other")

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
            self._note_mended(MendedKind.MENDED, set_aside(self.path, "damaged"), problem)
        elif file.is_open and not file.size:
            file.close()

    def _open_index(self) -> None:
        """Open the index, or make it."""
        index, tag = self._index, self._file.tag
        index.open(tag or new_tag())
        if tag and index.tag != tag:
            raise Damaged(f"{index.path} was that of other games")

    def _tend_index(self, act: Callable[[], None]) -> bool:
        """Do something with the index; whatever is wrong with it, it is made anew. Return False
        where it cannot be written, which stops nothing.
        """
        try:
            act()
        except Damaged as error:
            self.renew_index(str(error))
        except (StoreError, OSError) as error:
            self.index_problem = str(error)
        else:
            return True
        return not self.index_problem

    def renew_index(self, problem: str) -> None:
        """Set the index aside, and begin a new one, which is made while nobody presses."""
        index, tag = self._index, self._file.tag
        why = "other" if tag and index.tag not in (0, tag) else "damaged"
        index.close()
        self._pass = self._whole_pass()
        self.index_problem = ""
        try:
            if os.path.lexists(index.path):
                aside = set_aside(index.path, why, ("-wal", "-shm"))
                self._note_mended(MendedKind.INDEX, aside, f"{problem}; it is made anew")
            index.open(tag or new_tag())
            if self.kept.last:
                pieces = self._file.last_pieces(_NEWEST)
                index.take_rows([piece.line for piece in pieces if piece.line])
        except (StoreError, OSError) as error:
            self.index_problem = str(error)

    def _make_journal(self) -> None:
        """Make the journal that was gone: out of the index, or a new one."""
        if self._index.last:
            self._mend_journal("the journal was gone")
            return
        self.path.unlink(missing_ok=True)
        self._file.open(self._index.tag or new_tag())
        if any(mended.kind == MendedKind.INDEX for mended in self.told):
            told = f"{self.path} was gone or empty, and nothing in the index can be read"
            self._note_mended(MendedKind.LOST, "", told)

    # The journal is followed to its end

    def _follow_end(self) -> bool:
        """Follow the journal from a row on that the index has. Return False where that is far, or
        something is wrong.
        """
        index, file = self._index, self._file
        for window in _WINDOWS:
            pieces = file.last_pieces(window)
            lines = [piece.line for piece in pieces if piece.line]
            before = lines[0].row - 1 if lines else index.base + 1
            if file.size <= window or before <= index.base:
                break
        there = [line for line in lines if line.row <= index.last][-1:]
        # A row that cannot be read there is no other one: the rest of it may mend the journal.
        if any(index.rows(line.row, line.row) not in ([], [line]) for line in there):
            self.renew_index(f"{index.path} had other rows")
            return False
        if file.size <= window:
            return self._follow_lines(pieces, Kept())
        kept = index.kept_copy()
        # Where a block is torn that began before these lines, all of it goes.
        is_near = before <= index.base and not kept.in_block
        return is_near and self._follow_lines(pieces, kept, before)

    def _follow_lines(self, pieces: Iterable[Piece], kept: Kept, after: int = 0) -> bool:
        """Take what the lines after a row say up to the journal's end, and go on there. Return
        False where one is spoilt or missing.
        """
        index = self._index
        merged = Merged(pieces, index, after)
        block = 0, 0, 0
        self._behind.clear()
        for line in merged:
            if not merged.as_it_was:
                return False
            if line.kind == RESTORE:
                block = line.row, merged.begin, line.game
            kept.take_row(line)
            if line.row > index.base:
                self._behind.append(line)
            if line.row % 10_000 == 0:
                self.going_on()
        if not (merged.as_it_was and self._file.tag):
            return False
        if merged.read > merged.end and not index.last:
            told = f"{self.path} ends in the middle of a line, and no index knows what was there"
            self._note_mended(MendedKind.LOST, "", told)
        self._file.end = merged.end
        if kept.in_block:
            row, self._file.end, game = block
            kept.last = row - 1
            kept.in_block = False
            told = f"a restore was broken off in game {game}: restore the backup again"
            self._note_mended(MendedKind.BROKEN_OFF, "", told)
            while self._behind and self._behind[-1].row > kept.last:
                self._behind.pop()
        self.kept = kept
        self._file.cut_end()
        return True

    # Mending

    @property
    def _made_path(self) -> Path:
        """The name of a new journal while it is made."""
        real = Path(os.path.realpath(self.path))
        return real.with_name(f"{real.name}.new")

    def _mend_journal(self, problem: str, why: str = "damaged") -> int:
        """Write a whole new journal out of the damaged one and the index. Return its last row."""
        merged = Merged(self.pieces(), self._index)
        tag = self._file.tag or self._index.tag or new_tag()
        for _ in merged.write_journal(self._made_path, tag):
            self.going_on()
        self._replace_journal(merged, problem, why)
        return merged.last

    def _replace_journal(self, merged: Merged, problem: str, why: str = "damaged") -> None:
        """Put a mended journal in the place of the damaged one, which is kept."""
        aside = ""
        if self.path.exists() and self.path.stat().st_size:
            aside = keep_old(self.path, why)
        self._file.exchange_file(self._made_path)
        is_lost = merged.lost or merged.end_is_spoilt
        told = merged.sentence
        if aside and not merged.last:
            is_lost, told = True, "no row of it could be read"
        kind = MendedKind.LOST if is_lost else MendedKind.MENDED
        self._note_mended(kind, aside, f"{problem}: {told}")
        self._pass = self._whole_pass()
        if merged.lost and self._index.is_open:
            self.renew_index(f"{self._index.path} lacked rows too")

    def _note_mended(self, kind: MendedKind, name: str, told: str) -> None:
        self.told.append(Mended(kind, name, told))

    # Rows are written

    def write_rows(self, rows: Sequence[Line]) -> None:
        """Write rows, which get the next numbers; when this returns they are on disk, all or none
        of them.
        """
        self.open()
        # Where somebody has made it writable meanwhile, nothing has to be restarted.
        if not self._file.writable and os.access(self.path, os.W_OK):
            self.close()
            self.open()
        if not self._file.writable:
            raise StoreError(not_writable(self.path))
        numbered = enumerate(rows, self.kept.last + 1)
        lines = [line._replace(row=row) for row, line in numbered]
        try:
            try:
                self._file.append_lines(b"".join(map(encode, lines)))
            except JournalMoved:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                told = "another program took the games from their place; they were written again"
                last = self._mend_journal(told, "other")
                # The file is gone, so what the index lacks stands in memory alone.
                left = (line for line in (*self._behind, *lines) if line.row > last)
                self._file.append_lines(b"".join(map(encode, left)))
        except OSError as error:
            raise StoreError(unusable_file(self.path, error)) from None
        self._behind += lines
        for line in lines:
            self.kept.take_row(line)

    def follow_up(self) -> None:
        """Bring the index up to the journal. One that cannot be written stops nothing."""
        index, behind = self._index, self._behind

        def take_behind() -> None:
            is_known = index.is_open
            if not is_known:
                self._open_index()
            if not index.in_place:
                raise Damaged(f"{index.path} is not the file that it was")
            index.take_rows(list(behind))
            self.index_problem = ""
            if not is_known or index.base < index.last:  # more waited than is kept
                self._pass = self._pass or self._whole_pass()

        if behind and self._tend_index(take_behind):
            behind.clear()

    # While nobody presses

    @property
    def has_work(self) -> bool:
        """Whether the index is still to be made or compared."""
        return self._pass is not None or bool(self._behind)

    def work(self, seconds: float) -> None:
        """Compare the index with the journal for so long, or catch it up; mend what is damaged."""
        self.open()
        until = time.monotonic() + seconds

        def work_on() -> None:
            self.follow_up()
            going = self._pass
            for _ in going or ():
                if time.monotonic() > until:
                    return
            if self._pass is going:  # else a file was made anew, and is compared next
                self._pass = None

        if not self._tend_index(work_on):
            self._pass = None

    def _whole_pass(self) -> Iterator[None]:
        """Go through the whole journal beside the index, some lines at a time."""
        file, index = self._file, self._index
        merged = Merged(file.pieces())
        for lines in in_slices(merged, _SLICE):
            if not merged.as_it_was:
                break
            if index.is_open:
                there = [line for line in lines if line.row <= index.base]
                if not index.agrees_with(there):
                    raise Damaged(f"{index.path} has other rows than the journal")
                if len(there) < len(lines):
                    # Without a flush each: what a power cut takes, the journal has.
                    index.take_rows(lines[len(there) :], "NORMAL")
            yield
        if not merged.as_it_was:
            mended = Merged(file.pieces(), index)
            yield from mended.write_journal(self._made_path, file.tag)
            with self._made_path.open("ab") as made:  # what was written meanwhile
                made.write(file.read(mended.read, file.end))
                made.flush()
                os.fsync(made.fileno())
            self._replace_journal(mended, f"{self.path} was damaged")
            yield
        elif index.is_open:
            yield from self.checking()

    def close(self) -> None:
        """Let both files go; never raises."""
        if self._file.is_open:
            with contextlib.suppress(StoreError):
                self.follow_up()
        self._pass = None
        super().close()
