"""Slips and repairs of every kind in thousands of games, for minutes."""

import os

import pytest

from tests.rig.daemons import FAULTS, SEED
from tests.rig.repaired_games import all_right

pytestmark = FAULTS

GAMES = int(os.environ.get("COMPANION_FAULTS_GAMES", "10000"))
"""The number of games; ten thousand take about ten minutes on one processor."""
PARTS = 10


@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_games_with_slips_end_right(part):
    first = 1_000_000 * SEED + GAMES * part // PARTS
    all_right(range(first, first + GAMES // PARTS))
