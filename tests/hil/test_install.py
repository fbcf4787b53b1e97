"""`make install` on a virtual Raspberry Pi: from nothing, and then all that happens to it on a
shelf.

The computer is restarted, switched off by the buttons, and has its plug pulled in the middle of
games; its card is one disk all the while.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rig.hil_folders import CACHE, HERE, ROOT
from tests.rig.virtual_pi import ENVIRON, MARKS, VirtualPi, at_line, last_number

PINS = ROOT / ".ci" / "constraints.txt"
BUILD = "bonnet"
CUTS = int(os.environ.get("COMPANION_HIL_CUTS", "2"))
"""How often the plug is pulled."""

TOOLS = "/root/tools"
"""A copy of the first environment, for the script that lives longer than each of them."""

pytestmark = MARKS


PYTHON = {"bookworm": "3.11", "trixie": "3.13"}


def wheels(suite: str, *more: str) -> Path:
    """A folder with all that pip needs for an arm64 computer with this Debian and without a
    network.
    """
    python = PYTHON[suite]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"], *more]
    mark = hashlib.sha256("\n".join([python, PINS.read_text(), *wanted]).encode()).hexdigest()[:8]
    folder = CACHE / f"wheels-{python}-{mark}"
    if not folder.exists():
        platforms = [
            *(f"manylinux_2_{minor}_aarch64" for minor in range(41, 16, -1)),
            "manylinux2014_aarch64",
        ]
        options = [word for platform in platforms for word in ("--platform", platform)]
        if suite == "trixie" and more:
            words = ["bash", HERE / "lgpio.sh", suite, "arm64"]
            made = subprocess.run(
                words, stdout=subprocess.PIPE, text=True, check=True
            ).stdout.strip()
            options += ["--platform", "linux_aarch64", "--find-links", made]
        with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
            # fmt: off
            subprocess.run(
                [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:",
                 *options, "--python-version", python, "--implementation", "cp", "-c", PINS,
                 "-d", scratch, *wanted],
                check=True,
            )
            # fmt: on
            shutil.copytree(scratch, folder)
    return folder


def step(name: str, *words: str) -> str:
    """The command of a step of `installed.py`."""
    return f"{ENVIRON} {TOOLS}/bin/python -m tests.hil.installed {name} {' '.join(words)}"


@pytest.fixture
def pi(request) -> Iterator[VirtualPi]:
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="card-") as folder:
        yield VirtualPi(Path(folder), "arm64", request.param, "make")


@pytest.mark.parametrize("pi", ["bookworm", "trixie"], indirect=True)
def test_an_installed_companion_lives_through_all_that_happens_on_a_shelf(pi):
    shutil.copytree(wheels(pi.suite, "lgpio>=0.2"), pi.shared / "wheels")
    pip = "PIP_NO_INDEX=1 PIP_FIND_LINKS=/mnt/host/wheels"

    said = pi.start(
        f"cd /mnt/src && time SUDO_USER=pi make install BUILD={BUILD} {pip}"
        f" && cp -a /opt/hanabi-companion/. {TOOLS}"
    )
    assert any("runs, and starts with the computer" in line for line in said), said[-20:]
    said = pi.start(step("examined", BUILD))
    assert "all well" in said, said[-20:]
    said = pi.start(step("first", BUILD))
    turn = last_number(said, r"^restarting at turn (\d+)")

    said = pi.start(step("after_reboot", BUILD, turn), at_line("shown ", 5))
    for cut in range(CUTS - 1):
        turn = last_number(said, r"^shown (\d+)")
        said = pi.start(step("cut", BUILD, turn), at_line("shown ", 4 + 3 * cut))
    turn = last_number(said, r"^shown (\d+)")

    said = pi.start(step("dying_card", BUILD, turn))
    turn = last_number(said, r"^dying at turn (\d+)")
    assert any(line.startswith("said: ") and "later are lost" in line for line in said), said[-20:]
    assert not any(line.startswith("still on") for line in said), said[-20:]
    said = pi.start(step("killed_on_a_dead_card", BUILD, turn))
    assert any(line.startswith("killed on a dead card: back") for line in said), said[-20:]

    said = pi.start(step("switched_off", BUILD, turn))
    turn = last_number(said, r"^switching off at turn (\d+)")
    pi.must(step("last", BUILD, turn, "/mnt/host/wheels"))
    pi.must(step("installed_again", "/mnt/host/wheels"))


@pytest.mark.parametrize("pi", ["trixie"], indirect=True)
def test_where_nobody_has_lgpio_only_an_emulated_build_is_installed(pi):
    shutil.copytree(wheels(pi.suite), pi.shared / "wheels")
    make = "make install PIP_NO_INDEX=1 PIP_FIND_LINKS=/mnt/host/wheels"
    said = pi.start(
        f"cd /mnt/src; {make} BUILD={BUILD}; echo status $?; ls -d /opt/* /etc/hanabi-companion; "
        f"{make} BUILD=emulator && companion ctl new 3 && companion ctl press clue && "
        "systemctl show --property StatusText hanabi-companion; make uninstall GAMES=delete"
    )
    assert any("lgpio, which drives the pins, is not to be had" in line for line in said), said[
        -20:
    ]
    assert "status 2" in said
    assert "StatusText=game 1, turn 2, seat 2 to act" in said, said[-20:]
    assert any("deleted the games" in line for line in said)
