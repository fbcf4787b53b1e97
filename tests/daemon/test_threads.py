"""What the threads are given of a build, and who may read what they make."""

import os
import stat

import pytest

from companion.journal.reader import FILE
from hardware.emulator.opening import emulate_build
from tests.rig.running import Script, running
from wiring.reading.build import load


@pytest.mark.parametrize(
    ("build", "lacks"),
    [
        ("deluxe", set()),
        ("emulator", {"colours"}),
        ("bonnet", {"colours", "lights"}),
    ],
)
def test_the_menu_lacks_what_means_nothing_on_a_build(build, lacks):
    panel, _ = emulate_build(load(build))
    assert panel.lacks == lacks


@pytest.mark.parametrize(
    "lines", [("hold discard", "clue"), ("hold discard", "play", "clue", "play")]
)
def test_without_espeak_ng_the_menu_says_so_until_it_is_there(
    tmp_path, tmp_path_factory, monkeypatch, lines
):
    """Both ways to the voice are the same; one that is installed later needs no restart."""
    programs = tmp_path_factory.mktemp("bin")  # programs may not run from a memory disk
    monkeypatch.setenv("PATH", str(programs))
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:

        def follow(*lines):
            for line in lines:
                control = line.removeprefix("hold ")
                if control != line:
                    answer = script.tell(do="hold", control=control, seconds=0.8)
                else:
                    answer = script.tell(do="press", control=control)
            return answer

        script.choose_english()
        follow("play", *lines[:-1])
        if len(lines) > 2:
            assert "no espeak-ng" in script.ask(get="screen")["screen"]["texts"]
        assert follow(lines[-1])["error"] == "It cannot speak: espeak-ng is not installed"
        if len(lines) > 2:
            follow("hold discard")
        (programs / "espeak-ng").write_text("#!/bin/sh\n")
        (programs / "espeak-ng").chmod(0o755)
        assert follow(*lines)["ok"]
        assert companion.threads.core.dialogue.face.preferences.voice != "off"


@pytest.fixture
def umask():
    """As on most computers: others may read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(directory):
    """Who may use what is there, after a game was begun."""
    with running(directory) as companion, Script(companion.threads.server.path) as script:
        script.ask(do="new", players=3)
        return {
            path.name: stat.S_IMODE(path.stat().st_mode)
            for path in (directory, *directory.iterdir())
        }


@pytest.mark.usefixtures("umask")
def test_what_a_user_runs_is_for_this_user_alone(tmp_path, monkeypatch):
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    found = modes(tmp_path / "games")
    assert found.pop("games") == 0o700
    assert found.keys() > {FILE, "games.sqlite3", "games.sqlite3-wal", "hanabi-companion.sock"}
    assert set(found.values()) == {0o600}
    (tmp_path / "later").touch()
    assert stat.S_IMODE((tmp_path / "later").stat().st_mode) == 0o644


@pytest.mark.usefixtures("umask")
def test_games_that_others_could_read_are_for_this_user_alone_from_then_on(tmp_path, monkeypatch):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    modes(tmp_path / "games")
    assert stat.S_IMODE((tmp_path / "games" / FILE).stat().st_mode) == 0o644
    monkeypatch.delenv("RUNTIME_DIRECTORY")
    assert modes(tmp_path / "games")[FILE] == 0o600


@pytest.mark.usefixtures("umask")
def test_what_the_service_makes_is_for_its_group_as_its_unit_says(tmp_path, monkeypatch):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    os.umask(0o027)
    found = modes(tmp_path / "games")
    assert found["hanabi-companion.sock"] == 0o660
    assert (found["games"], found[FILE]) == (0o750, 0o640)
