"""Past games as records, and their statistics."""

import pytest

from companion.errors import StoreError
from companion.game.actions import Clue
from companion.game.record import parse_record, replay
from companion.journal import past_games
from companion.journal.events import Did, Redid
from tests.rig.played import Table


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.store.close()


def test_a_record_has_what_happened_and_not_what_was_undone(table):
    table.begin(names=("Ada", "Bo"))
    table.do(Did(Clue()), Did(Clue()))
    table.undo()
    record = past_games.game_record(table.sitting)
    assert record["players"] == ["Ada", "Bo"]
    assert record["actions"] == [{"do": "clue"}]
    table.do(Redid())
    assert past_games.game_record(table.sitting)["actions"] == [{"do": "clue"}] * 2


@pytest.mark.parametrize("edition", ["classic", "rr-variant-1", "rr-variant-4", "black-powder"])
def test_a_past_game_comes_back_as_it_ended(table, edition):
    table.begin(edition, 4)
    table.score(7)
    first = table.state
    table.begin()
    found = past_games.past_game(table.store, 1)
    assert [state for _, state in replay(parse_record(found["record"]))][-1] == first
    assert (found["summary"]["game"], found["summary"]["reason"]) == (1, "no_more_points")


def test_the_game_on_the_table_has_what_is_not_on_disk_yet(table, tmp_path):
    table.begin()
    table.do(Did(Clue()))
    ahead = table.sitting
    table.undo()
    assert past_games.past_game(table.store, 1, ahead)["record"]["actions"] == [{"do": "clue"}]
    assert past_games.past_game(table.store, 1)["record"]["actions"] == []
    found = past_games.past_game(table.store, 2, ahead._replace(game=2))
    assert (found["summary"], found["record"]["actions"]) == (None, [{"do": "clue"}])


def test_a_game_that_is_not_there_is_one_sentence(table):
    table.begin()
    with pytest.raises(StoreError, match="there is no game 2: see `companion history`"):
        past_games.past_game(table.store, 2)
