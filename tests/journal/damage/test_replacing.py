"""A damaged file is set aside, and another takes its place, also when that is interrupted."""

from itertools import count
from pathlib import Path

import pytest

from companion.journal.damage.replacing import exchange, finish, making, put_log_aside
from companion.journal.sqlite import beside

ENDS = ("", "-wal", "-shm", ".txt")


class PowerCut(BaseException):
    """Nothing more happens."""


@pytest.fixture
def path(tmp_path):
    """A damaged file with what lies beside it."""
    path = tmp_path / "games.sqlite3"
    for end in ENDS:
        beside(path, end).write_text(f"damaged{end}")
    return path


def make(path):
    made = making(path)
    made.write_text("whole")
    beside(made, ".txt.new").write_text("whole.txt")
    return made, beside(made, ".txt.new")


def contents(folder):
    return {file.name: file.read_text() for file in folder.iterdir()}


EXCHANGED = {
    "games.sqlite3": "whole",
    "games.sqlite3.txt": "whole.txt",
    "games.damaged-1.sqlite3": "damaged",
    "games.damaged-1.sqlite3-wal": "damaged-wal",
    "games.damaged-1.sqlite3-shm": "damaged-shm",
    "games.damaged-1.sqlite3.txt": "damaged.txt",
}


def test_the_damaged_file_and_its_log_get_another_name(path):
    closed = []
    aside = exchange(path, *make(path), lambda: closed.append(contents(path.parent)))
    assert aside.name == "games.damaged-1.sqlite3"
    assert contents(path.parent) == EXCHANGED
    assert len(closed) == 1
    assert "games.sqlite3" not in closed[0], (
        "SQLite writes to a file that has its name when it is closed"
    )


def test_nothing_that_was_set_aside_is_overwritten(path):
    for number in (1, 2):
        path.write_text(f"damage {number}")
        exchange(path, *make(path), lambda: None)
    kept = contents(path.parent)
    assert [kept[f"games.damaged-{number}.sqlite3"] for number in (1, 2)] == [
        "damage 1",
        "damage 2",
    ]


@pytest.mark.parametrize("step", range(8))
def test_an_exchange_that_a_power_cut_parts_is_gone_on_with(path, monkeypatch, step):
    steps = count()

    def until_then(act):
        def perhaps(self, target):
            if next(steps) == step:
                raise PowerCut
            return act(self, target)

        return perhaps

    made = make(path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", until_then(Path.rename))
        patch.setattr(Path, "replace", until_then(Path.replace))
        with pytest.raises(PowerCut):
            exchange(path, *made, lambda: None)
    finish(path)
    expected = {f"games.sqlite3{end}": f"damaged{end}" for end in ENDS} if step < 2 else EXCHANGED
    found = contents(path.parent)
    unused = ("making", "damaged-1.sqlite3.next.txt") if step < 2 else ()
    assert {
        name: text for name, text in found.items() if not any(part in name for part in unused)
    } == expected
    finish(path)
    assert contents(path.parent) == found


def test_what_is_left_of_an_earlier_try_is_made_anew(path):
    for end in ("", "-journal", "-wal", "-shm", ".txt.new"):
        beside(making(path), end).write_text("half")
    made = making(path)
    assert [file.name for file in path.parent.iterdir() if file.name.startswith(made.stem)] == []


def test_a_log_can_be_set_aside_without_its_file(path):
    path.write_text("another file")
    put_log_aside(path)
    assert contents(path.parent) == {
        "games.sqlite3": "another file",
        "games.sqlite3.txt": "damaged.txt",
        "games.damaged-1.sqlite3-wal": "damaged-wal",
        "games.damaged-1.sqlite3-shm": "damaged-shm",
    }
