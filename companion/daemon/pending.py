"""The pending step: the one on its way to disk, beside the game as far as it is settled."""

import random
from typing import Final

from companion.errors import StoreError
from companion.face.command import Begin, GameCommand
from companion.face.command import event as command_event
from companion.face.dialogue.presses import Target
from companion.face.happened import Step
from companion.face.state import Face
from companion.game.actions import TILES, Tile
from companion.journal.events import Began, Returned, Withdrew
from companion.journal.sitting import EMPTY, Sitting, begin, common_start, follow, renamed_sitting
from companion.journal.store import Row
from companion.journal.writer import Writer
from companion.journal.writer_messages import Loaded, NotSaved, Saved

PATIENCE_S: Final = 2.0
"""Time for which a step waits for the disk, in seconds; then it counts though it is not saved."""
MOMENT_S: Final = 0.02
"""Time after which a step is usually on disk, in seconds."""


class PendingStep(Target):
    """The group's game as far as it is settled, and its step under way.

    While one is under way it takes no other step.
    """

    def __init__(self, store: Writer) -> None:
        """Start without a step and without a game."""
        super().__init__(EMPTY)
        self._store = store
        self.latest = 0
        """The highest number of a game."""
        self._ticket = 0
        self.under_way: Step | None = None
        """The step on its way to disk; its ticket is 0 while the game that it needs is loaded."""
        self._waits_since: float | None = None
        self._silent = False
        """Whether a step was overdue, and the writer has not answered since."""
        self.saved = True
        self._kept = EMPTY
        """The game as it is on disk."""
        self._unkept: dict[int, Sitting] = {}
        """What each row leads to that the writer has not confirmed, by its ticket."""

    @property
    def lost_turn(self) -> int | None:
        """The turn from which on the game would be lost now; 0 for all of it, None for no turn."""
        return None if self.saved else _first_difference(self._kept, self.sitting)

    @property
    def _sent_step(self) -> Step | None:
        """The step under way if the writer has its row."""
        step = self.under_way
        return step if step is not None and step.ticket else None

    def open(self, sitting: Sitting, latest: int, saved: bool) -> None:
        """Take up the game of the store; `latest` is the highest number of a game."""
        self.sitting = sitting
        self._kept = sitting
        self.latest = latest
        self.saved = saved

    def call_players(self, named: Sitting) -> None:
        """Call the players of the game on the table as another sitting of it does."""
        self.sitting = renamed_sitting(self.sitting, named)
        if step := self.under_way:
            self.under_way = step._replace(
                before=renamed_sitting(step.before, named), after=renamed_sitting(step.after, named)
            )

    def reserve_games(self, games: int) -> int:
        """Keep the next numbers of games free. Return the number before them."""
        before = self.latest
        self.latest += games
        return before

    def commit(self, face: Face, command: GameCommand, now: float) -> tuple[Face, Step]:
        """Send the event of a command to disk. Raises CompanionError where the game refuses it."""
        sitting = self.sitting
        tiles = _shuffle_tiles() if isinstance(command, Begin) else TILES
        event = command_event(command, sitting, tiles)
        step = Step(command, event, sitting, sitting)
        match event:
            case Began():
                self.latest += 1
                step = self._write_row(step, begin(self.latest, event))
            case Withdrew():
                self._store.load_game(sitting.previous)
            case Returned():
                self._store.load_game(sitting.successor)
            case _:
                step = self._write_row(step, follow(sitting, event))
        self.under_way = step
        return face, step

    def on_row(self, message: Saved | NotSaved) -> Step | None:
        """Handle the writer's answer for a row. Return the pending step if it counts now."""
        self._silent = False
        if isinstance(message, NotSaved):
            self.saved = False
        else:
            # An answer for an older row does not tell whether the newest is on disk.
            self.saved = self.saved or message.ticket == self._ticket
            for ticket in tuple(self._unkept):
                if ticket <= message.ticket:
                    self._kept = self._unkept.pop(ticket)
        step = self._sent_step
        if step is None or message.ticket < step.ticket:
            return None
        return self._settle_step(step)

    def expects_soon(self, now: float) -> bool:
        """Return True if the pending step will probably count in a moment."""
        return self._waits_since is not None and now < self._waits_since + MOMENT_S

    def deadlines(self, now: float) -> list[float]:
        """Return the times at which `expects_soon` changes by itself, and a step is overdue."""
        if self._waits_since is None:
            return []
        times = (self._waits_since + MOMENT_S, self._waits_since + PATIENCE_S)
        return [time for time in times if time > now]

    def settle_overdue(self, now: float) -> Step | None:
        """Let a step count that the writer has had for too long. Return the step.

        A disk that hangs must not stop the game: until the writer answers again, no further step
        waits. The first call after a step starts its time.
        """
        step = self._sent_step
        if step is None:
            self._waits_since = None
        elif self._waits_since is None and not self._silent:
            self._waits_since = now
        elif self._waits_since is None or now >= self._waits_since + PATIENCE_S:
            self._silent = True
            self.saved = False
            return self._settle_step(step)
        return None

    def _settle_step(self, step: Step) -> Step:
        """Settle a step."""
        self.under_way = None
        self._waits_since = None
        self.sitting = step.after
        return step

    def take_loaded(self, message: Loaded) -> None:
        """Send the step that waited for a game from disk. Raises CompanionError without a game."""
        step = self.under_way
        # Before anything is raised: a step that is refused must not hold up the next ones.
        self.under_way = None
        assert step is not None
        if message.sitting is None:
            raise StoreError(message.problem or "the game cannot be read")
        self.under_way = self._write_row(step, follow(message.sitting, step.event))

    def _write_row(self, step: Step, after: Sitting) -> Step:
        """Write the row of a step. Return the step with what it leads to, and its ticket."""
        self._ticket += 1
        self._unkept[self._ticket] = after
        self._store.write(self._ticket, Row(step.event, after))
        return step._replace(after=after, ticket=self._ticket)


def _shuffle_tiles() -> tuple[Tile, ...]:
    """Return the bonus tiles of a new game."""
    return tuple(random.SystemRandom().sample(TILES, len(TILES)))


def _first_difference(kept: Sitting, now: Sitting) -> int | None:
    """Return the first turn that is not as it is kept; 0 for another game, None for no turn."""
    if now.state is None or kept is now:
        return None
    if kept.game != now.game or now.opening is None:
        return 0
    same = common_start(kept.dids, now.dids)
    if same == len(kept.steps) == len(now.steps):
        return None
    return (now.steps[same - 1].state if same else now.opening).turn
