"""Corrections: the device is set to what lies on the table, and only to what can lie there."""

import json

import pytest

from companion.errors import IllegalAction
from companion.game.corrections import counters_on
from companion.game.outlook import score
from companion.game.view import state_json
from tests.game import correct, deal, do, lay, pile, refused

ALL_BUT_R5 = {"W": 5, "R": 4, "B": 5, "Y": 5, "G": 5}


def on_the_table(state):
    """The counters themselves, without what is worked out from them."""
    derived = ("fuses", "score", "max_score", "pace", "rating")
    return {key: value for key, value in state_json(state).items() if key not in derived}


def refusal(state, **values):
    """What the group is told; the table must be as it was."""
    before = state_json(state)
    with pytest.raises(IllegalAction) as refused:
        correct(state, **values)
    assert state_json(state) == before
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(
    ("values", "counters"),
    [
        pytest.param({"clues": 0}, {"clues": 0}, id="tokens"),
        pytest.param({"errors": 2}, {"errors": 2}, id="errors"),
        pytest.param({"seat": 3}, {"seat": 3}, id="seat, counted from 1"),
        pytest.param({"turns_left": 2}, {"turns_left": 2}, id="turns left"),
        pytest.param({"turns_left": None}, {"turns_left": None}, id="no last round"),
        pytest.param({"deck": 34, "missing": 1}, {"deck": 34}, id="a card lost from the deck"),
        pytest.param(
            {"hands": [4, 5, 5], "deck": 36}, {"hands": [4, 5, 5], "deck": 36}, id="a hand"
        ),
        pytest.param(
            {"deck": 34, "fireworks": {"R": 1}},
            {"deck": 34, "fireworks": {**dict.fromkeys("WRBYG", 0), "R": 1}},
            id="a firework",
        ),
        pytest.param(
            {"deck": 33, "discards": {"R1": 2}}, {"deck": 33, "discards": {"R1": 2}}, id="the pile"
        ),
        pytest.param({"deck": 33, "unnamed": 2}, {"deck": 33, "unnamed": 2}, id="unnamed cards"),
        pytest.param({"discards": {"R1": 0}}, {"discards": {}}, id="none of a card"),
        pytest.param({"clues": 8}, {"clues": 8}, id="what it is already"),
    ],
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
    assert gist in refusal(deal(edition), **json.loads(values))


@pytest.mark.parametrize(
    ("state", "values", "gist"),
    [
        pytest.param(
            deal(players=4), {"hands": [5, 3, 4, 4]}, "from 0 to 4", id="five cards among four"
        ),
        pytest.param(
            deal("summary", detail="tokens", players=2),
            {"unplaced": 31, "deck": 14},
            "at most what the fireworks can hold",
            id="more than the fireworks hold",
        ),
        pytest.param(
            lay(deal(detail="tokens"), unplaced=1),
            {"discards": dict.fromkeys(("W1", "R1", "B1", "Y1", "G1"), 3), "deck": 19},
            "pile",
            id="a card on a firework while every 1 lies in the pile",
        ),
        pytest.param(
            do(lay(deal("flamboyants"), fireworks={"R": 4}), "play R5"),
            {"tiles": []},
            "one must be left",
            id="no tile while one waits",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_reason(state, values, gist):
    assert gist in refusal(state, **values)


# The last round


@pytest.mark.parametrize(
    ("state", "values", "turns_left"),
    [
        pytest.param(deal(players=4), {"deck": 0, "missing": 34}, 4, id="deck 0 begins it"),
        pytest.param(
            deal(), {"deck": 0, "missing": 35, "turns_left": 2}, 2, id="unless the turns are given"
        ),
        pytest.param(
            lay(deal(), deck=0, turns_left=2), {"clues": 3}, 2, id="other counters leave it"
        ),
        pytest.param(
            lay(deal(), deck=0, turns_left=2), {"deck": 0}, 2, id="deck 0 does not begin it again"
        ),
        pytest.param(
            lay(deal(), deck=0, turns_left=2),
            {"deck": 1, "missing": 34},
            None,
            id="a deck found ends it",
        ),
        pytest.param(
            deal("final-flourish"), {"deck": 0, "missing": 35}, None, id="Final Flourish has none"
        ),
        pytest.param(
            lay(deal(), deck=0, turns_left=2), {"turns_left": 0}, 0, id="no turn left is its end"
        ),
        pytest.param(
            deal(), {"deck": 0, "missing": 35, "turns_left": 0}, 0, id="begun and over at once"
        ),
    ],
)
def test_a_correction_of_the_deck_begins_or_ends_the_last_round(state, values, turns_left):
    assert correct(state, **values).turns_left == turns_left


def test_after_a_correction_to_deck_0_everybody_plays_once_more():
    state = correct(deal(players=2), deck=0, missing=40)
    state = do(state, "clue", "clue")
    assert (state.status, state.turn) == ("finished", 2)


# The end


@pytest.mark.parametrize(
    ("state", "values", "reason"),
    [
        pytest.param(deal(), {"errors": 3}, "fuses", id="the last fuse"),
        pytest.param(
            lay(deal(), fireworks=ALL_BUT_R5, deck=5),
            {"deck": 4, "fireworks": {"R": 5}},
            "perfect",
            id="the last firework",
        ),
        pytest.param(
            deal("final-flourish"),
            {"deck": 34, "discards": {"R5": 1}},
            "dead_card",
            id="a dead card",
        ),
    ],
)
def test_a_correction_can_end_the_game(state, values, reason):
    assert correct(state, **values).reason == reason


@pytest.mark.parametrize(
    ("over", "values"),
    [
        pytest.param(do(lay(deal(), errors=2), "misfire"), {"clues": 3}, id="lost to fuses"),
        pytest.param(do(lay(deal(), fireworks=ALL_BUT_R5), "play R5"), {"clues": 3}, id="won"),
        pytest.param(do(lay(deal(), deck=0, turns_left=1), "clue"), {"clues": 3}, id="finished"),
        pytest.param(
            do(lay(deal("final-flourish"), clues=2), "discard R5"), {"clues": 3}, id="a dead card"
        ),
        pytest.param(do(deal(), "concede conceded"), {"clues": 3, "errors": 1}, id="given up"),
        pytest.param(do(deal(), "concede no_more_points"), {"clues": 3}, id="no more points"),
        pytest.param(
            do(deal("final-flourish"), "concede dead_card"),
            {"clues": 3},
            id="a dead card that is not named",
        ),
    ],
)
def test_after_the_end_a_correction_changes_the_counters_and_the_end_stands(over, values):
    after = correct(over, **values)
    assert after.clues == 3
    assert (after.status, after.reason, after.turn) == (over.status, over.reason, over.turn)


@pytest.mark.parametrize(
    ("values", "seat"),
    [
        pytest.param({"clues": 1}, 1, id="a token was overlooked"),
        pytest.param({"hands": [1, 0], "missing": 47}, 0, id="a card of the other player"),
        pytest.param({"deck": 1, "clues": 1, "missing": 47}, 1, id="a card of the deck too"),
    ],
)
def test_where_nobody_could_act_a_correction_says_who_can(values, seat):
    state = lay(deal("final-flourish", players=2), deck=0, hands=(1, 0), clues=0, unnamed=1)
    over = do(state, "misfire")
    assert (over.reason, over.seat, over.missing) == ("dead_card", 1, 48)
    for given in (values, counters_on(correct(over, **values))):
        after = correct(over, **given)
        assert (after.status, after.seat) == ("playing", seat)


@pytest.mark.parametrize("reason", ["conceded", "no_more_points"])
@pytest.mark.parametrize(
    ("values", "end"),
    [
        pytest.param({"errors": 3}, ("lost", "fuses"), id="the last fuse had burnt"),
        pytest.param({"fireworks": {"R": 5}, "deck": 29}, ("won", "perfect"), id="all complete"),
    ],
)
def test_a_game_that_was_given_up_ends_as_its_corrected_table_says(reason, values, end):
    over = do(lay(deal(players=2), fireworks=ALL_BUT_R5, unnamed=5), f"concede {reason}")
    values = {**values, "deck": over.deck - 1} if "deck" in values else values
    after = correct(over, **values)
    assert (after.status, after.reason) == end


@pytest.mark.parametrize(
    ("over", "values"),
    [
        pytest.param(
            do(lay(deal(), errors=2), "misfire"), {"errors": 2}, id="an error that was none"
        ),
        pytest.param(
            do(lay(deal(), fireworks=ALL_BUT_R5, unnamed=1), "play R5"),
            {"fireworks": {"W": 4}, "unnamed": 2},
            id="a firework that was not complete",
        ),
        pytest.param(
            do(lay(deal(), deck=0, turns_left=1), "clue"),
            {"turns_left": 2},
            id="turns that are left",
        ),
        pytest.param(
            do(lay(deal("final-flourish"), clues=2), "discard R5"),
            {"discards": {"R4": 1}},
            id="a dead card that was another",
        ),
    ],
)
def test_a_game_whose_end_is_corrected_away_goes_on_with_the_next_player(over, values):
    after = correct(over, **values)
    assert (after.status, after.reason, after.seat, after.turn) == ("playing", None, 1, 2)
    assert correct(over, seat=1, **values).seat == 0, "unless the group says who is to act"
    assert correct(over, seat=1, **values).turn == 1, "as records have it"
    whole = {**counters_on(after), "seat": 1}
    assert correct(over, **whole).turn == 2, "the turn that had ended the game was taken"


@pytest.mark.parametrize(
    ("table", "ends", "values"),
    [
        pytest.param(deal(), {"errors": 3}, {"errors": 1}, id="a fuse too many"),
        pytest.param(
            lay(deal(), fireworks=ALL_BUT_R5, deck=5),
            {"deck": 4, "fireworks": {"R": 5}},
            {"deck": 5, "fireworks": {"R": 4}},
            id="a firework too high",
        ),
        pytest.param(
            deal("final-flourish"),
            {"deck": 34, "discards": {"R5": 1}},
            {"discards": {"R4": 1}},
            id="a card misread",
        ),
    ],
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


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"hands": [5, 5, 5], "deck": 30}, id="the hand is said to be full already"),
        pytest.param({"seat": 2}, id="another player is said to act"),
        pytest.param({"seat": 2, "hands": [5, 5, 4]}, id="another one, with a full hand"),
        pytest.param(
            {"seat": 2, "hands": [4, 5, 5]}, id="another one, with the hands as they were"
        ),
    ],
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


@pytest.mark.parametrize(
    ("hands", "seat", "acts"),
    [
        pytest.param([0, 3], 1, 2, id="an empty hand is passed over"),
        pytest.param([3, 0], 1, 1, id="a full one acts"),
    ],
)
def test_in_the_final_flourish_a_correction_finds_who_can_act(hands, seat, acts):
    state = lay(deal("final-flourish", players=2), deck=0, hands=tuple(hands), clues=2)
    assert correct(state, clues=0, seat=seat).seat == acts - 1


def test_in_the_last_round_a_turn_that_passes_counts():
    state = lay(deal(players=2), deck=0, hands=(5, 0), clues=0, turns_left=2)
    assert do(state, "play R1").reason == "last_round", "one player has a second last turn"


def test_in_the_standard_ending_a_table_where_nobody_can_act_keeps_its_points():
    state = lay(deal(players=2), deck=0, hands=(1, 0), clues=0, turns_left=2, fireworks={"R": 1})
    state = do(state, "play R2")
    assert (state.status, score(state)) == ("finished", 2)


def test_black_said_to_be_complete_by_mistake_can_be_completed_after_a_correction():
    state = do(deal("black-powder", detail="tokens"), *["play"] * 4, "play completes K")
    state = correct(state, unplaced=4, unnamed=1)
    assert do(state, "play completes K").unplaced == 5
