"""Installing, upgrading, uninstalling: what is kept, what is refused, and in which words."""

import os
import shutil
import subprocess
import sys

import pytest

from companion import settings
from tests.rig.shell import SYSTEMD, Shell

OURS = 'panel = "bonnet"\nlanguage = "fr"  # mine\nstate_dir = "/srv/games"\n'


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path, "install.sh")


@pytest.fixture
def remover(tmp_path):
    shell = Shell(tmp_path, "uninstall.sh")
    for name in ("systemctl", "userdel", "groupdel", "chown"):
        shell.command(name)
    shell.command("getent", "exit 2")
    return shell


def sentence(done):
    """What a script said when it gave up: one line."""
    assert done.returncode == 1, done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def written(shell, text=None):
    file = shell.root / "etc/hanabi-companion/companion.toml"
    if text is not None:
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return file


def slot(shell, name):
    """An environment that does what the tests' own does."""
    folder = shell.root / "opt" / name
    (folder / "bin").mkdir(parents=True)
    # A real one would not need to be told where the program is, and gets along with -I.
    for program, words in (("python", ""), ("companion", " -m companion")):
        file = folder / "bin" / program
        file.write_text(
            f'#!/bin/sh\n[ "$1" != -I ] || shift\nexport PYTHONPATH="{SYSTEMD.parent}"\n'
            f'exec "{sys.executable}"{words} "$@"\n'
        )
        file.chmod(0o755)
    shutil.copytree(SYSTEMD, folder / "systemd")
    return folder


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not here")
def test_the_scripts_have_no_known_mistakes():
    words = ["shellcheck", "--external-sources", "--source-path", SYSTEMD.parent]
    done = subprocess.run([*words, *SYSTEMD.glob("*.sh")], capture_output=True, text=True, check=False)
    assert done.stdout == ""


@pytest.mark.parametrize("name", ["install", "uninstall"])
def test_only_root_may(tmp_path, name):
    shell = Shell(tmp_path, f"{name}.sh")
    shell.command("id", "echo 1000")
    assert f"sudo make {name}" in sentence(shell.script())
    assert list(shell.root.iterdir()) == []


@pytest.mark.parametrize(
    ("build", "gist"),
    [
        ("tabel", "there is no build tabel; take one of bonnet deluxe"),
        ("../wiring/table", "there is no build ../wiring/table"),
        ("/nowhere/mine.toml", "there is no file /nowhere/mine.toml"),
    ],
)
def test_a_build_that_does_not_exist_is_refused_before_anything_is_changed(shell, build, gist):
    assert gist in sentence(shell.run("need_build", BUILD=build))


def test_a_file_that_no_setting_can_name_is_refused(shell, tmp_path):
    file = tmp_path / 'my "own".toml'
    file.touch()
    assert "rename it" in sentence(shell.run("need_build", BUILD=str(file)))


@pytest.mark.parametrize("build", ["", "bonnet", "deluxe"])
def test_a_build_that_exists_is_taken(shell, build):
    assert shell.run("need_build", BUILD=build).returncode == 0


def test_an_old_python_is_refused(shell):
    shell.command("old", 'case $1 in --version) echo "Python 3.9.2" ;; *) exit 1 ;; esac')
    assert "PYTHON=" in sentence(shell.run("need_python", PYTHON="old"))


def test_the_settings_are_what_the_service_has(shell, monkeypatch):
    shell.run("write_settings", BUILD="deluxe")
    monkeypatch.setenv("COMPANION_CONFIG", str(written(shell)))
    chosen = settings.load()
    assert (chosen.panel, str(chosen.state_dir)) == ("deluxe", "/var/lib/hanabi-companion")
    assert str(chosen.socket) == "/run/hanabi-companion/hanabi-companion.sock"


def test_without_a_build_it_is_the_table(shell):
    shell.run("write_settings")
    assert 'panel = "table"' in written(shell).read_text()


