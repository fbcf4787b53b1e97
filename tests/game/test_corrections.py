"""Corrections: the device is set to what lies on the table, and only to what can lie there."""

import json

import pytest

from companion.game.corrections import counters_on
from companion.game.refusals import ActionRefused
from tests.game import correct, deal, do, lay, refusal, refused
from tests.rig.cases import cases


@pytest.mark.parametrize(
    ("correction", "gist"), refused("corrections of the first turn of an edition")
)
def test_a_correction_that_cannot_be_is_refused_with_a_reason(correction, gist):
    edition, _, values = correction.partition(": ")
    assert gist in refusal(deal(edition), {"do": "correct", **json.loads(values)})


def test_after_an_end_that_is_corrected_away_all_counters_leave_its_turn_taken():
    """Who is said to act alone had not acted: `rulings.txt` has that."""
    over = do(lay(deal(), errors=2), "misfire")
    after = correct(over, errors=2)
    assert after.turn == 2
    assert correct(over, errors=2, seat=1).turn == 1
    assert correct(over, **{**counters_on(after), "seat": 1}).turn == 2


@cases(
    "values",
    {
        "a token was overlooked": {"clues": 1},
        "a card of the other player": {"hands": [1, 0], "missing": 47},
        "a card of the deck too": {"deck": 1, "clues": 1, "missing": 47},
    },
)
def test_where_nobody_could_act_all_counters_leave_the_same_player(values):
    table = lay(deal("final-flourish", players=2), deck=0, hands=(1, 0), clues=0, unnamed=1)
    over = do(table, "misfire")
    after = correct(over, **values)
    whole = correct(over, **counters_on(after))
    assert (whole.status, whole.seat) == (after.status, after.seat)


@cases(
    "values",
    {
        "the hand is said to be full already": {"hands": [5, 5, 5], "deck": 30},
        "another player is said to act": {"seat": 2},
        "another one, with a full hand": {"seat": 2, "hands": [5, 5, 4]},
        "another one, with the hands as they were": {"seat": 2, "hands": [4, 5, 5]},
    },
)
def test_a_correction_while_a_tile_waits_gives_nobody_a_card_too_many(values):
    state = do(lay(deal("flamboyants"), fireworks={"R": 4}), "play R5")
    try:
        state = correct(state, **values)
    except ActionRefused:
        return
    assert max(do(state, "bonus value").hands) <= 5
