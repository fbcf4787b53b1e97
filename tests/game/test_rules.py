"""The rules: what each turn does to the table, what is refused, and how a game ends."""

import pytest

from companion.game.edition import PRESETS
from companion.game.outlook import score
from companion.game.rules import copies_left, fits
from tests.game import action, deal, do, lay, pile, refusal
from tests.rig.cases import cases

ALL = {"W": 5, "R": 5, "B": 5, "Y": 5, "G": 5}
ALL_BUT_R5 = {**ALL, "R": 4}


# Clue, discard, play, misfire


def test_a_clue_takes_a_token_and_draws_no_card():
    before = deal(players=3)
    after = do(before, "clue")
    assert after == before._replace(clues=7, seat=1, turn=2)


def test_a_discard_returns_a_token_and_draws_a_card():
    before = deal(players=3)._replace(clues=4)
    after = do(before, "discard R3")
    assert pile(after) == {"R3": 1}
    assert after == before._replace(clues=5, deck=34, discards=after.discards, seat=1, turn=2)


def test_a_discard_without_a_name_is_a_card_of_the_pile_too():
    after = do(deal(players=3), "clue", "discard")
    assert (after.clues, after.pile, after.unnamed, after.discards) == (8, 1, 1, {})


def test_a_card_that_fits_grows_its_firework_and_is_replaced():
    before = deal(players=3)
    after = do(before, "play R1")
    assert after == before._replace(fireworks={**before.fireworks, "R": 1}, deck=34, seat=1, turn=2)


@cases(
    "turns, height",
    {
        "by cards": (["play R1", "play R2"], 2),
        "by suits": (["play R", "play R"], 2),
        "mixed": (["play R", "play R2", "play R"], 3),
    },
)
def test_a_firework_grows_whichever_way_the_play_was_said(turns, height):
    assert do(deal(), *turns).fireworks["R"] == height


@cases(
    "heights, card",
    {
        "a 2 on nothing": ({}, "R2"),
        "a gap": ({"R": 2}, "R4"),
        "the same card again": ({"R": 2}, "R2"),
        "a card below": ({"R": 2}, "R1"),
        "on a complete firework": ({"R": 5}, "R1"),
        "black from the bottom": ({"K": 0}, "K1"),
        "black the wrong way": ({"K": 2}, "K5"),
    },
)
def test_a_card_that_does_not_fit_burns_a_fuse_and_goes_to_the_pile(heights, card):
    before = lay(deal("black-powder"), fireworks=heights)
    after = do(before, f"play {card}")
    assert (after.errors, after.fuses, pile(after)) == (1, 2, {card: 1})
    assert (after.clues, after.fireworks) == (before.clues, before.fireworks)
    assert (after.deck, after.hands, after.seat) == (before.deck - 1, before.hands, 1)


def test_a_misfire_called_by_name_is_the_same_as_playing_that_card():
    assert do(deal(), "misfire R4") == do(deal(), "play R4")


def test_a_misfire_without_a_name_burns_a_fuse():
    after = do(deal(), "misfire")
    assert (after.errors, after.unnamed, after.deck, after.clues) == (1, 1, 34, 8)


@cases(
    "state, words, gist",
    {
        "a clue without a token": (deal()._replace(clues=0), "clue", "no clue token left"),
        "a discard with all tokens": (deal(), "discard R1", "all 8 clue tokens"),
        "an unnamed discard with all tokens": (deal(), "discard", "all 8 clue tokens"),
        "a play without a firework": (deal(), "play", "which firework"),
        "a tile that was not turned": (deal(), "bonus clue", "no bonus tile"),
        "a name for no card": (deal(), "name R1", "no unnamed card"),
        "a suit that is not in the box": (deal(), "play M1", "no suit M"),
        "a firework that is not in the box": (deal(), "play K", "no suit K"),
        "a misfire of a suit that is not in the box": (deal(), "misfire M1", "no suit M"),
        "a misfire that would have fitted": (deal(), "misfire R1", "R1 fits"),
        "a sixth red card": (lay(deal(), fireworks={"R": 5}), "play R", "firework R is complete"),
        "a third red 3": (
            lay(deal(), fireworks={"R": 2}, discards={"R3": 2}),
            "play R",
            "every R3",
        ),
        "a fourth red 1": (lay(deal(), discards={"R1": 3}), "play R1", "every R1"),
        "a second red 5": (lay(deal(), fireworks={"R": 5}), "play R5", "every R5"),
        "discarding a fourth red 1": (
            lay(deal(), clues=3, discards={"R1": 3}),
            "discard R1",
            "every R1",
        ),
        "one copy on the table, one in the pile": (
            lay(deal(), clues=3, fireworks={"R": 2}, discards={"R2": 1}),
            "discard R2",
            "every R2",
        ),
        "a second M1 of the short suit": (
            lay(deal("rr-variant-2"), fireworks={"M": 1}),
            "play M1",
            "every M1",
        ),
        "a second black 1": (
            lay(deal("black-powder"), discards={"K1": 1}),
            "misfire K1",
            "every K1",
        ),
        "a bare hand": (
            lay(deal("final-flourish"), deck=0, hands=(0, 5, 5)),
            "play R1",
            "no card left",
        ),
        "its misfire": (
            lay(deal("final-flourish"), deck=0, hands=(0, 5, 5)),
            "misfire",
            "no card left",
        ),
        "its discard": (
            lay(deal("final-flourish"), deck=0, clues=1, hands=(0, 5, 5)),
            "discard",
            "no card left",
        ),
    },
)
def test_an_impossible_turn_is_refused_with_a_reason(state, words, gist):
    assert gist in refusal(state, words)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_turns_go_round_the_table_clockwise(players):
    state = deal(players=players)
    seats = []
    for turn in range(1, 8):
        assert state.turn == turn
        seats.append(state.seat)
        state = do(state, "clue")
    assert seats == [turn % players for turn in range(7)]


