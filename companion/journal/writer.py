"""The writer: the one thread that writes to the store, so that a slow disk never delays a press.

A write that fails is tried again until everything is on disk (`RETRY_S`, `TRIES`); the group hears
so once. What a failed write left in the file is not known, so the next one compares the file with
memory first (`unsaved`). A damaged file is set aside, and a new one gets what can be read of it and
what is in memory. A row is copied as text after it was answered, and before the next one is
written.
"""

import contextlib
import threading
import time
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from companion.errors import Damaged, StoreError, refusal
from companion.journal.events import Event
from companion.journal.query_thread import Query, QueryReply, QueryThread, T, guard
from companion.journal.sitting import EMPTY
from companion.journal.statistics import tables
from companion.journal.stickers import Sticker
from companion.journal.store import Row, Store
from companion.journal.unsaved import Unsaved
from companion.journal.writer_messages import (
    Counted,
    Loaded,
    NotSaved,
    Opened,
    Restored,
    Saved,
    SetAside,
    WriterMessage,
)
from companion.journal.writer_state import WriterEvent, WriterState, next_state
from companion.numbers import Json

if TYPE_CHECKING:
    from companion.journal.backup.restoring import Restoring

RETRY_S: Final = 2.0
"""Seconds between tries to write what a failing store refused."""
TRIES: Final = 4
"""How often a step is tried before it counts as not saved."""
PATIENT: Final = 3
"""Failures in a row after which the file is closed, to be opened again.

Not fewer: a disk that fails now and then would never get through an opening, which takes many more
calls than a step."""
QUIET_S: Final = 2.0
"""Seconds without a request after which old games are counted, and the copy is compared
with them."""
SLICE_S: Final = 0.005
"""Seconds for which games are counted at a time: no press waits longer for it."""
PAUSE_S: Final = 0.05
"""Seconds between two such times."""
SLOW_S: Final = 1.0
"""Seconds after which a try that fails is not repeated at once."""
MOST_RENEWALS: Final = 3
"""How often a file is set aside with nothing written in between; one more would not help."""


