"""The curve of a game: what stood on the table after each turn."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.game.outlook import points, possible_score, tile_may_add
from companion.game.state import State


class CurvePoint(NamedTuple):
    """The table at the end of a turn, or before the first one (turn 0)."""

    turn: int
    points: int
    """Of the cards on the fireworks, also where a lost game scores nothing in the end."""
    most: int
    """The points that were still possible without a tile, as far as the cards were named."""
    clues: int
    errors: int
    deck: int
    tile_may_add: bool


def points_curve(
    opening: State, states: Sequence[State], at_most: int | None = None
) -> tuple[CurvePoint, ...]:
    """Return one moment for each turn, from the states after each action.

    An action that takes no turn (a bonus tile, a name, a correction) belongs to the turn in which
    it happened. at_most: more moments are thinned out to so many, from two on; the first and the
    last one stay.
    """
    last = {0: opening}
    for before, state in pairwise((opening, *states)):
        last[before.turn] = state
    ends = list(last.items())
    if at_most is not None and len(ends) > at_most:
        ends = [ends[step * (len(ends) - 1) // (at_most - 1)] for step in range(at_most)]
    return tuple(
        CurvePoint(
            turn,
            points(state),
            possible_score(state),
            state.clues,
            state.errors,
            state.deck,
            tile_may_add(state),
        )
        for turn, state in ends
    )