def test_black_grows_from_its_5_down():
    state = do(deal("black-powder"), "play K5", "play K", "play K3")
    assert state.fireworks["K"] == 3
    assert fits(state, action("play K2").card)
    assert copies_left(state, action("play K5").card) == 2


def test_a_multicolour_card_grows_its_own_firework_only():
    state = do(deal("colour-avalanche"), "play M1", "play R1")
    assert (state.fireworks["M"], state.fireworks["R"], state.errors) == (1, 1, 0)


# Completing a firework


@cases(
    "edition, heights, play, before, after",
    {
        "a 5 returns a token": ("classic", {"R": 4}, "play R5", 3, 4),
        "so does a 5 said by its suit": ("classic", {"R": 4}, "play R", 3, 4),
        "with all eight available it is lost": ("classic", {"R": 4}, "play R5", 8, 8),
        "a 4 returns nothing": ("classic", {"R": 3}, "play R4", 3, 3),
        "multicolour too": ("colour-avalanche", {"M": 4}, "play M5", 0, 1),
        "black at its 1": ("black-powder", {"K": 4}, "play K1", 3, 4),
        "a black 5 only begins": ("black-powder", {"K": 0}, "play K5", 3, 3),
        "black at its 1 with flamboyants too": ("grand", {"K": 4}, "play K1", 3, 4),
        "in the Final Flourish too": ("final-flourish", {"R": 4}, "play R5", 3, 4),
    },
)
def test_completing_a_firework_returns_a_token(edition, heights, play, before, after):
    state = do(lay(deal(edition), fireworks=heights, clues=before), play)
    assert state.clues == after
    assert not state.bonus_pending


@cases(
    "edition, heights, play, tokens, points",
    {
        "classic": ("classic", ALL_BUT_R5, "play R5", 4, 25),
        "said by its suit": ("classic", ALL_BUT_R5, "play R", 4, 25),
        "multicolour": ("rr-variant-2", {**ALL, "M": 4}, "play M5", 4, 30),
        "black last": ("black-powder", {**ALL, "K": 4}, "play K1", 4, 25),
        "flamboyants give no tile and no token": ("flamboyants", ALL_BUT_R5, "play R5", 3, 25),
        "everything": ("grand", {**ALL, "M": 5, "K": 4}, "play K1", 4, 30),
        "Final Flourish": ("final-flourish", ALL_BUT_R5, "play R5", 4, 25),
    },
)
def test_the_last_card_of_the_last_firework_wins_at_once(edition, heights, play, tokens, points):
    before = lay(deal(edition), fireworks=heights, clues=3)
    after = do(before, play)
    assert (after.status, after.reason) == ("won", "perfect")
    assert (after.clues, score(after), after.bonus_pending) == (tokens, points, False)
    assert (after.deck, after.turn, after.hands) == (before.deck, 1, (4, 5, 5)), (
        "the winner drew a card"
    )


def test_every_colour_complete_is_no_win_while_black_is_missing():
    state = do(lay(deal("black-powder"), fireworks={**ALL_BUT_R5, "K": 3}), "play R5")
    assert state.status == "playing"


# Fuses


@pytest.mark.parametrize(
    ("edition", "errors"),
    [("classic", 3), ("rr-variant-1", 3), ("summary", 3), ("online", 4), ("final-flourish", 3)],
)
def test_the_last_fuse_ends_the_game_lost(edition, errors):
    state = deal(edition)
    for error in range(1, errors):
        state = do(state, "misfire")
        assert (state.errors, state.fuses, state.status) == (error, errors - error, "playing")
    state = do(state, "misfire")
    assert (state.errors, state.fuses) == (errors, 0)
    assert (state.status, state.reason) == ("lost", "fuses")


