"""Uninstalling leaves the games alone, or nothing; the package's scripts do what they must."""

import os

import pytest

from companion.commands.installing import __main__ as program
from companion.commands.installing import package_scripts, removal
from companion.commands.installing.wishes import deletes_games
from companion.errors import BadInput
from tests.rig.hosts import NAME, CommandOutput, InstalledOn

GAMES = "var/lib/hanabi-companion"


@pytest.fixture
def device(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    device = InstalledOn(tmp_path / "root")
    device.put(f"{GAMES}/games.sqlite3")
    device.put("etc/hanabi-companion/companion.toml", 'panel = "table"\n')
    return device


def left(device):
    """All files of the companion that are left."""
    names = (str(path.relative_to(device.root)) for path in device.root.rglob("*"))
    return sorted(name for name in names if "hanabi" in name or name.endswith("bin/companion"))


@pytest.mark.parametrize("with_games", [False, True])
@pytest.mark.parametrize("way", ["slots", "package"])
def test_uninstalling_leaves_only_the_games(device, way, with_games):
    if way == "slots":
        device.slot("a")
        device.slot("b")
        device.use("a")
        device.put(f"etc/systemd/system/{NAME}.service.d/mine.conf")
        link = device.root / "usr/local/bin/companion"
        link.parent.mkdir(parents=True)
        link.symlink_to(device.root / f"opt/{NAME}/bin/companion")
    else:
        device.installed = "0.1.0"
        device.put(f"var/cache/{NAME}/{NAME}_0.1.0_all.deb")
    removal.uninstall(device.host(), with_games)
    assert left(device) == ([] if with_games else [GAMES, f"{GAMES}/games.sqlite3"])
    assert (f"the games stay in /{GAMES}" in device.said[-1]) == (not with_games)
    assert device.installed == ""
    assert "systemctl stop hanabi-companion-halting.service" in device.asked


def test_games_that_are_elsewhere_are_named(device, tmp_path):
    file = device.root / "etc/hanabi-companion/companion.toml"
    device.put(f"{tmp_path}/games")
    file.write_text(f'state_dir = "{tmp_path}"\n')
    removal.uninstall(device.host(), with_games=False)
    assert f"the games in {tmp_path} stay, as the settings keep them there" in device.said


def test_settings_with_mistakes_keep_nothing_from_being_removed(device):
    (device.root / "etc/hanabi-companion/companion.toml").write_text("panel = [\n")
    removal.uninstall(device.host(), with_games=True)
    assert left(device) == []


def test_somebody_elses_command_stays(device):
    link = device.root / "usr/local/bin/companion"
    link.parent.mkdir(parents=True)
    link.symlink_to("/elsewhere/companion")
    removal.uninstall(device.host(), with_games=True)
    assert link.is_symlink()


def test_groups_that_were_made_for_it_go_unless_somebody_is_in_them(device):
    device.put("etc/hanabi-companion/made-groups", "spi\ni2c\n")
    device.put("etc/group", "spi:x:1:\ni2c:x:2:ada\n")
    removal.uninstall(device.host(), with_games=True)
    assert "groupdel spi" in device.asked
    assert "groupdel i2c" not in device.asked


def test_games_are_deleted_by_one_word_only():
    with pytest.raises(BadInput, match="GAMES=delete"):
        deletes_games({"GAMES": "remove"})
    assert deletes_games({"GAMES": "delete"})
    assert not deletes_games({})


# The scripts of the package


def states(device, **of_units):
    for name, state in of_units.items():
        unit = f"{NAME}{'' if name == 'service' else f'-{name}'}.service"
        device.answers[f"systemctl show --property=ActiveState --value {unit}"] = CommandOutput(
            0, f"{state}\n"
        )
    device.answers["systemctl show --property=ActiveState"] = CommandOutput(0, "inactive\n")


def restarted(device):
    return [words.split()[-1] for words in device.asked if " restart " in words]


def test_at_the_first_installation_nothing_is_started(device):
    states(device, service="active")
    package_scripts.on_configured(device.host(), "")
    assert restarted(device) == []
    assert device.said == []
    assert "udevadm control --reload" in device.asked


def test_what_runs_is_restarted_as_the_new_version_and_the_way_back_is_told(device):
    states(device, service="activating", web="active", mqtt="inactive")
    package_scripts.on_configured(device.host(), "0.1.0")
    assert restarted(device) == ["hanabi-companion.service", "hanabi-companion-web.service"]
    assert "timeout 30 deb-systemd-invoke restart hanabi-companion.service" in device.asked
    assert device.said == [
        "restarting; check it with: companion doctor",
        "to go back: sudo apt install --allow-downgrades ./hanabi-companion_0.1.0_all.deb",
    ]


def test_what_starts_with_the_computer_is_enabled_again_where_it_was(device):
    states(device)
    package_scripts.on_configured(device.host(), "0.1.0")
    assert device.enabled == set()
    device.enabled.add("hanabi-companion.service")
    package_scripts.on_configured(device.host(), "0.1.0")
    assert "hanabi-companion-restore.service" in device.enabled


def test_before_it_is_removed_what_runs_is_stopped(device):
    package_scripts.on_removal(device.host())
    (line,) = device.asked
    assert line.startswith("deb-systemd-invoke stop ")
    assert "hanabi-companion.service" in line


def test_what_cannot_be_read_is_one_sentence_and_no_traceback(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(program.signal, "signal", lambda *words: None)
    monkeypatch.setattr(program, "Host", InstalledOn(tmp_path / "root").host)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    for variables in ({"GAMES": "none"}, {"GAMES": "a\nb"}):
        assert program.main(["uninstall"], variables) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("hanabi-companion: GAMES is ")
