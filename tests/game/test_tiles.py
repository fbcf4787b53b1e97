"""Bonus tiles: when one is turned, what each of the six does, and what it does to the deck."""

import pytest

from companion.game.actions import TILES
from tests.game import correct, deal, do, lay, pile, refusal
from tests.rig.cases import cases


def pending(edition="flamboyants", players=3, play="play R5", heights=None, **counters):
    """The table at the moment at which a 5 has revealed a tile."""
    state = lay(deal(edition, players), fireworks={"R": 4, **(heights or {})}, **counters)
    state = do(state, play)
    assert state.bonus_pending
    return state


# When a tile is turned


def test_a_5_reveals_a_tile_instead_of_a_token_and_the_player_has_not_drawn():
    before = lay(deal("flamboyants"), fireworks={"R": 4}, clues=3)
    after = do(before, "play R5")
    assert after == before._replace(
        fireworks={**before.fireworks, "R": 5}, hands=(4, 5, 5), bonus_pending=True
    )


@cases(
    "edition, heights, play",
    {
        "a 4": ("flamboyants", {"R": 3}, "play R4"),
        "a black 5 begins a firework": ("grand", {"K": 0}, "play K5"),
        "a black 1 returns a token": ("grand", {"K": 4}, "play K1"),
        "a 5 without flamboyants": ("classic", {"R": 4}, "play R5"),
        "the winning 5": ("flamboyants", {"W": 5, "R": 4, "B": 5, "Y": 5, "G": 5}, "play R5"),
    },
)
def test_no_other_card_reveals_a_tile(edition, heights, play):
    assert not do(lay(deal(edition), fireworks=heights), play).bonus_pending


@pytest.mark.parametrize("play", ["play M5", "play M"])
def test_the_multicolour_5_reveals_a_tile_too(play):
    assert do(lay(deal("grand"), fireworks={"M": 4}), play).bonus_pending


@pytest.mark.parametrize("words", ["clue", "discard", "play W1", "misfire"])
def test_no_turn_is_taken_before_the_tile_is_resolved(words):
    assert refusal(pending(clues=3), words) == "a bonus tile is to be resolved first"


@pytest.mark.parametrize("tile", TILES)
def test_a_tile_is_out_after_its_effect_and_the_player_draws(tile):
    before = pending(clues=3)
    after = do(before, f"bonus {tile}")
    assert after.tiles == tuple(other for other in TILES if other != tile)
    assert (after.bonus_pending, after.seat, after.turn) == (False, 1, 2)
    assert (after.hands, after.deck) == ((5, 5, 5), before.deck - 1)


@pytest.mark.parametrize("tile", TILES)
def test_a_tile_that_is_out_cannot_be_turned_again(tile):
    state = correct(pending(), tiles=[other for other in TILES if other != tile])
    assert f"the bonus tile {tile} is not among those left" in refusal(state, f"bonus {tile}")


def test_no_tile_and_no_token_when_none_is_left():
    state = do(lay(deal("flamboyants"), fireworks={"R": 4}, tiles=(), clues=3), "play R5")
    assert (state.bonus_pending, state.clues, state.seat) == (False, 3, 1)


# What each does


@cases(
    "tile, clues, errors, after",
    {
        "clue: one token": ("clue", 3, 1, (4, 1)),
        "clue: lost with all eight": ("clue", 8, 0, (8, 0)),
        "repair: a fuse and a token": ("repair", 3, 2, (4, 1)),
        "repair: the token with no fuse burnt": ("repair", 3, 0, (4, 0)),
        "repair: the fuse with all eight tokens": ("repair", 8, 2, (8, 1)),
        "colour: a clue that takes no token": ("colour", 0, 1, (0, 1)),
        "value: a clue that takes no token": ("value", 0, 1, (0, 1)),
        "replay: nothing taken, the tile is spent": ("replay", 3, 1, (3, 1)),
        "recycle: from an empty pile nothing": ("recycle", 3, 1, (3, 1)),
    },
)
def test_a_tile_changes_tokens_and_fuses(tile, clues, errors, after):
    state = do(pending(clues=clues, errors=errors), f"bonus {tile}")
    assert (state.clues, state.errors) == after
    assert state.fireworks["R"] == 5


