"""The commands that mend are those of the environment that the program runs in."""

import os
import sys
from pathlib import Path

import pytest

from hardware.health import mending
from hardware.health.machine import Account, CommandOutput, Machine
from hardware.health.mending import SERVICE

INSTALLED = "/srv/hanabi/.venv"
SERVICES = Account("hanabi-companion", 990, {})


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of the service, which only root may change."""
    monkeypatch.setattr(sys, "prefix", INSTALLED)
    monkeypatch.setattr(os, "access", lambda *_: False)


def machine(
    tmp_path: Path, driver: Account | None = None, python: tuple[int, int, int] = (3, 13, 5)
) -> Machine:
    return Machine(tmp_path, run=lambda words: CommandOutput(0, "ada"), python=python).driven_by(
        driver
    )


@pytest.mark.parametrize(("python", "package"), [((3, 13, 5), "pygame"), ((3, 14, 0), "pygame-ce")])
@pytest.mark.usefixtures("installed")
def test_pygame_goes_into_the_environment_of_the_service(
    tmp_path: Path, python: tuple[int, int, int], package: str
) -> None:
    told = mending.pygame(machine(tmp_path, SERVICES, python))
    again = f"sudo systemctl restart {SERVICE}"
    assert told == f"sudo {INSTALLED}/bin/python -m pip install {package} && {again}"


def test_an_environment_of_ones_own_needs_no_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert mending.pygame(machine(tmp_path)) == f"{tmp_path}/bin/python -m pip install pygame"


def test_without_an_environment_all_comes_from_apt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert mending.pygame(machine(tmp_path)) == "sudo apt install python3-pygame"
    assert (
        mending.install(machine(tmp_path), "gpiod", "libgpiod")
        == "sudo apt install python3-libgpiod"
    )


def test_a_group_is_joined_by_who_drives_the_parts(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("+\ngpio:x:986:bo\ni2c:x:987:ada\n")
    assert (
        mending.join(machine(tmp_path), "gpio") == "sudo usermod -aG gpio $USER, then log in again"
    )
    assert mending.join(machine(tmp_path), "i2c") == "log out and in again"
    assert mending.join(machine(tmp_path, SERVICES), "gpio") == (
        f"sudo usermod -aG gpio hanabi-companion && sudo systemctl restart {SERVICE}"
    )


@pytest.mark.parametrize(
    ("group", "devices"),
    [
        ("gpio", 'SUBSYSTEM=="gpio"'),
        ("i2c", 'SUBSYSTEM=="i2c-dev"'),
        ("spi", 'SUBSYSTEM=="spidev"'),
        ("dialout", 'SUBSYSTEM=="tty", KERNEL=="tty[A-Z]*"'),
    ],
)
def test_a_group_that_is_missing_is_made_and_gets_its_devices(
    tmp_path: Path, group: str, devices: str
) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("audio:x:29:\n")
    assert mending.allow(machine(tmp_path), group, "/dev/any") == (
        f"sudo groupadd --system {group} && sudo usermod -aG {group} $USER &&"
        f' echo \'{devices}, GROUP="{group}", MODE="0660"\' |'
        f" sudo tee /etc/udev/rules.d/60-{group}.rules && sudo reboot"
    )
