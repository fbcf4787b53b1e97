"""The map of the drivers names every package, and modules that are there."""

import re
from pathlib import Path

import hardware

FOLDER = Path(hardware.__path__[0])
TEXT = (FOLDER / "README.md").read_text("utf-8")


def test_every_package_has_a_row() -> None:
    packages = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    assert set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE)) == packages


def test_what_it_names_is_there() -> None:
    for name in re.findall(r"`([\w/]+\.py|[\w]+/[\w/]+)`", TEXT):
        assert (FOLDER / name).exists() or (FOLDER.parent / name).exists(), name
    for name in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert (FOLDER / name.partition("#")[0]).exists(), name
