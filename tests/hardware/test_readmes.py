"""What the pages of the drivers tell makers agrees with the programs."""

import re
from pathlib import Path

import hardware
from tests.games import real_games
from tests.rig.readmes import entry
from wiring.reading.build import parse_build
from wiring.reading.keypads import key_name

FOLDER = Path(hardware.__path__[0])
MAP, KEYPADS, READERS = (
    (FOLDER / folder / "README.md").read_text("utf-8") for folder in ("", "keypads", "readers")
)


def test_every_package_has_a_row():
    packages = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    assert set(re.findall(r"^\| `(\w+)` \|", MAP, re.MULTILINE)) == packages


def test_what_the_map_of_the_drivers_names_is_there():
    for name in re.findall(r"`([\w/]+\.py|[\w]+/[\w/]+)`", MAP):
        assert (FOLDER / name).exists() or (FOLDER.parent / name).exists(), name
    for name in re.findall(r"\]\(([^)]+)\)", MAP):
        assert (FOLDER / name.partition("#")[0]).exists(), name


def test_the_entry_of_a_build_is_right():
    (reader,) = parse_build(f'board = "none"\ntouch = true\n{entry(READERS)}', "", "").readers
    assert reader.name == "play"


def test_the_keypads_of_the_page_are_right():
    usual, presenter = parse_build(f'board = "none"\n{entry(KEYPADS)}', "", "").keypads
    told = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", KEYPADS, re.MULTILINE))
    keys = {
        name.removeprefix("KEY_").removeprefix("KP").lower(): its
        for name, its in ((key_name(code), control) for code, control in usual.keys.items())
    }
    signs = {"/": "slash", "-": "minus"}
    rows = [(signs.get(key, key), row) for row in told for key in row.split(", ")]
    assert sorted(key for key, _ in rows if key != "key") == sorted(keys)
    assert sorted(presenter.keys.values()) == ["clue", "discard", "play"]


# Card readers


def test_of_a_hundred_turns_so_many_are_clues_as_the_page_says():
    (said,) = re.findall(r"only\s+for\s+a\s+clue:\s+in\s+(\d+)\s+of\s+100", READERS)
    actions = [action for record in real_games() for action in record.actions]
    clues = sum(action["do"] == "clue" for action in actions)
    assert round(100 * clues / len(actions)) == int(said)
