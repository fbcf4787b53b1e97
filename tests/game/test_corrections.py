"""Corrections: the device is set to what lies on the table, and only to what can lie there."""

import json

import pytest

from companion.errors import IllegalAction
from companion.game.corrections import counters_on
from companion.game.outlook import score
from companion.game.view import state_json
from tests.game import correct, deal, do, lay, pile, refusal, refused
from tests.rig.cases import cases

ALL_BUT_R5 = {"W": 5, "R": 4, "B": 5, "Y": 5, "G": 5}


def on_the_table(state):
    """The counters themselves, without what is worked out from them."""
    derived = ("fuses", "score", "max_score", "pace", "rating")
    return {key: value for key, value in state_json(state).items() if key not in derived}


@cases(
    "values, counters",
    {
        "tokens": ({"clues": 0}, {"clues": 0}),
        "errors": ({"errors": 2}, {"errors": 2}),
        "seat, counted from 1": ({"seat": 3}, {"seat": 3}),
        "turns left": ({"turns_left": 2}, {"turns_left": 2}),
        "no last round": ({"turns_left": None}, {"turns_left": None}),
        "a card lost from the deck": ({"deck": 34, "missing": 1}, {"deck": 34}),
        "a hand": ({"hands": [4, 5, 5], "deck": 36}, {"hands": [4, 5, 5], "deck": 36}),
        "a firework": (
            {"deck": 34, "fireworks": {"R": 1}},
            {"deck": 34, "fireworks": {**dict.fromkeys("WRBYG", 0), "R": 1}},
        ),
        "the pile": ({"deck": 33, "discards": {"R1": 2}}, {"deck": 33, "discards": {"R1": 2}}),
        "unnamed cards": ({"deck": 33, "unnamed": 2}, {"deck": 33, "unnamed": 2}),
        "none of a card": ({"discards": {"R1": 0}}, {"discards": {}}),
        "what it is already": ({"clues": 8}, {"clues": 8}),
    },
)
def test_a_correction_sets_what_it_names_and_takes_no_turn(values, counters):
    before = deal(players=3)
    assert on_the_table(correct(before, **values)) == {**on_the_table(before), **counters}


def test_fireworks_that_are_not_named_stay():
    state = lay(deal(), fireworks={"W": 3, "R": 2})
    after = correct(state, fireworks={"R": 1}, deck=state.deck + 1)
    assert (after.fireworks["W"], after.fireworks["R"]) == (3, 1)


def test_the_pile_is_replaced_as_a_whole():
    state = lay(deal(), discards={"R1": 2, "W4": 1})
    assert pile(correct(state, discards={"B3": 1, "R1": 1, "G2": 1})) == {"B3": 1, "R1": 1, "G2": 1}


def test_tiles_are_set_in_any_order_and_shown_sorted():
    assert correct(deal("flamboyants"), tiles=["value", "clue"]).tiles == ("clue", "value")


def test_in_tokens_cards_on_unnamed_fireworks_can_be_set():
    state = correct(deal(detail="tokens"), unplaced=6, deck=29)
    assert (state.unplaced, score(state)) == (6, 6)
    assert do(state, *["play"] * 3, "play completes").unplaced == 10


def test_lost_cards_make_the_audit_add_up():
    state = lay(deal(players=4), fireworks={"R": 4, "W": 4}, discards={"B1": 3}, unnamed=6)
    assert (state.deck, state.cards_played, state.pile, sum(state.hands)) == (17, 8, 9, 16)
    state = correct(state, deck=15, missing=2)
    assert (state.deck, state.missing, state.card_total) == (15, 2, 50)


def test_a_firework_can_be_taken_off_the_table():
    state = lay(deal(), fireworks={"R": 2})
    assert correct(state, fireworks={"R": 0}, unnamed=2).cards_played == 0


@pytest.mark.parametrize(
    ("correction", "gist"), refused("corrections of the first turn of an edition")
)
def test_a_correction_that_cannot_be_is_refused_with_a_reason(correction, gist):
    edition, _, values = correction.partition(": ")
    assert gist in refusal(deal(edition), {"do": "correct", **json.loads(values)})


@cases(
    "state, values, gist",
    {
        "five cards among four": (deal(players=4), {"hands": [5, 3, 4, 4]}, "from 0 to 4"),
        "more than the fireworks hold": (
            deal("summary", detail="tokens", players=2),
            {"unplaced": 31, "deck": 14},
            "at most what the fireworks can hold",
        ),
        "a card on a firework while every 1 lies in the pile": (
            lay(deal(detail="tokens"), unplaced=1),
            {"discards": dict.fromkeys(("W1", "R1", "B1", "Y1", "G1"), 3), "deck": 19},
            "pile",
        ),
        "no tile while one waits": (
            do(lay(deal("flamboyants"), fireworks={"R": 4}), "play R5"),
            {"tiles": []},
            "one must be left",
        ),
    },
)
def test_a_table_that_cannot_be_is_refused_with_a_reason(state, values, gist):
    assert gist in refusal(state, {"do": "correct", **values})


# The last round


