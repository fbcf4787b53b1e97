"""The rules in whole, at any number of players; `rulings.txt` has what else turns do."""

import pytest

from companion.game.actions import TILES
from companion.game.edition import PRESETS
from companion.game.outlook import score
from companion.game.rules import copies_left, fits
from tests.game import action, correct, deal, do, lay, pile, refusal


def test_a_clue_takes_a_token_and_draws_no_card():
    before = deal(players=3)
    assert do(before, "clue") == before._replace(clues=7, seat=1, turn=2)


def test_a_discard_returns_a_token_and_draws_a_card():
    before = deal(players=3)._replace(clues=4)
    after = do(before, "discard R3")
    assert pile(after) == {"R3": 1}
    assert after == before._replace(clues=5, deck=34, discards=after.discards, seat=1, turn=2)


def test_a_card_that_fits_grows_its_firework_and_is_replaced():
    before = deal(players=3)
    after = do(before, "play R1")
    assert after == before._replace(fireworks={**before.fireworks, "R": 1}, deck=34, seat=1, turn=2)


def test_a_misfire_called_by_name_is_the_same_as_playing_that_card():
    assert do(deal(), "misfire R4") == do(deal(), "play R4")


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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_exactly_as_many_turns_follow_the_last_card_as_there_are_players(players):
    state = do(lay(deal(players=players), deck=1), "play R1")
    turns = 0
    while not state.over:
        state, turns = do(state, "clue"), turns + 1
    assert turns == players
    assert refusal(state, "clue") == "the game is over"


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


# Bonus tiles


def pending(**counters):
    """The table at the moment at which a 5 has revealed a tile."""
    state = do(lay(deal("flamboyants"), fireworks={"R": 4}, **counters), "play R5")
    assert state.bonus_pending
    return state


def test_a_5_reveals_a_tile_instead_of_a_token_and_the_player_has_not_drawn():
    before = lay(deal("flamboyants"), fireworks={"R": 4}, clues=3)
    after = do(before, "play R5")
    assert after == before._replace(
        fireworks={**before.fireworks, "R": 5}, hands=(4, 5, 5), bonus_pending=True
    )


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


@pytest.mark.parametrize("extra", ["W1", "W", "unnamed", "as-replay"])
@pytest.mark.parametrize("tile", ["clue", "colour", "repair", "value"])
def test_the_other_tiles_take_no_card(tile, extra):
    assert "takes no" in refusal(pending(discards={"W1": 1}, unnamed=1), f"bonus {tile} {extra}")


@pytest.mark.parametrize("tile", [tile for tile in TILES if tile != "recycle"])
def test_the_last_card_drawn_after_any_other_tile_starts_the_last_round(tile):
    state = do(pending(deck=1, unnamed=1), f"bonus {tile}")
    assert (state.deck, state.hands[0], state.turns_left) == (0, 5, 3)
