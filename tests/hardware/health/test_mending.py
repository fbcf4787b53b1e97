"""The commands that mend are those of the environment that the program runs in."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.health import mending
from hardware.health.machine import Machine
from hardware.health.mending import SERVICE

SUBSYSTEMS = {"gpio": "gpio", "i2c": "i2c-dev", "spi": "spidev", "dialout": "tty", "audio": "sound"}
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
    machine.path("/etc/group").write_text("")
    for group, kind in SUBSYSTEMS.items():
        made = mending.allow(machine, group, "/dev/any")
        assert made.startswith(f"sudo groupadd --system {group} && sudo usermod -aG {group} $USER")
        assert f'\'SUBSYSTEM=="{kind}"' in made
        assert f', GROUP="{group}", MODE="0660"' in made
