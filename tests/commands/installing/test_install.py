"""What `make install` reads, refuses and decides, and in which words."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import settings
from companion.commands.installing import install
from companion.commands.installing.environment import Extras, Maker
from companion.errors import CompanionError
from tests.rig.hosts import DONE, FAILED, KEPT, NAME, SYSTEMD, InstalledOn

OURS = 'panel = "bonnet"\nlanguage = "fr"  # mine\nstate_dir = "/srv/games"\n'
WRITTEN = "etc/hanabi-companion/companion.toml"
MINE = 'about = "mine"\nboard = "mock"\n[buttons]\nclue.pin = 5\ndiscard.pin = 6\nplay.pin = 13\n'


@pytest.fixture
def device(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.delenv("SUDO_USER", raising=False)
    return InstalledOn(tmp_path / "root")


@pytest.fixture
def made(device, monkeypatch):
    """Note which environments would be made, with what."""
    found: list[tuple[str, Extras]] = []

    def make(maker, plan, extras):
        found.append((plan.counts.name, extras))
        device.slot("b" if device.used.endswith("a") else "a")

    monkeypatch.setattr(Maker, "make", make)
    return found


def installed(device, **variables):
    """Install, and give what was said."""
    install.install(device.host(), variables)
    return "\n".join(device.said)


def refused(device, **variables):
    """Try to install in vain; nothing may have changed. Give what was said."""
    before = sorted(device.root.rglob("*"))
    with pytest.raises(CompanionError) as told:
        install.install(device.host(), variables)
    assert sorted(device.root.rglob("*")) == before
    return str(told.value)


@pytest.mark.parametrize(
    ("given", "advice"),
    [
        ({}, "sudo make install"),
        ({"BUILD": "bonnet", "PYTHON": "python3"}, "sudo make install BUILD=bonnet"),
        ({"BUILD": "my own.toml"}, "sudo make install BUILD='my own.toml'"),
        (
            {
                "BUILD": "bonnet",
                "PYTHON": "python3.12",
                "PIP_NO_INDEX": "1",
                "PIP_FIND_LINKS": "/w",
            },
            "sudo make install BUILD=bonnet PIP_NO_INDEX=1 PIP_FIND_LINKS=/w PYTHON=python3.12",
        ),
    ],
)
def test_only_root_may_and_is_told_to_do_the_same(device, monkeypatch, given, advice):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert refused(device, **given).endswith(f"; run: {advice}")


def test_without_systemd_nothing_is_installed(device):
    (device.root / "run/systemd/system").rmdir()
    assert "make run" in refused(device)


@pytest.mark.parametrize(
    ("given", "gist"),
    [
        ({"BUILD": "tabel"}, 'did you mean "table"'),
        ({"BUILD": "../wiring/table"}, "../wiring/table"),
        ({"BUILD": "/nowhere/mine.toml"}, "/nowhere/mine.toml"),
        ({"BUILD": 'my "own".toml'}, "rename it"),
        ({"WEB": "yes"}, "WEB=1 installs the page"),
        ({"MQTT": "on"}, "MQTT=1 installs the bridge"),
        ({"PACKAGE": "/nowhere.deb"}, "there is no file /nowhere.deb"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_changed(device, given, gist):
    assert gist in refused(device, **given)


def test_mistakes_in_a_build_are_one_sentence_each_before_anything_is_changed(device, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('board = "raspberry-pie"\nnosuch = 1\n')
    told = refused(device, BUILD=str(mine))
    assert f"{mine}: board" in told
    assert f"\n{mine}: nosuch" in told


def test_mistakes_in_the_settings_are_told(device):
    file = device.put(WRITTEN, 'panl = "bonnet"\n')
    told = refused(device)
    assert f"{file}: panl: there is no such setting; did you mean 'panel'?" in told


def test_the_settings_are_what_the_service_has(device, made):
    installed(device, BUILD="deluxe")
    chosen = settings.load({"COMPANION_CONFIG": str(device.root / WRITTEN)}, boot=())
    assert (chosen.panel, str(chosen.state_dir)) == ("deluxe", "/var/lib/hanabi-companion")
    assert str(chosen.socket) == "/run/hanabi-companion/hanabi-companion.sock"


def test_without_a_build_it_is_the_table_and_what_the_owner_wrote_stays(device, made):
    installed(device)
    assert 'panel = "table"' in (device.root / WRITTEN).read_text()
    device.put(WRITTEN, OURS)
    installed(device)
    assert (device.root / WRITTEN).read_text() == OURS
    installed(device, BUILD="table")
    assert (device.root / WRITTEN).read_text() == OURS.replace("bonnet", "table")


def test_a_build_of_ones_own_is_what_was_looked_at_where_the_service_sees_it(
    device, tmp_path, monkeypatch
):
    mine = tmp_path / "companion.toml"
    mine.write_text(MINE)

    def make(maker, plan, extras):
        mine.write_text("junk")
        device.slot("a")

    monkeypatch.setattr(Maker, "make", make)
    installed(device, BUILD=str(mine))
    copy = device.root / "etc/hanabi-companion/builds/companion.toml"
    assert copy.read_text() == MINE
    assert f'panel = "/{copy.relative_to(device.root)}"' in (device.root / WRITTEN).read_text()


def test_a_build_on_the_boot_partition_counts_for_pins_and_buses(device, made):
    file = device.put("boot/firmware/companion.toml", 'panel = "oled-hat"\n')
    said = installed(device, BUILD="emulator")
    assert f"{file} names the build oled-hat, which counts" in said
    assert "raspi-config nonint do_spi 0" in device.asked
    assert made[0][0] == "oled-hat"


# Package or environment


def test_where_apt_has_all_a_package_is_built_and_kept(device, made):
    device.apt_has_all = True
    installed(device, BUILD="bonnet")
    assert device.used == f"{KEPT}0.3.0+1000_all.deb"
    assert made == []
    device.now += 1000
    installed(device)
    kept = sorted(file.name for file in device.root.joinpath("var/cache", NAME).iterdir())
    assert kept == ["before", f"{NAME}_0.3.0+1000_all.deb", f"{NAME}_{device.installed}_all.deb"]
    device.now += 1000
    installed(device)
    assert len(list(device.root.joinpath("var/cache", NAME).iterdir())) == 3


def test_what_page_and_bridge_need_comes_with_the_package(device):
    device.apt_has_all = True
    installed(device, WEB="1", MQTT="1")
    got = [words.split()[-1] for words in device.asked if words.startswith("apt-get install")]
    assert got[:2] == ["python3-tornado", "python3-paho-mqtt"]


def test_where_apt_lacks_something_or_pip_has_wheels_an_environment_is_made(device, made):
    installed(device)
    device.apt_has_all = True
    installed(device, PIP_FIND_LINKS="/wheels")
    assert len(made) == 2
    assert "apt-get update -qq" in device.asked


def test_beside_a_package_no_environment_is_made(device, made):
    device.installed = "0.1.0"
    assert "sudo apt remove hanabi-companion" in refused(device)
    assert made == []


def test_a_package_that_cannot_be_built_is_told(device):
    device.apt_has_all = True
    device.answers["env -C"] = FAILED
    told = refused(device, BUILD="bonnet")
    assert told.endswith("on another computer: sudo make install BUILD=bonnet PACKAGE=FILE")


def test_what_is_in_the_way_of_the_link_is_told(device, made):
    device.put(f"opt/{NAME}/mine")
    assert "is in the way; move it elsewhere" in refused(device)


def test_what_apt_has_is_asked_for_with_the_versions_that_the_package_needs(device, made):
    installed(device)
    (needs,) = {words for words in device.asked if "satisfy" in words}
    assert "python3-gpiozero (>= 2.0), python3-libgpiod (>= 2.2) | python3-lgpio" in needs
    assert "$" not in needs


def test_an_environment_that_was_not_used_is_gone_at_the_end(device, monkeypatch):
    def make(maker, plan, extras):
        device.slot("a")
        raise CompanionError("the disk is full")

    monkeypatch.setattr(Maker, "make", make)
    with pytest.raises(CompanionError, match="the disk is full"):
        installed(device)
    assert list(device.root.joinpath("opt").iterdir()) == []
    assert not (device.root / WRITTEN).exists()


# The page and the bridge


@pytest.mark.parametrize(
    ("given", "enabled", "wanted"),
    [
        ({}, (), (False, False)),
        ({}, ("web", "mqtt"), (True, True)),
        ({"WEB": "1"}, ("mqtt",), (True, True)),
        ({"WEB": "0", "MQTT": "0"}, ("web", "mqtt"), (False, False)),
        ({"MQTT": "1"}, (), (False, True)),
    ],
)
def test_page_and_bridge_are_wanted_as_it_is_said_else_as_they_are(
    device, made, given, enabled, wanted
):
    device.enabled = {f"{NAME}-{name}.service" for name in enabled}
    installed(device, **given)
    assert made[0][1] == wanted
    assert (f"systemctl restart {NAME}-web.service" in device.asked) == wanted[0]
    assert (f"systemctl disable --quiet --now {NAME}-web.service" in device.asked) != wanted[0]


def test_a_bridge_that_does_not_run_yet_is_upgraded_too(device, made):
    device.slot("a")
    device.use("a")
    device.put(f"opt/{NAME}.a/lib/python3.13/site-packages/paho/__init__.py")
    installed(device)
    installed(device, MQTT="0")
    assert [extras.mqtt for _, extras in made] == [True, False]


def test_a_bridge_without_a_broker_is_told_what_to_do(device, made):
    said = installed(device, MQTT="1")
    assert "broker: is missing; name your MQTT broker" in said
    assert "sudo companion mqtt --check && sudo systemctl enable --now" in said


def test_what_does_not_start_beside_it_ends_no_installation(device, made):
    device.answers[f"systemctl restart {NAME}-web"] = FAILED
    assert "the page does not start: sudo journalctl" in installed(device, WEB="1")


# As it is called


def checkout(tmp_path: Path) -> Path:
    """A copy of what the installer reads of a checkout."""
    target = tmp_path / "checkout"
    for name in ("companion", "wiring", "hardware", "systemd"):
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(SYSTEMD.parent / name, target / name, ignore=unwanted)
    return target


def test_it_needs_nothing_but_python_and_leaves_nothing_in_the_checkout(tmp_path):
    folder = checkout(tmp_path)
    before = sorted(folder.rglob("*"))
    code = (
        "import os, sys; os.geteuid = lambda: 0\n"
        "from companion.commands.installing.__main__ import main\n"
        "sys.exit(main(['install'], {'BUILD': 'nosuch'}))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-B", "-c", code],  # without site-packages
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": ""},
    )
    (line,) = done.stderr.splitlines()
    assert done.returncode == 1
    assert line.startswith("hanabi-companion: ")
    assert sorted(folder.rglob("*")) == before


def test_make_asks_for_a_python_that_is_new_enough(tmp_path):
    old = tmp_path / "old"
    old.write_text('#!/bin/sh\ncase $1 in --version) echo "Python 3.9.2" ;; *) exit 1 ;; esac\n')
    old.chmod(0o755)
    done = subprocess.run(
        ["make", "-C", SYSTEMD.parent, "install", f"PYTHON={old}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"Python 3.11 or newer is needed, and {old} is Python 3.9.2;" in done.stderr
    assert done.returncode == 2


def test_where_the_owner_is_known_they_may_use_the_shell(device, made, monkeypatch):
    monkeypatch.setenv("SUDO_USER", "ada")
    device.answers["usermod"] = DONE
    assert "ada may use `companion ctl` after logging in again" in installed(device)
