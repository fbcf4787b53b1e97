"""Files are written whole, or stay as they were; and the build that ran last is kept in one."""

import os
from pathlib import Path

import pytest

from companion import settings
from companion.commands import whole_file
from companion.commands.effective import note_start
from companion.commands.failed_start import LAST_BUILD, _last_build, keep_build
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
    assert _last_build().name == "emulator", "that of this machine"
    for name in ("bonnet", "emulator"):  # which is no build of parts
        given = {"panel": name, "socket": str(folder / "none.sock")}
        note_start(settings.load(given=given, boot=()), load(name), ())
        assert _last_build().screen == load("bonnet").screen
    monkeypatch.delenv("STATE_DIRECTORY")
    keep_build("bonnet")
    assert _last_build().name == "emulator"


def test_the_same_build_is_not_written_again(folder):
    keep_build("bonnet")
    before = (folder / LAST_BUILD).stat()
    keep_build("bonnet")
    assert (folder / LAST_BUILD).stat().st_ino == before.st_ino
    keep_build("table")
    assert (folder / LAST_BUILD).read_text() == builds.build_toml("table")
    assert [file.name for file in folder.iterdir()] == [LAST_BUILD]


def test_a_build_of_ones_own_is_kept_whole(tmp_path, folder):
    own = tmp_path / "mine.toml"
    own.write_text(builds.build_toml("bonnet"))
    keep_build(str(own))
    own.unlink()
    assert _last_build().screen == load("bonnet").screen


@pytest.mark.parametrize("text", ["board = ", "\0", "nothing = 1"])
def test_a_damaged_one_is_none(folder, text):
    (folder / LAST_BUILD).write_text(text)
    assert _last_build().name == "emulator"


def test_a_folder_that_takes_nothing_is_logged(folder, caplog):
    (folder / LAST_BUILD).mkdir()
    keep_build("bonnet")
    assert "cannot say so on the display" in caplog.text


def test_a_link_an_owner_and_a_mode_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "mine", tmp_path / "link"
    file.write_bytes(b"before")
    file.chmod(0o640)
    link.symlink_to(file)
    whole_file.write(link, b"after")
    assert (link.is_symlink(), file.read_bytes()) == (True, b"after")
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_new_file_may_be_read_by_everybody_and_has_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "new"
    before = os.umask(0o077)
    try:
        whole_file.write(file, b"text")
    finally:
        os.umask(before)
    assert file.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace"])
def test_a_step_that_fails_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "mine"
    file.write_bytes(b"before")
    monkeypatch.setattr(step, full)
    with pytest.raises(OSError, match="No space left"):
        whole_file.write(file, b"after")
    monkeypatch.undo()
    assert file.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["mine"]


def test_a_writer_that_is_interrupted_leaves_what_was_there(tmp_path: Path) -> None:
    def interrupted() -> None:
        with whole_file.open_new_file(tmp_path / "mine") as half:
            half.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert os.listdir(tmp_path) == []
