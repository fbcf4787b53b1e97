"""What takes the name of the journal while it runs: the games go on once that can be, and what a
link leads to is never replaced.
"""

import os
import shutil
import stat
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.game.actions import Clue
from companion.journal.events import Did
from companion.journal.store import Store
from tests.rig.played import Table


def take_name(kind: str, path: Path, elsewhere: Path) -> None:
    """Put something else in the place of the journal."""
    path.rename(elsewhere / "taken.txt")
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "link to nothing":
            path.symlink_to(elsewhere / "unplugged" / "games.txt")
        case "link to itself":
            path.symlink_to(path.name)
        case "link to a pipe":
            os.mkfifo(elsewhere / "pipe")
            path.symlink_to(elsewhere / "pipe")
        case "link to a folder":
            (elsewhere / "there").mkdir()
            path.symlink_to(elsewhere / "there")
        case "link to a full device":
            path.symlink_to("/dev/full")


WAITING = ("folder", "link to nothing", "link to itself")
"""What nothing can replace."""
AT_ONCE = ("pipe", "gone", "link to a pipe", "link to a folder", "link to a full device")


@pytest.fixture
def places(tmp_path):
    """The folder of the games, and another one."""
    home, elsewhere = tmp_path / "games", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    return home, elsewhere


@pytest.mark.parametrize("comes_back", [False, True])
@pytest.mark.parametrize("kind", [*WAITING, *AT_ONCE])
def test_the_games_go_on_when_it_ends(places, kind, comes_back):
    home, elsewhere = places
    table = Table(home)
    table.begin()
    table.do(Did(Clue()), Did(Clue()))
    path = home / "games.txt"
    take_name(kind, path, elsewhere)
    modes = {each: each.lstat().st_mode for each in elsewhere.iterdir()}
    if kind in WAITING:
        with pytest.raises(StoreError, match="cannot be used"):
            table.do(Did(Clue()))
    else:
        table.do(Did(Clue()))
    assert {each: each.lstat().st_mode for each in elsewhere.iterdir()} == modes
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    if comes_back:
        (elsewhere / "taken.txt").rename(path)
    table.do(Did(Clue()))
    steps = table.sitting.steps
    table.store.close()
    assert stat.S_ISREG(path.lstat().st_mode)
    (home / "games.sqlite3").unlink()
    with closing(Store(home)) as store:
        assert store.current().steps == steps


@pytest.mark.parametrize(("owner", "why"), [(True, "only be read"), (False, "another user")])
def test_an_index_that_cannot_be_written_is_told_as_what_it_is(tmp_path, monkeypatch, owner, why):
    table = Table(tmp_path)
    table.begin()
    table.store.close()
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).suffix != ".sqlite3")
    if not owner:
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with closing(Store(tmp_path)) as store:
        assert store.current().began is not None
        assert why in store.index_problem
