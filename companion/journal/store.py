"""The store: every event of every game in one SQLite file, appended and never changed, and copied
as text.

A row is on disk when `append` returns (WAL, synchronous=FULL); summaries and statistics are written
in the same transaction. Before the next one the row is in the copy too (`copying`), so that only
one of the two files is ever being written. A disk that is full or fails raises StoreError; a file
that makes no sense raises Damaged.
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from sqlite3 import Connection
from typing import Any, Final, NamedTuple, TypeVar

from companion import clock
from companion.errors import Damaged, StoreError
from companion.game.cards import CARDS
from companion.journal import events, opening
from companion.journal.copy import kept, rows
from companion.journal.copying import Copying
from companion.journal.damage import recovery
from companion.journal.events import Event
from companion.journal.sitting import Sitting, rebuild
from companion.journal.sqlite import ERRORS, all_texts, beside, failure, typed
from companion.journal.statistics import summaries, tables
from companion.journal.stickers import Sticker
from companion.numbers import Json

FILE: Final = "games.sqlite3"
_SPAN: Final = "WHERE id BETWEEN ? AND ?"

T = TypeVar("T")
_RowPlace = tuple[int, int]
"""A file under any name: its device and its number there."""


class OtherGames(StoreError):
    """The file has another game by this number: it is not the one that was open before."""


class Row(NamedTuple):
    """An event to be written, and the sitting that it leads to."""

    event: Event
    sitting: Sitting


class Store:
    """The file; every method may raise StoreError, and changes nothing then."""

    def __init__(self, directory: Path, read_only: bool = False) -> None:
        self.path = directory / FILE
        self.going_on: Callable[[], None] = lambda: None
        """Called now and then while a damaged file is read, which may take minutes."""
        self.behind = False
        """Whether the statistics lack games."""
        self.copying = Copying(self.path)
        self._read_only = read_only
        self._db: Connection | None = None
        self._file: _RowPlace | None = None
        self._log: _RowPlace | None = None
        self._damage: Damaged | None = None
        self._settled = True
        """Whether everything that the file shows is known to be on disk."""

    # The file

    def open(self) -> Connection:
        """Open or make the file, unless it is open; safe to call again after an error."""
        if self._damage:
            raise Damaged(str(self._damage))
        if self._db:
            return self._db
        try:
            db = (opening.connect_to_read if self._read_only else opening.connect)(self.path)
        except ERRORS as error:
            raise failure(self.path, "opened", error) from None
        try:
            self._set_up(db)
        except (*ERRORS, StoreError) as error:
            problem = error if isinstance(error, StoreError) else failure(self.path, "used", error)
            if isinstance(problem, Damaged) and not self._read_only:
                # Closing it here would still write to the file.
                self._db = db
                self._damage = problem
            else:
                db.close()
            raise problem from None
        self._db = db
        return db

    def _set_up(self, db: Connection) -> None:
        """Bring a file to this version, with its copy beside it."""
        version = opening.version(self.path, db)
        if self._read_only:
            self.behind = version < opening.COUNTED_SINCE or tables.behind(db)
            return
        self._file = _place(self.path)
        self._log = None
        opening.set_up(db)
        # What an earlier version wrote is copied before anything else is written.
        if version:
            self.copying.start(db, self.going_on)
        opening.upgrade(db, version)
        if not version:
            self.copying.start(db, self.going_on)
        self.behind = tables.behind(db)

    def close(self) -> None:
        """Close the file; never raises."""
        writable = self._db
        if self._read_only or self._damage:
            writable = None
        if writable and self.in_place():
            with contextlib.suppress(StoreError, *ERRORS):
                self.copying.write(writable)
                self.copying.fill(writable)
        self.copying.close()
        self._damage = None
        self._settled = False
        if self._db:
            with contextlib.suppress(OSError):
                if self._log == _place(beside(self.path)) and self._file != _place(self.path):
                    recovery.put_log_aside(self.path)
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def in_place(self) -> bool:
        """Return True if the file that is open, and its log, still have their names."""
        try:
            log = _place(beside(self.path))
            return self._file == _place(self.path) and self._log in (None, log)
        except OSError:
            return False

    def read_only(self) -> "Store":
        """Return the same file, only to be read: on a disk that cannot be written."""
        return Store(self.path.parent, read_only=True)

    def salvaged(self) -> "Store":
        """Return what can be read of a damaged file, in memory: while there is no room for a new
        file.
        """
        store = Store(self.path.parent)
        store._db = recovery.in_memory(self.path, opening.SCHEMA, self.going_on)
        store._read_only = True
        return store

    def renew(self) -> Path:
        """Set the damaged file aside, and begin a new one with what can be read of it.

        Gives its new name.
        """
        return recovery.replace(self.path, opening.SCHEMA, self.going_on, self.close)

    # The copy

    def copy_on(self) -> None:
        """Write to the copy what it lacks, or some of it; one that fails is tried again.

        Raises Damaged.
        """
        db = self.open()
        with self._copying():
            self.copying.write(db)

    def compare_on(self) -> None:
        """Copy or compare some rows while nobody presses.

        Raises Damaged if the copy has other ones.
        """
        db = self.open()
        with self._copying():
            self.copying.go_on(db)
        if self.copying.tag_to_adopt:
            with self._writing("NORMAL"):
                db.execute(f"PRAGMA application_id={self.copying.tag_to_adopt}")
            self.copying.tag_to_adopt = 0

    @contextlib.contextmanager
    def _copying(self) -> Iterator[None]:
        """Leave a copy that cannot be written as failed: it is tried again.

        Other errors are the store's.
        """
        try:
            yield
        except OSError:
            self.copying.failed = True
        except ERRORS as error:
            raise failure(self.path, "read", error) from None

    # Transactions and queries

    @contextlib.contextmanager
    def _writing(self, synchronous: str = "FULL") -> Iterator[Connection]:
        """Open a transaction, once the one before is copied.

        After it all of it is on disk, or nothing.
        """
        db = self.open()
        if self.copying.waits and not self.copying.failed:
            self.copy_on()
        try:
            db.execute(f"PRAGMA synchronous={synchronous}")
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            if not self.in_place():  # no later start would find what was written
                raise StoreError(f"{self.path} is not the file any more that it was")
            self._log = self._log or _place(beside(self.path))
            self.copying.waits = True
        except ERRORS as error:
            raise failure(self.path, "written", error) from None

    def change(self, act: Callable[[Connection], T]) -> T:
        """Do something in one transaction; when this returns all of it is on disk, or none."""
        with self._writing() as db:
            return act(db)

    def consult(self, query: Callable[[Connection], T]) -> T:
        """Return the answer to a query, such as `tables.names`."""
        db = self.open()
        try:
            return query(db)
        except ERRORS as error:
            raise failure(self.path, "read", error) from None

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self.consult(lambda db: db.execute(query, values).fetchall())

    # Events are written

    def append(self, rows: Sequence[Row]) -> None:
        """Write events; when this returns they are on disk, all or none of them."""
        with self._writing() as db:
            now = clock.now()
            for row in rows:
                _insert(db, row, now)

    def catch_up(self, story: Sequence[Event], sitting: Sitting) -> None:
        """Write what the file lacks of a game, whose whole `story` led to `sitting`.

        Raises OtherGames.
        """
        with self._writing() as db:
            ((rows,),) = self._rows("SELECT count(*) FROM event WHERE game = ?", sitting.game)
            there = self.events(sitting.game) if rows else []
            if there != list(story[: len(there)]):
                if sitting.game:
                    raise OtherGames(f"{self.path} has another game {sitting.game}")
                there = []
            now = clock.now()
            for event in story[len(there) :]:
                _insert(db, Row(event, sitting), now)
        if there and not self._settled:
            self._settle()

    def _settle(self) -> None:
        """Copy the log into the file: what a failed write left in it may never have reached the
        disk.
        """
        ((busy, pages, done),) = self._rows("PRAGMA wal_checkpoint(FULL)")
        if busy or pages != done:
            raise StoreError(f"{self.path} cannot be written: another program reads it")
        self._settled = True

    def count(self, seconds: float) -> None:
        """Count for so long games that the statistics lack.

        `behind` says whether there are more.
        """
        self.open()
        behind, self.behind = self.behind, False  # what fails is not tried before the next start
        if behind:
            with self._writing("NORMAL") as db:  # what a power cut loses is counted again
                self.behind = tables.go_on(db, seconds)

    # Events are read

    def current(self) -> Sitting:
        """Return the sitting at the end of all events."""
        return self.left()[0]

    def left(self) -> tuple[Sitting, list[Event]]:
        """Return where the group left off: the sitting at the end of all events, and the events of
        its game.
        """
        ends = self._rows("SELECT id, game FROM event ORDER BY id DESC LIMIT 1")
        ((last, game),) = typed(ends or [(0, 0)], int, int)
        self._compare(last)
        story = self._story(game, last) if last else []
        return rebuild(game, story), story

    def _compare(self, last: int) -> None:
        """Check that rows, index and summaries end with the same game.

        Else a number could be given twice.
        """
        latest = self.latest()
        summarised = self.consult(summaries.latest)
        ((end,),) = typed(
            self._rows("SELECT max(id) FROM event WHERE game = ?", latest), int | None
        )
        games = self._rows("SELECT game FROM event WHERE id = ?", end)
        has_last = not last or games == [(latest,)]
        is_whole = has_last and (end or 0) <= last
        if not is_whole or latest != summarised:
            raise Damaged(f"{self.path} has lost the end of its games")

    def load(self, game: int) -> Sitting:
        """Return a game as it was left."""
        return rebuild(game, self.events(game))

    def events(self, game: int) -> list[Event]:
        """Return everything that happened to a game."""
        ((last,),) = self._rows("SELECT max(id) FROM event WHERE game = ?", game)
        if game and last is None:
            raise StoreError(f"game {game} has no beginning")
        return self._story(game, last or 0)

    def stamps(self, game: int) -> list[float]:
        """Return when each event of a game happened, in seconds since 1970."""
        rows = self._rows("SELECT at FROM event WHERE game = ? ORDER BY id", game)
        return [at for (at,) in typed(rows, float)]

    def _story(self, game: int, last: int) -> list[Event]:
        """Return everything that happened to a game up to a row, from the table itself.

        Where a row is missing in it or in the index, the others could make a game that was never
        played.
        """
        bounds = self._rows("SELECT min(id), count(*) FROM event WHERE game = ?", game)
        ((first, rows),) = typed(bounds, int | None, int)
        ((there,),) = self._rows(f"SELECT count(*) FROM event {_SPAN}", first, last)
        # The sign keeps SQLite from its index; many rows may lie between two of a game.
        theirs = f"SELECT kind, data FROM event {_SPAN} AND +game = ? ORDER BY id"
        story = typed(self._rows(theirs, first, last, game), str, str)
        spanned = 0 if first is None else last - first + 1
        if (there, len(story)) != (spanned, rows):
            raise Damaged(f"{self.path} has lost rows of game {game}")
        return [events.read(kind, data) for kind, data in story]

    def latest(self) -> int:
        """Return the highest number that a game has, 0 for none."""
        ((latest,),) = typed(self._rows("SELECT coalesce(max(game), 0) FROM event"), int)
        return int(latest)

    # What is kept beside the events

    def preferences(self) -> dict[str, str]:
        """Return the group's preferences; damaged rows are left out."""
        rows = self._rows("SELECT key, value FROM preference")
        return dict(row for row in rows if all_texts(row))

    def prefer(self, key: str, value: str) -> None:
        """Keep a preference."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO preference (key, value) VALUES (?, ?)", (key, value))
        self.copying.keep(kept.PREFER, key, value)

    def stickers(self) -> dict[str, Sticker]:
        """Return every sticker by its tag, in the order of their enrolment.

        Damaged rows are left out.
        """
        rows = self._rows("SELECT tag, deck, card FROM sticker ORDER BY rowid")
        return {
            tag: Sticker(deck, CARDS[card])
            for tag, deck, card in filter(all_texts, rows)
            if card in CARDS
        }

    def enrol(self, tag: str, sticker: Sticker | None) -> None:
        """Keep a sticker, or forget it."""
        with self._writing() as db:
            db.execute("DELETE FROM sticker WHERE tag = ?", (tag,))
            if sticker:
                row = (tag, sticker.deck, str(sticker.card))
                db.execute("INSERT INTO sticker (tag, deck, card) VALUES (?, ?, ?)", row)
        if sticker is None:
            self.copying.keep(kept.UNSTICKER, tag)
        else:
            self.copying.keep(kept.STICKER, *row)

    def forget(self, name: str) -> None:
        """Offer the name of a player no more."""
        with self._writing() as db:
            tables.forget(db, name)
        self.copying.keep(kept.NAMES, *self.consult(rows.names))

    def history(self, limit: int) -> list[Json]:
        """Summaries of the games that were not withdrawn, the newest first."""
        return self.consult(lambda db: summaries.newest(db, limit))

    def summary(self, game: int) -> Json | None:
        """Return the summary of a game, as in the history.

        None where there is none by that number.
        """
        return self.consult(lambda db: summaries.of_game(db, game))


def _insert(db: Connection, row: Row, at: float) -> None:
    """Write an event, and what it changes in the summaries and statistics."""
    event, sitting = row
    values = (sitting.game, *events.write(event), at)
    db.execute("INSERT INTO event (game, kind, data, at) VALUES (?, ?, ?, ?)", values)
    summaries.note(db, event, sitting, at)
    tables.note(db, event, sitting)


def _place(path: Path) -> _RowPlace:
    """Return the file that has a name now. Raises OSError if none has."""
    found = os.stat(path)
    return found.st_dev, found.st_ino