@cases(
    "words, named, unnamed",
    {
        "a named card": ("bonus recycle R3", {"R1": 1}, 2),
        "another named card": ("bonus recycle R1", {"R3": 1}, 2),
        "one without a name": ("bonus recycle unnamed", {"R3": 1, "R1": 1}, 1),
    },
)
def test_recycle_puts_a_card_of_the_pile_into_the_deck(words, named, unnamed):
    before = pending(discards={"R3": 1, "R1": 1}, unnamed=2)
    after = do(before, words)
    assert (pile(after), after.unnamed) == (named, unnamed)
    assert (after.deck, after.hands[0]) == (before.deck, 5), "one into the deck, one out of it"


def test_recycle_takes_one_of_two_copies():
    assert pile(do(pending(discards={"W3": 2}), "bonus recycle W3")) == {"W3": 1}


@cases(
    "state, words, gist",
    {
        "nothing, with a pile": (pending(unnamed=1), "bonus recycle", "must take a card"),
        "nothing, with names": (pending(discards={"W1": 1}), "bonus recycle", "must take"),
        "a card that does not lie there": (pending(unnamed=1), "bonus recycle W1", "no W1"),
        "no unnamed one": (pending(discards={"W1": 1}), "bonus recycle unnamed", "no unnamed"),
        "a suit": (pending(), "bonus recycle W", "takes no suit"),
        "two cards": (
            pending(discards={"W1": 1}, unnamed=1),
            "bonus recycle W1 unnamed",
            "not several",
        ),
        "replay with a deck": (
            pending(discards={"W1": 1}),
            "bonus recycle W1 as-replay",
            "deck is empty",
        ),
    },
)
def test_recycle_refuses_what_it_cannot_take(state, words, gist):
    assert gist in refusal(state, words)


def test_replay_plays_a_card_of_the_pile():
    state = do(pending(heights={"W": 2}, discards={"W3": 2}), "bonus replay W3")
    assert (state.fireworks["W"], pile(state)) == (3, {"W3": 1})
    assert (state.seat, state.hands) == (1, (5, 5, 5))


def test_replay_plays_a_card_without_a_name_by_its_firework():
    state = do(pending(heights={"W": 2}, unnamed=2), "bonus replay W")
    assert (state.fireworks["W"], state.unnamed) == (3, 1)


def test_replay_plays_black_downwards_and_its_1_returns_a_token():
    state = pending("grand", heights={"K": 4}, discards={"K1": 1}, clues=3)
    state = do(state, "bonus replay K1")
    assert (state.fireworks["K"], state.clues, state.bonus_pending) == (5, 4, False)


@cases(
    "state, words, gist",
    {
        "a misfit": (pending(discards={"W2": 1}), "bonus replay W2", "W2 fits no firework"),
        "a card that does not lie there": (pending(), "bonus replay W1", "no W1"),
        "a suit without an unnamed card": (pending(), "bonus replay W", "no unnamed"),
        "a complete firework": (pending(unnamed=1), "bonus replay R", "R is complete"),
        "a suit that is not in the box": (pending(unnamed=1), "bonus replay M", "no suit M"),
        "unnamed": (pending(unnamed=1), "bonus replay unnamed", "takes no unnamed"),
        "a suit whose next card is named twice": (
            pending(heights={"W": 2}, unnamed=1, discards={"W3": 2}),
            "bonus replay W",
            "every W3",
        ),
        "card and suit": (
            pending(discards={"W1": 1}, unnamed=1),
            "bonus replay W1 W",
            "not several",
        ),
        "as itself": (pending(discards={"W1": 1}), "bonus replay W1 as-replay", "takes no as"),
    },
)
def test_replay_refuses_what_cannot_be_laid(state, words, gist):
    assert gist in refusal(state, words)


@pytest.mark.parametrize("extra", ["W1", "W", "unnamed", "as-replay"])
@pytest.mark.parametrize("tile", ["clue", "colour", "repair", "value"])
def test_the_other_tiles_take_no_card(tile, extra):
    assert "takes no" in refusal(pending(discards={"W1": 1}, unnamed=1), f"bonus {tile} {extra}")


# Chains


@cases(
    "counters, words",
    {
        "a named 5": ({"discards": {"W5": 1}}, "bonus replay W5"),
        "an unnamed 5": ({"unnamed": 1}, "bonus replay W"),
    },
)
def test_a_replayed_5_reveals_another_tile_at_once(counters, words):
    state = do(pending(heights={"W": 4}, clues=3, **counters), words)
    assert (state.bonus_pending, state.seat, state.hands) == (True, 0, (4, 5, 5))
    assert "replay" not in state.tiles
    assert state.clues == 3
    state = do(state, "bonus clue")
    assert (state.clues, state.seat, state.hands) == (4, 1, (5, 5, 5)), (
        "one draw for the whole turn"
    )


