"""What hardware/readers/README.md tells makers: the entry of a build can be read."""

from pathlib import Path

import hardware.readers
from tests.rig.readmes import entry
from wiring.reading.build import parse

TEXT = (Path(hardware.readers.__path__[0]) / "README.md").read_text("utf-8")


def test_the_entry_of_a_build_is_right() -> None:
    needed = 'board = "none"\n[[pods]]\nname = "far end"\nport = "/dev/ttyACM0"\n'
    (reader,) = parse(needed + entry(TEXT), "mine", "mine.toml").readers
    assert (reader.name, reader.kind) == ("play", "pn532")
