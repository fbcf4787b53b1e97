"""Upgrades and going back: which version runs in the end, what becomes of games and settings, and
what is said.
"""

import os

import pytest

from companion.commands.installing import install
from companion.commands.installing.environment import Maker
from companion.errors import CompanionError
from tests.rig.hosts import KEPT, NAME, InstalledOn

SETTINGS = 'panel = "bonnet"\nlanguage = "fr"  # mine\n'
A, B = f"/opt/{NAME}.a", f"/opt/{NAME}.b"
OLD, NEW = f"{KEPT}0.1.0_all.deb", f"{KEPT}0.2.0_all.deb"
GAMES = "var/lib/hanabi-companion"


@pytest.fixture
def device(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.delenv("SUDO_USER", raising=False)
    device = InstalledOn(tmp_path / "root")
    device.put("etc/hanabi-companion/companion.toml", SETTINGS)
    device.put(f"{GAMES}/games.sqlite3", "of before")
    return device


def slots(device):
    """Two environments, of which the first one is in use."""
    device.slot("a")
    device.slot("b", "0.2.0")
    device.use("a")
    return A, B


def packages(device):
    """A package in use that is kept, and another one."""
    device.put(OLD, "0.1.0")
    device.put(NEW, "0.2.0")
    device.installed = "0.1.0"
    return OLD, NEW


def from_slot_to_package(device):
    """An environment in use, and a package that apt can install."""
    device.slot("a")
    device.use("a")
    device.put(NEW, "0.2.0")
    return A, NEW


ways = pytest.mark.parametrize("way", [slots, packages, from_slot_to_package])


def upgraded(device, new, build=""):
    """Upgrade to a version that is made."""
    if new.endswith(".deb"):
        file = device.package("0.2.0")
        device.root.joinpath(new[1:]).unlink()
        return install.install(device.host(), {"PACKAGE": str(file), "BUILD": build})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Maker, "make", lambda maker, plan, extras: None)
        return install.install(device.host(), {"BUILD": build})


@ways
def test_a_good_version_takes_over_and_the_one_before_stays(device, way):
    old, new = way(device)
    upgraded(device, new)
    assert device.used == new
    assert (device.root / old[1:]).exists()
    assert device.starts == ["well"]
    assert device.said[-1].endswith("sudo make rollback goes back to it")
    assert any("runs, and starts with the computer" in said for said in device.said)


@ways
@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("never", "does not start (exit status 3), and said last: no pins"),
        ("dies", "ends soon after its start (exit status 3), and said last: no pins"),
        ("hangs", "hangs after its start"),
        ("unsaved", "cannot save the games"),
    ],
)
def test_a_bad_version_gives_way_to_the_old_one(device, way, how, why):
    old, new = way(device)
    device.answers["journalctl"] = install.apt.Host.work(
        ("echo", '{"MESSAGE": "companion: no pins", "SYSLOG_IDENTIFIER": "companion"}')
    )
    device.behaviours[new] = how
    with pytest.raises(CompanionError, match="so the old one runs on") as told:
        upgraded(device, new, "oled-hat")
    assert f"the new version {why}" in str(told.value)
    assert device.used == old
    assert device.starts == [how, "well"]
    assert (device.root / "etc/hanabi-companion/companion.toml").read_text() == SETTINGS
    assert not (device.root / new[1:]).exists(), "the bad one is forgotten"


@ways
def test_a_version_that_saves_no_worse_than_the_old_one_is_no_bad_one(device, way):
    old, new = way(device)
    device.behaviours = {old: "unsaved", new: "unsaved"}
    upgraded(device, new)
    assert device.used == new


@ways
def test_the_old_version_has_its_games_again_where_it_cannot_use_the_new_ones(device, way):
    _, new = way(device)
    games = device.root / GAMES / "games.sqlite3"
    device.behaviours[new] = "never"
    device.at["systemctl restart --no-block"] = lambda: games.write_text("of later")
    device.at["runuser"] = lambda: None
    device.cannot_read = {GAMES}
    with pytest.raises(CompanionError):
        upgraded(device, new)
    assert games.read_text() == "of before"
    assert games.with_name("games.later-1.sqlite3").read_text() == "of later"


@ways
def test_games_that_the_old_version_can_use_stay(device, way):
    _, new = way(device)
    games = device.root / GAMES / "games.sqlite3"
    device.behaviours[new] = "dies"
    device.at["systemctl restart --no-block"] = lambda: games.write_text("one more turn")
    with pytest.raises(CompanionError):
        upgraded(device, new)
    assert games.read_text() == "one more turn"