def test_a_replayed_card_can_win_the_game():
    heights = {"W": 5, "B": 5, "Y": 5, "G": 4}
    state = do(pending(heights=heights, discards={"G5": 1}), "bonus replay G5")
    assert (state.status, state.reason, state.bonus_pending) == ("won", "perfect", False)
    assert state.tiles == tuple(tile for tile in TILES if tile != "replay")


def test_two_replays_chain_when_the_deck_is_empty():
    state = pending(heights={"W": 4, "B": 4}, deck=0, turns_left=2, discards={"W5": 1, "B5": 1})
    state = do(state, "bonus recycle W5 as-replay", "bonus replay B5", "bonus clue")
    assert (state.fireworks["W"], state.fireworks["B"], state.pile) == (5, 5, 0)
    assert (state.tiles, state.seat) == (("colour", "repair", "value"), 1)
    assert (state.turns_left, state.deck, state.hands) == (1, 0, (4, 5, 5))


# Tiles and the deck


def test_recycle_with_one_card_in_the_deck_starts_no_last_round():
    state = do(pending(deck=1, unnamed=1), "bonus recycle unnamed")
    assert (state.deck, state.hands[0], state.turns_left) == (1, 5, None)


@pytest.mark.parametrize("tile", [tile for tile in TILES if tile != "recycle"])
def test_the_last_card_drawn_after_any_other_tile_starts_the_last_round(tile):
    state = do(pending(deck=1, unnamed=1), f"bonus {tile}")
    assert (state.deck, state.hands[0], state.turns_left) == (0, 5, 3)


def test_a_card_recycled_in_the_last_round_is_drawn_and_the_count_goes_on():
    state = do(pending(deck=0, turns_left=3, unnamed=1), "bonus recycle unnamed")
    assert (state.deck, state.hands[0], state.turns_left) == (0, 5, 2)


def test_a_tile_in_the_last_turn_ends_the_game_after_its_effect():
    state = pending(deck=0, turns_left=1, heights={"W": 2}, discards={"W3": 1})
    state = do(state, "bonus replay W3")
    assert (state.fireworks["W"], state.status, state.reason) == (3, "finished", "last_round")


def test_a_5_laid_by_the_tile_of_the_last_turn_reveals_one_more_before_the_end():
    state = pending(deck=0, turns_left=1, heights={"W": 4}, discards={"W5": 1})
    state = do(state, "bonus replay W5")
    assert (state.status, state.bonus_pending) == ("playing", True)
    assert do(state, "bonus value").reason == "last_round"


@pytest.mark.parametrize("words", ["bonus recycle W3 as-replay", "bonus recycle W as-replay"])
def test_with_an_empty_deck_recycle_may_be_used_as_replay(words):
    state = do(
        pending(deck=0, turns_left=2, heights={"W": 2}, discards={"W3": 1}, unnamed=1), words
    )
    assert (state.fireworks["W"], state.deck, state.turns_left) == (3, 0, 1)
    assert "recycle" not in state.tiles
    assert "replay" in state.tiles


def test_recycle_used_as_replay_may_take_nothing():
    state = do(pending(deck=0, turns_left=2, unnamed=1), "bonus recycle as-replay")
    assert (state.unnamed, state.deck, state.seat) == (1, 0, 1)


def test_in_the_final_flourish_a_recycled_card_fills_the_hand_again():
    state = lay(
        deal(flamboyants=True, ending="flourish", players=2),
        fireworks={"R": 4},
        deck=0,
        hands=(2, 2),
        discards={"R1": 1},
    )
    state = do(state, "play R5", "bonus recycle R1")
    assert (state.deck, state.hands, state.turns_left) == (0, (2, 2), None)


def test_in_the_final_flourish_an_empty_hand_does_not_pass_over_its_own_tile():
    state = lay(
        deal(flamboyants=True, ending="flourish", players=2),
        fireworks={"R": 4},
        deck=0,
        hands=(1, 0),
        clues=0,
    )
    state = do(state, "play R5")
    assert (state.seat, state.bonus_pending) == (0, True)
    state = do(state, "bonus clue")
    assert (state.seat, state.clues) == (1, 1)
