"""Records: a whole game as one JSON object, read strictly, written back, and replayed."""

import json
import time

import pytest

from companion.errors import NotARecord
from companion.game.actions import action_json
from companion.game.edition import PRESETS, Edition
from companion.game.record import (
    FORMAT,
    edition_json,
    load_json,
    parse_edition,
    parse_record,
    record_json,
    replay,
    split,
)
from companion.game.refusals import ActionRefused
from companion.game.setup import Setup
from tests.game import action, refused
from tests.rig.cases import cases
from tests.rig.samples import sample, within

GOOD = {
    "format": FORMAT,
    "edition": {"preset": "classic"},
    "players": 3,
    "detail": "cards",
    "actions": [],
}


def without(key):
    return {other: value for other, value in GOOD.items() if other != key}


# Reading


@cases(
    "record, setup",
    {
        "all keys": (GOOD, Setup(3, Edition(), "cards")),
        "classic unless said": (without("edition"), Setup(3, Edition(), "cards")),
        "classic in an empty edition": (GOOD | {"edition": {}}, Setup(3, Edition(), "cards")),
        "colours unless said": (without("detail"), Setup(3, Edition(), "colours")),
        "five": (GOOD | {"players": 5, "detail": "tokens"}, Setup(5, Edition(), "tokens")),
        "choices without a preset": (
            GOOD | {"edition": {"black": True, "fuses": 4}},
            Setup(3, Edition(black=True, fuses=4), "cards"),
        ),
        "choices override the preset": (
            GOOD | {"edition": {"preset": "grand", "black": False}},
            Setup(3, Edition(multicolour=10, multicolour_clue="every", flamboyants=True), "cards"),
        ),
        "wherever the preset stands": (
            GOOD | {"edition": {"black": False, "preset": "grand"}},
            Setup(3, Edition(multicolour=10, multicolour_clue="every", flamboyants=True), "cards"),
        ),
        "notes": (GOOD | {"source": "a log", "date": "2026-11-20"}, Setup(3, Edition(), "cards")),
    },
)
def test_a_record_says_how_the_game_was_set_up(record, setup):
    assert parse_record(record).setup == setup


@cases(
    "players, number, names",
    {
        "a number": (4, 4, ()),
        "names": (["Ada", "Bo"], 2, ("Ada", "Bo")),
        "three of one name": (["Ada", "Ada", "Ada"], 3, ("Ada", "Ada 2", "Ada 3")),
    },
)
def test_players_are_a_number_or_names(players, number, names):
    record = parse_record(GOOD | {"players": players})
    assert (record.setup.players, record.names) == (number, names)


@pytest.mark.parametrize(
    ("record", "gist"),
    [
        *refused("records"),
        pytest.param([GOOD], "a record is a JSON object", id="a record in a list"),
        pytest.param(without("format"), "it is missing", id="no format"),
        pytest.param(without("players"), '"players" is missing', id="no players"),
        pytest.param(without("actions"), '"actions" is missing', id="no actions"),
        pytest.param(
            GOOD | {"edition": {"preset": "x" * 10_000}}, "edition.preset", id="many letters"
        ),
    ],
)
def test_what_is_no_record_is_refused_in_one_sentence(record, gist):
    if isinstance(record, str) and record.startswith("GOOD | "):
        record = GOOD | json.loads(record.removeprefix("GOOD | "))
    elif isinstance(record, str):
        record = json.loads(record)
    with pytest.raises(NotARecord) as refusal:
        parse_record(record)
    assert gist in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize(
    ("text", "gist"),
    [
        *refused("JSON"),
        pytest.param("", "no valid JSON", id="nothing"),
        pytest.param('{\n"a": ?}', "line 2, column 6", id="an error on the second line"),
        pytest.param("[" * 100_000, "nested too deeply", id="a hundred thousand brackets"),
        pytest.param('{"a":' * 50_000 + "1" + "}" * 50_000, "nested too deeply", id="objects"),
        pytest.param("9" * 10_000, "no valid JSON", id="a number of ten thousand digits"),
    ],
)
def test_what_is_no_json_is_refused_in_one_sentence(text, gist):
    with pytest.raises(NotARecord) as refusal:
        load_json(text)
    assert gist in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_key_that_stands_twice_is_found_in_no_time_among_any_number_of_keys():
    """No other line is read."""
    pairs = ",".join(f'"{number}":0' for number in range(100_000))
    began = time.process_time()
    with pytest.raises(NotARecord, match="the key 'last' stands twice"):
        load_json(f'{{{pairs},"last":0,"last":0}}')
    assert time.process_time() - began < within(2)  # comparing each key with each takes minutes


