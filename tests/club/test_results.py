"""Results: each game of the last two days has one while it is over, whoever was away then."""

import asyncio
import json
import time
from typing import Any

import pytest

from companion.club.results import Results
from companion.club.settings import BridgeSettings, Broker
from companion.club.topics import RESULT_S, Topics
from companion.journal import past_games
from companion.journal.sitting import Sitting, begin
from companion.onlooking.look import Look
from tests.games import three_players
from tests.rig.moments import sitting

WHOLE = sitting(three_players())
OPEN = WHOLE._replace(steps=WHOLE.steps[:5])


class Table:
    """A device that knows some games, and what topics say."""

    def __init__(
        self, now: Sitting, rows: Any = (), records: dict[int, Sitting] | None = None
    ) -> None:
        self.look: Look | None = Look(now)
        self.rows, self.records = rows, records or {}
        self.kept: dict[str, tuple[bytes, float | None]] = {}
        self.results = Results(BridgeSettings(Broker("b")), Topics("t"), self, self.keep)  # type: ignore[arg-type]

    async def ask(self, body: dict[str, Any]) -> dict[str, Any]:
        if body["get"] == "history":
            return {"ok": True, "history": self.rows}
        return {"ok": True, "record": past_games.game_record(self.records[body["game"]])}

    def keep(self, topic: str, payload: bytes, lasts: float | None) -> None:
        self.kept[topic.removeprefix("hanabi/t/").removeprefix("result/")] = (payload, lasts)

    def catch_up(self) -> None:
        asyncio.run(self.results.catch_up())


def row(game: int, age: float, status: str = "finished") -> dict[str, Any]:
    return {"game": game, "changed": time.time() - age, "status": status, "preset": ""}


def test_an_end_that_is_corrected_keeps_its_time(monkeypatch):
    table = Table(WHOLE)
    monkeypatch.setattr(time, "time", lambda: 1.9e9)
    table.results.follow(OPEN, Look(WHOLE))
    monkeypatch.setattr(time, "time", lambda: 1.9e9 + 60)
    table.results.follow(WHOLE, Look(WHOLE))
    assert json.loads(table.kept["7"][0])["ended"] == 1_900_000_000


def test_what_ended_before_has_the_time_of_the_history_and_what_is_left_of_two_days():
    table = Table(WHOLE, [row(7, 3600)], {7: WHOLE})
    table.results.follow(None, Look(WHOLE))
    assert table.kept == {}
    table.catch_up()
    payload, lasts = table.kept["7"]
    assert abs(json.loads(payload)["ended"] - (time.time() - 3600)) < 60
    assert lasts == pytest.approx(RESULT_S - 3600, abs=60)


def test_past_games_are_told_and_given_up_or_withdrawn_ones_are_cleared():
    past = WHOLE._replace(game=3)
    rows = [row(7, 10, "playing"), row(5, 20, "playing"), row(3, 40), row(2, RESULT_S + 1)]
    table = Table(OPEN, rows, {3: past})
    table.catch_up()
    assert table.kept.keys() == {"3", "4", "5", "6", "results"}
    assert json.loads(table.kept["3"][0])["game"] == 3
    assert {table.kept[game] for game in "456"} == {(b"", None)}


def test_a_clock_that_was_never_set_or_set_back_is_no_reason_to_keep_for_longer():
    table = Table(WHOLE, [{**row(7, 0), "changed": 1000.0}], {7: WHOLE})
    table.catch_up()
    assert table.kept == {"results": (b"", None)}
    table = Table(WHOLE, [row(7, -9999)], {7: WHOLE})
    table.catch_up()
    assert table.kept["7"][1] == RESULT_S


def test_the_list_has_the_last_ones_that_the_broker_still_keeps_and_none_that_was_undone():
    past = {game: WHOLE._replace(game=game) for game in range(1, 31)}
    rows = [row(game, (31 - game) * 2 * 3600) for game in past]
    table = Table(begin(31, WHOLE.began), rows, past)
    table.catch_up()
    assert listed(table) == list(range(15, 31)), "the sixteen newest"
    table = Table(begin(31, WHOLE.began), rows[:20], past)
    table.catch_up()
    assert listed(table) == list(range(8, 21)), "those of two days"
    table.results.follow(OPEN, Look(WHOLE._replace(game=31)))
    assert listed(table)[-2:] == [20, 31]
    table.results.follow(WHOLE, Look(OPEN._replace(game=31)))
    assert listed(table)[-1] == 20


def listed(table: Table) -> list[int]:
    """The games of the list, which is as short as a state."""
    payload, lasts = table.kept["results"]
    assert lasts == RESULT_S
    assert len(payload) < 2048
    return [one["game"] for one in json.loads(payload)["results"]]


@pytest.mark.parametrize("rows", [None, 5, [{}], [{"game": "x", "changed": 4e9}], [row(7, 1), "x"]])
def test_an_odd_history_is_one_sentence_in_the_log(rows, caplog):
    Table(WHOLE, rows).catch_up()
    assert caplog.text.count("the results of past games are not told") == 1
