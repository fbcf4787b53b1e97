"""The commands that mend are those of the environment that the program runs in."""

import os
import sys
from pathlib import Path

import pytest

from hardware.health import mending
from hardware.health.machine import Account, CommandOutput, Machine
from hardware.health.mending import SERVICE

SERVICES = Account("hanabi-companion", 990, ())


def machine(tmp_path: Path, driver: Account | None = None) -> Machine:
    return Machine(tmp_path, run=lambda words: CommandOutput(0, "ada")).driven_by(driver)


def test_a_module_goes_into_the_environment_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(driver: Account | None = None) -> str:
        return mending.install(machine(tmp_path, driver), "gpiod", "libgpiod")

    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    pip = f"{tmp_path}/bin/python -m pip install gpiod"
    assert told() == pip
    monkeypatch.setattr(os, "access", lambda *_: False)  # as one that only root may change
    assert told(SERVICES) == f"sudo {pip} && sudo systemctl restart {SERVICE}"
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert told() == "sudo apt install python3-libgpiod"


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
