"""Seats: where each player sits, seen from the one in front of the screen, and clockwise from there."""

from typing import Final

from companion.game.state import State
from companion.table.sitting import Sitting

_COMPASS: Final = ("s", "sw", "w", "nw", "n", "ne", "e", "se")
"""Clockwise, as seen from above, from the player in front of the screen."""


def place(sitting: Sitting, state: State | None = None) -> int:
    """The place at the table (0-based, clockwise) of the player who acts, now or in another state."""
    state = state or sitting.state
    assert state is not None
    assert sitting.began is not None
    return (state.seat + sitting.began.first) % sitting.began.setup.players


def direction(where: int, players: int) -> str:
    """The compass point, south nearest to the screen's reader, of a place at a round table."""
    return _COMPASS[round(where * len(_COMPASS) / players) % len(_COMPASS)]
