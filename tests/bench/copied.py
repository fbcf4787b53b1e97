"""The text copy: the wait before an answer against SQLite alone, and the bytes and flushes of a
turn.
"""

import os
import tempfile
import time
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

from companion.game.actions import Correct
from companion.game.setup import Setup
from companion.journal.copy.file import COPY
from companion.journal.events import Began, Did
from companion.journal.sitting import begin, follow
from companion.journal.sqlite import beside as beside_file
from companion.journal.store import FILE, Row, Store
from tests.bench.figures import Figure, beside, blocks

AT_MOST = 1.05
_TURNS = 20
"""Turns of which the bytes are counted."""


class _Table:
    """A store that is written turn by turn, with its copy or without."""

    def __init__(self, folder: Path, copied: bool) -> None:
        self._store = Store(folder)
        self._copied = copied
        event = Began(Setup(3))
        self._sitting = begin(1, event)
        self._store.append([Row(event, self._sitting)])
        self._store.copy_on()

    def turns(self, count: int) -> list[float]:
        """Return the milliseconds until each turn is answered; the copy is written after that."""
        waits = []
        for number in range(count):
            event = Did(Correct({"clues": 7 - number % 2}))
            row = Row(event, follow(self._sitting, event))
            began = time.perf_counter()
            self._store.append([row])
            waits.append((time.perf_counter() - began) * 1e3)
            self._copy()
        return waits

    def _copy(self) -> None:
        if self._copied:
            self._store.copy_on()
        else:
            self._store.copying.waits = False

    def close(self) -> None:
        self._store.close()


def copied(rounds: int) -> list[Figure]:
    """Measure on the disk of this folder: a disk in memory has nothing to flush."""
    waits: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path(name)
        both = _Table(folder / "both", copied=True)
        alone = _Table(folder / "alone", copied=False)
        with closing(both), closing(alone):
            for _ in range(rounds):
                waits[0].extend(both.turns(1))
                waits[1].extend(alone.turns(1))
        written = _written(folder / "new")
    wait = beside("a turn until it is answered", *map(blocks, waits), "SQLite alone", "ms", AT_MOST)
    return [wait, *written]


def _written(folder: Path) -> list[Figure]:
    """Return bytes and flushes of a turn: those of the copy beside those of SQLite's log, which has
    one a turn.
    """
    files = [beside_file(folder / FILE, end) for end in (COPY, "-wal")]
    with closing(_Table(folder, copied=True)) as table:
        before = [file.stat().st_size for file in files]
        with patch("os.fdatasync", wraps=os.fdatasync) as flushed:
            table.turns(_TURNS)
        after = [file.stat().st_size for file in files]
    mine, others = ((end - begin_) / _TURNS for begin_, end in zip(before, after, strict=True))
    flushes = flushed.call_count / _TURNS
    return [
        beside("bytes of a turn in the copy", [mine], [others], "SQLite's log", "B"),
        beside("flushes of a turn for the copy", [flushes], [1.0], "SQLite", ""),
    ]
