"""Games with slips that are repaired: the table is as if they were entered right."""

import pytest

from tests.rig.repaired_games import all_right
from tests.rig.samples import SEED, fewer

GAMES = fewer(1000, 60)


@pytest.mark.parametrize("part", range(fewer(10, 10)))
def test_a_game_with_slips_of_every_kind_ends_right_once_they_are_repaired(part):
    first = 1_000_000 * SEED + GAMES * part
    all_right(range(first, first + GAMES))