def test_what_the_owner_wrote_stays(shell):
    file = written(shell, OURS)
    done = shell.run("write_settings; chosen_build")
    assert (file.read_text(), done.stdout) == (OURS, "bonnet\n")


def test_a_build_that_is_named_is_the_only_thing_that_changes(shell):
    file = written(shell, OURS)
    shell.run("write_settings", BUILD="table")
    assert file.read_text() == OURS.replace("bonnet", "table")
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_build_is_added_where_none_was_set(shell):
    file = written(shell, 'language = "fr"\n')
    shell.run("write_settings", BUILD="bonnet")
    assert file.read_text() == 'panel = "bonnet"\nlanguage = "fr"\n'


def test_a_build_of_ones_own_is_copied_to_where_the_service_sees_it(shell, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text("about = 'mine'")
    shell.run("keep_build_file; write_settings", BUILD=str(mine))
    assert (written(shell).parent / "mine.toml").read_text() == "about = 'mine'"
    assert 'panel = "/etc/hanabi-companion/mine.toml"' in written(shell).read_text()


def test_mistakes_in_a_build_are_one_sentence(shell, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('board = "raspberry-pie"\n')
    environment = slot(shell, "hanabi-companion.a")
    told = sentence(shell.run(f'check_environment "{environment}" "{mine}"', HOME=str(tmp_path)))
    assert 'did you mean "raspberry-pi"' in told or "raspberry-pie" in told


def test_a_stub_is_not_taken_for_lgpio(shell, tmp_path):
    stub = tmp_path / "stub"
    stub.mkdir()
    # As the real interpreter, but for a module of that name; -I would keep it out.
    shell.command("stubbed", f'shift; PYTHONPATH="{stub}" exec "{sys.executable}" "$@"')
    (stub / "lgpio.py").write_text("")
    assert shell.run("is_lgpio stubbed").returncode == 1
    (stub / "lgpio.py").write_text("def gpiochip_open(number): ...")
    assert shell.run("is_lgpio stubbed").returncode == 0


def test_a_build_without_lgpio_says_where_to_get_it(shell, tmp_path):
    environment = slot(shell, "hanabi-companion.a")
    code = f'is_lgpio() {{ false; }}; check_environment "{environment}"'
    assert "python3-lgpio" in sentence(shell.run(f"{code} bonnet", HOME=str(tmp_path)))
    assert shell.run(f"{code} emulator", HOME=str(tmp_path)).returncode == 0


@pytest.mark.parametrize(
    ("log", "told"),
    [
        (
            "ERROR: No matching distribution found for luma.oled\n",
            "No matching distribution found for luma.oled",
        ),
        (
            "  ERROR: No matching distribution found for setuptools>=68\n  [end of output]\n"
            "ERROR: Failed to build it\n",
            "No matching distribution found for setuptools>=68",
        ),
        ("ERROR: No space left on device\n", "No space left on device"),
        ("Killed\n", "it does not say why"),
    ],
)
def test_what_pip_lacks_is_told_also_where_pip_builds(shell, log, told):
    (shell.scratch / "log").write_text(log)
    assert shell.run("complaint").stdout == f"{told}\n"


def test_buses_are_switched_on_where_there_is_a_command_for_it(shell):
    of_build = "of_build() { echo real; echo 'I2C bus 1|/nowhere/i2c-1|sudo raspi-config nonint do_i2c 0'; }"
    assert "sudo raspi-config nonint do_i2c 0" in shell.run(f"{of_build}; switch_on x y").stdout
    shell.command("raspi-config", f'echo "$@" >"{shell.scratch}/asked"')
    assert "switched I2C bus 1 on" in shell.run(f"{of_build}; switch_on x y").stdout
    assert (shell.scratch / "asked").read_text() == "nonint do_i2c 0\n"


def test_what_a_build_wants_switched_on_is_asked_of_the_build(shell):
    done = shell.run(f'of_build "{slot(shell, "hanabi-companion.a")}" oled-hat')
    kind, *buses = done.stdout.splitlines()
    assert kind == "real"
    assert [bus.split("|")[1] for bus in buses] == ["/dev/spidev0.0"]


def test_a_new_environment_takes_the_place_of_the_old_one_in_one_step(shell):
    for expected in ("hanabi-companion.a", "hanabi-companion.b", "hanabi-companion.a"):
        assert shell.run("basename $(free_slot)").stdout == f"{expected}\n"
        (shell.root / "opt").mkdir(exist_ok=True)
        (shell.root / "opt" / expected).mkdir(exist_ok=True)
        shell.run("point_at $(free_slot)")
        assert os.readlink(shell.root / "opt/hanabi-companion") == expected
        assert not (shell.root / "opt/hanabi-companion.next").exists()


def test_an_environment_that_was_not_used_is_gone_at_the_end(shell):
    old, new = slot(shell, "hanabi-companion.a"), slot(shell, "hanabi-companion.b")
    shell.run(f'point_at "{old}"; SLOT="{new}"; clean_up')
    assert (old.exists(), new.exists(), shell.scratch.exists()) == (True, False, False)
    shell.run(f'SLOT="{old}"; clean_up')
    assert old.exists()


@pytest.mark.parametrize("starts", [True, False])
def test_a_new_version_that_does_not_start_gives_way_to_the_old_one(shell, starts):
    old, new = slot(shell, "hanabi-companion.a"), slot(shell, "hanabi-companion.b")
    for folder in (old, new):
        (folder / "systemd/hanabi-companion.service").write_text(folder.name)
    (shell.scratch / "settings").write_text(OURS)
    written(shell, 'panel = "new"\n')
    failing = "" if starts else 'case "$*" in *is-active*) exit 3 ;; *NRestarts*) echo 3 ;; esac'
    shell.command("systemctl", failing)
    shell.command("journalctl", "echo 'companion: no pins'")
    done = shell.run(f'point_at "{old}"; run_new "{new}" "{old}"')
    unit = shell.root / "etc/systemd/system/hanabi-companion.service"
    link = shell.root / "opt/hanabi-companion"
    used = new if starts else old
    assert (link.resolve(), unit.read_text()) == (used, used.name)
    assert written(shell).read_text() == ('panel = "new"\n' if starts else OURS)
    assert os.readlink(shell.root / "usr/local/bin/companion") == f"{link}/bin/companion"
    if not starts:
        assert "does not start (companion: no pins), so the old one runs on" in sentence(done)


@pytest.mark.parametrize("games", ["", "delete"])
def test_uninstalling_leaves_only_the_games(remover, games):
    folder = remover.root / "var/lib/hanabi-companion"
    folder.mkdir(parents=True)
    (folder / "games.sqlite3").touch()
    for name in ("opt/hanabi-companion.a/bin", "etc/hanabi-companion", "etc/systemd/system", "usr/local/bin"):
        (remover.root / name).mkdir(parents=True)
    (remover.root / "opt/hanabi-companion").symlink_to("hanabi-companion.a")
    link = remover.root / "usr/local/bin/companion"
    link.symlink_to(remover.root / "opt/hanabi-companion/bin/companion")
    done = remover.run("stop_units; remove_files; remove_user; keep_or_delete_games", GAMES=games)
    assert done.returncode == 0, done.stderr
    left = [path for path in remover.root.rglob("*") if not path.is_dir() or path.is_symlink()]
    assert left == ([] if games else [folder / "games.sqlite3"])
    assert (str(folder) in done.stdout) == (not games)


def test_somebody_elses_command_stays(remover):
    link = remover.root / "usr/local/bin/companion"
    link.parent.mkdir(parents=True)
    link.symlink_to("/elsewhere/companion")
    remover.run("remove_files")
    assert link.is_symlink()


def test_games_are_deleted_by_one_word_only(remover):
    remover.command("id", "echo 0")
    done = remover.run("need_systemd() { :; }; main", GAMES="remove")
    assert "GAMES=delete" in sentence(done)
