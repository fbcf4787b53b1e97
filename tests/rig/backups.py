"""Backups made of stores, restored into stores, and what two stores have in common."""

import json
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from companion.journal import backup as backups
from companion.journal.events import Event, read_event
from companion.journal.reader import GamesReader
from companion.journal.restoring import Restoring
from companion.journal.statistics import tables
from companion.journal.store import Store
from tests.rig.running import Script


class Refused(Exception):
    """A backup that is not restored."""


def backup_of(store: Store) -> str:
    """Return the backup of a store."""
    return "".join(backups.all_pieces(partial(backups.piece_after, store)))


def checked(store: Store, text: str) -> Restoring:
    """Return a backup that was read, and compared with a store."""
    store.open()
    while store.has_work:
        store.work(float("inf"))
    backup = Restoring()
    for begin in range(0, len(text), 10_000):
        backup.feed(text[begin : begin + 10_000])
    while not backup.check_games(store, 0.01):
        pass
    return backup


def restored(store: Store, text: str, partial: bool = False) -> dict[str, int]:
    """Restore a backup into a store. Return the report."""
    backup = checked(store, text)
    if wrong := backup.refusal(partial):
        raise Refused(wrong)
    report: dict[str, int] = backup.take_in(store)["report"]
    return report


def played(store: GamesReader) -> list[tuple[str, ...]]:
    """Return what happened in each game, in any order of the games, apart from their numbers."""
    store.open()
    games = store.consult(lambda db: db.execute("SELECT id FROM game").fetchall())
    stories = [store.story(game) for (game,) in games]
    return sorted(
        tuple(_plain(line.kind, line.data) for line in story if line.kind != "return")
        for story in stories
    )


def _plain(kind: str, data: str) -> str:
    fields: dict[str, Any] = json.loads(data)
    assert isinstance(read_event(kind, data), Event)
    for key in ("id", "previous", "game"):
        fields.pop(key, None)
    return f"{kind} {json.dumps(fields, sort_keys=True)}"


def everything(store: Store) -> dict[str, Any]:
    """Return all that a group sees of a store: its games, figures, names and preferences."""
    return {
        "history": store.history(100_000),
        "stats": store.consult(tables.standings),
        "names": store.kept.offered,
        "preferences": store.kept.preferences,
        "stickers": store.kept.cards,
        "on the table": store.current(),
    }


def games_of(directory: Path) -> list[tuple[str, ...]]:
    """Return what happened in each game of a folder."""
    with closing(GamesReader(directory)) as store:
        return played(store)


def said(capsys: Any) -> str:
    """Return the one sentence that a command said, and nothing else."""
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    return str(line)


def timed(script: Script) -> float:
    """Return how many seconds a step and its undo take."""
    began = time.perf_counter()
    script.ask(do="action", action={"do": "clue"})
    script.ask(do="undo")
    return time.perf_counter() - began
