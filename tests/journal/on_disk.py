"""Games on disk: a group that writes every step into its store, and what its files hold."""

import shutil
from contextlib import closing

from companion.game.actions import Clue, Play
from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.journal.events import Began, Did
from companion.journal.lines import decode
from companion.journal.reader import FILE
from companion.journal.sitting import begin
from companion.journal.statistics import tables
from companion.journal.store import Store
from tests.rig import played

INDEX = "games.sqlite3"
GAME = Began(Setup(3, PRESETS["classic"], "cards"), ("Ada", "Bo", "Cy"), 1)
CLUE, PLAY = Did(Clue()), Did(Play(Card("R", 1)))


class Table(played.Table):
    """A group that writes every step into its store, and takes up what is there."""

    def __init__(self, directory):
        super().__init__(directory)
        self.sitting = self.store.current()

    def begin(self, game, event=GAME):
        self.write(event, begin(game, event))


def lines(directory):
    """All lines of the journal, but for its first one; None for a spoilt one."""
    return [decode(line) for line in (directory / FILE).read_bytes().splitlines()[1:]]


def worked(directory):
    """Have a companion start, and do all that can wait. Return what it tells, and the game."""
    with closing(Store(directory)) as store:
        sitting = store.current()
        while store.has_work:
            store.work(1)
        assert not store.index_problem
        return list(store.told), sitting


def everything(folder):
    """All that a group sees of its games."""
    with closing(Store(folder)) as store:
        sitting = store.current()
        while store.has_work:
            store.work(1)
        return (
            sitting,
            store.history(10),
            store.consult(tables.standings),
            store.kept.preferences,
            store.kept.cards,
            store.kept.offered,
        )


def copied(directory, target):
    """Copy the files as they are on the disk at this instant."""
    target.mkdir()
    for name in (FILE, INDEX, f"{INDEX}-wal"):
        if (directory / name).exists():
            shutil.copy(directory / name, target / name)
    return target


def flipped(path, place, bit=1):
    data = bytearray(path.read_bytes())
    data[place] ^= bit
    path.write_bytes(data)
