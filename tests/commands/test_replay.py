"""`companion replay`: a line for each state, and one line for each thing that is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion.cli import main
from companion.game.record import FORMAT
from tests.games import REAL
from tests.rig.cases import cases

RECORD = {"format": FORMAT, "players": 3, "detail": "cards"}
CLUE, DISCARD, R1 = {"do": "clue"}, {"do": "discard", "card": "W4"}, {"do": "play", "card": "R1"}
ROOT = Path(companion.__file__).parents[1]


def record(*actions, **keys):
    return json.dumps({**RECORD, "actions": actions, **keys})


@pytest.fixture
def run(tmp_path, capsys):
    """Replay a text; gives the exit status, the lines that came out, and those of the errors."""

    def replay(content, name="game.json"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        status = main(["replay", str(path)])
        out, err = capsys.readouterr()
        return status, [json.loads(line) for line in out.splitlines()], err.splitlines()

    return replay


def process(*arguments, **options):
    """The command as a process of its own, whose terminal knows ASCII alone."""
    command = [sys.executable, "-m", "companion", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    return subprocess.run(
        command, capture_output=True, env=environment, timeout=20, **options, check=False
    )


# What comes out


def test_a_record_gives_a_line_for_the_start_and_one_after_each_action(run):
    status, lines, errors = run(record(CLUE, DISCARD, R1))
    assert (status, errors) == (0, [])
    assert [line["n"] for line in lines] == [0, 1, 2, 3]
    assert [line["do"] for line in lines] == [None, CLUE, DISCARD, R1]
    assert [line["state"]["clues"] for line in lines] == [8, 7, 8, 8]
    assert lines[-1]["state"]["fireworks"]["R"] == 1
    assert all(line.keys() == {"n", "do", "state"} for line in lines)


def test_actions_are_echoed_as_they_stood(run):
    correction = {"discards": {"R1": 0}, "do": "correct", "turns_left": None}
    _, lines, _ = run(record(correction))
    assert list(lines[1]["do"].items()) == list(correction.items())


@cases(
    "content",
    {
        "over many lines": json.dumps(json.loads(record(CLUE)), indent=2),
        "blank lines around": "\n\n" + record(CLUE) + "\n\n",
        "carriage returns": record(CLUE).replace(" ", "\r\n"),
        "a byte order mark": b"\xef\xbb\xbf" + record(CLUE).encode(),
        "names of any letters": record(CLUE, players=["A", "B", "C"]).replace("B", "花火"),
        "notes beside the game": record(CLUE, source="a log", seed=7),
    },
)
def test_a_record_may_be_written_in_other_ways(run, content):
    status, lines, errors = run(content)
    assert (status, len(lines), errors) == (0, 2, [])


def test_several_records_are_numbered(run):
    status, lines, errors = run("\n".join([record(CLUE), "", record(R1, R1), record()]))
    assert (status, errors) == (0, [])
    assert [(line["game"], line["n"]) for line in lines] == [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 0),
    ]


def test_forty_real_games_replay_from_one_file(capsys):
    assert main(["replay", str(REAL)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["game"] for line in lines if line["n"] == 0] == list(range(40))
    assert sum(line["state"]["status"] != "playing" for line in lines) == 40


# An illegal action


@cases(
    "actions, lines, sentence",
    {
        "no token": ([CLUE] * 8 + [R1] * 2 + [CLUE] * 3, 11, "action 11: no clue token left"),
        "the first action": ([DISCARD], 1, "action 1: all 8 clue tokens"),
        "after the end": ([{"do": "misfire"}] * 4, 4, "action 4: the game is over"),
        "no such card": ([CLUE, {"do": "play", "card": "R7"}], 2, "action 2: 'R7' is no card"),
        "no such action": ([CLUE, {"do": "pass"}], 2, "action 2: 'pass' is no action"),
        "null among the actions": ([CLUE, None], 2, "action 2: an action is an object"),
        "two lines": ([CLUE, {"do": "cl\nue"}], 2, "action 2: 'cl\\nue' is no action"),
    },
)
def test_an_illegal_action_is_one_line_after_the_states_before_it(run, actions, lines, sentence):
    status, shown, errors = run(record(*actions))
    assert status == 1
    assert len(errors) == 1
    assert errors[0].startswith(sentence)
    assert [line["n"] for line in shown] == list(range(lines))


def test_the_illegal_action_of_one_of_several_records_names_its_line(run):
    status, shown, errors = run(
        "\n".join([record(CLUE), "", record(CLUE, DISCARD, DISCARD), record(R1)])
    )
    assert (status, len(errors)) == (1, 1)
    assert errors[0].startswith("line 3: action 3: all 8 clue tokens")
    assert [line["n"] for line in shown if line["game"] == 1] == [0, 1, 2]
    assert [line["n"] for line in shown if line["game"] == 2] == [0, 1], "the game after it"


# What is no record


@cases(
    "content, gist",
    {
        "an empty file": (b"", "no valid JSON"),
        "cut off": (record(CLUE)[:-5], "no valid JSON"),
        "an empty object": ("{}", '"format" must be'),
        "a later format": (record(CLUE, format="hanabi-companion/9"), '"format" must be'),
        "a key twice": (record(CLUE).replace("3", '3, "players": 2'), "stands twice"),
        "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "byte 1 is no UTF-8 text"),
        "Latin-1": (b'{"format": "\xe9t\xe9"}', "byte 13 is no UTF-8 text"),
    },
)
def test_a_file_that_is_no_record_is_one_line(run, content, gist):
    status, shown, errors = run(content)
    assert (status, shown, len(errors)) == (2, [], 1)
    assert gist in errors[0]
    assert "game.json" in errors[0]


def test_one_bad_record_of_several_names_its_line_and_the_others_are_replayed(run):
    status, shown, errors = run("\n".join([record(CLUE), "{", record(CLUE, players=9), record(R1)]))
    assert (status, len(errors)) == (2, 2)
    assert "line 2: no valid JSON" in errors[0]
    assert "line 3: players must be" in errors[1]
    assert {line["game"] for line in shown} == {0, 3}


def test_a_record_that_is_none_weighs_more_than_an_illegal_action(run):
    status, _, errors = run("\n".join([record(CLUE), "{}", record(DISCARD)]))
    assert (status, len(errors)) == (2, 2)


@cases(
    "name, gist",
    {
        "a missing file": ("nowhere.json", "No such file"),
        "a folder": (".", "Is a directory"),
    },
)
def test_a_file_that_cannot_be_read_is_one_line(tmp_path, capsys, name, gist):
    assert main(["replay", str(tmp_path / name)]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert gist in err


# A real process


def test_a_real_process_replays_standard_input():
    text = record(CLUE, DISCARD, DISCARD, players=["Ada", "Bo"]).replace("Bo", "花火")
    done = process("replay", "-", input=text.encode())
    assert done.returncode == 1
    assert [json.loads(line)["n"] for line in done.stdout.splitlines()] == [0, 1, 2]
    assert done.stderr.splitlines() == [done.stderr.rstrip(b"\n")]
    assert done.stderr.startswith(b"action 3: all 8 clue tokens are available")


def test_a_reader_that_stops_early_sees_no_traceback(tmp_path):
    (tmp_path / "games.jsonl").write_text((record(*[CLUE] * 8) + "\n") * 200)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        command = [sys.executable, "-m", "companion", "replay", str(tmp_path / "games.jsonl")]
        done = subprocess.run(
            command, stdout=writer, stderr=subprocess.PIPE, cwd=ROOT, timeout=20, check=False
        )
    finally:
        os.close(writer)
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "game.json").write_text(record(CLUE))
    command = [sys.executable, "-m", "companion", "replay", str(tmp_path / "game.json")]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, timeout=20, check=False
        )
    assert done.returncode != 0
    assert b"Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_closed_standard_input_is_one_line():
    done = process("replay", "-", preexec_fn=lambda: os.close(0))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
