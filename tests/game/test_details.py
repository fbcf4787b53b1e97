"""How much the group enters: tokens, colours or cards, and names that are given late."""

import pytest

from companion.game.outlook import score
from companion.game.view import state_json
from tests.game import correct, deal, do, lay, pile, refusal
from tests.rig.cases import cases

FIVES = ["play"] * 4 + ["play completes"]
BLACK = ["play"] * 4 + ["play completes K"]


def tokens(edition="classic", *turns, players=3, **choices):
    return do(deal(edition, players, detail="tokens", **choices), *turns)


# Tokens


def test_in_tokens_a_card_that_fits_scores_without_a_colour():
    before = tokens()
    after = do(before, "play", "play")
    assert (after.unplaced, score(after), set(after.fireworks.values())) == (2, 2, {0})
    assert (after.deck, after.seat, after.clues) == (before.deck - 2, 2, 8)


@cases(
    "last, before, after",
    {
        "completes: a token": ("play completes", 3, 4),
        "completes with all eight: lost": ("play completes", 8, 8),
        "fits: none": ("play", 3, 3),
        "misfire: none": ("misfire", 3, 3),
    },
)
def test_in_tokens_only_a_completed_firework_returns_a_token(last, before, after):
    state = tokens("classic", *["play"] * 4)._replace(clues=before)
    assert do(state, last).clues == after


@pytest.mark.parametrize("cards", range(4))
def test_in_tokens_no_firework_is_complete_before_its_fifth_card(cards):
    assert "so few cards" in refusal(tokens("classic", *["play"] * cards), "play completes")


def test_in_tokens_the_second_firework_needs_ten_cards():
    state = tokens("classic", *FIVES, *["play"] * 3)
    assert "so few cards" in refusal(state, "play completes")
    assert do(state, "play", "play completes").unplaced_complete == 2


@cases(
    "named, plays",
    {
        "three more cards on a named 2": ({"R": 2}, 2),
        "a complete one is not completed again": ({"R": 5}, 4),
        "the next card on a named 4": ({"R": 4, "W": 1}, 0),
    },
)
def test_in_tokens_fireworks_that_were_named_before_fill_up_first(named, plays):
    state = lay(tokens(), fireworks=named)
    for _ in range(plays):
        assert "so few cards" in refusal(state, "play completes")
        state = do(state, "play")
    assert do(state, "play completes").unplaced_complete == 1


@cases(
    "edition, cards",
    {
        "five suits hold twenty unfinished": ("classic", 20),
        "six hold twenty-four": ("rr-variant-2", 24),
    },
)
def test_in_tokens_so_many_cards_cannot_lie_there_without_a_complete_firework(edition, cards):
    state = tokens(edition, *["play"] * cards)
    assert "without completing" in refusal(state, "play")
    assert do(state, "play completes").unplaced_complete == 1


def test_in_tokens_no_more_fireworks_complete_than_there_are():
    state = tokens("classic", *FIVES * 4, *["play"] * 4)
    assert "without completing" in refusal(state, "play")
    assert (do(state, "play completes").status, score(do(state, "play completes"))) == ("won", 25)


@cases(
    "edition, turns, points",
    {
        "classic": ("classic", FIVES * 5, 25),
        "multicolour": ("rr-variant-2", FIVES * 6, 30),
        "black last": ("black-powder", FIVES * 5 + BLACK, 25),
        "black first": ("black-powder", BLACK + FIVES * 5, 25),
        "it is not said which was black": ("black-powder", FIVES * 6, 25),
        "Final Flourish": ("final-flourish", FIVES * 5, 25),
    },
)
def test_in_tokens_every_firework_complete_is_a_win(edition, turns, points):
    state = tokens(edition, *turns[:-1])
    assert state.status == "playing"
    state = do(state, turns[-1])
    assert (state.status, state.reason, score(state)) == ("won", "perfect", points)


def test_in_tokens_black_is_completed_once():
    state = tokens("black-powder", *BLACK)
    assert state.clues == 8
    assert "black firework is complete" in refusal(do(state, *["play"] * 4), "play completes K")


@pytest.mark.parametrize("edition", ["classic", "rr-variant-1"])
def test_in_tokens_black_completes_nothing_where_it_is_not_in_the_box(edition):
    assert '"K"' in refusal(tokens(edition, *["play"] * 4), "play completes K")


@pytest.mark.parametrize("words", ["play R1", "play R"])
def test_no_colour_is_judged_on_fireworks_that_nobody_named(words):
    assert "without a name" in refusal(tokens("classic", "play"), words)


def test_in_tokens_a_group_may_name_colours_from_the_start():
    state = tokens("classic", "play R1", "play R", "play R4")
    assert (state.fireworks["R"], state.errors, state.unplaced) == (2, 1, 0)


def test_in_tokens_a_misfire_is_never_said_to_fit_a_firework_that_nobody_named():
    state = tokens("classic", "play", "misfire R1")
    assert (state.errors, pile(state)) == (1, {"R1": 1})


