"""Every edition and every tile: `rulings.txt` has what else turns do."""

import pytest

from companion.game.edition import PRESETS
from companion.game.outlook import score
from tests.game import deal, do, lay, refusal


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


@pytest.mark.parametrize("extra", ["W1", "W", "unnamed", "as-replay"])
@pytest.mark.parametrize("tile", ["clue", "colour", "repair", "value"])
def test_the_other_tiles_take_no_card(tile, extra):
    before = lay(deal("flamboyants"), fireworks={"R": 4}, discards={"W1": 1}, unnamed=1)
    assert "takes no" in refusal(do(before, "play R5"), f"bonus {tile} {extra}")
