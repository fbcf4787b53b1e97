"""The build that ran last: kept by the service, and asked when a start finds none."""

import pytest

from companion.commands.failed_start import LAST_BUILD, keep_build, last_build
from wiring import builds
from wiring.reading.build import load


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder that the service manager gives."""
    folder = tmp_path / "state"
    folder.mkdir()
    monkeypatch.setenv("STATE_DIRECTORY", f"{folder}:/elsewhere")
    return folder


def test_it_is_kept_where_the_service_manager_gives_a_folder(folder, monkeypatch):
    assert last_build().name == "emulator", "that of this machine"
    keep_build("bonnet")
    assert last_build().screen == load("bonnet").screen
    monkeypatch.delenv("STATE_DIRECTORY")
    keep_build("bonnet")
    assert last_build().name == "emulator"


def test_the_same_build_is_not_written_again(folder):
    keep_build("bonnet")
    before = (folder / LAST_BUILD).stat()
    keep_build("bonnet")
    assert (folder / LAST_BUILD).stat().st_ino == before.st_ino
    keep_build("table")
    assert (folder / LAST_BUILD).read_text() == builds.text("table")
    assert [file.name for file in folder.iterdir()] == [LAST_BUILD]


def test_a_build_of_ones_own_is_kept_whole(tmp_path, folder):
    own = tmp_path / "mine.toml"
    own.write_text(builds.text("bonnet"))
    keep_build(str(own))
    own.unlink()
    assert last_build().screen == load("bonnet").screen


@pytest.mark.parametrize("text", ["board = ", "\0", "nothing = 1"])
def test_a_damaged_one_is_none(folder, text):
    (folder / LAST_BUILD).write_text(text)
    assert last_build().name == "emulator"


def test_a_folder_that_takes_nothing_is_logged(folder, caplog):
    (folder / LAST_BUILD).mkdir()
    keep_build("bonnet")
    assert "cannot say so on the display" in caplog.text