@ways
@pytest.mark.parametrize(
    "steps",
    [
        ("systemctl stop",),
        ("systemctl daemon-reload", "apt-get install"),
        ("systemctl restart --no-block",),
        (f"systemctl start {NAME}-halting",),
    ],
    ids=["stopping", "putting in place", "starting", "watching"],
)
def test_an_interrupted_upgrade_leaves_the_old_one(device, way, steps):
    def interrupt():
        raise CompanionError("ended by SIGHUP")

    old, new = way(device)
    device.at |= dict.fromkeys(steps, interrupt)
    with pytest.raises(CompanionError, match="SIGHUP"):
        upgraded(device, new, "oled-hat")
    assert device.used == old
    assert device.starts[-1] == "well"
    assert device.deaf
    assert (device.root / "etc/hanabi-companion/companion.toml").read_text() == SETTINGS


def test_the_first_version_stays_though_it_is_bad_and_its_fault_is_told(device):
    file = device.package("0.2.0")
    device.behaviours[NEW] = "never"
    with pytest.raises(CompanionError, match="it is installed but does not start"):
        install.install(device.host(), {"PACKAGE": str(file)})
    assert device.used == NEW
    assert (device.root / NEW[1:]).exists()


def test_a_unit_that_the_old_version_lacks_is_gone_again(device):
    _, new = slots(device)
    device.root.joinpath(A[1:], "systemd", f"{NAME}-halting.service").unlink()
    device.behaviours[new] = "never"
    with pytest.raises(CompanionError):
        upgraded(device, new)
    assert not (device.root / f"etc/systemd/system/{NAME}-halting.service").exists()


@pytest.mark.parametrize("unit", [f"{NAME}-web.service", f"{NAME}-mqtt.service"])
def test_a_version_without_page_or_bridge_takes_its_unit_away(device, unit):
    slots(device)
    device.root.joinpath(B[1:], "systemd", unit).unlink()
    device.put(f"etc/systemd/system/{unit}")
    install.go_back(device.host(), {})
    assert f"systemctl disable --quiet --now {unit}" in device.asked
    assert not (device.root / f"etc/systemd/system/{unit}").exists()


# Going back


@ways
def test_rollback_goes_back_and_forward_again(device, way):
    old, new = way(device)
    upgraded(device, new)
    for expected in (old, new, old):
        device.said.clear()
        install.go_back(device.host(), {})
        assert device.used == expected
    assert device.said[0] == "going back from version 0.2.0 to 0.1.0"
    assert device.said[-1] == "version 0.1.0 runs; sudo make rollback goes forward again"


def test_rollback_knows_the_version_before_though_no_note_tells_of_it(device):
    slots(device)
    install.go_back(device.host(), {})
    assert device.used == B


def test_rollback_without_a_version_before_is_refused(device):
    with pytest.raises(CompanionError, match="run: sudo make install"):
        install.go_back(device.host(), {})
    device.slot("a")
    device.use("a")
    with pytest.raises(CompanionError, match="there is no version before this one"):
        install.go_back(device.host(), {})
    assert device.starts == []


@ways
def test_rollback_is_refused_where_the_version_before_cannot_use_the_games(device, way):
    _, new = way(device)
    upgraded(device, new)
    device.starts.clear()
    device.cannot_read = {GAMES}
    with pytest.raises(CompanionError, match="so this one stays: of a later version"):
        install.go_back(device.host(), {})
    assert (device.used, device.starts) == (new, [])


@ways
def test_a_version_before_that_does_not_run_gives_way_again(device, way):
    old, new = way(device)
    upgraded(device, new)
    device.behaviours[old] = "dies"
    with pytest.raises(CompanionError, match=r"0\.1\.0 ends soon .* so 0\.2\.0 runs on"):
        install.go_back(device.host(), {})
    assert device.used == new


def test_only_root_may_go_back(device, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(CompanionError, match="sudo make rollback"):
        install.go_back(device.host(), {})


def test_an_environment_goes_with_the_second_package_after_it(device):
    from_slot_to_package(device)
    upgraded(device, NEW)
    assert (device.root / A[1:]).exists()
    install.install(device.host(), {"PACKAGE": str(device.package("0.3.0"))})
    assert not (device.root / A[1:]).exists()


def test_what_a_version_said_when_it_was_well_is_no_reason(device):
    _, new = slots(device)
    device.answers["journalctl"] = install.apt.Host.work(
        ("echo", '{"MESSAGE": "companion: ready: build table", "SYSLOG_IDENTIFIER": "companion"}')
    )
    device.behaviours[new] = "never"
    with pytest.raises(CompanionError, match=r"does not start \(exit status 3\), so the old one"):
        upgraded(device, new)
