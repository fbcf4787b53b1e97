"""Stores with many games in them, or with a long one."""

import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from companion.game.actions import Action, Correct, parse_action
from companion.game.setup import Setup
from companion.journal.events import Began, Did, Event
from companion.journal.sitting import Sitting, begin, follow
from companion.journal.store import FILE, Row, Store
from tests.bench.processes import memory_disk
from tests.games import real_games

_COPIES = "WITH RECURSIVE copy(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM copy WHERE n < ?)"


def _rows(game: int, setup: Setup, actions: Sequence[Action]) -> Iterator[Row]:
    event: Event = Began(setup)
    sitting: Sitting = begin(game, Began(setup))
    yield Row(event, sitting)
    for action in actions:
        event = Did(action)
        sitting = follow(sitting, event)
        yield Row(event, sitting)


@contextmanager
def many_games(count: int) -> Iterator[Path]:
    """Yield a store with `count` finished games, each played, and one that has just begun."""
    record = real_games()[0]
    with tempfile.TemporaryDirectory(dir=memory_disk()) as folder:
        store = Store(Path(folder))
        store.append(list(_rows(1, record.setup, [parse_action(raw) for raw in record.actions])))
        store.close()
        _copy(Path(folder, FILE), count)
        store.append(list(_rows(count + 1, Setup(3), ())))
        while (
            store.copying.has_work
        ):  # or it would be copied and compared while others are measured
            store.compare_on()
        store.close()
        yield Path(folder)


def _copy(file: Path, count: int) -> None:
    """Copy the first game `count` times."""
    if count < 2:
        return
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous=OFF")
        db.execute("BEGIN")
        span = (2, count)
        db.execute(
            f"{_COPIES} INSERT INTO event (game, kind, data, at)"
            " SELECT n, kind, data, at FROM copy, event WHERE game = 1 ORDER BY n, id",
            span,
        )
        db.execute(
            f"{_COPIES} INSERT INTO game (id, began, changed, setup, turn, score, status, reason,"
            " withdrawn) SELECT n, began, changed, setup, turn, score, status, reason, withdrawn"
            " FROM copy, game WHERE id = 1",
            span,
        )
        db.execute(
            f"{_COPIES} INSERT INTO standing SELECT scope, n, score, complete, good, games + n - 1,"
            " best, perfect, streak, longest FROM copy, standing WHERE game = 1",
            span,
        )
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def long_game(count: int) -> Iterator[Path]:
    """Yield a store with one game of `count` actions, none of which took a turn."""
    corrections = [Correct({"clues": 7 - number % 2}) for number in range(count - 1)]
    with tempfile.TemporaryDirectory(dir=memory_disk()) as folder:
        store = Store(Path(folder))
        store.append(list(_rows(1, Setup(3), [*corrections, Correct({"clues": 8})])))
        store.close()
        yield Path(folder)
