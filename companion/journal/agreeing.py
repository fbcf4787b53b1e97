"""Both files of the games, brought to agree and kept so.

A line whose sum is right wins over the index, always; the index only fills what is missing. At the
start only the end of the journal is read, unless something is wrong: with many games it takes as
long as with one.
"""

import contextlib
import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from companion.errors import Damaged, StoreError
from companion.journal.file import (
    Piece,
    good_lines,
    keep_old,
    real_place,
    set_aside,
)
from companion.journal.kept import Kept
from companion.journal.lines import BESIDE, RESTORE, Line, encode, new_tag
from companion.journal.merging import Merged, share_rows
from companion.journal.reader import GamesReader, in_slices, not_writable, unusable_file
from companion.journal.writer_messages import Mended, MendedKind

# Two kilobytes first: a single window of 32 KiB took three times as long as the rest of a start.
WINDOWS: Final = (1 << 11, 1 << 15, 1 << 19)
"""Bytes of the journal's end that are read at a start: as a rule the index has a row of the first
ones, or the game on the table begins within the next ones; else the whole is read."""
_NEWEST: Final = 1 << 17
"""Bytes of its end that a new index gets at once: a block of a card, 64 KiB, may take half of them
with it."""
_BEHIND: Final = 2000
"""Rows that wait for an index that cannot be written."""
_TOLD: Final = re.compile(b" (?:%s) [0-9]" % "|".join(sorted({"new", *BESIDE})).encode())
"""What stands in the lines that say what is kept beside the games."""
_SLICE: Final = 10
"""Rows that are compared or derived at a time: no press waits for more."""


