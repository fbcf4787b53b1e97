"""Queries about past games: a thread answers them by files of its own.

No step waits for it. After each query it rests, so that a script that asks without end leaves most
of the time to a press.
"""

import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from sqlite3 import Connection
from typing import Final, TypeVar

from companion.errors import Damaged, StoreError, refusal_answer
from companion.journal.reader import BEING_MADE, GamesReader
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


class Beside(GamesReader):
    """A reader beside a store at work, which reads up to where the store is, or was when asked."""

    def __init__(self, store: Store) -> None:
        super().__init__(store.path.parent)
        self._store = store
        self.end, self.last = _reach_of(store)

    def open(self) -> None:
        """Open the journal, unless it is open."""
        if not self._file.is_open:
            super().open()
            self._file.end = self.end

    def consult(self, query: Callable[[Connection], T]) -> T:
        """Return the answer to a query, whatever is wrong with the index."""
        try:
            return super().consult(query)
        except StoreError as error:
            if self._whole is not self._index:
                raise
            self.fault = error
            self._whole = self._made_index()
            return super().consult(query)

    def _index_problem(self) -> str:
        """Open the index. Return why it cannot be used; the writer compares it."""
        try:
            self._index.open(self._file.tag, write=False)
        except StoreError as error:
            self.fault = error
            return str(error)
        if self._index.base >= self.last:
            return ""
        if self.last > _MOST_ROWS and not self._store.index_problem:
            raise StoreError(BEING_MADE, "being_made")
        return BEING_MADE

    def rest(self) -> None:
        """Let the files go, which others may replace, and keep the own index."""
        self._file.close()
        self._index.close()
        self._whole = self.fault = None


def _reach_of(store: Store) -> tuple[int, int]:
    """Return how far a store has written: where the journal ends, and its last row."""
    return store.extent[1], store.kept.last


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
        self._queries: SimpleQueue[tuple[tuple[int, int], Query, QueryReply] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def ask(self, query: Query, reply: QueryReply) -> None:
        """Answer a query after those before it, by what is written now."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="queries", daemon=True)
            self._thread.start()
        self._queries.put((_reach_of(self._store), query, reply))

    def stop(self) -> None:
        """End once every query is answered, or when the time is up."""
        if self._thread:
            self._queries.put(None)
            self._thread.join(timeout=1.0)

    def _run(self) -> None:
        reader = Beside(self._store)
        while (asked := self._queries.get()) is not None:
            began = time.monotonic()
            (reader.end, reader.last), query, reply = asked
            told = self.answer(reader, query)
            reader.rest()
            reply(told)
            time.sleep(min(LONGEST_REST_S, REST * (time.monotonic() - began)))
        reader.close()
