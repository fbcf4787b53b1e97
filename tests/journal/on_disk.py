"""Games on disk: a group that writes every step into its store, and what its files hold."""

import shutil
import sqlite3
from contextlib import closing

from companion.game.actions import Clue, Play
from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.journal.copy.file import COPY
from companion.journal.events import Began, Did
from companion.journal.sitting import begin, follow
from companion.journal.sqlite import beside
from companion.journal.store import FILE, Row, Store

GAME = Began(Setup(3, PRESETS["classic"], "cards"), ("Ada", "Bo", "Cy"), 1)
CLUE, PLAY = Did(Clue()), Did(Play(Card("R", 1)))


class Table:
    """A group that writes every step into its store."""

    def __init__(self, directory):
        self.store = Store(directory)
        self.sitting = self.store.current()

    def begin(self, game, event=GAME):
        self.write(event, begin(game, event))

    def do(self, *events):
        for event in events:
            self.write(event, follow(self.sitting, event))

    def write(self, event, sitting):
        self.store.append([Row(event, sitting)])
        self.sitting = sitting


def rows(directory):
    """All rows of the file, as another program sees them."""
    with closing(sqlite3.connect(directory / FILE)) as db:
        return db.execute("SELECT id, game, kind, data, at FROM event ORDER BY id").fetchall()


def scratch(directory, statement, *values):
    """Change the file behind the store's back."""
    with closing(sqlite3.connect(directory / FILE)) as db, db:
        db.execute(statement, values)


def without_copy(directory):
    """Delete the copy: SQLite's file is alone, as an earlier version left it."""
    beside(directory / FILE, COPY).unlink()


def reopened(directory):
    """Return what a companion finds that starts now."""
    store = Store(directory)
    try:
        return store.current()
    finally:
        store.close()


def left_by_a_power_cut(table, target):
    """Copy the files as they are on the disk at this instant."""
    target.mkdir()
    for name in (FILE, f"{FILE}-wal", f"{FILE}{COPY}"):
        shutil.copy(table.store.path.with_name(name), target / name)
    return target


def flipped(path, place, bit=1):
    data = bytearray(path.read_bytes())
    data[place] ^= bit
    path.write_bytes(data)
