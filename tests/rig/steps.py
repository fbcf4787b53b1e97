"""Steps of a game as the face is told of them."""

from companion.face.command import GameCommand
from companion.face.happened import Step, effects_of
from companion.journal.sitting import Sitting


def shown_step(before: Sitting, after: Sitting, command: GameCommand) -> Step:
    """Return the step between two tables with its effects; its row in the journal is none."""
    return Step(command, None, before, after, effects=effects_of(before, after, command, 7.0))
