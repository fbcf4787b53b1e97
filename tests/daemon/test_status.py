"""The status line of the service."""

from companion.daemon.loop import _status_line
from companion.journal.sitting import EMPTY
from tests.rig.views import game


def test_the_line_says_where_the_game_is():
    sitting = game("clue R")._replace(game=14)
    assert _status_line(sitting, True) == "game 14, turn 3, seat 3 to act"


def test_the_line_says_that_nothing_is_saved():
    assert (
        _status_line(game("clue")._replace(game=2), False)
        == "game 2, turn 2, seat 2 to act, not saved"
    )


def test_before_and_after_a_game():
    assert _status_line(EMPTY, True) == "no game yet"
    over = game("misfire misfire misfire")._replace(game=3)
    assert _status_line(over, True) == "game 3, lost after turn 3"
