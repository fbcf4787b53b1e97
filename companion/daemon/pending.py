"""The pending step: the one on its way to disk, beside the game on the table as far as it is settled."""

import random
from typing import Final, NamedTuple

from companion.daemon.interfaces import Reply, StoreInterface
from companion.errors import CompanionError, StoreError
from companion.face.command import Begin, GameCommand
from companion.face.command import event as command_event
from companion.game.actions import TILES, Tile
from companion.table.events import Began, Event, Returned, Withdrew
from companion.table.sitting import EMPTY, Sitting, begin, follow
from companion.table.store import Row
from companion.table.writer_messages import Loaded, NotSaved, Saved

PATIENCE_S: Final = 2.0
"""Time for which a step waits for the disk, in seconds; then it counts though it is not saved."""
MOMENT_S: Final = 0.02
"""Time after which a step is usually on disk, in seconds."""


class Settled(NamedTuple):
    """What a command led to: a game (None for none), or a problem."""

    command: GameCommand
    before: Sitting
    after: Sitting | None
    problem: CompanionError | None
    reply: Reply | None


class _Flight(NamedTuple):
    """A step on its way to disk."""

    ticket: int
    settled: Settled


class _Asked(NamedTuple):
    """An event that may wait for its game to come from disk, and the command and the script behind it."""

    event: Event
    command: GameCommand
    reply: Reply | None


class PendingStep:
    """The settled game and the step under way; no other command is granted while it is `busy`."""

    def __init__(self, store: StoreInterface) -> None:
        """No step yet, of no game."""
        self._store = store
        self._latest = 0
        self._ticket = 0
        self._under_way: _Flight | _Asked | None = None
        self._sent: float | None = None
        self._silent = False
        self.sitting = EMPTY
        self.saved = True
        self._kept = EMPTY
        """The game as it is on disk."""
        self._unkept: dict[int, Sitting] = {}
        """What each row leads to that the writer has not confirmed, by its ticket."""

    @property
    def lost(self) -> int | None:
        """The turn from which on the game would be lost now; 0 for all of it, None for no turn."""
        return None if self.saved else _differs(self._kept, self.sitting)

    @property
    def busy(self) -> bool:
        """Whether a step is under way."""
        return self._under_way is not None

    def open(self, sitting: Sitting, latest: int, saved: bool) -> None:
        """Take up the game of the store; `latest` is the highest number of a game."""
        self.sitting, self._latest, self.saved = sitting, latest, saved
        self._kept = sitting

    def grant(self, command: GameCommand, reply: Reply | None) -> None:
        """Send the event of a command to disk; a `CompanionError` where the game refuses it."""
        event = command_event(
            command, self.sitting, _shuffled() if isinstance(command, Begin) else TILES
        )
        asked = _Asked(event, command, reply)
        match event:
            case Began():
                self._latest += 1
                self._land_on(begin(self._latest, event), asked)
            case Withdrew() | Returned():
                self._under_way = asked
                back = isinstance(event, Withdrew)
                self._store.load(self.sitting.previous if back else self.sitting.successor)
            case _:
                self._land_on(follow(self.sitting, event), asked)

    def landed(self, message: Saved | NotSaved) -> Settled | None:
        """A row is on disk, or kept for it: if it is the pending one, its step counts now."""
        self._silent = False
        if isinstance(message, NotSaved):
            self.saved = False
        else:
            self.saved = self.saved or message.ticket == self._ticket
            for ticket in [ticket for ticket in self._unkept if ticket <= message.ticket]:
                self._kept = self._unkept.pop(ticket)
        flight = self._under_way
        if not isinstance(flight, _Flight) or message.ticket < flight.ticket:
            return None
        return self._count(flight)

    def expects(self, now: float) -> bool:
        """Whether the pending step will probably count in a moment."""
        return self._sent is not None and now < self._sent + MOMENT_S

    def deadlines(self, now: float) -> list[float]:
        """When `expects` changes by itself, and when `overdue` is due."""
        if self._sent is None:
            return []
        return [self._sent + step for step in (MOMENT_S, PATIENCE_S) if self._sent + step > now]

    def overdue(self, now: float) -> Settled | None:
        """Let a step count that the writer has had for too long: a disk that hangs must not stop the game.

        Until the writer answers again, no further step waits. To be called after each step.
        """
        flight = self._under_way
        if not isinstance(flight, _Flight):
            self._sent = None
        elif self._sent is None and not self._silent:
            self._sent = now
        elif self._sent is None or now >= self._sent + PATIENCE_S:
            self._silent, self.saved = True, False
            return self._count(flight)
        return None

    def _count(self, flight: _Flight) -> Settled:
        """Settle a step."""
        self._under_way, self._sent = None, None
        assert flight.settled.after is not None
        self.sitting = flight.settled.after
        return flight.settled

    def loaded(self, message: Loaded) -> Settled | None:
        """Another game came from disk, or could not be read: its event follows."""
        asked, self._under_way = self._under_way, None
        assert isinstance(asked, _Asked)
        if message.sitting is None:
            problem = StoreError(message.problem or "the game cannot be read")
            return Settled(asked.command, self.sitting, None, problem, asked.reply)
        self._land_on(follow(message.sitting, asked.event), asked)
        return None

    def _land_on(self, sitting: Sitting, asked: _Asked) -> None:
        self._send(asked.event, sitting)
        settled = Settled(asked.command, self.sitting, sitting, None, asked.reply)
        self._under_way = _Flight(self._ticket, settled)

    def _send(self, event: Event, sitting: Sitting) -> None:
        self._ticket += 1
        self._unkept[self._ticket] = sitting
        self._store.write(self._ticket, Row(event, sitting))


def _shuffled() -> tuple[Tile, ...]:
    """The bonus tiles of a new game."""
    return tuple(random.SystemRandom().sample(TILES, len(TILES)))


def _differs(kept: Sitting, now: Sitting) -> int | None:
    """The first turn that is not as it is kept; 0 if another game is, None if all turns are."""
    if now.state is None or kept is now:
        return None
    if kept.game != now.game or now.opening is None:
        return 0
    pairs = zip(kept.steps, now.steps, strict=False)
    same = next((number for number, (one, other) in enumerate(pairs) if one.did != other.did), None)
    if same is None:
        if len(kept.steps) == len(now.steps):
            return None
        same = min(len(kept.steps), len(now.steps))
    return (now.steps[same - 1].state if same else now.opening).turn
