"""The game on the table, none of whose parts can be missing."""

import pytest

from companion.face.on_table import on_table
from companion.game.actions import Clue
from companion.journal.events import Did
from companion.journal.sitting import EMPTY, NothingThere, follow
from tests.rig.views import game


def test_a_game_has_its_states():
    opening = game("")
    sitting = follow(follow(opening, Did(Clue())), Did(Clue()))
    found = on_table(sitting)
    assert (found.opening.clues, found.before.clues, found.state.clues) == (8, 7, 6)
    assert found.setup == sitting.setup
    assert on_table(opening).before is opening.opening


def test_without_a_game_it_says_so():
    with pytest.raises(NothingThere) as refused:
        on_table(EMPTY)
    assert refused.value.key == "no_game"
