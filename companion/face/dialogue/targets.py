"""Targets: the games that presses can act on, each with what a command does there.

The group's game lies lowest: the daemon commits its steps to disk. A practised game lies on it, and
a turn that is entered anew lies on either. `at_hand` is the one place that asks which of them
presses act on.
"""

from companion.face.command import Amend, Do, GameCommand, Repair, Undo, event
from companion.face.dialogue import repairs
from companion.face.happened import Step
from companion.face.state import Entry, Face, Visit
from companion.journal.sitting import Sitting, follow


class Target:
    """A game that presses act on; by itself one whose steps count at once."""

    sitting: Sitting
    patience_s: float | None = None
    """Seconds after which the next press only wakes the screen; None: the screen says how many."""

    def __init__(self, sitting: Sitting, lowest: "Target | None" = None) -> None:
        """Act on a game; `lowest` is the target of the group's game, None where it is this one."""
        self.sitting = sitting
        self.lowest = lowest or self

    def commit(self, face: Face, command: GameCommand, now: float) -> tuple[Face, Step | None]:
        """Carry out a command. Return the step that it makes, None for none yet.

        Raises:
            CompanionError: the game refuses the command.
        """
        what = event(command, self.sitting)
        return face, Step(command, what, self.sitting, follow(self.sitting, what))


class TurnTarget(Target):
    """The game before a turn that is entered; the whole repair goes to the target below."""

    patience_s = repairs.FORSAKEN_S

    def __init__(self, visit: Visit, entry: Entry, below: Target) -> None:
        """Act on the turn of an entry."""
        super().__init__(entry.sitting, below.lowest)
        self._visit = visit
        self._entry = entry
        self._below = below

    def commit(self, face: Face, command: GameCommand, now: float) -> tuple[Face, Step | None]:
        """Add to the turn; commit the repair below once all of it is entered."""
        if isinstance(command, Do | Amend | Undo):
            face, repair = repairs.add_to_turn(face, self._visit, self._entry, command, now)
            if not isinstance(repair, Repair):
                return face, None
            command = repair
        return self._below.commit(face, command, now)


def at_hand(face: Face, lowest: Target) -> Target:
    """Return the target that presses act on; `lowest` is that of the group's game."""
    target = lowest
    if face.practice is not None:
        target = Target(face.practice.sitting, lowest)
    visit = face.visit
    if visit and visit.entry:
        target = TurnTarget(visit, visit.entry, target)
    return target
