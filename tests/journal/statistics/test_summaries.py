"""Summaries: each game in brief, as the history shows it."""

import pytest

from companion.game.actions import Misfire, Play
from companion.game.setup import Setup
from companion.journal.events import Began, Did, Returned, Undid, Withdrew
from tests.journal.on_disk import CLUE, Table


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.store.close()


def summary(game, **facts):
    return {
        "game": game,
        "players": 3,
        "detail": "colours",
        "reason": None,
        "status": "playing",
        **facts,
    }


def test_the_history_has_the_newest_games_first(table):
    for game, actions in (
        (1, [CLUE]),
        (2, [Did(Misfire())] * 3),
        (3, [Did(Play(suit="R")), CLUE, Undid()]),
    ):
        table.begin(game, Began(Setup(3)))
        table.do(*actions)
    games = table.store.history(10)
    shown = [
        {key: value for key, value in game.items() if key in summary(0, turn=0, score=0)}
        for game in games
    ]
    assert shown == [
        summary(3, turn=2, score=1),
        summary(2, turn=3, score=0, status="lost", reason="fuses"),
        summary(1, turn=2, score=0),
    ]
    assert [game["edition"]["fuses"] for game in games] == [3, 3, 3]
    assert all(game["began"] <= game["changed"] for game in games)
    assert table.store.history(2) == games[:2]


def test_the_history_names_the_players(table):
    table.begin(1)
    assert table.store.history(1)[0]["players"] == ["Ada", "Bo", "Cy"]


def test_a_game_taken_back_is_not_in_the_history_until_it_is_put_back(table):
    table.begin(1)
    table.begin(2)
    table.sitting = table.store.load(1)
    table.do(Withdrew(2))
    assert [game["game"] for game in table.store.history(10)] == [1]
    table.write(Returned(), table.store.load(2))
    assert [game["game"] for game in table.store.history(10)] == [2, 1]
