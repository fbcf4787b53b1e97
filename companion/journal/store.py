"""The store: the journal of the games, and the index of it.

A row is on disk when `record` returns; then it counts. `follow_up` brings it to the index, before
the next one is written: only one of the two files is ever being written, so a power cut that takes
the block in flight takes nothing that the other file lacks. An index that cannot be written stops
nothing.
"""

import contextlib
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from sqlite3 import Connection
from typing import Final, NamedTuple, TypeVar

from companion import clock
from companion.errors import Damaged, StoreError
from companion.journal import events
from companion.journal.events import Began, Event
from companion.journal.file import JournalMoved, give_to_owner, keep
from companion.journal.kept import Kept, sticker_row
from companion.journal.left_off import LeftOff
from companion.journal.lines import BESIDE, PREFER, TABLE, Line, encode, new_id
from companion.journal.mending import Mending
from companion.journal.reader import GamesReader, not_writable, sentence
from companion.journal.sitting import EMPTY, Sitting, rebuild
from companion.journal.start import Start
from companion.journal.statistics import tables
from companion.journal.statistics.standings import Standing
from companion.journal.stickers import Sticker
from companion.journal.writer_messages import Mended, MendedKind, Opened

_SLICE: Final = 200
"""Lines that are compared with the index, or given to it, at a time."""
_MOST_BEHIND: Final = 2000
"""Rows that wait in memory for an index that cannot be written; then it is caught up later."""

T = TypeVar("T")


class Row(NamedTuple):
    """An event to be written, and the sitting that it leads to."""

    event: Event
    sitting: Sitting


class _GrowingJournal(GamesReader):
    """What reads a journal that grows meanwhile: its places are those in the file."""

    @property
    def extent(self) -> tuple[int, int]:
        """The tag of the journal, and where its good lines end."""
        return self._file.tag, self._file.end

    def rows_after(self, after: int, last: int) -> Iterator[tuple[Line, bytes, int]]:
        """Yield the lines after a place. Raises StoreError at a spoilt one."""
        for piece in self._file.pieces(after, last):
            if piece.line is None:
                raise StoreError("the games are being mended; try again in a moment")
            yield piece.line, piece.raw, piece.end


