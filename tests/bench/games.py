"""Stores with many games in them."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from companion.game.actions import Action, parse_action
from companion.game.setup import Setup
from companion.journal.events import Began, Did, Event
from companion.journal.sitting import Sitting, begin, follow
from companion.journal.store import Row, Store
from tests.bench.processes import memory_disk
from tests.games import real_games
from tests.rig.archive import many_lines


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
        many_lines(Path(folder), count, [Did(parse_action(raw)) for raw in record.actions])
        with closing(Store(Path(folder))) as store:
            while store.has_work:  # or it would be indexed while others are measured
                store.work(float("inf"))
            store.append(list(_rows(count + 1, Setup(3), ())))
        yield Path(folder)
