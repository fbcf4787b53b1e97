"""What hardware/readers/README.md tells makers: the entry of a build can be read, and presses are
as many.
"""

import re
from pathlib import Path

import hardware.readers
from tests.games import real_games, three_players
from tests.rig.readmes import entry
from wiring.reading.build import parse_build

TEXT = (Path(hardware.readers.__path__[0]) / "README.md").read_text("utf-8")


def test_the_entry_of_a_build_is_right() -> None:
    needed = 'board = "none"\n[[pods]]\nname = "far end"\nport = "/dev/ttyACM0"\n'
    (reader,) = parse_build(needed + entry(TEXT), "mine", "mine.toml").readers
    assert (reader.name, reader.kind) == ("play", "pn532")


def test_presses_and_taps_a_turn_are_those_of_the_table() -> None:
    """A clue is a press; all else is a tap, and with one reader a press too."""
    said = re.findall(
        r"^\| (two pads|one reader) \| (.*), and (.*) with .* \| (.*), and (.*) with",
        TEXT,
        re.MULTILINE,
    )
    figures = {kind: tuple(map(float, numbers)) for kind, *numbers in said}
    shares = []
    for records in (real_games(), [three_players()]):
        actions = [action for record in records for action in record.actions]
        shares.append(round(sum(action["do"] == "clue" for action in actions) / len(actions), 2))
    forty, three = shares
    assert figures == {
        "two pads": (forty, 1.0, three, 1.0),
        "one reader": (1.0, round(2 - forty, 2), 1.0, round(2 - three, 2)),
    }
