"""How long a game and its turns took, whatever the clock did."""

from contextlib import closing

import pytest

from companion.journal import past_games, times
from companion.journal.events import Redid, Repaired, Undid
from companion.journal.store import Store
from tests.journal.on_disk import CLUE, GAME, PLAY
from tests.rig.backups import backup_of, restored
from tests.rig.many_games import ManyGames

YEARS_S = 56 * 365 * 86400.0


def steps(*rows):
    """How long each step took of a game with these events and stamps."""
    return times.of_steps([(GAME, 0.0), *rows])


def test_a_step_takes_from_the_one_before_it():
    assert steps((CLUE, 20.0), (PLAY, 65.0)) == [20, 45]
    assert steps((CLUE, 0.0), (PLAY, 900.0), (CLUE, 1801.0)) == [0, 900, None]


@pytest.mark.parametrize("jump", [YEARS_S, -YEARS_S, -50.0, 3600.0])
def test_a_clock_that_jumps_makes_no_time(jump):
    rows = [(CLUE, 20.0), (PLAY, 65.0 + jump), (CLUE, 95.0 + jump)]
    assert steps(*rows) == [20, None, 30]


def test_what_was_undone_counts_for_the_turn_that_was_meant():
    assert steps((CLUE, 20.0), (PLAY, 30.0), (Undid(), 32.0), (CLUE, 50.0)) == [20, 30]


def test_what_was_redone_is_as_it_was():
    assert steps((CLUE, 20.0), (PLAY, 30.0), (Undid(), 50.0), (Redid(), 60.0)) == [20, 10]


def test_a_turn_that_was_repaired_has_no_time_until_that_is_undone():
    rows = [(CLUE, 20.0), (CLUE, 30.0), (PLAY, 60.0), (Repaired((CLUE, PLAY, PLAY)), 70.0)]
    assert steps(*rows) == [20, None, None]
    assert steps(*rows, (Undid(), 75.0)) == [20, 10, 30]
    assert steps(*rows, (Undid(), 75.0), (Redid(), 76.0), (CLUE, 80.0)) == [20, None, None, 20]


def test_a_game_without_steps_says_nothing():
    assert steps() == []


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, ""),
        (0, ""),
        (35, "35 s"),
        (99, "99 s"),
        (100, "2 min"),
        (150, "2 min"),
        (3540, "59 min"),
        (3599, "1 h 0 min"),
        (5000, "1 h 23 min"),
    ],
)
def test_a_time_is_told_in_short(seconds, text):
    assert times.in_short(seconds) == text


def test_every_step_of_any_game_has_a_time_or_none(tmp_path):
    group = ManyGames(tmp_path / "a", 8)
    group.play(15)
    with closing(group.store) as store, closing(Store(tmp_path / "b")) as other:
        restored(other, backup_of(store))
        for summary in past_games.history_json(store, 100)["history"]:
            told = past_games.past_game(store, summary["game"])
            assert len(told["times"]["actions"]) == len(told["record"]["actions"])
            assert past_games.past_game(other, summary["game"])["times"] == told["times"]