@cases(
    "state, values, turns_left",
    {
        "deck 0 begins it": (deal(players=4), {"deck": 0, "missing": 34}, 4),
        "unless the turns are given": (deal(), {"deck": 0, "missing": 35, "turns_left": 2}, 2),
        "other counters leave it": (lay(deal(), deck=0, turns_left=2), {"clues": 3}, 2),
        "deck 0 does not begin it again": (lay(deal(), deck=0, turns_left=2), {"deck": 0}, 2),
        "a deck found ends it": (
            lay(deal(), deck=0, turns_left=2),
            {"deck": 1, "missing": 34},
            None,
        ),
        "Final Flourish has none": (deal("final-flourish"), {"deck": 0, "missing": 35}, None),
        "no turn left is its end": (lay(deal(), deck=0, turns_left=2), {"turns_left": 0}, 0),
        "begun and over at once": (deal(), {"deck": 0, "missing": 35, "turns_left": 0}, 0),
    },
)
def test_a_correction_of_the_deck_begins_or_ends_the_last_round(state, values, turns_left):
    assert correct(state, **values).turns_left == turns_left


def test_after_a_correction_to_deck_0_everybody_plays_once_more():
    state = correct(deal(players=2), deck=0, missing=40)
    state = do(state, "clue", "clue")
    assert (state.status, state.turn) == ("finished", 2)


# The end


@cases(
    "state, values, reason",
    {
        "the last fuse": (deal(), {"errors": 3}, "fuses"),
        "the last firework": (
            lay(deal(), fireworks=ALL_BUT_R5, deck=5),
            {"deck": 4, "fireworks": {"R": 5}},
            "perfect",
        ),
        "a dead card": (deal("final-flourish"), {"deck": 34, "discards": {"R5": 1}}, "dead_card"),
    },
)
def test_a_correction_can_end_the_game(state, values, reason):
    assert correct(state, **values).reason == reason


@cases(
    "over, values",
    {
        "lost to fuses": (do(lay(deal(), errors=2), "misfire"), {"clues": 3}),
        "won": (do(lay(deal(), fireworks=ALL_BUT_R5), "play R5"), {"clues": 3}),
        "finished": (do(lay(deal(), deck=0, turns_left=1), "clue"), {"clues": 3}),
        "a dead card": (do(lay(deal("final-flourish"), clues=2), "discard R5"), {"clues": 3}),
        "given up": (do(deal(), "concede conceded"), {"clues": 3, "errors": 1}),
        "no more points": (do(deal(), "concede no_more_points"), {"clues": 3}),
        "a dead card that is not named": (
            do(deal("final-flourish"), "concede dead_card"),
            {"clues": 3},
        ),
    },
)
def test_after_the_end_a_correction_changes_the_counters_and_the_end_stands(over, values):
    after = correct(over, **values)
    assert after.clues == 3
    assert (after.status, after.reason, after.turn) == (over.status, over.reason, over.turn)


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


@pytest.mark.parametrize("reason", ["conceded", "no_more_points"])
@cases(
    "values, end",
    {
        "the last fuse had burnt": ({"errors": 3}, ("lost", "fuses")),
        "all complete": ({"fireworks": {"R": 5}, "deck": 29}, ("won", "perfect")),
    },
)
def test_a_game_that_was_given_up_ends_as_its_corrected_table_says(reason, values, end):
    over = do(lay(deal(players=2), fireworks=ALL_BUT_R5, unnamed=5), f"concede {reason}")
    values = {**values, "deck": over.deck - 1} if "deck" in values else values
    after = correct(over, **values)
    assert (after.status, after.reason) == end


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


def test_a_fuse_put_back_in_the_last_turn_gives_nobody_a_second_last_turn():
    over = do(lay(deal(players=2), deck=0, turns_left=1, errors=2), "misfire")
    assert correct(over, errors=2).reason == "last_round"


def test_a_score_corrected_after_the_end_counts():
    over = do(lay(deal(), deck=0, turns_left=1, fireworks={"R": 3}, unnamed=1), "clue")
    assert score(correct(over, fireworks={"W": 1}, unnamed=0)) == 4


# What goes on around a correction


def test_a_tile_still_waits_after_a_correction():
    state = correct(do(lay(deal("flamboyants"), fireworks={"R": 4}), "play R5"), clues=3)
    assert state.bonus_pending
    assert do(state, "bonus clue").clues == 4


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
    except IllegalAction:
        return
    assert max(do(state, "bonus value").hands) <= 5


def test_while_a_tile_waits_another_player_can_have_turned_it_where_the_hands_say_so():
    state = do(lay(deal("flamboyants"), fireworks={"R": 4}), "play R5")
    after = do(correct(state, seat=2, hands=[5, 4, 5]), "bonus value")
    assert (after.seat, after.hands, after.deck) == (2, (5, 5, 5), state.deck - 1)


def test_a_deck_that_is_found_while_a_tile_waits_gives_nobody_a_card_too_many():
    state = lay(deal("flamboyants"), fireworks={"R": 4}, deck=0, turns_left=2)
    with pytest.raises(IllegalAction, match="from 0 to 4"):
        correct(do(state, "play R5"), hands=[5, 5, 5], deck=1, missing=29)


@cases(
    "hands, seat, acts",
    {
        "an empty hand is passed over": ([0, 3], 1, 2),
        "a full one acts": ([3, 0], 1, 1),
    },
)
def test_in_the_final_flourish_a_correction_finds_who_can_act(hands, seat, acts):
    state = lay(deal("final-flourish", players=2), deck=0, hands=tuple(hands), clues=2)
    assert correct(state, clues=0, seat=seat).seat == acts - 1


def test_black_said_to_be_complete_by_mistake_can_be_completed_after_a_correction():
    state = do(deal("black-powder", detail="tokens"), *["play"] * 4, "play completes K")
    state = correct(state, unplaced=4, unnamed=1)
    assert do(state, "play completes K").unplaced == 5
