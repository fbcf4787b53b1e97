"""The game on the table, none of whose parts can be missing."""

from typing import NamedTuple

from companion.errors import CompanionError
from companion.game.kinds import distinct_type
from companion.game.setup import Setup
from companion.game.state import State
from companion.journal.events import Began
from companion.journal.sitting import Sitting


@distinct_type
class OnTable(NamedTuple):
    """A game with its states."""

    began: Began
    opening: State
    """The state before the first step."""
    before: State
    """The state before the last step."""
    state: State
    """The state now."""

    @property
    def setup(self) -> Setup:
        """What the group chose."""
        return self.began.setup


def on_table(sitting: Sitting) -> OnTable:
    """Return the game of a sitting, for callers that run only while there is one.

    Raises:
        CompanionError: no game has begun.
    """
    began = sitting.began
    opening = sitting.opening
    if began is None or opening is None:
        raise CompanionError("no game has begun", "no_game")
    return OnTable(began, opening, sitting.before or opening, sitting.state or opening)
