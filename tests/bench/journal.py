"""The journal: the wait before an answer beside SQLite, what a turn writes, how fast the index is
made, and what a turn waits meanwhile.
"""

import os
import random
import tempfile
import time
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

from companion.game.actions import Clue, Concede, Correct
from companion.game.setup import Setup
from companion.journal.events import Began, Did
from companion.journal.reader import FILE
from companion.journal.sitting import begin, follow
from companion.journal.store import Row, Store
from tests.bench.figures import Figure, Sample, beside, blocks
from tests.rig.archive import many_lines
from tests.rig.writers import Harness

AT_MOST = 0.8
_TURNS = 20
"""Turns of which the bytes are counted."""
_GAMES = 2000
"""Games of ten rows of which an index is made."""


class _Table:
    """A store that is written turn by turn."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        event = Began(Setup(3))
        self._sitting = begin(1, event)
        self.store.record([Row(event, self._sitting)])
        self.store.follow_up()
        self._turns = 0

    def turn(self) -> tuple[float, float]:
        """Return the milliseconds until a turn is answered, and those of SQLite with that row."""
        self._turns += 1
        event = Did(Correct({"clues": 7 - self._turns % 2}))
        self._sitting = follow(self._sitting, event)
        began = time.perf_counter()
        self.store.record([Row(event, self._sitting)])
        answered = time.perf_counter()
        self.store.follow_up()
        return (answered - began) * 1e3, (time.perf_counter() - answered) * 1e3


def journal(rounds: int) -> list[Figure]:
    """Measure on the disk of this folder, if it can be: one in memory has nothing to flush."""
    here = "." if os.access(".", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=here) as name:
        folder = Path(name)
        table = _Table(folder / "games")
        with closing(table.store):
            waits = [table.turn() for _ in range(rounds)]
            written = _written(table, folder / "games" / FILE)
        made = _index_made(folder / "many")
        meanwhile = _beside_making(folder / "many", rounds)
    ours, theirs = (blocks(series) for series in zip(*waits, strict=True))
    wait = beside(
        "a turn until it is answered", ours, theirs, "SQLite, with that row", "ms", AT_MOST
    )
    return [wait, *written, made, meanwhile]


def _written(table: _Table, journal: Path) -> list[Figure]:
    """Return the bytes and flushes of a turn in the journal."""
    before = journal.stat().st_size
    with patch("os.fdatasync", wraps=os.fdatasync) as flushed:
        for _ in range(_TURNS):
            table.turn()
    size = (journal.stat().st_size - before) / _TURNS
    return [
        _plain("bytes of a turn in the journal", size, "B"),
        _plain("flushes of a turn in the journal", flushed.call_count / _TURNS),
    ]


def _plain(name: str, value: float, unit: str = "") -> Figure:
    return Figure(name, Sample((value,), unit))


def _index_made(folder: Path) -> Figure:
    """Return how many lines of a journal are indexed in a second."""
    folder.mkdir()
    many_lines(folder, _GAMES, [Did(Clue())] * 8 + [Did(Concede("no_more_points"))])
    with closing(Store(folder)) as store:
        store.open()
        began = time.perf_counter()
        while store.has_work:
            store.work(float("inf"))
        seconds = time.perf_counter() - began
    return _plain("lines indexed a second", _GAMES * 10 / seconds)


def _beside_making(folder: Path, rounds: int) -> Figure:
    """Measure a turn by the writer's thread while it makes the index without a pause, and alone."""
    alone = _answered(folder, rounds)
    for path in folder.glob("games.sqlite3*"):
        path.unlink()
    writer = "companion.journal.writer"
    with patch(f"{writer}.QUIET_S", 0.0), patch(f"{writer}.PAUSE_S", 0.0):
        making = _answered(folder, rounds)
    figure = beside("a turn while the index is made", blocks(making), blocks(alone), "alone", "ms")
    return figure._replace(ours=Sample(tuple(making), "ms"), theirs=Sample(tuple(alone), "ms"))


def _answered(folder: Path, rounds: int) -> list[float]:
    """Return the milliseconds until each of some turns is answered, at odd times."""
    dice = random.Random(1)
    harness = Harness(Store(folder))
    harness.writer.start()
    harness.hear()
    harness.begin(harness.store.latest() + 1)
    harness.hear()
    waits = []
    for number in range(rounds):
        time.sleep(dice.random() * 0.02)
        began = time.perf_counter()
        harness.do(Did(Correct({"clues": 7 - number % 2})))
        harness.hear()
        waits.append((time.perf_counter() - began) * 1e3)
    harness.writer.stop()
    return waits
