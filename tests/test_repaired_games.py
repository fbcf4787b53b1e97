"""Games with slips that are repaired: the table is the one of a game that was entered right from
the start.

`tests/faults/test_repaired_games.py` tries thousands of them.
"""

import pytest

from tests.rig.repaired_games import all_right
from tests.rig.samples import fewer

GAMES = fewer(160, 10)


@pytest.mark.parametrize("part", range(2))
def test_a_game_with_slips_of_every_kind_ends_right_once_they_are_repaired(part):
    all_right(range(GAMES * part // 2, GAMES * (part + 1) // 2))
