"""The rooms: tests stand where their module does, and what a page names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = {
    "companion": ROOT / "companion",
    "hardware": ROOT / "hardware",
    "systemd": ROOT / "systemd",
    "wiring": ROOT / "wiring",
}
APART = {"bench", "deb", "faults", "games", "hil", "promised", "rig", "tools", "walks"}
"""Folders of tests that mirror no package."""


def package(test: Path) -> Path:
    """The package whose tests lie in the folder of this file."""
    first, *rest = test.relative_to(ROOT / "tests").parent.parts or ("",)
    return (
        SOURCES[first].joinpath(*rest)
        if first in SOURCES
        else ROOT.joinpath("companion", first, *rest)
    )


TESTS = sorted(
    path
    for path in (ROOT / "tests").rglob("test_*.py")
    if path.relative_to(ROOT / "tests").parts[0] not in APART
)
MODULES = {path.stem for folder in SOURCES.values() for path in folder.rglob("*.py")}


def test_the_tests_of_a_module_stand_where_its_path_says():
    for test in TESTS:
        room = package(test)
        assert room.is_dir(), f"move {test} to the folder of tests that mirrors its package"
        name = test.stem.removeprefix("test_")
        if name in MODULES and name != room.name:  # that one is of the package itself
            assert (room / f"{name}.py").exists(), f"{test}: no module {name} in {room}"


BUILT = ROOT / "companion" / "README.md"


def test_what_the_page_of_the_rooms_names_is_there():
    page = BUILT.read_text("utf-8")
    named = re.findall(r"`((?:companion|hardware|systemd|wiring|tests)/[\w./]+)`", page)
    lost = [path for path in named if not (ROOT / path).exists()]
    assert lost == [], f"name what is there in {BUILT.relative_to(ROOT)}"


@pytest.mark.parametrize(
    ("path", "name"), re.findall(r"`([\w/]+\.py)` `([\w.]+)`", BUILT.read_text())
)
def test_what_the_flow_of_a_press_names_is_in_its_file(path, name):
    *owner, last = name.split(".")
    text = (ROOT / path).read_text()
    mend = f"{path} has no such name: follow the press again in {BUILT.relative_to(ROOT)}"
    assert re.search(rf"^\s*(def|class) {last}\b", text, re.MULTILINE), mend
    assert all(re.search(rf"^class {one}\b", text, re.MULTILINE) for one in owner), mend


def test_the_page_lists_the_threads_of_the_companion():
    named = {
        name: path
        for folder in ("companion/daemon", "companion/journal", "hardware")
        for path in (ROOT / folder).rglob("*.py")
        if "emulator" not in path.parts
        for name in re.findall(r'Thread\([^)]*name="([a-z ]+)"', path.read_text("utf-8"))
    }
    page = (ROOT / "companion" / "README.md").read_text("utf-8")
    _, table = page.split("## The threads", 1)
    listed = set(re.findall(r"`([a-z ]+)`", table.split("\n\n")[1]))
    assert {"edges", "loop", "writer"} <= set(named)
    missing = {name: str(path) for name, path in named.items() if name not in listed}
    assert missing == {}, "list these threads in companion/README.md"
