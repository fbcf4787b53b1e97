"""Queries about past games: a thread answers them by files of its own.

No step waits for it. After each query it rests, so that a script that asks without end leaves most
of the time to a press.
"""

import contextlib
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from sqlite3 import Connection
from typing import Final, TypeVar

from companion.errors import Damaged, StoreError, refusal_answer
from companion.journal.index import GamesIndex
from companion.journal.merging import AT_ONCE, Merged
from companion.journal.reader import BEING_MADE, GamesReader, in_slices
from companion.journal.store import Store
from companion.numbers import Json

Query = Callable[[GamesReader], Json]
QueryReply = Callable[[Json], None]
T = TypeVar("T")

REST: Final = 3
"""How many times as long as a query took the thread rests after it."""
LONGEST_REST_S: Final = 0.2
_MOST_ROWS: Final = 50_000
"""Rows that an index of its own is made of for an answer, while the other one is not whole."""


def guard_store(act: Callable[[], T]) -> T:
    """Do something with the store.

    A mistake of the program raises StoreError, and counts as no damage.
    """
    try:
        return act()
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(f"the companion made a mistake with its games: {error!r}") from error


class OwnIndex(GamesIndex):
    """An index that goes with this process, for as long as the one on disk cannot be used."""

    def __init__(self) -> None:
        super().__init__(None)
        self.read = 0
        """How far it has the journal."""


class Beside(GamesReader):
    """A reader beside a store at work, which reads up to where the store is."""

    def __init__(self, store: Store, own: OwnIndex) -> None:
        """Read what a store has; `own` takes the rows where its index cannot be used."""
        super().__init__(store.path.parent)
        self._end, self._last = store.extent[1], store.kept.last
        self._own = own
        self._is_long = self._last > _MOST_ROWS and not store.index_problem

    def open(self) -> None:
        """Open the journal, unless it is open."""
        if not self._file.is_open:
            super().open()
            self._file.end = self._end

    def consult(self, query: Callable[[Connection], T]) -> T:
        """Return the answer to a query, whatever is wrong with the index."""
        index = self._whole_index()
        try:
            return index.consult(query)
        except StoreError as error:
            if index is self._own:
                raise
            self.fault = error
            self._make_index()
            return self._index.consult(query)

    def _index_problem(self) -> str:
        """Open the index. Return why it cannot be used; the writer compares it."""
        try:
            self._index.open(self._file.tag, write=False)
        except StoreError as error:
            self.fault = error
            return str(error)
        is_whole = self._index.base >= self._last
        if self._is_long and not is_whole:
            raise StoreError(BEING_MADE)
        return "" if is_whole else BEING_MADE

    def _make_index(self) -> None:
        there, own = self._index, self._own
        if own.tag != self._file.tag or own.read > self._end:
            own.close()
            own.read = 0
        own.open(self._file.tag)
        merged = Merged(self.pieces(own.read), there, own.last)
        for lines in in_slices(merged, AT_ONCE):
            own.take_rows(lines)
        own.read = merged.end or own.read
        there.close()
        self._index = own

    def close(self) -> None:
        """Let the files go, and not the own index."""
        self._file.close()
        if self._index is not self._own:
            self._index.close()


class Queries:
    """Answers each query at once, by the store itself: where there are no threads."""

    def __init__(self, store: Store, on_damage: Callable[[str], None]) -> None:
        """Answer from the files of a store; `on_damage` takes what is wrong with its index."""
        self._store = store
        self._on_damage = on_damage

    def ask(self, query: Query, reply: QueryReply) -> None:
        """Answer a query by what is written now."""
        reply(self.answer(self._store, query))

    def answer(self, reader: GamesReader, query: Query) -> Json:
        """Return the answer to a query."""
        fault: StoreError | None = None
        try:
            answer = {"ok": True, **guard_store(lambda: query(reader))}
        except StoreError as error:
            answer, fault = refusal_answer(error), error
        fault = reader.fault or fault
        if isinstance(fault, Damaged):
            self._on_damage(str(fault))
        return answer

    def stop(self) -> None:
        """Answer no more."""


class QueryThread(Queries):
    """Answers one query after the other; the thread starts with the first one."""

    def __init__(self, store: Store, on_damage: Callable[[str], None]) -> None:
        """Answer from files beside those of a store."""
        super().__init__(store, on_damage)
        self._queries: SimpleQueue[tuple[Beside, Query, QueryReply] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._own = OwnIndex()

    def ask(self, query: Query, reply: QueryReply) -> None:
        """Answer a query after those before it, by what is written now."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="queries", daemon=True)
            self._thread.start()
        self._queries.put((Beside(self._store, self._own), query, reply))

    def stop(self) -> None:
        """End once every query is answered, or when the time is up."""
        if self._thread:
            self._queries.put(None)
            self._thread.join(timeout=1.0)

    def _run(self) -> None:
        while (asked := self._queries.get()) is not None:
            began = time.monotonic()
            reader, query, reply = asked
            with contextlib.closing(reader):  # others may have the names of its files next
                told = self.answer(reader, query)
            reply(told)
            time.sleep(min(LONGEST_REST_S, REST * (time.monotonic() - began)))