class OtherGames(Damaged):
    """The index is whole, and has rows of other games than the journal."""


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
        self._find_journal()
        self.index_problem = ""
        self._tend_index(self._open_index)
        if not file.is_open:
            self._make_journal()
        if not self._follow_end():
            self._follow_all()
        self._pass = self._whole_pass()
        if self._index.last > self.kept.last:
            self.renew_index(f"{self._index.path} had rows of a restore that was broken off")
        self.follow_up()

    def _find_journal(self) -> None:
        try:
            self._open_journal()
            if not self._file.size:
                self._file.close()
        except (FileNotFoundError, IsADirectoryError):
            if os.path.lexists(self.path):
                problem = f"{self.path} was no plain file"
                self._note_mended(MendedKind.MENDED, set_aside(self.path, "damaged"), problem)

    def _open_index(self) -> None:
        """Open the index, or make it; where its rows are those of the journal, it is a second
        witness of the tag.
        """
        index, file = self._index, self._file
        index.open(file.tag or new_tag())
        if file.is_open and index.tag != file.tag:
            is_same = share_rows(good_lines(self.pieces()), index)
            if is_same is None and file.tag:
                is_same = not any(good_lines(self.pieces()))
            if is_same is False:
                raise OtherGames(f"{index.path} was that of other games")
            file.tag, file.begins_well = index.tag, False

    def _tend_index(self, act: Callable[[], None]) -> bool:
        """Do something with the index; whatever is wrong with it, it is made anew. Return False
        where it cannot be written, which stops nothing.
        """
        try:
            act()
        except Damaged as error:
            self.renew_index(str(error), isinstance(error, OtherGames))
        except (StoreError, OSError) as error:
            self.index_problem = str(error)
        else:
            return True
        return not self.index_problem

    def renew_index(self, problem: str, is_other: bool = False) -> None:
        """Set the index aside, and begin a new one, which is made while nobody presses.

        is_other: it is that of other games.
        """
        index, tag = self._index, self._file.tag
        kind = MendedKind.TWO if is_other and index.last else MendedKind.INDEX
        index.close()
        self._pass = self._whole_pass()
        self.index_problem = ""
        try:
            if os.path.lexists(index.path):
                why = "other" if is_other else "damaged"
                aside = set_aside(index.path, why, ("-wal", "-shm"))
                self._note_mended(kind, aside, f"{problem}; it is made anew")
            index.open(tag or new_tag())
            if self.kept.last:
                pieces = self._file.last_pieces(_NEWEST)
                index.take_rows(list(good_lines(pieces)))
        except (StoreError, OSError) as error:
            self.index_problem = str(error)

    def _make_journal(self) -> None:
        """Make the journal that was gone: out of the index, or a new one."""
        if self._index.last:
            self._mend_journal()
            return
        self.path.unlink(missing_ok=True)
        self._file.open(self._index.tag or new_tag())
        if any(mended.kind == MendedKind.INDEX for mended in self.told):
            told = f"{self.path} was gone or empty, and nothing in the index can be read"
            self._note_mended(MendedKind.LOST, "", told)

    # The journal is followed to its end

    def _follow_end(self) -> bool:
        """Follow the journal from a row on that the index has, or else from the beginning of the
        game on the table. Return False where that is far, or something is wrong.
        """
        index, file = self._index, self._file
        for window in WINDOWS:
            pieces = file.last_pieces(window)
            lines = list(good_lines(pieces))
            before = lines[0].row - 1 if lines else index.base + 1
            if file.size <= window:
                before = 0
            begins = _begins_table(lines)
            if before <= index.base or begins:
                break
        there = [line for line in lines if line.row <= index.last][-1:]
        if share_rows(there, index) is False:
            return False
        kept = index.kept_copy() if before else Kept()
        # Where a block is torn that began before these lines, all of it goes.
        if before > index.base or kept.in_block:
            if not begins or self._may_be_other(there):
                return False
            kept = self._kept_up_to(before)
        return self._follow_lines(pieces, kept, before)

    def _kept_up_to(self, row: int) -> Kept:
        """Return what is kept after a row that is not one of a backup: turns say nothing of it."""
        kept = Kept()
        for line in self._file.lines_with(_TOLD):
            if line.row > row:
                break
            kept.take_row(line)
        kept.last, kept.in_block = row, False
        return kept

    def _may_be_other(self, there: Sequence[Line]) -> bool:
        """Return True if lines at the journal's end, of which these are in the index too, may be
        those of other games.
        """
        return self._file.is_joined() or (not there and self._index.last > 0)

    def _follow_all(self) -> None:
        """Follow the whole journal, which is mended where it is not as it was."""
        other = self._file_of_others()
        if other == self._index.path:
            self.renew_index(f"{other} had other rows", is_other=True)
        elif other:
            self._write_anew(Merged((), self._index), self._mixed, MendedKind.TWO)
        if not self._follow_lines(self._file.pieces(), Kept()):
            self._mend_journal()
            if not self._follow_lines(self._file.pieces(), Kept()):
                raise StoreError(f"{self.path} changes while it is read")

    @property
    def _mixed(self) -> str:
        return f"{self.path} had lines of other games"

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
        file, end = self._file, merged.end
        if not (merged.as_it_was and file.begins_well) or file.has_others:
            return False
        if merged.lacks_end:
            self._note_mended(MendedKind.END, "", f"{self.path}: {merged.sentence}")
        if kept.in_block:
            end = self._leave_block(kept, *block)
        self.kept = kept
        file.cut_end(end)
        return True

    def _leave_block(self, kept: Kept, row: int, end: int, game: int) -> int:
        """Leave out a block whose end was not written. Return where it begins."""
        kept.last = row - 1
        kept.in_block = False
        told = f"a restore was broken off in game {game}: restore the backup again"
        self._note_mended(MendedKind.BROKEN_OFF, "", told)
        while self._behind and self._behind[-1].row > kept.last:
            self._behind.pop()
        return end

    # Mending

    @property
    def _made_path(self) -> Path:
        """The name of a new journal while it is made."""
        real = real_place(self.path)
        return real.with_name(f"{real.name}.new")

    def _mend_journal(self) -> None:
        """Write a whole new journal out of the damaged one and the index."""
        kind = MendedKind.MENDED
        problem = f"{self.path} was damaged" if self._file.is_open else "the journal was gone"
        if self._file.has_others:
            kind, problem = MendedKind.TWO, self._mixed
        self._write_anew(Merged(self.pieces(), self._index), problem, kind)

    def _write_anew(self, merged: Merged, problem: str, kind: MendedKind) -> None:
        """Write a new journal in the place of the old one, which is kept."""
        tag = self._file.tag or self._index.tag or new_tag()
        for _ in merged.write_journal(self._made_path, tag):
            self.going_on()
        self._replace_journal(merged, problem, kind)

    def _replace_journal(self, merged: Merged, problem: str, kind: MendedKind) -> None:
        """Put a journal that was made in the place of the old one, which is kept."""
        aside = ""
        if self.path.is_file() and self.path.stat().st_size:
            aside = keep_old(self.path, "damaged" if kind == MendedKind.MENDED else "other")
        self._file.exchange_file(self._made_path)
        told = merged.sentence
        if not aside:
            kind = MendedKind.MENDED
        loss = MendedKind.END if merged.lacks_end else None
        if merged.lost:
            loss = MendedKind.LOST
        if loss == MendedKind.END and not merged.last:
            loss, told = MendedKind.LOST, "no row of it could be read"
        if loss and kind != MendedKind.MENDED:  # both are told
            self._note_mended(kind, aside, problem)
            aside = ""
        self._note_mended(loss or kind, aside, f"{problem}: {told}")
        self._pass = self._whole_pass()
        if merged.lost and self._index.is_open:
            self.renew_index(f"{self._index.path} lacked rows too")

    def tend_journal(self) -> None:
        """Write the games again where another file has taken their place, which is kept.

        What is in that one counts for what they had where it is one of these games at another age.
        """
        if not (self._file.is_open and self._file.is_touched):
            return
        try:
            if self._file.is_as_left():
                self._pass = self._whole_pass()
            else:
                self._take_place()
        except OSError as error:
            raise StoreError(unusable_file(self.path, error)) from None

    def _take_place(self) -> None:
        file, index = self._file, self._index
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Where it only lost its name, they are in the open file still.
        is_other = share_rows(good_lines(file.pieces()), index) is False
        pieces: Iterable[Piece] = () if is_other else file.pieces()
        known = [Piece(0, 0, line, plain=True, half=False) for line in self._behind]
        last = self._behind[0].row - 1 if known else self.kept.last
        older = (piece for piece in pieces if piece.line and piece.line.row <= last)
        merged = Merged((*older, *known), index, until=self.kept.last)
        told = "another program took the games from their place; they were written again"
        self._write_anew(merged, told, MendedKind.OTHER)

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
        self.tend_journal()
        try:
            self._file.append_lines(b"".join(map(encode, lines)))
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
        self.tend_journal()
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
            if file.is_touched:  # these may be lines of another one
                self._pass = self._whole_pass()
                return
            if index.is_open:
                self._compare_lines(lines)
            yield
        if not merged.as_it_was or file.has_others:
            yield from self._mend_in_quiet()
        elif index.is_open:
            yield from self.checking()

    def _compare_lines(self, lines: list[Line]) -> None:
        """Compare lines with the index, which takes those that it lacks."""
        index = self._index
        there = [line for line in lines if line.row <= index.base]
        if not index.agrees_with(there):
            how = OtherGames if share_rows(there, index) is False else Damaged
            raise how(f"{index.path} has other rows than the journal")
        if len(there) < len(lines):
            # Without a flush each: what a power cut takes, the journal has.
            index.take_rows(lines[len(there) :], "NORMAL")

    def _mend_in_quiet(self) -> Iterator[None]:
        file = self._file
        mended = Merged(file.pieces(), self._index, until=self.kept.last)
        yield from mended.write_journal(self._made_path, file.tag)
        with self._made_path.open("ab") as made:  # what was written meanwhile
            made.write(file.read(mended.read, file.end))
            made.flush()
            os.fsync(made.fileno())
        self._replace_journal(mended, f"{self.path} was damaged", MendedKind.MENDED)
        yield

    def close(self) -> None:
        """Let both files go; never raises."""
        if self._file.is_open:
            with contextlib.suppress(StoreError):
                self.follow_up()
        self._pass = None
        super().close()


def _begins_table(lines: Sequence[Line]) -> bool:
    """Return True if the game on the table begins among lines, and not with the first of them: the
    row before it says whether it is one of a backup.
    """
    end = Kept()
    for line in lines:
        end.take_row(line)
    return any(line.kind == "new" and line.game == end.table for line in lines[1:])
