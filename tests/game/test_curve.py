"""The curve of a long game is thinned out: `rulings.txt` has what stood on it after each turn."""

from itertools import pairwise

import pytest

from companion.game.actions import parse_action
from companion.game.curve import points_curve
from companion.game.rules import apply
from tests.game import deal
from tests.games import real_games


@pytest.mark.parametrize("at_most", [2, 3, 10, 56, 57, 200])
def test_of_many_moments_so_many_are_spread_over_the_game(at_most):
    record = real_games()[0]
    opening = deal(players=record.setup.players)
    states = []
    for raw in record.actions:
        states.append(apply((opening, *states)[-1], parse_action(raw)))
    every, some = points_curve(opening, states), points_curve(opening, states, at_most)
    assert len(some) == min(at_most, len(every))
    assert (some[0], some[-1]) == (every[0], every[-1])
    assert set(some) <= set(every)
    steps = [after.turn - before.turn for before, after in pairwise(some)]
    assert max(steps) - min(steps) <= 1