class Writer:
    """Takes requests to the store from any thread; `post` gets its messages."""

    def __init__(self, store: Store, post: Callable[[WriterMessage], None]) -> None:
        self._store = store
        self._post = post
        store.copying.post = post
        self._requests: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._queries = QueryThread(store, self._query_here)
        self._state = WriterState.OPENING
        self._unsaved = Unsaved()
        self._ticket = 0
        """The last row that was handed over, 0 for none."""
        self._refused = 0
        """The last row of which `NotSaved` was posted."""
        self._failures = 0
        """How many writes in a row failed."""
        self._renewals = 0
        """How many files were set aside since the last write."""
        self._quiet = QUIET_S
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Start the thread; its first message is `Opened`."""
        self._thread.start()

    def write(self, ticket: int, row: Row) -> None:
        """Write a row after those before it; `Saved` or `NotSaved` answers."""
        self._requests.put(partial(self._write, ticket, row))

    def load(self, game: int) -> None:
        """Read a game; `Loaded` answers."""
        self._requests.put(partial(self._load, game))

    def prefer(self, key: str, value: str) -> None:
        """Keep a preference, as soon as the store takes it."""
        self._requests.put(partial(self._prefer, key, value))

    def forget(self, name: str) -> None:
        """Offer the name of a player no more."""
        self._requests.put(partial(self._forget, name))

    def enrol(self, tag: str, sticker: Sticker | None, reply: QueryReply) -> None:
        """Keep a sticker, or forget it."""
        self._requests.put(partial(self._enrol, tag, sticker, reply))

    def restore(self, backup: "Restoring", after: int, reply: QueryReply) -> None:
        """Merge a backup into the store; `Restored` tells the group.

        after: the number after which its games are numbered.
        """
        self._requests.put(partial(self._restore, backup, after, reply))

    def look(self, query: Query, reply: QueryReply) -> None:
        """Answer a query; while the store fails, from the writer's thread: it has what is not on
        disk.
        """
        ask = self._query_here if self._unsettled else self._queries.ask
        ask(query, reply)

    def ping(self, answer: Callable[[], None]) -> None:
        """Call `answer` from the thread: a sign of life."""
        self._requests.put(answer)

    def stop(self) -> None:
        """Write what is left and close the file."""
        self._queries.stop()
        self._requests.put(None)
        self._thread.join(timeout=5.0)

    # The thread

    def _run(self) -> None:
        problem = self._read()
        if problem is not None:
            self._post(Opened(EMPTY, 0, problem))
        while self._state is not WriterState.CLOSED:
            try:
                request = self._requests.get(timeout=self._patience())
            except Empty:
                self._try_again()
            else:
                self._quiet = QUIET_S
                (request or self._close)()

    @property
    def _unsettled(self) -> bool:
        return self._state is not WriterState.WELL or bool(self._unsaved.waiting)

    def _patience(self) -> float | None:
        """Return seconds to wait for a request before something else is to be done.

        None where nothing is.
        """
        if self._unsettled:
            return RETRY_S
        return self._quiet if self._store.behind or self._store.copying.has_work else None

    def _try_again(self) -> None:
        """Do what is left to do while no request comes."""
        if not self._unsettled:
            self._quiet = PAUSE_S
            self._work_on()
        elif self._unsaved.offset is None and not self._ticket:
            self._read()
        else:
            self._flush()

    def _now(self, event: WriterEvent) -> None:
        self._state = next_state(self._state, event)

    def _close(self) -> None:
        if self._unsaved.offset is not None and not self._store.in_place():
            self._now(WriterEvent.DOUBTED)
        self._flush()
        self._store.close()
        self._now(WriterEvent.STOPPED)

    # Reading at the start

    def _read(self) -> str | None:
        """Post where the group left off, as far as the file can be read.

        Gives the problem if it cannot.
        """
        event = WriterEvent.READ
        try:
            opened, story = self._ask(lambda: _inventory(self._store))
        except StoreError as error:
            inventory = self._read_apart(isinstance(error, Damaged))
            if inventory is None:
                return str(error)
            event = WriterEvent.DOUBTED
            opened, story = inventory
            opened = opened._replace(problem=str(error))
        self._now(event)
        self._unsaved.read(story, opened)
        self._post(opened._replace(preferences=dict(self._unsaved.preferences)))
        return None

    def _read_apart(self, damaged: bool) -> tuple[Opened, list[Event]] | None:
        """Return what can be read of a file that does not open.

        SQLite cannot read where it cannot write.
        """
        for read in (
            [self._store.salvaged] if damaged else [self._store.read_only, self._store.salvaged]
        ):
            with contextlib.suppress(StoreError), contextlib.closing(read()) as other:
                return guard(partial(_inventory, other, games_only=True))
        return None

    # Writing

    def _ask(self, act: Callable[[], T]) -> T:
        """Do something with the store; once more with a new file if it is damaged.

        Raises StoreError.
        """
        try:
            return guard(act)
        except Damaged:
            if not self._renew():
                raise
            return guard(act)

    def _renew(self) -> bool:
        """Set the damaged file aside, if that can be done now."""
        if self._renewals == MOST_RENEWALS:
            return False
        try:
            aside = self._store.renew()
        except StoreError:
            return False
        self._renewals += 1
        self._now(WriterEvent.DOUBTED)
        self._post(SetAside(aside.name))
        return True

    def _write(self, ticket: int, row: Row) -> None:
        self._ticket = ticket
        self._unsaved.add(row)
        if self._state is not WriterState.FAILING or self._requests.empty():
            self._flush()

    def _flush(self) -> None:
        """Write what waits; a store that fails gets one try."""
        if not self._unsaved.waiting and not self._state.in_doubt:
            return
        problem = ""
        began = time.monotonic()
        for _ in range(1 if self._state is WriterState.FAILING else TRIES):
            try:
                self._ask(lambda: self._unsaved.write(self._store, self._state.in_doubt))
            except StoreError as error:
                problem = str(error)
                self._now(WriterEvent.FAILED)
                self._failures += 1
                if isinstance(error, Damaged) or time.monotonic() - began > SLOW_S:
                    break
                if self._failures % PATIENT == 0:
                    self._store.close()
            else:
                self._written()
                return
        if self._unsaved.waiting and self._ticket != self._refused:
            self._refused = self._ticket
            self._post(NotSaved(self._ticket, problem))

    def _written(self) -> None:
        self._now(WriterEvent.WRITTEN)
        self._failures = self._renewals = 0
        if self._unsaved.written():
            self._count()
        self._post(Saved(self._ticket))
        self._copy_on()

    # While nobody presses, and the copy

    def _copy_on(self) -> None:
        """Copy what was answered; a copy that fails stops nothing."""
        with contextlib.suppress(StoreError):
            self._ask(self._store.copy_on)

    def _work_on(self) -> None:
        """Do a little of what can wait: count games, copy them, compare them with the copy."""
        if self._store.behind:
            self._count_on()
            return
        with contextlib.suppress(StoreError):
            self._ask(self._store.compare_on)
        if self._store.copying.failed:
            self._quiet = RETRY_S

    def _count_on(self) -> None:
        """Count some of the games that the statistics lack.

        The last one may be on the table, and over.
        """
        with contextlib.suppress(StoreError):
            self._ask(lambda: self._store.count(SLICE_S))
        if not self._store.behind:
            self._count()

    def _count(self) -> None:
        """Post what the end of a game means, before it counts as saved and is shown."""
        sitting = self._unsaved.sitting
        if sitting.state is None or not sitting.state.over:
            return
        number = self._unsaved.in_file(sitting).game
        with contextlib.suppress(StoreError):
            standing = self._store.consult(lambda db: tables.standing(db, number))
            if standing:
                self._post(Counted(standing._replace(game=sitting.game)))

    # Other requests

    def _load(self, game: int) -> None:
        self._flush()
        try:
            if self._unsaved.waiting:
                raise StoreError("the games cannot be saved now, so no other one can be taken up")
            loaded = Loaded(self._ask(lambda: self._unsaved.load(self._store, game)), None)
        except StoreError as error:
            loaded = Loaded(None, str(error))
        self._post(loaded)

    def _prefer(self, key: str, value: str) -> None:
        self._unsaved.preferences[key] = value
        try:
            self._ask(lambda: self._store.prefer(key, value))
        except StoreError:
            self._now(WriterEvent.DOUBTED)
        else:
            self._copy_on()

    def _forget(self, name: str) -> None:
        with contextlib.suppress(StoreError):
            self._ask(partial(self._store.forget, name))
        self._copy_on()

    def _enrol(self, tag: str, sticker: Sticker | None, reply: QueryReply) -> None:
        def kept() -> Json:
            self._store.enrol(tag, sticker)
            self._unsaved.enrol(tag, sticker)
            return {}

        self._answer(kept, reply)
        self._copy_on()

    def _restore(self, backup: "Restoring", after: int, reply: QueryReply) -> None:
        self._flush()
        if self._unsettled or self._unsaved.offset:
            reply(refusal("the games cannot be saved now, so nothing is restored; try again later"))
            return

        def restore() -> Json:
            merged = backup.write(self._store, after)
            opened, story = _inventory(self._store)
            self._unsaved.read(story, opened)
            self._post(Restored(opened, merged["report"]["games"]))
            return merged

        self._answer(restore, reply)
        self._copy_on()

    def _query_here(self, query: Query, reply: QueryReply) -> None:
        """Answer a query from the writer's own thread."""
        self._requests.put(partial(self._query, query, reply))

    def _query(self, query: Query, reply: QueryReply) -> None:
        self._flush()
        self._answer(lambda: query(self._store), reply)

    def _answer(self, act: Callable[[], Json], reply: QueryReply) -> None:
        try:
            reply({"ok": True, **self._ask(act)})
        except StoreError as error:
            reply({"ok": False, "error": str(error)})


def _inventory(store: Store, games_only: bool = False) -> tuple[Opened, list[Event]]:
    """Return what a store has for a start, and its last game's events.

    Games_only: the rest may be missing.
    """
    sitting, story = store.left()
    opened = Opened(sitting, store.latest(), None)
    lost: tuple[type[StoreError], ...] = (StoreError,) if games_only else ()
    with contextlib.suppress(*lost):
        opened = opened._replace(preferences=store.preferences())
    with contextlib.suppress(*lost):
        opened = opened._replace(stickers=store.stickers())
    with contextlib.suppress(*lost):
        opened = opened._replace(
            names=store.consult(tables.names), finished=store.consult(tables.count_finished)
        )
    return opened, story