class Store(_GrowingJournal):
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
        self._latest = 0
        self._sitting = EMPTY
        self._behind: list[tuple[Line, bytes]] = []
        """Rows that the index lacks."""
        self._pass: Iterator[None] | None = None

    # Opening

    def open(self) -> None:
        """Open both files, unless they are open; safe to call again after an error."""
        if self._file.is_open:
            return
        start = Start(self._file, self._index, self.going_on)
        try:
            place = start.run()
            self._take_place(place)
        except OSError as error:
            self.close()
            raise StoreError(sentence(self.path, error)) from None
        except StoreError:
            self.close()
            raise
        finally:
            self.told += start.told
        self.index_problem = start.index_problem
        self._behind.clear()
        self._pass = self._whole_pass()

    def _take_place(self, place: LeftOff) -> None:
        """Take where the group left off. A game that makes no sense is told, and left."""
        self.kept, self._latest, self._last = place.kept, place.latest, place.last
        try:
            story = [events.read(line.kind, line.data) for line in place.story]
            self._sitting = rebuild(place.game, story)
        except Damaged as error:
            self._sitting = EMPTY
            self.told.append(Mended(MendedKind.LOST, "", f"{error}; the table is empty"))

    def close(self) -> None:
        """Let both files go; never raises."""
        if self._file.is_open and self._behind:
            with contextlib.suppress(StoreError):
                self.follow_up()
        self._pass = None
        super().close()

    # Rows are written

    def write(self, rows: Sequence[tuple[int, str, str]], at: float | None = None) -> None:
        """Write rows, each of a game, a kind and data; when this returns they are on disk.

        Nothing is written by halves: what a failure leaves is written over.
        """
        self.open()
        if not self._file.writable:
            raise StoreError(not_writable(self.path))
        now = clock.now() if at is None else at
        lines = [
            Line(number, game, kind, now, data)
            for number, (game, kind, data) in enumerate(rows, self._last + 1)
        ]
        self.write_lines(lines)

    def write_lines(self, lines: Sequence[Line]) -> None:
        """Write rows that have their numbers."""
        content = [encode(line) for line in lines]
        try:
            try:
                self._file.append(b"".join(content))
            except JournalMoved:
                self._put_back()
                self._file.append(b"".join(content))
        except OSError as error:
            with contextlib.suppress(OSError, JournalMoved):
                self._file.refresh()
            raise StoreError(sentence(self.path, error)) from None
        for line, raw in zip(lines, content, strict=True):
            self._behind.append((line, raw[:-1]))
            self.kept.take(line)
            if line.kind not in BESIDE:
                self._latest = max(self._latest, line.game)
        self._last = lines[-1].row

    def merge(self, rows: Sequence[tuple[int, str, str, float]]) -> None:
        """Write rows of a backup: game, kind, data and time; the game on the table stays."""
        self.open()
        numbers = range(self._last + 1, self._last + 1 + len(rows))
        lines = [
            Line(number, game, kind, at, data)
            for number, (game, kind, data, at) in zip(numbers, rows, strict=True)
        ]
        self.write_lines(lines)
        self.follow_up()

    def take_up(self, game: int) -> None:
        """Lay a game on the table."""
        sitting = self.load(game)
        self.merge([(game, TABLE, "{}", clock.now())])
        self._sitting = sitting

    def append(self, rows: Sequence[Row]) -> None:
        """Write events, and bring the index up to them."""
        self.record(rows)
        self.follow_up()

    def record(self, rows: Sequence[Row], at: float | None = None) -> None:
        """Write events; when this returns they are on disk, all or none of them."""
        self.write([(row.sitting.game, *_written(row.event)) for row in rows], at)
        self._sitting = rows[-1].sitting

    def follow_up(self) -> None:
        """Bring the index up to the journal. One that cannot be written stops nothing."""
        behind = self._behind
        if not behind:
            return
        try:
            self._open_index()
            self._index.take(*_apart(behind))
            self.index_problem = ""
        except Damaged as error:
            self.renew_index(str(error))
        except (StoreError, OSError) as error:
            self.index_problem = str(error)
            del behind[:-_MOST_BEHIND]
            return
        behind.clear()

    def _open_index(self) -> None:
        """Open the index again where that failed before. Raises StoreError.

        Damaged where it is not the file any more that it was.
        """
        index = self._index
        if not index.is_open:
            index.open(self._file.tag)
            self._pass = self._whole_pass()
        elif not index.in_place:
            raise Damaged(f"{index.path} is not the file any more that it was")

    def renew_index(self, problem: str) -> None:
        """Set the index aside, and have a new one made while nobody presses."""
        start = Start(self._file, self._index, self.going_on)
        start.renew_index(problem)
        self.told += start.told
        self.index_problem = start.index_problem
        self._pass = self._whole_pass()
        if self._index.is_open:
            with contextlib.suppress(StoreError):
                start.feed_newest()

    def _put_back(self) -> None:
        """Write the journal again whose name is gone, or that another program changed.

        Raises OSError or StoreError.
        """
        file = self._file
        file.path.parent.mkdir(parents=True, exist_ok=True)
        if file.size < file.end:
            rows, sitting = list(self._behind), self._sitting
            self.close()
            self.open()
            lacking = [line for line, _ in rows if line.row > self._last]
            if lacking:
                self.write_lines(lacking)
            self._sitting = sitting
            return
        aside = keep(file.path, "other").name if os.path.lexists(file.path) else ""
        made = file.path.with_name(f"{file.path.name}.new")
        with made.open("wb") as target:
            give_to_owner(made, made.parent)
            target.flush()
            file.copy(0, file.end, target.fileno())
            os.fsync(target.fileno())
        file.exchange(made, file.tag)
        told = "the games had lost their name in the folder, and were written again"
        self.told.append(Mended(MendedKind.MENDED, aside, told))

    @property
    def last_row(self) -> int:
        """The last row of the journal."""
        return self._last

    # What is kept beside the games

    def keep(self, kind: str, data: str) -> None:
        """Keep something beside the games."""
        self.write([(0, kind, data)])
        self.follow_up()

    def prefer(self, key: str, value: str) -> None:
        """Keep a preference."""
        self.keep(PREFER, json.dumps([key, value]))

    def enrol(self, tag: str, sticker: Sticker | None) -> None:
        """Keep a sticker, or forget it."""
        self.keep(*sticker_row(tag, sticker))

    def forget(self, name: str) -> None:
        """Offer the name of a player no more."""
        self.open()
        self.keep(*self.kept.without(name))

    # Queries

    def consult(self, query: Callable[[Connection], T]) -> T:
        """Return the answer to a query, with all rows that were written."""
        self.open()
        self.follow_up()
        return super().consult(query)

    def story(self, game: int) -> list[Line]:
        """Return the rows of everything that happened to a game, if need be by the journal."""
        try:
            return super().story(game)
        except StoreError:
            lines = (piece.line for piece in self._file.pieces())
            story = [line for line in lines if line and line.game == game]
            return [line for line in story if line.kind not in BESIDE]

    def reader(self) -> GamesReader:
        """Return what reads the same files beside this store, for another thread."""
        return _Beside(self)

    # Where the group left off

    def current(self) -> Sitting:
        """Return the game on the table."""
        self.open()
        return self._sitting

    def latest(self) -> int:
        """Return the highest number that a game has, 0 for none."""
        self.open()
        return self._latest

    def opened(self) -> Opened:
        """Return what there is for a start."""
        self.open()
        finished = self._latest  # while the index cannot say it
        with contextlib.suppress(StoreError):
            finished = self.consult(tables.count_finished)
        return self._opened(finished)

    def apart(self) -> Opened:
        """Return what can be read where the journal cannot be opened as usual.

        Nothing is written.
        """
        with contextlib.closing(GamesReader(self.path.parent)) as reader:
            self._take_place(reader.place())
        return self._opened(self._latest)

    def _opened(self, finished: int) -> Opened:
        kept = self.kept
        names = kept.offered
        preferences = dict(kept.preferences)
        return Opened(self._sitting, self._latest, None, preferences, kept.cards, names, finished)

    def standing(self, sitting: Sitting) -> Standing | None:
        """Return the place of a game that ended now among those before it.

        None for one that has not ended, and while the index cannot say it.
        """
        at = clock.now()
        waiting = self._behind[0][0].row if self._behind else self._last + 1
        if self._index.base + 1 < waiting:
            return None
        try:
            return self._index.consult(lambda db: tables.standing(db, sitting, at))
        except StoreError:
            return None

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
        """Go through the whole journal beside the index, a slice at a time."""
        rows: list[tuple[Line, bytes]] = []
        expected = 1
        for piece in self._file.pieces():
            line = piece.line if piece.plain else None
            if line is None or line.row != expected:
                yield from self._mend()
                return
            expected = line.next
            rows.append((line, piece.raw))
            if len(rows) == _SLICE:
                self._compare(rows)
                rows = []
                yield
        self._compare(rows)
        if self._index.is_open:
            yield from self._index.check()

    def _compare(self, rows: Sequence[tuple[Line, bytes]]) -> None:
        """Compare some rows with the index, or give them to it. Raises Damaged."""
        index = self._index
        if not index.is_open:
            return
        there = [row for row in rows if row[0].row <= index.base]
        if there and not index.agrees(*_apart(there)):
            raise Damaged(f"{index.path} has other rows than the journal")
        lacking = rows[len(there) :]
        if lacking:
            index.take(*_apart(lacking))

    def _mend(self) -> Iterator[None]:
        """Make a new journal out of the damaged one and the index, and go on with it."""
        file = self._file
        mending = Mending(file.path, file.tag, self._index)
        yield from mending.write(file.pieces())
        with mending.made.open("ab") as target:
            file.copy(mending.end, file.end, target.fileno())
            os.fsync(target.fileno())
        start = Start(file, self._index, self.going_on)
        start.put(mending, f"{file.path} was damaged")
        self.told += start.told
        self._pass = self._whole_pass()


class _Beside(_GrowingJournal):
    """A reader beside a store at work, which knows what there is."""

    def __init__(self, store: Store) -> None:
        super().__init__(store.path.parent)
        self._store = store

    def open(self) -> None:
        """Open the files, as far as the store has written them."""
        if not self._file.is_open:
            self._last = self._store._last
            try:
                self._file.open()
            except OSError as error:
                raise StoreError(sentence(self.path, error)) from None
            self._file.end = self._store._file.end
        self._index.open(self._file.tag, write=False)


def _written(event: Event) -> tuple[str, str]:
    """Return an event as a row; a new game gets its id."""
    kind, data = events.write(event)
    if isinstance(event, Began):
        data = json.dumps({"id": new_id(), **json.loads(data)})
    return kind, data


def _apart(rows: Sequence[tuple[Line, bytes]]) -> tuple[list[Line], list[bytes]]:
    """Return lines, and how they stand in the file."""
    return [line for line, _ in rows], [raw for _, raw in rows]
