"""The command line: where a command is named, only that one is made ready, and it takes
the same.
"""

import pytest

from companion.cli import parser

LINES = (
    "run --panel table --headless",
    "ctl press clue --socket a.sock",
    "history --limit 3",
    "history show 4 --json",
    "cards enrol Red --multicolour 5",
    "record 2",
    "config",
)


@pytest.mark.parametrize("line", LINES)
def test_a_command_takes_the_same_whether_the_others_are_there_or_not(line):
    words = line.split()
    assert parser(words).parse_args(words) == parser().parse_args(words)


def test_the_start_makes_no_other_command_ready():
    assert "replay" in parser().format_help()
    assert "replay" not in parser(["run"]).format_help()


@pytest.mark.parametrize("words", [[], ["--help"], ["histroy"]], ids=repr)
def test_without_a_command_every_one_is_there(words):
    assert "replay" in parser(words).format_help()
