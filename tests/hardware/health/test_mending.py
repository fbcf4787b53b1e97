"""The commands that mend are those of the environment that the program runs in."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.health import mending
from hardware.health.machine import Machine
from hardware.health.mending import SERVICE

RESTART = f"sudo systemctl restart {SERVICE}"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("+\ngpio:x:986:bo\ni2c:x:987:ada\n")
    return Machine(tmp_path)


def test_a_module_goes_into_the_environment_of_the_program(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(machine.root))
    pip = f"{machine.root}/bin/python -m pip install gpiod"
    assert mending.install(machine, "gpiod", "libgpiod") == pip
    monkeypatch.setattr(os, "access", lambda *_: False)  # as one that only root may change
    served = replace(machine, as_driver=("setpriv",))
    assert mending.install(served, "gpiod", "libgpiod") == f"sudo {pip} && {RESTART}"
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert mending.install(served, "gpiod", "libgpiod") == "sudo apt install python3-libgpiod"


def test_who_drives_the_parts_gets_what_is_made_for_a_group(machine: Machine) -> None:
    joined = "sudo usermod -aG gpio $USER, then log in again"
    assert mending.allow(machine, "gpio", "/dev/any") == joined
    given = f"sudo chgrp gpio /dev/any && sudo chmod g+rw /dev/any && {RESTART}"
    served = replace(machine, as_driver=("setpriv",))
    assert mending.allow(served, "gpio", "/dev/any") == given


DEVICES = {
    "gpio": 'SUBSYSTEM=="gpio"',
    "i2c": 'SUBSYSTEM=="i2c-dev"',
    "spi": 'SUBSYSTEM=="spidev"',
    "dialout": 'SUBSYSTEM=="tty", KERNEL=="tty[A-Z]*"',
}


@pytest.mark.parametrize("group", DEVICES)
def test_a_group_that_is_missing_is_made_and_gets_its_devices(machine: Machine, group: str) -> None:
    machine.path("/etc/group").write_text("audio:x:29:\n")
    assert mending.allow(machine, group, "/dev/any") == (
        f"sudo groupadd --system {group} && sudo usermod -aG {group} $USER &&"
        f' echo \'{DEVICES[group]}, GROUP="{group}", MODE="0660"\' |'
        f" sudo tee /etc/udev/rules.d/60-{group}.rules && sudo reboot"
    )
