"""Games with slips that are repaired: the table is the one of a game that was entered right from
the start.

`tests/faults/test_repaired_games.py` tries thousands of them.
"""

from tests.rig.repaired_games import all_right
from tests.rig.samples import fewer

GAMES = fewer(160, 10)


def test_a_game_with_slips_of_every_kind_ends_right_once_they_are_repaired():
    all_right(range(GAMES))
