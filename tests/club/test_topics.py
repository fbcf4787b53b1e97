"""Topics: a state says what the device's own state says, in every edition.

Names only where they may be.
"""

import json

import pytest

from companion.club import topics
from companion.club.topics import versioned_json
from companion.daemon.socket import questions
from companion.game.edition import PRESETS
from companion.game.record import parse_record
from companion.onlooking.look import Look
from tests.games import real_games, three_players
from tests.rig.moments import moments, sitting


@pytest.mark.parametrize("number", [0, 19, 39])
def test_each_state_of_a_real_game_says_what_that_of_the_device_says(number):
    for then in moments(sitting(real_games()[number])):
        told, known = topics.state(Look(then), "Table 7", True), questions.state(then, True, 5)
        assert known is not None
        common = told.keys() & known.keys() - {"names"}
        assert {key: told[key] for key in common} == {key: known[key] for key in common}
        assert known.keys() - told.keys() <= {"serial", "names", "place", "rows"}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_state_and_a_result_are_json_that_says_its_version(preset):
    body = {
        "format": "hanabi-companion/1",
        "edition": {"preset": preset},
        "players": 3,
        "actions": [],
    }
    parse_record(body)
    game = sitting(parse_record(body))
    told = json.loads(versioned_json(topics.state(Look(game, preset), "", False)))
    assert (told["v"], told["preset"], told["game"]) == (1, preset, 7)
    assert len(versioned_json(told)) < 2048


def test_without_a_game_the_state_says_so():
    assert topics.state(Look(saved=False), "Table 7", True) == {
        "name": "Table 7",
        "game": 0,
        "saved": False,
    }


def test_a_result_has_no_time_where_the_clock_was_never_set():
    game = sitting(three_players())
    assert topics.result(game, "", False, "", 1000.0)["ended"] is None
    assert topics.result(game, "", False, "", 1.9e9 + 0.4)["ended"] == 1_900_000_000
