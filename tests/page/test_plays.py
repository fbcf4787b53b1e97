"""A game for BG Stats: everything that the app wants, in a link that is not too long."""

import json
import time
from urllib.parse import unquote

import pytest

from companion.game.actions import Clue, Concede, Play, action_json
from companion.game.cards import RANKS, Card
from companion.game.edition import PRESETS
from companion.game.record import record_json
from companion.game.setup import Setup
from companion.page import plays
from tests.rig.past_pages import summary


def answer(names=("Ann", "Ben"), *, seconds=2520, began=1_790_000_000.0, edition="classic"):
    """What the device says of a game that was given up."""
    setup = Setup(len(names) or 3, PRESETS[edition], "cards")
    actions = [action_json(Clue()), action_json(Concede("no_more_points"))]
    return {
        "record": record_json(setup, names, actions),
        "summary": summary(began=began),
        "times": {"seconds": seconds, "actions": [3, 4]},
    }


def play(told, language="en"):
    """What a link says."""
    link = plays.play_link(12, told, language)
    assert link.startswith(plays.APP)
    assert len(link) < plays.LONGEST
    assert link.isascii()
    return json.loads(unquote(link.removeprefix(plays.APP)))


def test_the_app_is_told_when_who_and_what():
    told = play(answer())
    assert told["sourceName"] == "Hanabi table companion"
    assert told["playDate"] == "2026-09-21 14:13:20"
    assert told["durationMin"] == 42
    assert told["game"] == {
        "name": "Hanabi",
        "sourceGameId": "hanabi",
        "bggId": 98778,
        "highestWins": True,
        "noPoints": False,
    }
    assert told["players"] == [
        {
            "name": name,
            "sourcePlayerId": name.lower(),
            "startPlayer": name == "Ann",
            "winner": False,
            "score": 0,
        }
        for name in ("Ann", "Ben")
    ]


def test_a_play_is_known_again_after_a_repair_too_and_others_are_others():
    told = answer()
    ids = {play(told)["sourcePlayId"], play(told, "de")["sourcePlayId"]}
    told["record"]["actions"].insert(0, action_json(Clue()))
    told["summary"].update(changed=1_790_009_999.0, score=4)
    ids |= {play(told)["sourcePlayId"]}
    assert len(ids) == 1
    ids |= {play(answer(began=1_790_000_001.0))["sourcePlayId"]}
    ids |= {play(answer(("Ann", "Bob")))["sourcePlayId"]}
    assert len(ids) == 3


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles", "UTC"])
def test_the_time_is_that_of_greenwich(zone, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert play(answer(began=1_768_084_200.0))["playDate"] == "2026-01-10 22:30:00"
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("began", "asked", "day"),
    [
        (1_768_084_200.0, 1_790_000_000, "2026-01-10 22:30:00"),
        (40.0, 1_790_000_000, "2026-09-21 14:13:20"),
        (40.0, 50, None),
        (40.0, 10**12 - 1, None),
    ],
)
def test_where_nobody_knows_the_day_it_is_the_one_on_which_it_is_logged(began, asked, day):
    link = plays.play_link(12, answer(began=began), "en", asked)
    assert json.loads(unquote(link.removeprefix(plays.APP))).get("playDate") == day


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_place_without_a_name_is_somebody_else_in_each_game(language):
    ids = set()
    for began in (1_790_000_000.0, 1_790_000_001.0):
        for names in ((), ("Ann", "2")):
            told = play(answer(names, began=began), language)
            ids |= {player["sourcePlayerId"] for player in told["players"]}
    assert len(ids) == 2 * 3 + 1 + 2


@pytest.mark.parametrize(
    "spellings", [("Zo\u00eb", "Zoe\u0308"), ("Ann", "ANN"), ("Gro\u00df", "GROSS")]
)
def test_a_person_has_one_id_however_the_name_is_written(spellings):
    told = [play(answer((name, "Ben")))["players"][0]["sourcePlayerId"] for name in spellings]
    assert len(set(told)) == 1


def test_the_edition_is_told_as_the_board():
    boards = [play(answer(edition="black-powder"), language)["board"] for language in ("en", "de")]
    assert boards == ["Black Powder", "Schwarzpulver"]


def test_a_game_of_which_nobody_knows_how_long_it_took_has_no_time():
    assert "durationMin" not in play(answer(seconds=None))


def test_all_win_a_perfect_game():
    cards = [action_json(Play(Card(suit, rank))) for suit in "WRBYG" for rank in RANKS]
    told = play({"record": record_json(Setup(2), (), cards)})
    assert [(player["winner"], player["score"]) for player in told["players"]] == 2 * [(True, 25)]


def test_places_stand_for_names_that_nobody_gave():
    assert play(answer(()), "de")["players"][1]["name"] == "Spieler 2"


@pytest.mark.parametrize("sign", ["W", "é", "李", "🎆", '"', "&", "%", "\\"])
def test_the_longest_names_with_any_sign_fit(sign):
    names = [f"{seat}" + 15 * sign for seat in range(5)]
    assert [player["name"] for player in play(answer(tuple(names)))["players"]] == names