@cases(
    "copies, card",
    {
        "the third green 1": ({"G1": 2}, "G1"),
        "the second green 2": ({"G2": 1}, "G2"),
        "a fourth white 1": ({}, "W1"),
    },
)
def test_in_tokens_the_pile_cannot_hold_what_must_lie_on_a_firework(copies, card):
    ones = {"W1": 3, "R1": 3, "B1": 3, "Y1": 3}
    state = lay(tokens("classic", "play", "play"), clues=3, discards={**ones, **copies})
    assert "on the table or in the discard pile" in refusal(state, f"discard {card}")
    assert do(state, "discard G3").pile == state.pile + 1


def test_in_tokens_a_card_above_those_on_the_table_can_still_be_discarded():
    ones = {"W1": 3, "R1": 3, "B1": 3, "Y1": 3}
    state = lay(tokens("classic", "play", "play"), clues=3, discards={**ones, "G3": 1})
    assert pile(do(state, "discard G3"))["G3"] == 2


def test_in_tokens_nothing_fits_when_every_1_lies_in_the_pile():
    state = lay(deal(detail="tokens"), discards=dict.fromkeys(("W1", "R1", "B1", "Y1", "G1"), 3))
    assert "pile" in refusal(state, "play")


# Colours


@pytest.mark.parametrize("detail", ["colours", "cards"])
@pytest.mark.parametrize("words", ["play", "play completes"])
def test_with_colours_a_play_names_its_firework(detail, words):
    assert "which firework" in refusal(deal(detail=detail), words)


@pytest.mark.parametrize("detail", ["tokens", "colours", "cards"])
def test_a_discard_can_be_named_in_every_detail(detail):
    assert pile(do(deal(detail=detail), "clue", "discard R4")) == {"R4": 1}


# Names given late


def test_a_late_name_takes_no_turn():
    before = do(deal(), "clue", "discard")
    after = do(before, "name R3")
    assert after == before._replace(unnamed=0, discards=after.discards)
    assert pile(after) == {"R3": 1}


@cases(
    "state, words, gist",
    {
        "a suit that is not in the box": (lay(deal(), unnamed=1), "name M1", "no suit M"),
        "a fourth 1": (lay(deal(), unnamed=1, discards={"R1": 3}), "name R1", "every R1"),
        "a second 5": (lay(deal(), unnamed=1, discards={"R5": 1}), "name R5", "every R5"),
        "a third 3": (
            lay(deal(), unnamed=1, fireworks={"R": 3}, discards={"R3": 1}),
            "name R3",
            "every R3",
        ),
        "more names than cards": (lay(deal(), discards={"R3": 1}), "name R3", "no unnamed"),
    },
)
def test_a_late_name_must_be_a_card_that_can_lie_there(state, words, gist):
    assert gist in refusal(state, words)


def test_a_misfire_can_be_named_late_as_a_card_that_fits_by_now():
    state = do(deal(), "misfire", "play R1", "name R2")
    assert (pile(state), state.errors, state.fireworks["R"]) == ({"R2": 1}, 1, 1)


def test_cards_can_be_named_after_the_end():
    over = do(lay(deal(), errors=2), "misfire")
    named = do(over, "name R2")
    assert (pile(named), named.unnamed) == ({"R2": 1}, 0)
    assert (named.status, named.reason, named.turn) == ("lost", "fuses", over.turn)


def test_a_card_can_be_named_while_a_tile_waits():
    state = do(lay(deal("flamboyants"), fireworks={"R": 4}, unnamed=1), "play R5", "name W1")
    assert state.bonus_pending
    assert pile(do(state, "bonus recycle W1")) == {}


def test_a_dead_card_found_late_ends_the_final_flourish_now():
    state = do(deal("final-flourish", players=2), "clue", "discard", "play R1")
    assert state.status == "playing"
    state = do(state, "name R5")
    assert (state.status, state.reason, state.turn) == ("lost", "dead_card", 4)
    assert state.fireworks["R"] == 1, "the turns before stand"


def test_a_dead_card_found_late_changes_no_game_that_is_over():
    won = do(
        lay(deal("final-flourish"), fireworks=dict.fromkeys("WRBY", 5) | {"G": 4}, unnamed=1),
        "play G5",
    )
    assert do(won, "name G1").status == "won"
    lost = do(lay(deal("final-flourish"), unnamed=1, errors=2), "misfire")
    assert do(lost, "name G5").reason == "fuses"


def test_outside_the_final_flourish_a_late_dead_card_ends_nothing():
    state = do(lay(deal(), unnamed=1), "name R5")
    assert (state.status, state_json(state)["max_score"]) == ("playing", 24)


def test_naming_all_cards_gives_the_pile_that_naming_at_once_gives():
    late = do(
        deal(), "clue", "discard", "clue", "discard", "misfire", "name R4", "name W1", "name R4"
    )
    once = do(deal(), "clue", "discard R4", "clue", "discard W1", "misfire R4")
    assert state_json(late) == state_json(once)


def test_an_unplaced_card_that_is_placed_by_a_correction_can_be_judged_again():
    state = correct(tokens("classic", "play", "play"), unplaced=0, fireworks={"R": 1, "W": 1})
    assert do(state, "play R2").fireworks["R"] == 2
