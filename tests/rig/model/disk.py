"""A disk in virtual time: the real store and the real writer, which answers when the model lets it.

What the store took is noted beside it, so that the next start and the history can be compared with
it.
"""

import shutil
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.errors import StoreError
from companion.journal.events import Event, Withdrew
from companion.journal.lines import Line
from companion.journal.query_thread import Beside, Query, QueryReply
from companion.journal.reader import FILE, GamesReader, sitting_of
from companion.journal.sitting import EMPTY, Sitting
from companion.journal.stickers import Sticker
from companion.journal.store import Row, Store
from companion.journal.writer import Writer
from companion.journal.writer_messages import Opened

Job = Callable[[], None]


class Kept:
    """What the file has: the game that was written last, and each game as it was written last."""

    def __init__(self) -> None:
        self.sitting: Sitting = EMPTY
        self.games: dict[int, Sitting] = {}
        self.withdrawn: set[int] = set()
        self.stickers: dict[str, Sticker] = {}

    def note(self, event: Event, sitting: Sitting) -> None:
        """Note that an event is on disk."""
        self.sitting = sitting
        self.games[sitting.game] = sitting
        self.withdrawn.discard(sitting.game)
        if isinstance(event, Withdrew):
            self.withdrawn.add(event.game)


class Books(Store):
    """The store; while `full` it refuses what is to be written."""

    def __init__(self, directory: Path, kept: Kept) -> None:
        super().__init__(directory)
        self.noted: Final = kept
        self.full = False

    def record(self, rows: Sequence[Row]) -> None:
        super().record(rows)
        for event, sitting in rows:
            self.noted.note(event, sitting)

    def write_rows(self, rows: Sequence[Line]) -> None:
        if self.full:
            raise StoreError("the disk is full")
        super().write_rows(rows)

    def _keep_of_games(self, kind: str, texts: list[str]) -> None:
        super()._keep_of_games(kind, texts)
        noted = self.noted
        noted.sitting = self.current()
        for game in noted.games.keys() - noted.withdrawn:  # their names read otherwise now
            noted.games[game] = sitting_of(game, self.story(game))

    def enrol(self, tag: str, sticker: Sticker | None) -> None:
        super().enrol(tag, sticker)
        self.noted.stickers.pop(tag, None)
        if sticker is not None:
            self.noted.stickers[tag] = sticker


class Disk:
    """The writer and its queries without their threads.

    `delay` seconds a request, None while it hangs.
    """

    def __init__(
        self, directory: Path, kept: Kept, post: Callable[[Any], None], clock: Callable[[], float]
    ):
        self.delay: float | None = 0.0
        self.store: Final = Books(directory, kept)
        self.writer: Final = Writer(self.store, post)
        self._post: Final = post
        self._clock: Final = clock
        self._jobs: Final[deque[tuple[float, Job | None]]] = deque()
        self._asked: Final[deque[Job]] = deque()
        self._free = clock()
        self.writer._requests = self  # type: ignore[assignment]
        self._queries = self.writer._queries
        self.writer._queries = self  # type: ignore[assignment]
        self.put(self._read)

    # What stands for the writer's queue and its query thread

    def put(self, job: Job | None) -> None:
        self._jobs.append((self._clock(), job))

    def empty(self) -> bool:
        return not self._jobs

    def ask(self, query: Query, reply: QueryReply) -> None:
        self._asked.append(partial(self._answer, Beside(self.store), query, reply))

    # Time

    def due(self) -> float | None:
        """Return when the disk has done what is asked, or tries again."""
        if self._asked:
            return self._clock()
        if self.delay is None:
            return None
        if self._jobs:
            return max(self._free, self._jobs[0][0]) + self.delay
        patience, _ = self.writer._next_task
        return None if patience is None else self._free + patience

    def work(self) -> None:
        """Do what is due."""
        self._answer_all()
        while (due := self.due()) is not None and due <= self._clock():
            self._free = self._clock()
            if self._jobs:
                _, job = self._jobs.popleft()
                (job or self.writer._close_store)()
            else:
                _, act = self.writer._next_task
                act()
            self._answer_all()  # a job may have asked the query thread

    def become(self, delay: float | None, full: bool) -> None:
        """Set how quick the disk is from now on, and whether it is full."""
        self.delay = delay
        self.store.full = full
        self._free = max(self._free, self._clock())

    # The ends

    def close(self) -> None:
        """End as the service manager ends it: what waits is written, if the disk takes it."""
        self._answer_all()
        self.put(None)
        while self._jobs:
            _, job = self._jobs.popleft()
            (job or self.writer._close_store)()

    def cut(self, directory: Path) -> None:
        """End at once: another folder has the files as they are."""
        folder = self.store.path.parent
        for name in (FILE, "games.sqlite3", "games.sqlite3-wal"):
            if (folder / name).exists():
                shutil.copy(folder / name, directory)
        self.store.close()

    def _read(self) -> None:
        if (problem := self.writer._read_games()) is not None:
            self._post(Opened(EMPTY, 0, problem))

    def _answer_all(self) -> None:
        while self._asked:
            self._asked.popleft()()

    def _answer(self, reader: Beside, query: Query, reply: QueryReply) -> None:
        reply(self._queries.answer(reader, query))


def only_reader(directory: Path) -> GamesReader:
    """Return the files as another program sees them."""
    assert (directory / FILE).exists()
    return GamesReader(directory)
