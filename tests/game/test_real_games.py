"""Forty games that people really played run through the rules."""

from collections import Counter
from itertools import pairwise

import pytest

from companion.game.actions import Discard, Misfire, Play, parse_action
from companion.game.outlook import score
from companion.game.record import replay
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.view import state_json
from tests.games import real_games
from tests.rig.samples import paired

GAMES = real_games()
ON_EVERY_TABLE = (
    "seat",
    "turn",
    "clues",
    "errors",
    "deck",
    "hands",
    "score",
    "turns_left",
    "status",
    "reason",
)


def test_half_of_them_end_with_the_last_round_and_half_with_the_last_fuse():
    ends = [list(replay(record))[-1][1] for record in GAMES]
    assert Counter(state.reason for state in ends) == {"last_round": 20, "fuses": 20}
    assert all((score(state) == 0) == (state.reason == "fuses") for state in ends)


@pytest.mark.parametrize("record", GAMES, ids=range(len(GAMES)))
def test_a_real_game_is_legal_to_its_last_turn_and_ends_with_it(record):
    *earlier, (_, last) = replay(record)
    assert all(state.card_total == 50 and not state.over for _, state in earlier)
    assert last.over
    assert last.unnamed == 0


@pytest.mark.parametrize(("number", "detail"), paired(range(len(GAMES)), ["colours", "tokens"]))
def test_a_real_game_entered_with_less_detail_shows_the_same_counters(number, detail):
    record = GAMES[number]
    state = start(Setup(record.setup.players, record.setup.edition, detail))
    steps = list(replay(record))
    for (_, before), (raw, after) in pairwise(steps):
        done = parse_action(raw)
        if isinstance(done, Discard):
            done = Discard()
        elif isinstance(done, Play) and after.errors > before.errors:
            done = Misfire()
        elif isinstance(done, Play) and done.card and detail == "colours":
            done = Play(suit=done.card.suit)
        elif isinstance(done, Play) and done.card:
            done = Play(completed=done.card.rank == 5)
        state = apply(state, done)
        shown, full = state_json(state), state_json(after)
        assert {key: shown[key] for key in ON_EVERY_TABLE} == {
            key: full[key] for key in ON_EVERY_TABLE
        }
        assert state.pile == after.pile
    assert not state.discards