def test_the_card_that_burns_the_last_fuse_is_not_replaced():
    before = lay(deal(), errors=2)
    after = do(before, "play R3")
    assert (after.hands, after.deck, pile(after)) == ((4, 5, 5), before.deck, {"R3": 1})
    assert (after.seat, after.turn) == (0, 1)


@cases(
    "explosion, points",
    {
        "nothing": ("lost", 0),
        "its points": ("score", 7),
    },
)
def test_a_game_that_exploded_scores(explosion, points):
    state = do(lay(deal(explosion=explosion), fireworks={"R": 4, "B": 3}, errors=2), "misfire")
    assert (state.status, score(state)) == ("lost", points)
    assert (state.fireworks["R"], state.fireworks["B"]) == (4, 3), (
        "the board is kept for the record"
    )


@pytest.mark.parametrize(
    "words", ["clue", "discard", "play R1", "misfire", "bonus clue", "concede conceded"]
)
def test_after_the_end_nobody_acts(words):
    over = do(lay(deal("flamboyants"), errors=2, clues=4), "misfire")
    assert refusal(over, words) == "the game is over"


# The last round


def test_the_last_card_starts_a_round_in_which_everybody_plays_once_more():
    state = lay(deal(players=3), deck=1, clues=3)
    state = do(state, "discard")
    assert (state.deck, state.turns_left, state.seat) == (0, 3, 1)
    state = do(state, "clue")
    assert (state.turns_left, state.seat) == (2, 2)
    state = do(state, "discard")
    assert (state.turns_left, state.seat, state.hands) == (1, 0, (5, 5, 4))
    state = do(state, "play R1")
    assert (state.status, state.reason) == ("finished", "last_round")
    assert (state.hands, state.fireworks["R"], state.turn) == ((4, 5, 4), 1, 4)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_exactly_as_many_turns_follow_the_last_card_as_there_are_players(players):
    state = do(lay(deal(players=players), deck=1), "play R1")
    turns = 0
    while not state.over:
        state, turns = do(state, "clue"), turns + 1
    assert turns == players
    assert refusal(state, "clue") == "the game is over"


@pytest.mark.parametrize("last", ["clue", "discard", "play W1", "misfire"])
def test_any_turn_can_be_the_last_one(last):
    state = lay(deal(players=2), deck=0, turns_left=1, clues=3, fireworks={"R": 3})
    assert do(state, last).reason == "last_round"


def test_a_clue_before_the_last_card_is_drawn_starts_no_last_round():
    state = do(lay(deal(), deck=1), "clue")
    assert (state.deck, state.turns_left) == (1, None)


@pytest.mark.parametrize("turns_left", [1, 2])
def test_the_last_firework_wins_in_the_last_round_too(turns_left):
    state = do(lay(deal(players=2), deck=0, turns_left=turns_left, fireworks=ALL_BUT_R5), "play R5")
    assert (state.status, state.reason) == ("won", "perfect")


def test_the_last_fuse_in_the_last_turn_loses_the_game():
    state = do(lay(deal(players=2), deck=0, turns_left=1, errors=2), "misfire")
    assert (state.status, state.reason) == ("lost", "fuses")


# Final Flourish


def test_in_the_final_flourish_the_game_goes_on_after_the_last_card_and_hands_shrink():
    state = do(lay(deal("final-flourish", players=2), deck=1), "play R1")
    assert (state.deck, state.hands, state.turns_left) == (0, (5, 5), None)
    state = do(state, "play R2", "play R3", "play R4", "play R5")
    assert (state.hands, state.status, state.turns_left) == ((3, 3), "playing", None)


@cases(
    "heights, discards, words",
    {
        "the second 3 discarded": ({"R": 2}, {"R3": 1}, "discard R3"),
        "the only 5 discarded": ({"R": 2}, {}, "discard R5"),
        "the third 1 discarded": ({}, {"R1": 2}, "discard R1"),
        "the second 3 misfired": ({"R": 1}, {"R3": 1}, "play R3"),
        "the only 5 called a misfire": ({"R": 1}, {}, "misfire R5"),
    },
)
def test_in_the_final_flourish_a_dead_card_loses_at_once(heights, discards, words):
    before = lay(deal("final-flourish"), fireworks=heights, discards=discards, clues=4)
    after = do(before, words)
    assert (after.status, after.reason, score(after)) == ("lost", "dead_card", 0)
    assert (after.deck, after.hands, after.turn) == (before.deck, (4, 5, 5), 1), (
        "the loser drew a card"
    )


