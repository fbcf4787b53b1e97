"""How much the group enters: tokens, colours or cards, and names that are given late."""

from companion.game.outlook import score
from companion.game.view import state_json
from tests.game import deal, do, pile, refusal
from tests.rig.cases import cases

FIVES = ["play"] * 4 + ["play completes"]
BLACK = ["play"] * 4 + ["play completes K"]


def tokens(edition="classic", *turns, players=3, **choices):
    return do(deal(edition, players, detail="tokens", **choices), *turns)


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


def test_a_late_name_takes_no_turn():
    before = do(deal(), "clue", "discard")
    after = do(before, "name R3")
    assert after == before._replace(unnamed=0, discards=after.discards)
    assert pile(after) == {"R3": 1}


def test_naming_all_cards_gives_the_pile_that_naming_at_once_gives():
    late = do(
        deal(), "clue", "discard", "clue", "discard", "misfire", "name R4", "name W1", "name R4"
    )
    once = do(deal(), "clue", "discard R4", "clue", "discard W1", "misfire R4")
    assert state_json(late) == state_json(once)
