"""Backups made of stores, restored into stores, and what two stores have in common."""

import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.journal.backup import head, pieces
from companion.journal.backup.head import Promise
from companion.journal.backup.restoring import Restoring
from companion.journal.events import Event, read
from companion.journal.statistics import tables
from companion.journal.store import Store
from tests.rig.running import Script


class Refused(Exception):
    """A backup that is not restored."""


def backup_of(store: Store) -> str:
    """Return the backup of a store."""
    begun = pieces.begin(store)
    tag, last = int(begun["tag"], 16), begun["last"]
    text = head.make(tag, Promise(begun["lines"], last)).decode()
    after = 0
    while after < last:
        piece = pieces.go_on(store, tag, after, last)
        text += "".join(piece["lines"])
        after = piece["after"]
    return text + "".join(begun["kept"])


def checked(store: Store, text: str) -> Restoring:
    """Return a backup that was read, and compared with a store."""
    backup = Restoring()
    for begin in range(0, len(text), 10_000):
        backup.feed(text[begin : begin + 10_000])
    while not backup.check(store, 0.01):
        pass
    return backup


def restored(store: Store, text: str, partial: bool = False) -> dict[str, int]:
    """Restore a backup into a store. Return the report."""
    backup = checked(store, text)
    if wrong := backup.refusal(partial):
        raise Refused(wrong)
    report: dict[str, int] = backup.write(store, store.latest())["report"]
    store.count(float("inf"))
    return report


def played(store: Store) -> list[tuple[str, ...]]:
    """Return what happened in each game, in any order of the games, apart from their numbers."""
    store.open()
    rows = store.consult(
        lambda db: db.execute("SELECT game, kind, data FROM event ORDER BY id").fetchall()
    )
    games: dict[int, list[str]] = {}
    for game, kind, data in rows:
        if game and kind != "return":
            games.setdefault(game, []).append(_plain(kind, data))
    return sorted(tuple(steps) for steps in games.values())


def _plain(kind: str, data: str) -> str:
    fields: dict[str, Any] = json.loads(data)
    assert isinstance(read(kind, data), Event)
    for key in ("from", "previous", "game"):
        fields.pop(key, None)
    return f"{kind} {json.dumps(fields, sort_keys=True)}"


def everything(store: Store) -> dict[str, Any]:
    """Return all that a group sees of a store: its games, figures, names and preferences."""
    return {
        "history": store.history(100_000),
        "stats": store.consult(tables.standings),
        "names": store.consult(tables.names),
        "preferences": store.preferences(),
        "stickers": store.stickers(),
        "on the table": store.current(),
    }


def whole_copy(directory: Path) -> str:
    """Return the text copy in a folder."""
    return (directory / "games.sqlite3.txt").read_text("utf-8")


def games_of(directory: Path) -> list[tuple[str, ...]]:
    """Return what happened in each game of a folder."""
    with closing(Store(directory, read_only=True)) as store:
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
