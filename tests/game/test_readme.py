"""What companion/game/README.md says of the rules and records agrees with the code."""

import re
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

import companion.game
from companion.game.actions import CONCESSIONS, CORRECTABLE, TILES, parse_action
from companion.game.edition import PRESETS
from companion.game.record import FORMAT, edition_json, load_json, parse_record
from companion.game.rules import start
from companion.game.setup import DETAILS, Setup
from companion.game.state import Reason, Status
from companion.game.view import state_json
from tests.rig.cases import cases

PAGE = (Path(companion.game.__path__[0]) / "README.md").read_text("utf-8")
WORDS = set(re.findall(r"[\w/-]+", PAGE))
RULES = [row.split("|") for row in PAGE.splitlines() if re.match(r"\| \d+ ", row)]


@cases(
    "words",
    {
        "records": (FORMAT, *DETAILS),
        "editions": (*PRESETS, *edition_json(PRESETS["classic"])),
        "actions": (*TILES, *CONCESSIONS, *CORRECTABLE),
        "state": tuple(state_json(start(Setup(3)))),
        "ends": (*get_args(Status), *get_args(Reason)),
    },
)
def test_every_word_of_the_format_is_there(words):
    assert set(words) <= WORDS


@pytest.mark.parametrize(
    ("number", "rule", "_does", "editions", "where"), [row[1:6] for row in RULES]
)
def test_a_rule_names_code_and_editions_that_are_there(number, rule, _does, editions, where):
    for module, name in re.findall(r"`(\w+)\.(\w+)`", where):
        assert hasattr(import_module(f"companion.game.{module}"), name), rule
    assert set(re.findall(r"`([\w-]+)`", editions)) <= {*PRESETS, "cards"}, rule


def test_the_examples_are_records_and_actions():
    example = "".join(re.findall(r"^    (.*)$", PAGE, re.MULTILINE))
    assert parse_record(load_json(example)).setup == Setup(3, PRESETS["classic"], "cards")
    actions = [
        text
        for text in re.findall(r"^\| `(\{\"do\":.*?\})`", PAGE, re.MULTILINE)
        if "..." not in text
    ]
    assert len(actions) > 8
    for text in actions:
        parse_action(load_json(text))
