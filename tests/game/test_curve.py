"""The curve of a game: what stood on the table after each turn."""

from itertools import pairwise

import pytest

from companion.game.actions import parse_action
from companion.game.curve import CurvePoint, points_curve
from companion.game.rules import apply
from tests.game import action, correct, deal, played
from tests.games import real_games


def test_there_is_a_moment_before_the_first_turn_and_one_after_each():
    opening = deal(players=3)
    found = points_curve(opening, played(opening, "clue", "play R1", "misfire R1", "discard B5"))
    assert found == (
        CurvePoint(0, 0, 25, 8, 0, 35, False),
        CurvePoint(1, 0, 25, 7, 0, 35, False),
        CurvePoint(2, 1, 25, 7, 0, 34, False),
        CurvePoint(3, 1, 25, 7, 1, 33, False),
        CurvePoint(4, 1, 24, 8, 1, 32, False),
    )


def test_a_game_without_a_turn_is_its_start():
    assert points_curve(deal(), []) == (CurvePoint(0, 0, 25, 8, 0, 35, False),)


def test_what_takes_no_turn_belongs_to_the_one_in_which_it_happened():
    opening = deal(detail="colours")
    states = played(opening, "clue", "clue", "discard", "clue")
    states.append(apply(states[-1], action("name W5")))
    states.append(correct(states[-1], clues=2))
    found = points_curve(opening, states)
    assert [moment.turn for moment in found] == [0, 1, 2, 3, 4, 5]
    assert [moment.clues for moment in found] == [8, 7, 6, 7, 6, 2]
    assert [moment.most for moment in found] == [25, 25, 25, 25, 25, 24]
    after = points_curve(opening, [*states, apply(states[-1], action("clue"))])
    assert [moment.clues for moment in after] == [8, 7, 6, 7, 6, 1], (
        "the turn has one moment, its end"
    )


def test_a_name_given_late_lowers_what_was_possible_from_then_on():
    opening = deal(detail="colours")
    states = played(opening, "clue", "discard", "clue", "name W5", "clue")
    assert [moment.most for moment in points_curve(opening, states)] == [25, 25, 25, 25, 24]


def test_the_points_of_a_curve_begin_below_nothing_and_stay_when_the_game_is_lost():
    black = deal("black-powder")
    told = points_curve(black, played(black, "play K5", "play R1", "concede conceded"))
    assert [moment.points for moment in told] == [-5, -4, -3, -3]


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
