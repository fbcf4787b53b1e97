"""The keeper: the one thread that touches the store, so that a slow disk never delays a press.

It answers every request with one message. When the store fails it keeps what is to be written,
says so once, and tries again until all of it is on disk. What a failed write left there nobody knows:
the next try first looks what the file has of the game. A damaged file is set aside.
"""

import contextlib
import threading
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple

from companion.errors import Damaged, StoreError
from companion.table.events import Event, Withdrew
from companion.table.sitting import EMPTY, Sitting
from companion.table.stickers import NO_STICKERS, Sticker, Stickers
from companion.table.store import OtherGames, Row, Store

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


class SetAside(NamedTuple):
    """The file was damaged: it has another name now, and what could be read of it is in a new one."""

    name: str


class Loaded(NamedTuple):
    """Another game was read, or could not be."""

    sitting: Sitting | None
    problem: str | None


class Histories(NamedTuple):
    """The games so far, for whoever asked."""

    reply: Callable[[dict[str, Any]], None]
    games: list[dict[str, Any]] | None
    problem: str | None


KeeperMessage = Opened | Saved | NotSaved | SetAside | Loaded | Histories


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
        self._doubtful = False
        self._stories: dict[int, list[Event]] = {}
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
                case _Write(_, row):
                    self._backlog.append(request)
                    self._stories.setdefault(row.sitting.game, []).append(row.event)
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
        """Read where the group left off: as it is, from what a damaged file still has, or read-only."""
        problem: StoreError | None = None
        for store in (self._store, self._store, self._store.read_only()):
            try:
                sitting, latest = store.current(), store.latest()
            except Damaged as error:
                problem = problem or error
                self._renew()
            except StoreError as error:
                problem = problem or error
            else:
                whole = store is self._store
                self._before = 0
                self._doubtful = not whole
                with contextlib.suppress(StoreError):
                    self._stories = {sitting.game: store.events(sitting.game)}
                self._greet(store, Opened(sitting, latest, None if whole else str(problem)))
                break
        else:
            self._greet(self._store, Opened(EMPTY, 0, str(problem)))

    def _greet(self, store: Store, opened: Opened) -> None:
        """The first answer, with what the store has beside the games."""
        with contextlib.suppress(StoreError):
            opened = opened._replace(preferences=store.preferences())
        with contextlib.suppress(StoreError):
            opened = opened._replace(stickers=store.stickers())
        if store is not self._store:
            store.close()
        self._post(opened)

    def _renew(self) -> None:
        """Set the damaged file aside, if that can be done now."""
        with contextlib.suppress(StoreError):
            self._post(SetAside(self._store.renew().name))

    def _flush(self) -> None:
        """Write what waits; the second try is on a file that was opened anew."""
        if not self._backlog:
            return
        last = self._backlog[-1]
        for _ in range(2):
            try:
                self._write()
            except StoreError as error:
                problem = error
                self._doubtful = True
                if isinstance(error, Damaged):
                    self._renew()
                else:
                    self._store.close()
            else:
                self._backlog.clear()
                self._stories = {last.row.sitting.game: self._stories[last.row.sitting.game]}
                self._post(Saved(last.ticket))
                return
        if last.ticket != self._told:
            self._told = last.ticket
            self._post(NotSaved(last.ticket, str(problem)))

    def _write(self) -> None:
        if self._before is None:  # games of before turned up: the new ones are numbered after them
            self._before = self._store.latest()
        rows = [_renumbered(write.row, self._before) for write in self._backlog]
        if not self._doubtful:
            self._store.append(rows)
            return
        try:
            for game in dict.fromkeys(write.row.sitting.game for write in self._backlog):
                self._catch_up(game)
        except OtherGames:
            self._before = self._store.latest()
            raise
        self._doubtful = False

    def _catch_up(self, game: int) -> None:
        """Have all of a game in the file, whatever of it is there."""
        sitting = next(
            write.row.sitting for write in reversed(self._backlog) if write.row.sitting.game == game
        )
        rows = [_renumbered(Row(event, sitting), self._before or 0) for event in self._stories[game]]
        self._store.catch_up([row.event for row in rows], rows[-1].sitting)

    def _load(self, game: int) -> None:
        self._flush()
        if self._backlog:
            self._post(Loaded(None, "the games cannot be saved now, so no other one can be taken up"))
            return
        number = game + (self._before or 0) if game else 0
        try:
            sitting, story = self._store.load(number), self._store.events(number)
        except StoreError as error:
            self._post(Loaded(None, str(error)))
        else:
            self._stories[game] = [_shifted(event, -(self._before or 0)) for event in story]
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
    return Row(_shifted(event, before), sitting._replace(game=sitting.game + before if sitting.game else 0))


def _shifted(event: Event, by: int) -> Event:
    """An event that names games by other numbers."""
    return Withdrew(event.game + by) if isinstance(event, Withdrew) and event.game else event