@pytest.mark.parametrize("key", ["edition", "detail", "players", "actions"])
def test_nesting_is_refused_however_deep_it_is(key):
    for depth in [*range(50, 600, 50), *sample(range(600, 1050), 7)]:
        nested = "[" * depth + "]" * depth
        record = json.dumps(GOOD | {key: "nested"}).replace('"nested"', nested)
        with pytest.raises((NotARecord, ActionRefused)):
            list(replay(parse_record(load_json(record))))


@pytest.mark.parametrize("closed", ["]", "]]", ""])
def test_the_deepest_list_is_the_same_for_every_python(closed):
    assert isinstance(load_json("[" * 200 + '"[[{\\"["' + "]" * 200), list)
    assert isinstance(load_json(f"[{'[0],' * 200}0]"), list)
    with pytest.raises(NotARecord, match="nested too deeply"):
        load_json("[" + "[" * 200 + "]" * 200 + closed)


# Files of several records


@cases(
    "text, lines",
    {
        "one": ('{"a":1}', [1]),
        "one with its line's end": ('{"a":1}\n', [1]),
        "one over several lines": ('{\n"a":\n1}\n', [1]),
        "two": ('{"a":1}\n{"b":2}\n', [1, 2]),
        "two with carriage returns": ('{"a":1}\r\n{"b":2}\r\n', [1, 2]),
        "blank lines are skipped and counted": ('\n{"a":1}\n\n\n{"b":2}', [2, 5]),
        "a line that is no record has its number": ('{"a":1}\nnonsense\n{"b":2}', [1, 2, 3]),
        "nothing": ("", [1]),
    },
)
def test_several_records_stand_one_a_line(text, lines):
    assert [line for line, _ in split(text)] == lines


def test_a_first_line_that_is_cut_off_spoils_no_other_line():
    lines = ['{"format": "hanabi-comp', json.dumps(GOOD), json.dumps(GOOD)]
    assert [line for line, _ in split("\n".join(lines))] == [1, 2, 3]


# Writing


@pytest.mark.parametrize("preset", PRESETS)
def test_an_edition_is_written_with_all_its_choices_and_read_back(preset):
    written = edition_json(PRESETS[preset])
    choices = "multicolour multicolour_clue black flamboyants ending fuses explosion"
    assert set(written) == set(choices.split())
    assert parse_edition(json.loads(json.dumps(written))) == PRESETS[preset]


@pytest.mark.parametrize("names", [(), ("Ada", "Bo", "Cy")])
def test_a_game_is_written_as_a_record_and_read_back(names):
    setup = Setup(3, PRESETS["grand"], "cards")
    turns = [action_json(action(words)) for words in ("play R1", "clue", "discard K4")]
    record = parse_record(load_json(json.dumps(record_json(setup, names, turns))))
    assert (record.setup, record.names, list(record.actions)) == (setup, names, turns)


# Replaying


def game(*turns):
    return parse_record(GOOD | {"actions": [action_json(action(words)) for words in turns]})


def test_a_replay_gives_the_start_and_the_state_after_each_action():
    steps = list(replay(game("clue", "discard R3", "play R1")))
    assert [done for done, _ in steps] == [
        None,
        {"do": "clue"},
        {"do": "discard", "card": "R3"},
        {"do": "play", "card": "R1"},
    ]
    assert [state.turn for _, state in steps] == [1, 2, 3, 4]
    assert [state.clues for _, state in steps] == [8, 7, 8, 8]


@cases(
    "actions, sentence",
    {
        "the first": ([{"do": "discard"}], "action 1: all 8 clue tokens are available"),
        "the ninth clue": ([{"do": "clue"}] * 9, "action 9: no clue token left"),
        "no action at all": ([{"do": "clue"}, "clue"], "action 2: an action is an object"),
        "after the end": ([{"do": "misfire"}] * 4, "action 4: the game is over"),
    },
)
def test_a_replay_stops_at_an_illegal_action_and_says_which(actions, sentence):
    steps = replay(parse_record(GOOD | {"actions": actions}))
    for _ in range(len(actions)):
        next(steps)
    with pytest.raises(ActionRefused) as refusal:
        next(steps)
    assert str(refusal.value).startswith(sentence)
