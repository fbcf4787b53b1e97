"""The verdict on a finished game: a rating from 0 to 6, for which each language has its words."""

from bisect import bisect_right
from typing import Final

from companion.game.outlook import score
from companion.game.state import State

_STEPS: Final = (6, 11, 16, 21, 25, 30)
"""The lowest score of each rating from 1 on."""


def rating(state: State) -> int | None:
    """Return the rating, from 0 (up to 5 points) to 6 (30 points).

    None while playing, when lost, and with Final Flourish.
    """
    if state.status not in ("won", "finished") or state.setup.edition.flourish:
        return None
    return rating_of(score(state))


def rating_of(points: int) -> int:
    """Return the rating of a game that is neither lost nor one of Final Flourish, by its points."""
    return bisect_right(_STEPS, points)
