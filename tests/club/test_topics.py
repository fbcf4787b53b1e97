"""Topics: a table's id is of this machine alone, a state says what the device's own state says."""

import json
from pathlib import Path

import pytest

from companion.club import identity, topics
from companion.club.identity import NoIdentity
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
        told = topics.state_body(Look(then), "Table 7", True)
        known = questions.table_state_json(then, True, 5)
        common = told.keys() & known.keys() - {"names"}
        assert {key: told[key] for key in common} == {key: known[key] for key in common}
        assert known.keys() - told.keys() <= {"serial", "names", "place", "rows", "mark"}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_state_and_a_result_are_json_that_says_its_version(preset):
    body = {
        "format": "hanabi-companion/1",
        "edition": {"preset": preset},
        "players": 3,
        "actions": [],
    }
    game = sitting(parse_record(body))
    told = json.loads(versioned_json(topics.state_body(Look(game, preset=preset), "", False)))
    assert (told["v"], told["preset"], told["game"]) == (1, preset, 7)
    assert len(versioned_json(told)) < 2048


def test_without_a_game_the_state_says_so():
    assert topics.state_body(Look(saved=False), "Table 7", True) == {
        "name": "Table 7",
        "game": 0,
        "saved": False,
    }


def test_a_result_has_no_time_where_the_clock_was_never_set():
    game = sitting(three_players())
    assert topics.result_body(game, "", False, "", 1000.0)["ended"] is None
    assert topics.result_body(game, "", False, "", 1.9e9 + 0.4)["ended"] == 1_900_000_000


MACHINE = "0123456789abcdef0123456789abcdef"


def table_id(file: Path) -> str:
    return identity.table_id({identity.VARIABLE: str(file)})


def test_the_id_stays_and_is_another_one_on_another_machine(tmp_path):
    file = tmp_path / "machine-id"
    file.write_text(f"{MACHINE}\n")
    first = table_id(file)
    assert first == table_id(file) == "74a46050cf35", "the same in every version"
    assert first not in MACHINE
    file.write_text(f"{MACHINE[:-1]}e\n")
    assert table_id(file) != first


@pytest.mark.parametrize("text", ["", "uninitialized\n", MACHINE[:-2], "\xff"])
def test_a_machine_without_an_id_is_one_sentence(tmp_path, text):
    file = tmp_path / "machine-id"
    file.write_text(text)
    with pytest.raises(
        NoIdentity, match="has no id of 32 hex digits: `sudo systemd-machine-id-setup`"
    ):
        table_id(file)
    with pytest.raises(NoIdentity, match="cannot be read"):
        table_id(tmp_path / "none")
