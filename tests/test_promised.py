"""What version 1 keeps: names that programs use, and the files of 1.0.

`tests/promised/` is added to and never changed: it is what 1.0 wrote and took.
"""

import argparse
import json
import shutil
from pathlib import Path

from companion import cli, settings_keys
from companion.club.topics import VERSION, Topics
from companion.daemon.requests import DECLARATIONS
from companion.game.record import FORMAT
from companion.journal.lines import FORMAT as JOURNAL
from tests.rig.rig import Rig

PROMISED = Path(__file__).parent / "promised"
NAMES = json.loads((PROMISED / "names.json").read_text("utf-8"))


def test_every_request_and_each_of_its_fields_is_taken():
    taken = {
        (door, one.verb, one.word): set(one.fields) for one in DECLARATIONS for door in one.doors
    }
    for socket, verbs in NAMES["requests"].items():
        for verb, words in verbs.items():
            for word, fields in words.items():
                assert set(fields) <= taken[socket, verb, word]


def test_every_setting_is_known():
    assert set(NAMES["settings"]) <= set(settings_keys.known_settings(settings_keys.SECTIONS))


def options(parser):
    """The commands of a parser, each with its options."""
    found = {"": set()}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                for path, known in options(below).items():
                    found[f"{name} {path}".strip()] = known
        found[""] |= set(action.option_strings)
    return found


def test_every_command_takes_its_options():
    today = options(cli.command_parser())
    for command, promised in NAMES["commands"].items():
        assert set(promised) <= today[command], command


def test_topics_and_formats_have_their_names():
    topics = Topics("<id>")
    named = [topics.state, topics.event, topics.availability, topics.discovery, topics.result(12)]
    assert named == NAMES["topics"]
    assert NAMES["topics_version"] == VERSION
    assert NAMES["record_format"] == FORMAT
    assert JOURNAL == 1


def test_the_games_of_1_0_go_on(tmp_path):
    shutil.copy(PROMISED / "games.txt", tmp_path)
    with Rig(tmp_path) as rig:
        state = rig.ask(get="state")["state"]
        assert set(NAMES["state"]) <= set(state)
        assert (state["turn"], state["clues"], state["errors"], state["fireworks"]["R"]) == (
            6,
            7,
            1,
            1,
        )
        assert state["names"] == ["Ann", "Ben", "Cleo"]
        rig.ask(do="redo")
        rig.wait(1)
        assert rig.ask(do="undo")["ok"]
        rig.check()


def test_the_page_of_the_rooms_says_what_is_promised():
    page = (Path(__file__).parents[1] / "companion" / "README.md").read_text("utf-8")
    (_, promises) = page.split("## What version 1 keeps")
    for named in ("games.txt", FORMAT, "companion.toml", "hanabi/<id>/", "Hanab Live"):
        assert named in promises
