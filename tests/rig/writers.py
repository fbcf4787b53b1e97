"""A writer with its store, and disks that fail it."""

import os
import threading
from queue import Empty, SimpleQueue

from companion.errors import StoreError
from companion.game.actions import Clue
from companion.game.setup import Setup
from companion.journal.events import Began, Did
from companion.journal.reader import FILE
from companion.journal.sitting import EMPTY, begin, follow
from companion.journal.store import Row, Store
from companion.journal.writer import Writer

GAME = Began(Setup(3))
FULL = "database or disk is full"


class FullDisk(Store):
    """A store on a disk that can be full: it reads, but writes nothing."""

    full = False

    def write_rows(self, rows):
        if self.full:
            raise StoreError(FULL)
        super().write_rows(rows)


class Harness:
    """A writer at work, and the answers that it gives."""

    def __init__(self, store):
        self.store = store
        self.answers = SimpleQueue()
        self.writer = Writer(store, self.answers.put)
        self.tickets = 0
        self.sitting = EMPTY

    def hear(self):
        """Return the next answer."""
        return self.answers.get(timeout=30)

    def silent(self, seconds):
        """Return True if no answer comes for so long."""
        try:
            self.answers.get(timeout=seconds)
        except Empty:
            return True
        return False

    def begin(self, game=1):
        self.sitting = begin(game, GAME)
        return self._write(GAME)

    def do(self, event):
        self.sitting = follow(self.sitting, event)
        return self._write(event)

    def settle(self):
        """Wait until the writer has done all that it was asked for, the copy too."""
        done = threading.Event()
        self.writer.ping(done.set)
        assert done.wait(30)

    def look(self, question):
        """Return the answer to a question."""
        answers = SimpleQueue()
        self.writer.answer_query(question, answers.put)
        return answers.get(timeout=5)

    def _write(self, event):
        self.tickets += 1
        self.writer.write(self.tickets, Row(event, self.sitting))
        return self.tickets


def take_out(state):
    """Have something else where the folder of games was."""
    os.rename(state, state.with_name("card"))
    state.with_name("slot").write_text("the card with the games is not in its slot")
    state.symlink_to(state.with_name("slot"))


def put_in(state):
    """Have the folder there again, without an instant in which the writer could make a new one."""
    state.with_name("link").symlink_to(state.with_name("card"))
    os.replace(state.with_name("link"), state)


def rows(directory):
    """Return the kinds of all rows, in their order."""
    return [
        line.split(b" ")[3].decode() for line in (directory / FILE).read_bytes().splitlines()[1:]
    ]


def played(directory, *events):
    """Return a store with a game in it."""
    harness = Harness(Store(directory))
    harness.writer.start()
    harness.hear()
    harness.begin()
    for event in events or (Did(Clue()), Did(Clue())):
        harness.do(event)
    harness.writer.prefer("help", "off")
    harness.writer.stop()
    return harness
