"""The journal: the wait before an answer beside plain SQLite, and while the index is made."""

import json
import os
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final
from unittest.mock import patch

from companion.game.actions import Clue, Concede, Correct
from companion.game.setup import Setup
from companion.journal.events import Began, Did
from companion.journal.sitting import begin, follow
from companion.journal.store import Row, Store
from tests.bench.figures import Figure, series_beside
from tests.rig.archive import many_lines
from tests.rig.writers import Harness

PLAIN: Final = {
    "SQLite as it comes": ("DELETE", 0.5),
    "SQLite, WAL with FULL": ("WAL", 1.0),
}
"""How SQLite keeps its journal, and what a turn may take beside it."""
_GAMES = 2000
"""Games of ten rows of which an index is made."""


class _Ours:
    """A store that is written turn by turn."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        event = Began(Setup(3))
        self._sitting = begin(1, event)
        self.store.record([Row(event, self._sitting)])
        self.store.follow_up()

    def turn(self, number: int) -> float:
        """Return the seconds until a turn is answered."""
        event = Did(Correct({"clues": 7 - number % 2}))
        self._sitting = follow(self._sitting, event)
        began = time.perf_counter()
        self.store.record([Row(event, self._sitting)])
        took = time.perf_counter() - began
        self.store.follow_up()
        return took


class _Plain:
    """A table of SQLite with the same rows, each of them committed."""

    def __init__(self, file: Path, journal: str) -> None:
        self.database = sqlite3.connect(file)
        self.database.execute(f"PRAGMA journal_mode={journal}")
        self.database.execute("PRAGMA synchronous=FULL")
        self.database.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, game, kind, at, event)")

    def turn(self, number: int) -> float:
        """Return the seconds until a turn is committed."""
        event = {"do": "correct", "clues": 7 - number % 2}
        began = time.perf_counter()
        self.database.execute(
            "INSERT INTO rows (game, kind, at, event) VALUES (1, 'do', ?, ?)",
            (time.time(), json.dumps(event)),
        )
        self.database.commit()
        return time.perf_counter() - began


def journal(rounds: int) -> list[Figure]:
    """Measure on the disk of this folder, if it can be: one in memory has nothing to flush."""
    here = "." if os.access(".", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=here) as name:
        folder = Path(name)
        return [*_beside_sqlite(folder, rounds), _beside_making(folder / "many", rounds)]


def _beside_sqlite(folder: Path, rounds: int) -> list[Figure]:
    ours = _Ours(folder / "games")
    plain = [_Plain(folder / f"{mode}.sqlite3", mode) for mode, _ in PLAIN.values()]
    acts: list[Callable[[int], float]] = [ours.turn, *(one.turn for one in plain)]
    waits = [[act(number) for act in acts] for number in range(rounds)]
    ours.store.close()
    for one in plain:
        one.database.close()
    mine, *others = zip(*waits, strict=True)
    return [
        series_beside("a turn until it is answered", mine, theirs, against, at_most)
        for theirs, (against, (_, at_most)) in zip(others, PLAIN.items(), strict=True)
    ]


def _beside_making(folder: Path, rounds: int) -> Figure:
    """Measure a turn by the writer's thread while it makes the index without a pause, and alone."""
    folder.mkdir()
    many_lines(folder, _GAMES, [Did(Clue())] * 8 + [Did(Concede("no_more_points"))])
    with closing(Store(folder)) as store:
        store.open()
        while store.has_work:
            store.work(float("inf"))
    alone = _answered(folder, rounds)
    for path in folder.glob("games.sqlite3*"):
        path.unlink()
    writer = "companion.journal.writer"
    with patch(f"{writer}.QUIET_S", 0.0), patch(f"{writer}.PAUSE_S", 0.0):
        making = _answered(folder, rounds)
    return series_beside("a turn while the index is made", making, alone, "alone", 1.2)


def _answered(folder: Path, rounds: int) -> list[float]:
    """Return the seconds until each of some turns is answered, at odd times."""
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
        waits.append(time.perf_counter() - began)
    harness.writer.stop()
    return waits
