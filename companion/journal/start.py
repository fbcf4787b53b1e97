"""Start: the journal and its index are brought to agree, as far as the end of the journal shows.

A line whose sum is right wins over the index, always; the index only fills what is missing. Of the
journal only the end is read, unless something is wrong: with many games a start takes as long as
with one.
"""

import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from companion.errors import Damaged, StoreError, quantity
from companion.journal.file import JournalFile, Piece, is_journal, keep, set_aside, sync_folder
from companion.journal.index import GamesIndex
from companion.journal.left_off import LeftOff, left_off_after
from companion.journal.lines import BESIDE, RESTORE, TABLE, WHOLE, Line, new_tag
from companion.journal.mending import Mending
from companion.journal.writer_messages import Mended, MendedKind

_WINDOW: Final = 1 << 13
"""Bytes of the journal's end that are read first; eight times more until they suffice."""
_WIDEST: Final = 1 << 19
"""Bytes from which on the index is asked for the rest of the game on the table."""
_NEWEST: Final = 2000
"""Rows that the index gets at once: a block of a card that is lost holds fewer."""


class End(NamedTuple):
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
    def end(self) -> int:
        """Where the good lines end."""
        return self.pieces[-1].end if self.pieces else 0

    @property
    def is_known(self) -> bool:
        """Whether it says which game is on the table, and whether a restore was broken off."""
        kinds = [line.kind for line in self.lines[1:]]
        return not {TABLE, RESTORE, WHOLE, "new"}.isdisjoint(kinds)

    def is_torn(self, index_is_whole: bool) -> bool:
        """Return True if only a line is spoilt that was being written, which nobody had seen.

        Where the index has all others, whatever came in its place.
        """
        if index_is_whole:
            return all(piece.line is None for piece in self.behind)
        return len(self.behind) == 1 and self.behind[0].is_half

    def can_be_cut(self, last: int) -> bool:
        """Return True if no good line behind a spoilt one is of a row after this one."""
        return all(piece.line is None or piece.line.next <= last + 1 for piece in self.behind)

    def newest(self, after: int, last: int) -> tuple[list[Line], list[bytes]]:
        """Return the newest rows after one, up to another, and how they stand in the file."""
        rows = [
            (line, piece.raw)
            for line, piece in zip(self.lines, self.pieces, strict=True)
            if after < line.row <= last
        ]
        return [line for line, _ in rows[-_NEWEST:]], [raw for _, raw in rows[-_NEWEST:]]