@cases(
    "preset, heights, discards, words",
    {
        "a card that is on the table": ("final-flourish", {"R": 3}, {}, "discard R3"),
        "a spare 1": ("final-flourish", {"R": 3}, {"R1": 1}, "discard R1"),
        "one of two copies": ("final-flourish", {"R": 2}, {}, "discard R3"),
        "a card without a name": ("final-flourish", {"R": 2}, {"R3": 1}, "discard"),
        "a dead card in the standard ending": ("classic", {"R": 2}, {"R3": 1}, "discard R3"),
    },
)
def test_the_game_goes_on_while_every_needed_card_may_be_left(preset, heights, discards, words):
    state = lay(deal(preset), fireworks=heights, discards=discards, clues=4)
    assert do(state, words).status == "playing"


@cases(
    "copies, card, status",
    {
        "the only black 1": ({}, "K1", "lost"),
        "two of three black 5s": ({"K5": 1}, "K5", "playing"),
        "three of three black 5s": ({"K5": 2}, "K5", "lost"),
    },
)
def test_in_the_final_flourish_black_can_die_too(copies, card, status):
    state = lay(deal(black=True, ending="flourish"), discards=copies, clues=4)
    assert do(state, f"discard {card}").status == status


def test_a_dead_card_ends_the_final_flourish_even_if_a_tile_might_fetch_it_back():
    state = lay(deal(flamboyants=True, ending="flourish"), clues=4)
    assert do(state, "discard R5").reason == "dead_card"


def test_the_last_fuse_comes_before_the_dead_card():
    state = lay(deal("final-flourish"), errors=2)
    assert do(state, "misfire R5").reason == "fuses"


def test_an_empty_hand_can_still_give_a_clue():
    state = lay(deal("final-flourish", players=2), deck=0, hands=(0, 3), clues=1)
    state = do(state, "clue")
    assert (state.clues, state.seat, state.turn) == (0, 1, 2)


@cases(
    "hands, seat, turn",
    {
        "one empty hand is passed over": ((3, 0, 3), 2, 3),
        "two empty hands are passed over": ((3, 0, 0), 0, 4),
        "a later empty hand waits": ((3, 3, 0), 1, 2),
    },
)
def test_an_empty_hand_without_a_token_lets_its_turn_pass(hands, seat, turn):
    state = lay(deal("final-flourish", players=3), deck=0, hands=hands, clues=1)
    state = do(state, "clue")
    assert (state.seat, state.turn, state.status) == (seat, turn, "playing")


def test_a_token_that_comes_back_saves_an_empty_hand_its_turn():
    state = lay(deal("final-flourish", players=2), deck=0, hands=(2, 0), clues=0)
    state = do(state, "discard")
    assert (state.seat, state.clues) == (1, 1)
    state = do(state, "clue")
    assert (state.seat, state.clues) == (0, 0)


def test_a_turn_that_passes_is_no_turn_of_its_own_in_the_record():
    state = lay(
        deal("final-flourish", players=2), deck=0, hands=(3, 0), clues=0, fireworks={"R": 1}
    )
    state = do(state, "play R2", "play R3")
    assert (state.seat, state.hands) == (0, (1, 0))


def test_when_nobody_has_a_card_or_a_token_left_the_final_flourish_is_lost():
    state = lay(deal("final-flourish", players=2), deck=0, hands=(1, 0), clues=0)
    state = do(state, "misfire")
    assert (state.status, state.reason) == ("lost", "dead_card")


def test_in_the_last_round_no_hand_is_ever_passed_over():
    state = lay(deal(players=2), deck=1, clues=1)
    state = do(state, "play R1", "clue", "play R2")
    assert (state.reason, state.hands) == ("last_round", (4, 5))


# Giving up


@cases(
    "reason, status, points",
    {
        "we cannot win": ("conceded", "lost", 0),
        "a dead card without a name": ("dead_card", "lost", 0),
        "no more points": ("no_more_points", "finished", 7),
    },
)
def test_the_group_can_end_the_game(reason, status, points):
    before = lay(deal(), fireworks={"R": 4, "B": 3})
    after = do(before, f"concede {reason}")
    assert (after.status, after.reason, score(after)) == (status, reason, points)
    assert after.fireworks == before.fireworks


def test_the_group_can_give_up_with_a_tile_on_the_table():
    state = do(lay(deal("flamboyants"), fireworks={"R": 4}), "play R5", "concede conceded")
    assert (state.status, state.bonus_pending) == ("lost", False)


# A whole game


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_without_a_mistake_is_won_in_every_edition(preset):
    state = deal(preset, detail="colours")
    for suit in state.fireworks:
        for _ in range(5):
            assert not state.over
            state = do(state, f"play {suit}")
            if state.bonus_pending:
                state = do(state, f"bonus {state.tiles[0]}")
    assert (state.status, state.reason) == ("won", "perfect")
    assert score(state) == (30 if state.setup.edition.multicolour else 25)
    assert state.deck == state.setup.box.total - 15 - state.cards_played + 1
