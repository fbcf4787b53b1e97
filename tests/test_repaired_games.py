"""Games with slips that are repaired: the table is as if they were entered right."""

import random
from collections import Counter
from itertools import count

import pytest

from companion.game.actions import Concede, parse_action
from companion.game.edition import PRESETS
from companion.game.setup import DETAILS, TOKENS, Setup
from tests.games import real_games
from tests.rig.samples import SEED, fewer
from tests.rig.slips import Slips, some_game

GAMES = fewer(1000, 60)
REAL = real_games()
EDITIONS = [
    *PRESETS.values(),
    *[edition for edition in PRESETS.values() if edition.flamboyants] * 3,
]
LATE = ((0,), (1, 2), (0, 1, 3, 5), (5, 20), (100,))
"""After how many turns slips are noticed; the last ones at the end of the game."""


def repaired(number: int) -> Counter[str]:
    """Play a game with slips, real ones and dealt ones in turn; returns what happened how often."""
    dice = random.Random(number)
    if number % 2:
        edition = dice.choice(EDITIONS)
        details = [detail for detail in DETAILS if detail != TOKENS or not edition.flamboyants]
        setup = Setup(dice.randint(2, 5), edition, dice.choice(details))
        turns = some_game(setup, dice)
    else:
        record = REAL[number // 2 % len(REAL)]
        setup = Setup(record.setup.players, record.setup.edition, dice.choice(("colours", "cards")))
        turns = [(parse_action(action),) for action in record.actions]
    if dice.random() < 0.3:
        reason = dice.choice(("conceded", "no_more_points"))
        turns = [*turns[: dice.randrange(len(turns))], (Concede(reason),)]
    group = Slips(setup, dice, dice.choice((0.1, 0.3, 0.6, 0.9)), dice.choice(LATE))
    for turn in turns:
        group.play(*turn)
    group.end()
    group.check()
    group.device.check_rows()
    group.device.undo_all()
    return group.done + group.device.said


@pytest.mark.parametrize("part", range(fewer(10, 10)))
def test_games_with_slips_end_right_once_they_are_repaired_until_each_kind_was_seen(part):
    rest = {"forgotten", "wrong", "twice", "corrected", "refused", "fits"}
    for played in count():
        if played >= GAMES and not rest:
            return
        assert played < 100 * GAMES, f"never: {rest}"
        number = 1_000_000 * SEED + 100_000 * part + played
        try:
            rest -= set(repaired(number))
        except AssertionError as error:
            raise AssertionError(f"game {number} ends wrong: {error}") from error
