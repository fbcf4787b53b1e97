"""The build that ran last: kept by the service, and asked when a start finds none."""

import pytest

from companion.commands.last_build import FILE, keep, last_build
from wiring import builds
from wiring.reading.build import load


def test_it_is_kept_where_the_service_manager_gives_a_folder(tmp_path):
    environ = {"STATE_DIRECTORY": str(tmp_path)}
    assert last_build(environ) is None
    keep("bonnet", environ)
    kept = last_build(environ)
    assert kept is not None
    assert kept._replace(name="bonnet") == load("bonnet")
    keep("bonnet", {})
    assert last_build({}) is None


def test_the_same_build_is_not_written_again(tmp_path):
    environ = {"STATE_DIRECTORY": str(tmp_path)}
    keep("bonnet", environ)
    before = (tmp_path / FILE).stat()
    keep("bonnet", environ)
    assert (tmp_path / FILE).stat().st_ino == before.st_ino
    keep("table", environ)
    assert (tmp_path / FILE).read_text() == builds.text("table")
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_a_build_of_ones_own_is_kept_whole(tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text(builds.text("bonnet"))
    state = tmp_path / "state"
    state.mkdir()
    keep(str(own), {"STATE_DIRECTORY": f"{state}:/elsewhere"})
    own.unlink()
    kept = last_build({"STATE_DIRECTORY": str(state)})
    assert kept is not None
    assert kept.screen == load("bonnet").screen


@pytest.mark.parametrize("text", ["board = ", "\0", "nothing = 1"])
def test_a_damaged_one_is_none_and_that_is_logged(tmp_path, text, caplog):
    (tmp_path / FILE).write_text(text)
    assert last_build({"STATE_DIRECTORY": str(tmp_path)}) is None
    assert FILE in caplog.text


def test_a_folder_that_takes_nothing_is_logged(tmp_path, caplog):
    (tmp_path / FILE).mkdir()
    keep("bonnet", {"STATE_DIRECTORY": str(tmp_path)})
    assert "cannot say so on the display" in caplog.text
