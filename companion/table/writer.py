"""The writer: the one thread that touches the store, so that a slow disk never delays a press.

It answers every request with one message. When the store fails it keeps what is to be written,
says so once, and tries again until all of it is on disk. What a failed write left there nobody knows:
the next try first looks what the file has of the game. A damaged file is set aside, and what of the
game on the table cannot be read any more is written into the new one from memory.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple, TypeVar

from companion.errors import Damaged, StoreError
from companion.table.events import Began, Event, Withdrew
from companion.table.query_thread import Asked, Question, Reader, Reply, sound
from companion.table.sitting import EMPTY, Sitting, rebuild
from companion.table.statistics import tables
from companion.table.statistics.standings import Standing
from companion.table.stickers import NO_STICKERS, Sticker, Stickers
from companion.table.store import OtherGames, Row, Store

RETRY: Final = 2.0
"""Seconds between tries to write what a failing store refused."""
TRIES: Final = 4
"""How often a step is tried before it counts as not saved."""
PATIENT: Final = 3
"""After so many failures in a row the file is closed, and opened anew at the next try. Opening it takes
many more calls to the disk than writing a step: one that fails now and then would fail for ever.
"""
QUIET: Final = 2.0
"""Seconds without a request after which old games are counted."""
SLICE: Final = 0.005
"""Seconds for which they are counted at a time: no press waits longer for it."""
PAUSE: Final = 0.05
"""Seconds between two such times."""
SLOW: Final = 1.0
"""Seconds after which a try that fails is not repeated at once."""
MOST_RENEWALS: Final = 3
"""How often a file is set aside with nothing written in between; one more would not help."""

Answer = TypeVar("Answer")


class Opened(NamedTuple):
    """The store was read: where the group left off, the highest game number, what the group prefers,
    the stickers of its cards, the names of players, those used last first, how many games were finished.
    """

    sitting: Sitting
    latest: int
    problem: str | None
    preferences: Mapping[str, str] = {}
    stickers: Stickers = NO_STICKERS
    names: tuple[str, ...] = ()
    finished: int = 0


class Saved(NamedTuple):
    """Everything handed over up to this ticket is on disk."""

    ticket: int


class Counted(NamedTuple):
    """The game that was written last has ended: what that means beside the others."""

    standing: Standing


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


WriterMessage = Opened | Saved | Counted | NotSaved | SetAside | Loaded


class _Write(NamedTuple):
    ticket: int
    row: Row


class _Load(NamedTuple):
    game: int


class _Prefer(NamedTuple):
    key: str
    value: str


class _Forget(NamedTuple):
    name: str


class _Enrol(NamedTuple):
    tag: str
    sticker: Sticker | None
    reply: Reply


class _Ping(NamedTuple):
    answer: Callable[[], None]


_Wanted = _Write | _Load | _Prefer | _Forget | _Enrol | Asked | _Ping


class Writer:
    """Requests to the store from any thread; answers go to `post`."""

    def __init__(self, store: Store, post: Callable[[WriterMessage], None]) -> None:
        self._store = store
        self._post = post
        self._requests: SimpleQueue[_Write | _Load | _Prefer | _Forget | _Enrol | Asked | _Ping | None] = (
            SimpleQueue()
        )
        self._reader = Reader(store, self._requests.put)
        self._backlog: list[_Write] = []
        self._last = 0
        self._told = 0
        self._before: int | None = None
        self._quiet = QUIET
        self._doubtful = False
        self._failures = 0
        self._renewals = 0
        self._sitting = EMPTY
        self._stories: dict[int, list[Event]] = {}
        self._preferences: dict[str, str] = {}
        self._stickers: dict[str, Sticker] = {}
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

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
        """Ask for a preference to be kept, as soon as that can be done."""
        self._requests.put(_Prefer(key, value))

    def forget(self, name: str) -> None:
        """Ask for the name of a player to be offered no more."""
        self._requests.put(_Forget(name))

    def enrol(self, tag: str, sticker: Sticker | None, reply: Reply) -> None:
        """Ask for a sticker to be kept, or forgotten."""
        self._requests.put(_Enrol(tag, sticker, reply))

    def look(self, question: Question, reply: Reply) -> None:
        """Ask for what `question` finds in the store; it is called from another thread.

        While the store fails that is the writer's own: it alone knows what is not on disk yet.
        """
        asked = Asked(question, reply)
        if self._fails:
            self._requests.put(asked)
        else:
            self._reader.ask(asked)

    def ping(self, answer: Callable[[], None]) -> None:
        """Ask for a sign of life: `answer` is called from the thread."""
        self._requests.put(_Ping(answer))

    def stop(self, timeout: float = 5.0) -> None:
        """Write what is left and close the file."""
        self._reader.stop()
        self._requests.put(None)
        self._thread.join(timeout)

    def _run(self) -> None:
        self._open()
        while True:
            try:
                request = self._requests.get(timeout=self._patience())
            except Empty:
                self._again()
                continue
            self._quiet = QUIET
            match request:
                case None:
                    self._doubtful = self._doubtful or (
                        self._before is not None and not self._store.in_place()
                    )
                    self._flush()
                    self._store.close()
                    return
                case _Write(ticket, row):
                    self._backlog.append(request)
                    self._last, self._sitting = ticket, row.sitting
                    self._stories.setdefault(row.sitting.game, []).append(row.event)
                    if not self._failures or self._requests.empty():
                        self._flush()
                case _Load(game):
                    self._load(game)
                case _Prefer(key, value):
                    self._prefer(key, value)
                case _Forget(name):
                    with contextlib.suppress(StoreError):
                        self._ask(partial(self._store.forget, name))
                case _Enrol(tag, sticker, reply):
                    self._enrol(tag, sticker, reply)
                case Asked(question, reply):
                    self._look(question, reply)
                case _Ping(answer):
                    answer()

    @property
    def _fails(self) -> bool:
        return bool(self._backlog) or self._doubtful or self._before is None

    def _patience(self) -> float | None:
        """Seconds to wait for a request before something else is to be done; None where nothing is."""
        if self._fails:
            return RETRY
        return self._quiet if self._store.behind else None

    def _open(self) -> None:
        """Tell where the group left off."""
        if (problem := self._read()) is not None:
            self._post(Opened(EMPTY, 0, problem))

    def _again(self) -> None:
        """See whether a store that failed works now; while nothing else happens, count old games."""
        if not self._fails:
            self._quiet = PAUSE
            self._count_on()
        elif self._before is None and not self._last:
            self._read()
        else:
            self._flush()

    def _read(self) -> str | None:
        """Tell where the group left off: as the file has it, or as far as it can be read for now.

        Gives what stands in the way where nothing can be told.
        """
        problem: str | None = None
        try:
            opened, story = self._ask(lambda: _inventory(self._store))
        except StoreError as error:
            problem = str(error)
            found = self._read_apart(isinstance(error, Damaged))
            if found is None:
                return problem
            opened, story = found
        self._before = 0
        self._doubtful = self._doubtful or problem is not None
        self._sitting, self._stories = opened.sitting, {opened.sitting.game: story}
        self._preferences = {**opened.preferences, **self._preferences}
        self._stickers = dict(opened.stickers)
        self._post(opened._replace(problem=problem, preferences=dict(self._preferences)))
        return None

    def _read_apart(self, damaged: bool) -> tuple[Opened, list[Event]] | None:
        """What can be read of a file that cannot be opened as usual, if anything.

        SQLite itself cannot read on any disk that it cannot write.
        """
        for read in [self._store.salvaged] if damaged else [self._store.read_only, self._store.salvaged]:
            with contextlib.suppress(StoreError), contextlib.closing(read()) as other:
                return sound(partial(_inventory, other, games_only=True))
        return None

    def _ask(self, act: Callable[[], Answer]) -> Answer:
        """Do something with the store; once more with a new file if it is damaged.

        Raises:
            StoreError: it cannot be done now.
        """
        try:
            return sound(act)
        except Damaged:
            if not self._renew():
                raise
            return sound(act)

    def _renew(self) -> bool:
        """Set the damaged file aside, if that can be done now."""
        if self._renewals == MOST_RENEWALS:
            return False
        try:
            aside = self._store.renew()
        except StoreError:
            return False
        self._renewals += 1
        self._doubtful = True
        self._post(SetAside(aside.name))
        return True

    def _flush(self) -> None:
        """Write what waits; while that fails, one try has to do."""
        if not self._backlog and not self._doubtful:
            return
        problem, began = "", time.monotonic()
        for _ in range(TRIES if not self._failures else 1):
            try:
                self._ask(self._write)
            except StoreError as error:
                problem = str(error)
                self._doubtful = True
                self._failures += 1
                if isinstance(error, Damaged) or time.monotonic() - began > SLOW:
                    break
                if self._failures % PATIENT == 0:
                    self._store.close()
            else:
                self._written()
                return
        if self._backlog and self._last != self._told:
            self._told = self._last
            self._post(NotSaved(self._last, problem))

    def _written(self) -> None:
        self._failures = self._renewals = 0
        self._stories = {self._sitting.game: self._stories.get(self._sitting.game, [])}
        if self._backlog:
            self._backlog.clear()
            self._count(self._sitting)
        self._post(Saved(self._last))

    def _count_on(self) -> None:
        """Count some of the games that the statistics lack; the last one may be on the table, and over."""
        with contextlib.suppress(StoreError):
            self._ask(lambda: self._store.count(SLICE))
        if not self._store.behind:
            self._count(self._sitting)

    def _count(self, sitting: Sitting) -> None:
        """Tell what the end of a game means, before it counts as saved and is shown."""
        if sitting.state is None or not sitting.state.over:
            return
        number = sitting.game + (self._before or 0)
        with contextlib.suppress(StoreError):
            found = self._store.consult(lambda db: tables.standing(db, number))
            if found is not None:
                self._post(Counted(found._replace(game=sitting.game)))

    def _write(self) -> None:
        if self._before is None:  # games of before turned up: the new ones are numbered after them
            self._before = self._store.latest()
        if not self._doubtful:
            self._store.append([_renumbered(write.row, self._before) for write in self._backlog])
            return
        try:
            waiting = {write.row.sitting.game: write.row.sitting for write in self._backlog}
            for game in sorted(self._stories, key=lambda game: (game in waiting, game == self._sitting.game)):
                self._catch_up(game, waiting.get(game))
        except OtherGames:
            self._before = self._store.latest()
            raise
        self._restore()
        self._doubtful = False

    def _catch_up(self, game: int, sitting: Sitting | None) -> None:
        """Have all of a game in the file, whatever of it is there."""
        story = self._stories[game]
        row = _renumbered(Row(Withdrew(0), sitting or rebuild(game, story)), self._before or 0)
        self._store.catch_up([_shifted(event, self._before or 0) for event in story], row.sitting)

    def _restore(self) -> None:
        """Have in the file what the group prefers, and its stickers."""
        kept, stickers = self._store.preferences(), self._store.stickers()
        for key, value in self._preferences.items():
            if kept.get(key) != value:
                self._store.prefer(key, value)
        for tag in self._stickers.keys() - stickers.keys():
            self._store.enrol(tag, self._stickers[tag])

    def _load(self, game: int) -> None:
        self._flush()
        if self._backlog:
            self._post(Loaded(None, "the games cannot be saved now, so no other one can be taken up"))
            return
        try:
            story, sitting = self._ask(lambda: self._find(game))
        except StoreError as error:
            self._post(Loaded(None, str(error)))
        else:
            self._stories[game] = story
            self._post(Loaded(sitting, None))

    def _find(self, game: int) -> tuple[list[Event], Sitting]:
        before = self._before or 0
        story = self._store.events(game + before if game else 0)
        story = [_shifted(event, -before) for event in story]
        return story, rebuild(game, story)

    def _prefer(self, key: str, value: str) -> None:
        self._preferences[key] = value
        try:
            self._ask(lambda: self._store.prefer(key, value))
        except StoreError:
            self._doubtful = True

    def _enrol(self, tag: str, sticker: Sticker | None, reply: Reply) -> None:
        try:
            self._ask(lambda: self._store.enrol(tag, sticker))
        except StoreError as error:
            reply({"ok": False, "error": str(error)})
            return
        self._stickers.pop(tag, None)
        if sticker is not None:
            self._stickers[tag] = sticker
        reply({"ok": True})

    def _look(self, question: Question, reply: Reply) -> None:
        self._flush()
        try:
            reply({"ok": True, **self._ask(lambda: question(self._store))})
        except StoreError as error:
            reply({"ok": False, "error": str(error)})


def _renumbered(row: Row, before: int) -> Row:
    """A row whose game comes after those that were there before."""
    event, sitting = row
    if not before:
        return row
    return Row(_shifted(event, before), sitting._replace(game=sitting.game + before if sitting.game else 0))


def _shifted(event: Event, by: int) -> Event:
    """An event that names games by other numbers."""
    match event:
        case Withdrew(game) if game:
            return replace(event, game=game + by)
        case Began(previous=previous) if previous and by:
            return replace(event, previous=max(previous + by, 0))
    return event


def _inventory(store: Store, games_only: bool = False) -> tuple[Opened, list[Event]]:
    """What a store has for a start, and all that happened to the game on the table.

    games_only: what there is beside the games may be lost.
    """
    sitting, story = store.left()
    opened = Opened(sitting, store.latest(), None)
    lost: tuple[type[StoreError], ...] = (StoreError,) if games_only else ()
    with contextlib.suppress(*lost):
        opened = opened._replace(preferences=store.preferences())
    with contextlib.suppress(*lost):
        opened = opened._replace(stickers=store.stickers())
    with contextlib.suppress(*lost):
        opened = opened._replace(names=store.consult(tables.names), finished=store.consult(tables.finished))
    return opened, story