class Start:
    """Brings both files to agree, and reads where the group left off."""

    def __init__(self, file: JournalFile, index: GamesIndex, going_on: Callable[[], None]) -> None:
        """Start with these files; `going_on` is called while much is read."""
        self._file: Final = file
        self._index: Final = index
        self._going_on: Final = going_on
        self.told: Final[list[Mended]] = []
        """What was damaged, and what became of it."""
        self.index_problem = ""
        """Why the index cannot be written; it stops nothing."""

    def run(self) -> LeftOff:
        """Open both files. Raises OSError or StoreError where the journal cannot be used."""
        file = self._file
        file.path.parent.mkdir(parents=True, exist_ok=True)
        self._exchange_names()
        self._open_journal()
        if not file.is_open:
            self._make_journal()
        self.open_index()
        end = self._read_end()
        as_it_was = file.tag and not end.behind
        if not as_it_was or end.last < self._index.last:
            end = self._mended(end)
        end = self._without_broken_block(end)
        file.end = end.end
        file.cut_end()
        self._feed(end)
        return self._place(end)

    def _exchange_names(self) -> None:
        """Give both files their names again, where each has that of the other."""
        journal, index = self._file.path, self._index.path
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
        try:
            file.open()
        except FileNotFoundError:
            if file.path.is_symlink():  # to nowhere
                aside = set_aside(file.path, "damaged")
                self._tell(MendedKind.MENDED, aside.name, f"{file.path} led nowhere")
        except IsADirectoryError:
            aside = set_aside(file.path, "damaged")
            self._tell(MendedKind.MENDED, aside.name, f"{file.path} was no plain file")
        else:
            if not file.size:
                file.close()

    def _make_journal(self) -> None:
        """Make the journal out of the index, or begin one."""
        file, index = self._file, self._index
        if index.is_there:
            self.open_index()
        if index.last:
            self._mend((), "the journal was gone")
            return
        file.path.unlink(missing_ok=True)
        file.open(index.tag or new_tag())

    def open_index(self) -> None:
        """Open the index; whatever is wrong with it, it is set aside and made anew."""
        index, tag = self._index, self._file.tag
        try:
            index.open(tag or new_tag())
            if tag and index.tag != tag:
                self.renew_index(f"{index.path} was that of other games", "other")
        except Damaged as error:
            self.renew_index(str(error))
        except (StoreError, OSError) as error:
            self.index_problem = str(error)

    def renew_index(self, problem: str, why: str = "damaged") -> None:
        """Set the index aside, and begin a new one."""
        index = self._index
        index.close()
        try:
            if index.is_there:
                aside = set_aside(index.path, why, ("-wal", "-shm"))
                self._tell(MendedKind.INDEX, aside.name, f"{problem}; it is made anew")
            index.open(self._file.tag or new_tag())
        except (StoreError, OSError) as error:
            self.index_problem = str(error)

    # The end of the journal

    def _read_end(self) -> End:
        window = _WINDOW
        while True:
            end = _ended(self._file.tail(window), whole=window >= self._file.size)
            # A restore that was broken off is not in the index.
            is_enough = end.is_known or (window >= _WIDEST and end.last == self._index.last)
            if end.whole or is_enough:
                return end
            window *= 8

    def _mended(self, end: End) -> End:
        """Return the end after what is spoilt or missing there came back from the index."""
        file, index = self._file, self._index
        if not self._agrees(end):
            self.renew_index(f"{index.path} had other rows")
        come = index.last - end.last
        if come <= 0 < file.tag and end.is_torn(come == 0):
            return end._replace(behind=())
        rows = index.raw_rows(end.last + 1, min(index.last, end.last + _NEWEST))
        if rows and self._can_append(end, len(rows)):
            file.end = end.end
            file.append(b"".join(rows[row] + b"\n" for row in sorted(rows)))
            told = f"{quantity(come, 'row')} at the end of {file.path} came back from the index"
            self._tell(MendedKind.MENDED, "", told)
        else:
            self._mend(file.pieces(0, file.size), f"{file.path} was damaged")
        return self._read_end()

    def _can_append(self, end: End, rows: int) -> bool:
        """Return True if so many rows of the index bring back all that is spoilt or missing."""
        last = self._index.last
        return rows == last - end.last and end.can_be_cut(last) and self._file.can_append

    def _agrees(self, end: End) -> bool:
        """Return True if the index has the last of these rows that it can have."""
        index = self._index
        for line, piece in zip(reversed(end.lines), reversed(end.pieces), strict=True):
            if line.next <= index.last + 1:
                with contextlib.suppress(StoreError):
                    return index.agrees([line], [piece.raw])
                return False
        return True

    def _mend(self, pieces: Iterable[Piece], problem: str) -> None:
        """Write a whole new journal out of these lines and the index."""
        tag = self._file.tag or (self._index.tag if self._index.last else new_tag())
        mending = Mending(self._file.path, tag, self._index)
        for _ in mending.write(pieces):
            self._going_on()
        self.put(mending, problem)

    def put(self, mending: Mending, problem: str) -> None:
        """Put a mended journal in the place of the damaged one, which is kept."""
        file = self._file
        aside = ""
        if file.is_open and file.size:
            aside = keep(file.path, "damaged").name
        file.exchange(mending.made, mending.tag)
        kind, told = MendedKind.MENDED, mending.sentence
        if aside and not mending.rows:
            kind, told = MendedKind.LOST, "no row of it could be read"
        if mending.lost or mending.end_is_spoilt:
            kind = MendedKind.LOST
        self._tell(kind, aside, f"{problem}: {told}")
        if mending.lost and self._index.is_open:
            self.renew_index(f"{self._index.path} lacked rows too")

    def _without_broken_block(self, end: End) -> End:
        """Return the end without the rows of a restore that was broken off."""
        for number in range(len(end.lines) - 1, -1, -1):
            line = end.lines[number]
            if line.kind in (WHOLE, TABLE):
                break
            if line.kind == RESTORE:
                told = f"a restore was broken off in game {line.game}: restore the backup again"
                self._tell(MendedKind.BROKEN_OFF, "", told)
                return End(end.pieces[:number], end.lines[:number], (), end.whole)
        return end

    def feed_newest(self) -> None:
        """Give a new index the newest rows."""
        self._feed(self._read_end())

    def _feed(self, end: End) -> None:
        """Give the index the newest rows that it lacks."""
        index = self._index
        if not index.is_open:
            return
        if not self._agrees(end):
            self.renew_index(f"{index.path} had other rows")
        last = end.last
        if end.lines and index.base < end.lines[0].row - 1:
            end = _ended(self._file.tail(_WIDEST), whole=self._file.size <= _WIDEST)
        lines, raw = end.newest(index.base, last)
        try:
            if lines:
                index.take(lines, raw)
        except Damaged as error:
            self.renew_index(str(error))
        except StoreError as error:
            self.index_problem = str(error)

    # Where the group left off

    def _place(self, end: End) -> LeftOff:
        index = self._index
        table = _table(end.lines)
        if table is not None and index.base == end.last == index.last:
            try:
                story = _story(end.lines, table) or index.story(table)
                latest = max(index.latest(), *(line.game for line in end.lines), 0)
                return LeftOff(table, story, latest, end.last, index.kept())
            except Damaged as error:
                self.renew_index(str(error))
                self._feed(end)
            except StoreError as error:
                self.index_problem = str(error)
        return self._read_all()

    def _read_all(self) -> LeftOff:
        """Read the whole journal: the index cannot say it."""
        file = self._file
        expected = 1
        for piece in file.pieces():
            if piece.line is None or piece.line.row != expected:
                self._mend(file.pieces(), f"{file.path} was damaged")
                break
            expected = piece.line.next
            if expected % 10_000 == 0:
                self._going_on()
        return left_off_after(lambda: (piece.line for piece in file.pieces() if piece.line))

    def _tell(self, kind: MendedKind, name: str, sentence: str) -> None:
        self.told.append(Mended(kind, name, sentence))


def _ended(pieces: Sequence[Piece], whole: bool) -> End:
    """Return the end of a journal by its last lines."""
    lines: list[Line] = []
    expected = 1
    first_known = 0 if whole else 1
    for number, piece in enumerate(pieces):
        line = piece.line if piece.plain else None
        if line and number < first_known:
            expected = line.row or -1
        if line is None or line.row != expected:
            return End(pieces[:number], lines, pieces[number:], whole)
        lines.append(line)
        expected = line.next
    return End(pieces, lines, (), whole)


def _table(lines: Sequence[Line]) -> int | None:
    """Return the game on the table after these rows; None where they do not say it."""
    in_block = False
    for line in reversed(lines):
        if line.kind == TABLE:
            return line.game
        in_block = in_block or line.kind == WHOLE
        if line.kind == RESTORE:
            in_block = False
        elif line.kind not in BESIDE and not in_block:
            return line.game
    return None


def _story(lines: Sequence[Line], game: int) -> list[Line]:
    """Return the events of a game, if all of them are among these rows."""
    story = [line for line in lines if line.game == game and line.kind not in BESIDE]
    return story if story and story[0].kind == "new" else []
