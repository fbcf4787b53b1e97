"""Corrections: the device is set to what lies on the table, and only to what can lie there."""

import json

import pytest

from companion.game.corrections import counters_on
from companion.game.refusals import ActionRefused
from tests.game import correct, deal, do, lay, refusal, refused
from tests.rig.cases import cases

ALL_BUT_R5 = {"W": 5, "R": 4, "B": 5, "Y": 5, "G": 5}


@pytest.mark.parametrize(
    ("correction", "gist"), refused("corrections of the first turn of an edition")
)
def test_a_correction_that_cannot_be_is_refused_with_a_reason(correction, gist):
    edition, _, values = correction.partition(": ")
    assert gist in refusal(deal(edition), {"do": "correct", **json.loads(values)})


@cases(
    "values, seat",
    {
        "a token was overlooked": ({"clues": 1}, 1),
        "a card of the other player": ({"hands": [1, 0], "missing": 47}, 0),
        "a card of the deck too": ({"deck": 1, "clues": 1, "missing": 47}, 1),
    },
)
def test_where_nobody_could_act_a_correction_says_who_can(values, seat):
    state = lay(deal("final-flourish", players=2), deck=0, hands=(1, 0), clues=0, unnamed=1)
    over = do(state, "misfire")
    assert (over.reason, over.seat, over.missing) == ("dead_card", 1, 48)
    for given in (values, counters_on(correct(over, **values))):
        after = correct(over, **given)
        assert (after.status, after.seat) == ("playing", seat)


@cases(
    "over, values",
    {
        "an error that was none": (do(lay(deal(), errors=2), "misfire"), {"errors": 2}),
        "a firework that was not complete": (
            do(lay(deal(), fireworks=ALL_BUT_R5, unnamed=1), "play R5"),
            {"fireworks": {"W": 4}, "unnamed": 2},
        ),
        "turns that are left": (do(lay(deal(), deck=0, turns_left=1), "clue"), {"turns_left": 2}),
        "a dead card that was another": (
            do(lay(deal("final-flourish"), clues=2), "discard R5"),
            {"discards": {"R4": 1}},
        ),
    },
)
def test_a_game_whose_end_is_corrected_away_goes_on_with_the_next_player(over, values):
    after = correct(over, **values)
    assert (after.status, after.reason, after.seat, after.turn) == ("playing", None, 1, 2)
    assert correct(over, seat=1, **values).seat == 0, "unless the group says who is to act"
    assert correct(over, seat=1, **values).turn == 1, "as records have it"
    whole = {**counters_on(after), "seat": 1}
    assert correct(over, **whole).turn == 2, "the turn that had ended the game was taken"


@cases(
    "table, ends, values",
    {
        "a fuse too many": (deal(), {"errors": 3}, {"errors": 1}),
        "a firework too high": (
            lay(deal(), fireworks=ALL_BUT_R5, deck=5),
            {"deck": 4, "fireworks": {"R": 5}},
            {"deck": 5, "fireworks": {"R": 4}},
        ),
        "a card misread": (
            deal("final-flourish"),
            {"deck": 34, "discards": {"R5": 1}},
            {"discards": {"R4": 1}},
        ),
    },
)
def test_a_game_that_a_correction_had_ended_goes_on_with_the_player_who_was_to_act(
    table, ends, values
):
    after = correct(correct(table, **ends), **values)
    assert (after.status, after.seat, after.turn, after.hands) == ("playing", 0, 1, table.hands)
    after = correct(correct(table, **ends), seat=2, **values)
    assert (after.status, after.seat, after.turn) == ("playing", 1, 1), "no turn had been taken"


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
