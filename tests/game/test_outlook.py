"""What can still be reached, against real games and all turns: `rulings.txt` has single tables."""

import random

import pytest

from companion.game.outlook import max_score, points, possible_score
from companion.game.record import replay
from tests.game.every_end import EDITIONS, near_the_end, what_is_wrong
from tests.games import real_games
from tests.rig.samples import EVERY_CASE


def test_in_real_games_the_final_points_were_possible_at_every_turn():
    for record in real_games():
        states = [state for _, state in replay(record)]
        for state in states:
            assert points(states[-1]) <= possible_score(state) <= max_score(state)
            if state.turns_left is not None:
                assert possible_score(state) <= points(state) + state.turns_left


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_possible_can_be_reached_and_only_a_tile_leads_to_more(edition):
    dice = random.Random(edition)
    for _ in range(400 if EVERY_CASE else 12):
        assert not what_is_wrong(near_the_end(dice, edition))
