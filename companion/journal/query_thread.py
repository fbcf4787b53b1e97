"""The query thread: answers questions about past games by files of its own.

No step waits for it.

After each query it rests, so that a script that asks without end leaves most of the time to a
press.
"""

import threading
import time
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Final, TypeVar

from companion.errors import StoreError
from companion.journal.reader import GamesReader
from companion.numbers import Json

Query = Callable[[GamesReader], Json]
QueryReply = Callable[[Json], None]
T = TypeVar("T")

REST: Final = 3
"""How many times as long as a query took the thread rests after it."""
LONGEST_REST_S: Final = 0.2


def guard(act: Callable[[], T]) -> T:
    """Do something with the store.

    A mistake of the program raises StoreError, and counts as no damage.
    """
    try:
        return act()
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(f"the companion made a mistake with its games: {error!r}") from error


class QueryThread:
    """Answers one query after the other; the thread starts with the first one."""

    def __init__(self, reader: GamesReader, otherwise: Callable[[Query, QueryReply], None]) -> None:
        """Answers from these files; a query that fails is handed to `otherwise`."""
        self._reader = reader
        self._otherwise = otherwise
        self._queries: SimpleQueue[tuple[Query, QueryReply] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def ask(self, query: Query, reply: QueryReply) -> None:
        """Answer a query after those before it."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="queries", daemon=True)
            self._thread.start()
        self._queries.put((query, reply))

    def stop(self) -> None:
        """End once every query is answered, or when the time is up."""
        if self._thread:
            self._queries.put(None)
            self._thread.join(timeout=1.0)

    def _run(self) -> None:
        while (asked := self._queries.get()) is not None:
            query, reply = asked
            began = time.monotonic()
            try:
                answer = guard(partial(self._answer, query))
            except StoreError:
                self._otherwise(query, reply)
            else:
                reply({"ok": True, **answer})
            time.sleep(min(LONGEST_REST_S, REST * (time.monotonic() - began)))

    def _answer(self, query: Query) -> Json:
        """Answer a query, and let the files go: others may have their names by the next."""
        try:
            return query(self._reader)
        finally:
            self._reader.close()
