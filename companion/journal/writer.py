"""The writer: the one thread that writes the games, so that a slow disk never delays a press.

A row counts once the journal has it; then the index follows, and only then comes the next row. A
write that fails is tried again until everything is on disk (`RETRY_S`, `TRIES`); the group hears so
once. The journal's file says itself what it has, so the same rows are written again after its end.
"""

import contextlib
import logging
import math
import threading
from collections.abc import Callable, Iterator
from functools import partial, wraps
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec

from companion.errors import StoreError, refusal_answer
from companion.journal.events import Began, Withdrew
from companion.journal.query_thread import Queries, Query, QueryReply, QueryThread, guard_store
from companion.journal.reader import GamesReader
from companion.journal.sitting import EMPTY
from companion.journal.stickers import Sticker
from companion.journal.store import Row, Store
from companion.journal.writer_messages import (
    Counted,
    Loaded,
    NotSaved,
    Opened,
    Restored,
    Retold,
    Saved,
    WriterMessage,
)
from companion.numbers import Json

if TYPE_CHECKING:
    from companion.journal.restoring import Restoring

RETRY_S: Final = 2.0
"""Seconds between tries to write what a failing disk refused."""
TRIES: Final = 2
"""How often a step is tried before it counts as not saved: a disk may take a while to fail."""
QUIET_S: Final = 2.0
"""Seconds without a request after which the index is made or compared."""
SLICE_S: Final = 0.005
"""Seconds of that at a time: no press waits longer for it."""
PAUSE_S: Final = 0.05
"""Seconds between two such times."""

_NOT_NOW: Final = "the games cannot be saved now; try again later"
log: Final = logging.getLogger("companion")
P = ParamSpec("P")
WriterRequest = Callable[Concatenate["Writer", P], None]


def _in_thread_of_writer(act: WriterRequest[P]) -> WriterRequest[P]:

    @wraps(act)
    def put_request(writer: "Writer", /, *arguments: P.args, **named: P.kwargs) -> None:
        writer._requests.put(partial(act, writer, *arguments, **named))

    return put_request


