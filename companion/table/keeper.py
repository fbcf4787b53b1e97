"""The keeper: the one thread that touches the store, so that a slow disk never delays a press.

It answers every request with one message. When the store fails it keeps what is to be written,
says so once, and tries again until all of it is on disk.
"""

import contextlib
import threading
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple

from companion.errors import StoreError
from companion.table.events import Withdrew
from companion.table.sitting import EMPTY, Sitting
from companion.table.stickers import NO_STICKERS, Sticker, Stickers
from companion.table.store import Row, Store

RETRY: Final = 2.0
"""Seconds between tries to write what a failing store refused."""


class Opened(NamedTuple):
    """The store was read: where the group left off, the highest game number, what the group prefers,
    the stickers of its cards.
    """

    sitting: Sitting
    latest: int
    problem: str | None
    preferences: Mapping[str, str] = {}
    stickers: Stickers = NO_STICKERS


class Saved(NamedTuple):
    """Everything handed over up to this ticket is on disk."""

    ticket: int


class NotSaved(NamedTuple):
    """The row with this ticket waits in memory: the store refuses it for now."""

    ticket: int
    problem: str


class Loaded(NamedTuple):
    """Another game was read, or could not be."""

    sitting: Sitting | None
    problem: str | None


class Histories(NamedTuple):
    """The games so far, for whoever asked."""

    reply: Callable[[dict[str, Any]], None]
    games: list[dict[str, Any]] | None
    problem: str | None


KeeperMessage = Opened | Saved | NotSaved | Loaded | Histories


class _Write(NamedTuple):
    ticket: int
    row: Row


class _Load(NamedTuple):
    game: int


class _Prefer(NamedTuple):
    key: str
    value: str


class _History(NamedTuple):
    limit: int
    reply: Callable[[dict[str, Any]], None]


class _Enrol(NamedTuple):
    tag: str
    sticker: Sticker | None
    reply: Callable[[dict[str, Any]], None]


class _Ping(NamedTuple):
    answer: Callable[[], None]


class Keeper:
    """Requests to the store from any thread; answers go to `post`."""

    def __init__(self, store: Store, post: Callable[[KeeperMessage], None]) -> None:
        self._store = store
        self._post = post
        self._requests: SimpleQueue[_Write | _Load | _Prefer | _History | _Enrol | _Ping | None] = (
            SimpleQueue()
        )
        self._backlog: list[_Write] = []
        self._told = 0
        self._before: int | None = None
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        """Begin: the first answer is `Opened`."""
        self._thread.start()

    def write(self, ticket: int, row: Row) -> None:
        """Ask for a row to be written; rows keep their order."""
        self._requests.put(_Write(ticket, row))

    def load(self, game: int) -> None:
        """Ask for a game."""
        self._requests.put(_Load(game))

    def prefer(self, key: str, value: str) -> None:
        """Ask for a preference to be kept; one that cannot be is forgotten at the next start."""
        self._requests.put(_Prefer(key, value))

    def enrol(self, tag: str, sticker: Sticker | None, reply: Callable[[dict[str, Any]], None]) -> None:
        """Ask for a sticker to be kept, or forgotten."""
        self._requests.put(_Enrol(tag, sticker, reply))

    def history(self, limit: int, reply: Callable[[dict[str, Any]], None]) -> None:
        """Ask for the newest games."""
        self._requests.put(_History(limit, reply))

    def ping(self, answer: Callable[[], None]) -> None:
        """Ask for a sign of life: `answer` is called from the thread."""
        self._requests.put(_Ping(answer))

    def stop(self, timeout: float = 5.0) -> None:
        """Write what is left and close the file."""
        self._requests.put(None)
        self._thread.join(timeout)

    def _run(self) -> None:
        self._open()
        while True:
            try:
                request = self._requests.get(timeout=RETRY if self._backlog else None)
            except Empty:
                self._flush()
                continue
            match request:
                case None:
                    self._flush()
                    self._store.close()
                    return
                case _Write():
                    self._backlog.append(request)
                    self._flush()
                case _Load(game):
                    self._load(game)
                case _Prefer(key, value):
                    with contextlib.suppress(StoreError):
                        self._store.prefer(key, value)
                case _History(limit, reply):
                    self._history(limit, reply)
                case _Enrol(tag, sticker, reply):
                    self._enrol(tag, sticker, reply)
                case _Ping(answer):
                    answer()

    def _open(self) -> None:
        kept: dict[str, str] = {}
        stickers = NO_STICKERS
        with contextlib.suppress(StoreError):
            kept, stickers = self._store.preferences(), self._store.stickers()
        try:
            sitting, latest = self._store.current(), self._store.latest()
        except StoreError as error:
            self._post(Opened(EMPTY, 0, str(error), kept, stickers))
        else:
            self._before = 0
            self._post(Opened(sitting, latest, None, kept, stickers))

    def _flush(self) -> None:
        if not self._backlog:
            return
        try:
            if self._before is None:  # games of before turned up: the new ones are numbered after them
                self._before = self._store.latest()
            self._store.append([_renumbered(write.row, self._before) for write in self._backlog])
        except StoreError as error:
            if self._backlog[-1].ticket != self._told:
                self._told = self._backlog[-1].ticket
                self._post(NotSaved(self._told, str(error)))
            return
        ticket = self._backlog[-1].ticket
        self._backlog.clear()
        self._post(Saved(ticket))

    def _load(self, game: int) -> None:
        self._flush()
        if self._backlog:
            self._post(Loaded(None, "the games cannot be saved now, so no other one can be taken up"))
            return
        before = self._before or 0
        try:
            sitting = self._store.load(game + before if game else 0)
        except StoreError as error:
            self._post(Loaded(None, str(error)))
        else:
            self._post(Loaded(sitting._replace(game=game), None))

    def _enrol(self, tag: str, sticker: Sticker | None, reply: Callable[[dict[str, Any]], None]) -> None:
        try:
            self._store.enrol(tag, sticker)
        except StoreError as error:
            reply({"ok": False, "error": str(error)})
        else:
            reply({"ok": True})

    def _history(self, limit: int, reply: Callable[[dict[str, Any]], None]) -> None:
        try:
            self._post(Histories(reply, self._store.history(limit), None))
        except StoreError as error:
            self._post(Histories(reply, None, str(error)))


def _renumbered(row: Row, before: int) -> Row:
    """A row whose game comes after those that were there before."""
    event, sitting = row
    if not before:
        return row
    if isinstance(event, Withdrew):
        event = Withdrew(event.game + before if event.game else 0)
    return Row(event, sitting._replace(game=sitting.game + before if sitting.game else 0))
