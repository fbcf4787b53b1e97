"""Runs inside the virtual Raspberry Pi: upgrades and downgrades of the package that are cut off.

Each step says what it saw; what it must not see ends it.
"""

import os
import subprocess
import time
from pathlib import Path

from tests.hil.guest import check, get
from tests.hil.installed import active, tell, turn
from tests.hil.packaged import APT, QUIET, apt, wrong_of
from tests.hil.shell import must, run, say, take_steps, until
from wiring.reading.build import load

TICK_S = 0.05


def package(folder: str, number: str) -> Path:
    """Return the package of a version."""
    return Path(folder) / f"hanabi-companion_{number}_all.deb"


def change(folder: str, number: str) -> None:
    """Install a version, and count the time aloud: at one of the counts the plug is pulled."""
    words = [*APT, str(package(folder, number))]
    environ = {**os.environ, **QUIET}
    environ.pop("PYTHONPATH")
    apt_process = subprocess.Popen(words, env=environ, stdout=subprocess.DEVNULL)
    ticks = 0
    while apt_process.poll() is None:
        ticks += 1
        say(f"tick {ticks}")
        time.sleep(TICK_S)
    assert apt_process.returncode == 0
    say(f"installed {number} in {ticks} ticks")


def mend(name: str, folder: str, number: str, turns: str) -> None:
    """Check that a whole version runs, and that the installation that was cut off ends well."""
    until("the companion runs", active)
    assert wrong_of("service") == ""
    until("the game is there", lambda: turn() == int(turns))
    check(load(name))
    before = version()
    assert before in ("1.0", "2.0")
    finish(folder, number)
    assert turn() == int(turns)
    tell(do="action", action={"do": "discard" if get("state")["state"]["clues"] < 8 else "clue"})
    say(f"mended: {before} ran, now {number}; at turn {turn()}")


def version() -> str:
    """Return the version that runs."""
    return must("companion", "--version").split()[-1]


def finish(folder: str, number: str) -> None:
    """Install a version as its owner does after a cut: by what apt says first, then again."""
    run("dpkg", "--configure", "-a", **QUIET)
    apt(package(folder, number))
    until("the companion runs", active)
    assert version() == number
    assert must("dpkg", "--audit") == ""


if __name__ == "__main__":
    take_steps(globals())
