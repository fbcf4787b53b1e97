"""A file is written whole, or is what it was."""

import os
from pathlib import Path

import pytest

from companion.commands import whole_file


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
        with whole_file.writing(tmp_path / "mine") as half:
            half.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert os.listdir(tmp_path) == []
