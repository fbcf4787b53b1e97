"""The command line: only the command that is named is made ready, and it takes the same."""

import sys

import pytest

from companion.cli import FAILED, command_parser, main
from companion.commands import failed_start

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
    assert command_parser(words).parse_args(words) == command_parser().parse_args(words)


def test_the_start_makes_no_other_command_ready():
    assert "replay" in command_parser().format_help()
    assert "replay" not in command_parser(["run"]).format_help()


@pytest.mark.parametrize("words", [[], ["--help"], ["histroy"]], ids=repr)
def test_without_a_command_every_one_is_there(words):
    assert "replay" in command_parser(words).format_help()


@pytest.mark.parametrize(("command", "shown"), [("run", 1), ("wiring", 0)])
def test_a_missing_module_is_one_sentence_and_on_the_display_of_the_companion(
    command, shown, monkeypatch, capsys
):
    told = []
    monkeypatch.setitem(sys.modules, f"companion.commands.{command}", None)
    monkeypatch.setattr(failed_start, "show_failure", lambda build, error: told.append(error))
    assert main([command]) == FAILED
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("companion: the program is not complete (")
    assert line.endswith("); install it again")
    assert len(told) == shown
