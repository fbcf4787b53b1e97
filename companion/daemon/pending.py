"""The pending: the game on the table, and the one step that is on its way to disk."""

import random
from typing import Final, NamedTuple

from companion.daemon.interfaces import Reply, StoreInterface
from companion.errors import CompanionError, StoreError
from companion.face.command import GameCommand
from companion.face.command import event as command_event
from companion.game.actions import TILES
from companion.table import events
from companion.table.events import Began, Event, Returned, Withdrew
from companion.table.sitting import EMPTY, Sitting, begin, follow
from companion.table.store import Row
from companion.table.writer_messages import Loaded, NotSaved, Saved

PATIENCE: Final = 2.0
"""Seconds for which a step waits for the disk; then it counts, and is not saved yet."""
MOMENT: Final = 0.02
"""Seconds after which a step is usually on disk."""


class Settled(NamedTuple):
    """What became of a command: where it led (None for nowhere), and what stood in its way."""

    command: GameCommand
    before: Sitting
    after: Sitting | None
    problem: CompanionError | None
    reply: Reply | None


class _Flight(NamedTuple):
    """A step on its way to disk."""

    ticket: int
    settled: Settled


class _Fetch(NamedTuple):
    """A game on its way from disk, and what is to happen to it."""

    event: Event
    command: GameCommand
    reply: Reply | None


class PendingStep:
    """The sitting, as far as it is settled; nothing else is granted while it is `busy`."""

    def __init__(self, store: StoreInterface) -> None:
        """A pending over a writer of store."""
        self._store = store
        self._latest = 0
        self._ticket = 0
        self._under_way: _Flight | _Fetch | None = None
        self._sent: float | None = None
        self._silent = False
        self.sitting = EMPTY
        self.saved = True

    @property
    def busy(self) -> bool:
        """Whether a step is under way."""
        return self._under_way is not None

    def open(self, sitting: Sitting, latest: int, saved: bool) -> None:
        """Take up the game that the store has; `latest` is the highest number of a game."""
        self.sitting, self._latest, self.saved = sitting, latest, saved

    def grant(self, command: GameCommand, reply: Reply | None) -> None:
        """Send what a command asks for on its way to disk.

        Raises:
            CompanionError: the game refuses it; nothing is under way.
        """
        tiles = tuple(random.SystemRandom().sample(TILES, len(TILES)))
        match event := command_event(command, self.sitting, tiles):
            case Began():
                self._end_again()
                self._latest += 1
                self._land_on(event, begin(self._latest, event), command, reply)
            case Withdrew():
                self._fetch(self.sitting.previous, event, command, reply)
            case Returned():
                self._fetch(self.sitting.successor, event, command, reply)
            case _:
                self._land_on(event, follow(self.sitting, event), command, reply)

    def _end_again(self) -> None:
        """A game whose end was undone, and in which nothing happened since, is left as it ended."""
        ended = self.sitting
        while ended.undone and not (ended.state is not None and ended.state.over):
            ended = follow(ended, events.Redid())
        if ended.state is not None and ended.state.over:
            while self.sitting is not ended and self.sitting.undone != ended.undone:
                self.sitting = follow(self.sitting, events.Redid())
                self._send(events.Redid(), self.sitting)

    def landed(self, message: Saved | NotSaved) -> Settled | None:
        """A row is on disk, or kept for it: if it is the one in flight, it counts now."""
        self._silent = False
        if isinstance(message, NotSaved):
            self.saved = False
        elif message.ticket == self._ticket:
            self.saved = True
        flight = self._under_way
        if not isinstance(flight, _Flight) or message.ticket < flight.ticket:
            return None
        return self._count(flight)

    def expects(self, now: float) -> bool:
        """Whether the step in flight counts in a moment, as far as one may expect."""
        return self._sent is not None and now < self._sent + MOMENT

    def deadlines(self, now: float) -> list[float]:
        """When `expects` changes of itself, and when `overdue` has something to do."""
        if self._sent is None:
            return []
        return [self._sent + step for step in (MOMENT, PATIENCE) if self._sent + step > now]

    def overdue(self, now: float) -> Settled | None:
        """A step that the writer has had for too long counts: the game does not wait for a disk that hangs.

        While nothing is heard of the writer, no further step waits. To be called after each step.
        """
        flight = self._under_way
        if not isinstance(flight, _Flight):
            self._sent = None
        elif self._sent is None and not self._silent:
            self._sent = now
        elif self._sent is None or now >= self._sent + PATIENCE:
            self._silent, self.saved = True, False
            return self._count(flight)
        return None

    def _count(self, flight: _Flight) -> Settled:
        """A step is settled: it is where the game stands now."""
        assert flight.settled.after is not None
        self.sitting, self._under_way, self._sent = flight.settled.after, None, None
        return flight.settled

    def loaded(self, message: Loaded) -> Settled | None:
        """Another game came from disk, or cannot: go on with what was wanted of it."""
        fetch, self._under_way = self._under_way, None
        assert isinstance(fetch, _Fetch)
        if message.sitting is None:
            problem = StoreError(message.problem or "the game cannot be read")
            return Settled(fetch.command, self.sitting, None, problem, fetch.reply)
        self._land_on(fetch.event, follow(message.sitting, fetch.event), fetch.command, fetch.reply)
        return None

    def _land_on(self, event: Event, sitting: Sitting, command: GameCommand, reply: Reply | None) -> None:
        self._send(event, sitting)
        self._under_way = _Flight(self._ticket, Settled(command, self.sitting, sitting, None, reply))

    def _send(self, event: Event, sitting: Sitting) -> None:
        self._ticket += 1
        self._store.write(self._ticket, Row(event, sitting))

    def _fetch(self, game: int, event: Event, command: GameCommand, reply: Reply | None) -> None:
        self._under_way = _Fetch(event, command, reply)
        self._store.load(game)