class Writer:
    """Takes requests to the store from any thread; `post` gets its messages."""

    def __init__(
        self,
        store: Store,
        post: Callable[[WriterMessage], None],
        queries: type[Queries] = QueryThread,
    ) -> None:
        self._store = store
        self._post = post
        self._requests: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._requests.put(self._post_opened)
        self._queries = queries(store, self._on_damage)
        store.checking = self._check_derived
        self._waiting: list[Row] = []
        """Rows that are not on disk, in their order, with the numbers that the group sees."""
        self._unkept: dict[str, str] = {}
        """Preferences that are not on disk."""
        self._offset: int | None = None
        """Added to a game's number in the file, as games began before it could be read.

        None until it was."""
        self._ticket = 0
        """The last row that was handed over, 0 for none."""
        self._refused = 0
        """The last row of which `NotSaved` was posted."""
        self._failing = False
        """Whether the last write failed: rows are tried together, once at a time."""
        self._restoring: tuple[Iterator[Json | None], QueryReply] | None = None
        """A backup that is taken in, a few games at a time."""
        self._index_problem = ""
        self._quiet = QUIET_S
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Start the thread; its first message is `Opened`."""
        self._thread.start()

    @_in_thread_of_writer
    def write(self, ticket: int, row: Row) -> None:
        """Write a row after those before it; `Saved` or `NotSaved` answers."""
        self._ticket = ticket
        self._waiting.append(row)
        if not self._failing or self._requests.empty():
            self._flush_rows()

    @_in_thread_of_writer
    def load_game(self, game: int) -> None:
        """Read a game; `Loaded` answers."""
        # What waits may be rows of that game.
        self._flush_rows()
        offset = self._offset or 0
        try:
            if self._waiting:
                raise StoreError("the games cannot be saved now, so no other one can be taken up")
            sitting = guard_store(partial(self._store.load_game, game + offset if game else 0))
            began = sitting.began and sitting.began._replace(
                previous=max(sitting.began.previous - offset, 0)
            )
            loaded = Loaded(sitting._replace(game=game, began=began), None)
        except StoreError as error:
            loaded = Loaded(None, str(error))
        self._post(loaded)

    @_in_thread_of_writer
    def prefer(self, key: str, value: str) -> None:
        """Keep a preference, as soon as the disk takes it."""
        self._unkept[key] = value
        self._flush_rows()

    @_in_thread_of_writer
    def remove_name(self, name: str) -> None:
        """Offer the name of a player no more."""
        self._attempt_work(lambda: self._store.remove_name(name))

    @_in_thread_of_writer
    def enrol(self, tag: str, sticker: Sticker | None, reply: QueryReply) -> None:
        """Keep a sticker, or forget it."""
        try:
            guard_store(lambda: self._store.enrol(tag, sticker))
        except StoreError as error:
            reply(refusal_answer(error))
        else:
            reply({"ok": True})
        self._report_damage()

    @_in_thread_of_writer
    def rename(self, name: str, to: str, reply: QueryReply) -> None:
        """Have a name of all games so far read otherwise; `Retold` tells the group."""
        self._retell_games(lambda: self._store.keep_alias(name, to), reply)

    @_in_thread_of_writer
    def count_game(self, game: int, counts: bool, reply: QueryReply) -> None:
        """Have a game count, or not, since it was a trial; `Retold` tells the group."""
        game += self._offset or 0
        self._retell_games(lambda: self._store.keep_trial(game, counts), reply)

    def _retell_games(self, act: Callable[[], tuple[str, str] | None], reply: QueryReply) -> None:
        """Have games read otherwise, once all that waits is on disk."""
        self._flush_rows()
        try:
            if self._is_unsettled or self._offset:
                raise StoreError(_NOT_NOW, "not_saved_now")
            alias = guard_store(act)
        except StoreError as error:
            reply(refusal_answer(error))
        else:
            self._post(Retold(self._store.opened(), alias))
            reply({"ok": True})
        self._report_damage()

    @_in_thread_of_writer
    def restore(self, backup: "Restoring", after: int, reply: QueryReply) -> None:
        """Merge a backup into the games; `Restored` tells the group.

        after: the number after which its games are numbered.
        """
        self._flush_rows()
        if self._is_unsettled or self._offset:
            reply(refusal_answer(StoreError(_NOT_NOW, "not_saved_now")))
            return
        self._restoring = backup.write_games(self._store, after), reply

    @_in_thread_of_writer
    def answer_query(self, query: Query, reply: QueryReply) -> None:
        """Answer a query, once the index has what was saved before it."""
        self._attempt_work(self._store.tend_journal)
        self._queries.ask(query, reply)

    @_in_thread_of_writer
    def ping(self, answer: Callable[[], None]) -> None:
        """Call `answer` from the thread: a sign of life."""
        answer()

    def stop(self) -> None:
        """Write what is left and close the files."""
        self._queries.stop()
        self._requests.put(None)
        self._thread.join(timeout=5.0)

    def carry_out(self) -> bool:
        """Do all that was asked, where no thread does. Return False if nothing was."""
        asked = not self._requests.empty()
        while not self._requests.empty():
            (self._requests.get() or self._close_store)()
        while self._restoring and not self._is_unsettled:
            self._restore_on()
        if asked:
            self._attempt_work(lambda: self._store.work(math.inf))
        return asked

    # The thread

    def _run(self) -> None:
        while not self._closed:
            seconds, act = self._next_task
            try:
                request = self._requests.get(timeout=seconds)
            except Empty:
                act()
            else:
                self._quiet = QUIET_S
                (request or self._close_store)()

    @property
    def _is_unsettled(self) -> bool:
        return self._failing or self._offset is None or bool(self._waiting or self._unkept)

    @property
    def _next_task(self) -> tuple[float | None, Callable[[], object]]:
        """What is to be done once no request came for so many seconds; None for nothing."""
        if self._is_unsettled:
            nothing_asked = self._offset is None and not self._ticket
            return RETRY_S, self._read_games if nothing_asked else self._flush_rows
        if self._restoring:
            return 0.0, self._restore_on
        return self._quiet if self._store.has_work else None, self._work_in_quiet

    def _work_in_quiet(self) -> None:
        self._attempt_work(lambda: self._store.work(SLICE_S))
        self._quiet = RETRY_S if self._store.index_problem else PAUSE_S

    def _attempt_work(self, act: Callable[[], None]) -> None:
        """Do what can be done later as well."""
        with contextlib.suppress(StoreError):
            guard_store(act)
        self._report_damage()

    def _check_derived(self) -> Iterator[None]:
        """Have the query thread check what is derived from the rows."""
        self._queries.ask(GamesReader.check_index, lambda _: None)
        yield

    @_in_thread_of_writer
    def _on_damage(self, problem: str) -> None:
        """Have the index made anew."""
        self._attempt_work(lambda: self._store.renew_index(problem))

    def _close_store(self) -> None:
        self._flush_rows()
        while self._restoring and not self._is_unsettled:
            self._restore_on()
        self._store.close()
        self._closed = True

    def _post_opened(self) -> None:
        """Post where the group left off, or why nobody can say."""
        problem = self._read_games()
        if problem is not None:
            self._post(Opened(EMPTY, 0, problem))

    def _read_games(self) -> str | None:
        """Post where the group left off, as far as the files can be read. Return the problem if
        they cannot.
        """
        try:
            opened = guard_store(self._store.opened)
        except StoreError as error:
            self._report_damage()
            return str(error)
        self._failing = opened.problem is not None
        self._offset = 0
        self._post(opened._replace(preferences={**opened.preferences, **self._unkept}))
        self._report_damage()
        return None

    def _report_damage(self) -> None:
        """Post what was damaged, and log whether the index follows."""
        store = self._store
        for mended in store.told:
            self._post(mended)
        store.told.clear()
        if bool(store.index_problem) != bool(self._index_problem):
            told = store.index_problem or "it follows again"
            log.warning("the index of the games: %s", told)
            self._index_problem = store.index_problem

    # Writing

    def _flush_rows(self) -> None:
        """Write what waits; a disk that fails gets one try."""
        if not self._is_unsettled:
            return
        problem = ""
        for _ in range(1 if self._failing else TRIES):
            try:
                guard_store(self._record_rows)
            except StoreError as error:
                problem = str(error)
            else:
                self._attempt_work(self._store.follow_up)
                return
        self._failing = True
        self._report_damage()
        if self._waiting and self._ticket != self._refused:
            self._refused = self._ticket
            self._post(NotSaved(self._ticket, problem))

    def _record_rows(self) -> None:
        """Have all that waits on disk."""
        store = self._store
        store.open()
        if self._offset is None:
            self._offset = store.latest()
        if self._waiting:
            rows = [_shifted_row(row, self._offset) for row in self._waiting]
            store.record(rows)
            self._waiting.clear()
            standing = store.standing(rows[-1].sitting)
            if standing:
                self._post(Counted(standing._replace(game=standing.game - self._offset)))
        for key, value in list(self._unkept.items()):
            store.prefer(key, value)
            del self._unkept[key]
        self._failing = False
        if self._ticket:
            self._post(Saved(self._ticket))

    def _restore_on(self) -> None:
        """Take in a few more games of a backup."""
        assert self._restoring is not None
        blocks, reply = self._restoring
        try:
            merged = guard_store(lambda: next(blocks))
        except StoreError as error:
            self._restoring = None
            reply(refusal_answer(error))
        else:
            if merged is not None:
                self._restoring = None
                self._post(Restored(self._store.opened(), merged["report"]["games"]))
                reply({"ok": True, **merged})
        self._report_damage()


def _shifted_row(row: Row, by: int) -> Row:
    """Return a row with the games that it names numbered otherwise."""
    event, sitting = row
    match event:
        case Withdrew(game) if game:
            event = event._replace(game=game + by)
        case Began(previous=previous) if previous:
            event = event._replace(previous=previous + by)
    return Row(event, sitting._replace(game=sitting.game + by) if sitting.game else sitting)
