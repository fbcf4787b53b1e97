"""How commands are run, what the user that drives the parts may use, and the commands that mend."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hardware.health.machine import HUNG, MISSING, SERVICE, Machine, _run_command


def test_a_command_that_hangs_or_is_missing_has_an_end_and_one_that_fails_its_complaints():
    assert _run_command(("sleep", "5"), 0.1) == (HUNG, "")
    assert _run_command(("no-such-command",)) == (MISSING, "")
    for status, said in ((0, "out\n"), (3, "out\nerr\n")):
        words = ("sh", "-c", f"echo out; echo err >&2; exit {status}")
        assert _run_command(words) == (status, said)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become other users")
@pytest.mark.parametrize(
    ("owner", "group", "mode", "may"),
    [
        (64100, 0, 0o600, True),
        (64100, 64110, 0o060, False),
        (0, 64110, 0o060, True),
        (0, 64110, 0o606, False),
        (0, 0, 0o006, True),
        (0, 0, 0o660, False),
    ],
)
def test_the_kernel_says_what_the_user_that_drives_the_parts_may(owner, group, mode, may):
    words = ("setpriv", "--reuid=64100", "--regid=64100", "--groups=64100,64110")
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        file = folder / "device"
        file.touch()
        os.chown(file, owner, group)
        file.chmod(mode)
        assert Machine(folder, as_driver=words).is_usable("/device") == may
        assert Machine(folder).is_usable("/device")


SUBSYSTEMS = {"gpio": "gpio", "i2c": "i2c-dev", "spi": "spidev", "dialout": "tty", "audio": "sound"}
RESTART = f"sudo systemctl restart {SERVICE}"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("+\ngpio:x:986:bo\ni2c:x:987:ada\n")
    return Machine(tmp_path)


def test_a_module_goes_into_the_environment_of_the_program(machine, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(machine.root))
    pip = f"{machine.root}/bin/python -m pip install gpiod"
    assert machine.installing("gpiod", "libgpiod") == pip
    monkeypatch.setattr(os, "access", lambda *_: False)  # as one that only root may change
    served = replace(machine, as_driver=("setpriv",))
    assert served.installing("gpiod", "libgpiod") == f"sudo {pip} && {RESTART}"
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert served.installing("gpiod", "libgpiod") == "sudo apt install python3-libgpiod"


def test_who_drives_the_parts_gets_what_is_made_for_a_group(machine):
    joined = "sudo usermod -aG gpio $USER, then log in again"
    assert machine.allowing("gpio", "/dev/any") == joined
    given = f"sudo chgrp gpio /dev/any && sudo chmod g+rw /dev/any && {RESTART}"
    served = replace(machine, as_driver=("setpriv",))
    assert served.allowing("gpio", "/dev/any") == given
    machine.path("/etc/group").write_text("")
    for group, kind in SUBSYSTEMS.items():
        made = machine.allowing(group, "/dev/any")
        assert made.startswith(f"sudo groupadd --system {group} && sudo usermod -aG {group} $USER")
        assert f'\'SUBSYSTEM=="{kind}"' in made
        assert f', GROUP="{group}", MODE="0660"' in made
