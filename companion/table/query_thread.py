"""The reader: a thread that answers questions about the games so far, over a connection of its own.

However long an answer takes, no step waits for it on its way to disk.
"""

import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from companion.errors import StoreError
from companion.table.store import Store

Question = Callable[[Store], dict[str, Any]]
Reply = Callable[[dict[str, Any]], None]


Answer = TypeVar("Answer")


def sound(act: Callable[[], Answer]) -> Answer:
    """Do something with the store; a mistake of the program is told as one, never as damage of the file.

    Raises:
        StoreError: it failed, whatever of.
    """
    try:
        return act()
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(f"the companion made a mistake with its games: {error!r}") from error


class Asked(NamedTuple):
    """A question to the store, and who wants to know."""

    question: Question
    reply: Reply


class Reader:
    """Answers one question after the other; its thread begins with the first one."""

    def __init__(self, store: Store, otherwise: Callable[[Asked], None]) -> None:
        """A reader of the file of a store; what it cannot answer is handed to `otherwise`."""
        self._store = store.read_only()
        self._otherwise = otherwise
        self._questions: SimpleQueue[Asked | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def ask(self, asked: Asked) -> None:
        """Answer as soon as it is this one's turn."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="reader", daemon=True)
            self._thread.start()
        self._questions.put(asked)

    def stop(self, timeout: float = 1.0) -> None:
        """End once what was asked is answered, or when the time is up."""
        if self._thread is not None:
            self._questions.put(None)
            self._thread.join(timeout)

    def _run(self) -> None:
        while (asked := self._questions.get()) is not None:
            try:
                answer = sound(partial(asked.question, self._store))
            except StoreError:
                self._otherwise(asked)
            else:
                asked.reply({"ok": True, **answer})
            finally:
                self._store.close()  # another file may have its name by then
