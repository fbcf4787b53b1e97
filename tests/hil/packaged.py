"""Runs inside the virtual Raspberry Pi: the package, from its first installation to its purge.

Each step says what it saw; what it must not see ends it.
"""

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.hil.guest import check, get, press
from tests.hil.installed import (
    GAMES,
    SERVICE,
    SOURCE,
    active,
    left_behind,
    must,
    of_service,
    run,
    say,
    tell,
    turn,
    until,
)
from wiring.reading.build import Build, load

APT = ("apt-get", "install", "-y", "-q", "--no-install-recommends", "--allow-downgrades")
QUIET = {"DEBIAN_FRONTEND": "noninteractive", "SUDO_USER": "pi"}


def lgpio(folder: Path) -> Path:
    """Pack the wheel of lgpio, which in Raspberry Pi's archive is a package of this name."""
    (wheel,) = folder.glob("lgpio-*.whl")
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name)
        shutil.unpack_archive(wheel, tree / "usr/lib/python3/dist-packages", "zip")
        (tree / "DEBIAN").mkdir()
        fields = (
            "Package: python3-lgpio\nVersion: 0.2.2\nArchitecture: all\nDescription: stand-in for a test\n"
        )
        (tree / "DEBIAN/control").write_text(f"{fields}Maintainer: nobody <root@localhost>\n")
        must("dpkg-deb", "--root-owner-group", "--build", str(tree), "/tmp/python3-lgpio.deb")
    return Path("/tmp/python3-lgpio.deb")


def apt(*packages: Path) -> str:
    """Install packages; gives what apt said."""
    done = run(*APT, *map(str, packages), **QUIET)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def set_up(build: Build) -> None:
    """Nothing runs before the set-up; it says in one screen that all is well."""
    assert of_service("ActiveState") == "inactive"
    assert of_service("UnitFileState") == "disabled"
    done = run("companion", "setup", build.name, **QUIET)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "wrong" not in done.stdout, done.stdout
    assert len(done.stdout.splitlines()) <= 24, done.stdout
    assert active()
    score = must("systemd-analyze", "security", "--no-pager", f"{SERVICE}.service").splitlines()[-1]
    verified = run("systemd-analyze", "verify", "--man=no", f"/usr/lib/systemd/system/{SERVICE}.service")
    ours = [one for one in verified.stderr.splitlines() if SERVICE in one]
    assert ours == [], ours
    say(f"set up in {len(done.stdout.splitlines())} lines;{score.rpartition(':')[2]}")


def played(build: Build, turns: int) -> None:
    """Turns by pulled lines, and after each lights and glass agree."""
    for number in range(turns):
        before = turn()
        press(build, "discard" if get("state")["state"]["clues"] < 8 and number % 2 else "clue")
        until("the line counts as a press", lambda before=before: turn() == before + 1, 60)
        check(build)
        time.sleep(0.4)  # so soon after an action no button starts another turn
    say(f"played: at turn {turn()}, and the kernel's lines agree")


def beside_make_install() -> None:
    """`make install` finds the package, and says what to do."""
    done = run("make", "-C", str(SOURCE), "install")
    assert done.returncode != 0
    assert "sudo apt remove hanabi-companion" in done.stderr, done.stderr
    say("beside it make install refuses, and names apt")


def page() -> None:
    """The page's unit is off until it is wanted; then it is well locked in and answers."""
    if run("python3", "-c", "import tornado").returncode:
        say("page: tornado is not here")
        return
    must("companion", "setup", "--web", **QUIET)
    fetch = "import urllib.request as u; print(u.urlopen('http://localhost:8080/words?lang=en').status)"
    until("the page answers", lambda: run("python3", "-c", fetch).stdout.strip() == "200", 60)
    score = must("systemd-analyze", "security", "--no-pager", f"{SERVICE}-web.service").splitlines()[-1]
    must("companion", "setup", "--no-web", **QUIET)
    say(f"page: answers;{score.rpartition(':')[2]}")


def packaged(name: str, folder: str) -> None:
    """The whole life of the package on a device."""
    build, debs = load(name), Path(folder)
    first, second, broken = (next(debs.glob(f"hanabi-companion_{number}.0_*.deb")) for number in "123")
    apt(lgpio(debs), *debs.glob("python3-gpiozero_*.deb"), first)
    say("installed by apt alone")
    set_up(build)
    beside_make_install()
    tell(do="new", players=3)
    time.sleep(0.5)
    played(build, 6)
    before = turn()
    said = apt(second)
    assert "does not start" not in said, said
    assert (must("companion", "--version").split()[-1], turn()) == ("2.0", before)
    played(build, 2)
    say("upgraded: turn and settings are as they were")
    before = turn()
    said = apt(broken)
    assert "the new version does not start" in said, said
    assert "--allow-downgrades ./hanabi-companion_2.0_all.deb" in said, said
    apt(second)
    until("the version before is back", active)
    assert turn() == before
    played(build, 2)
    say("a version that does not start is told, and the one before came back and saves")
    apt(first)
    until("the first version is back", active)
    played(build, 2)
    page()
    must("apt-get", "remove", "-y", "-q", SERVICE, **QUIET)
    assert (GAMES / "games.sqlite3").exists(), "removing it keeps the games"
    must("apt-get", "purge", "-y", "-q", SERVICE, **QUIET)
    assert left_behind() == [], left_behind()
    say("purged: nothing is left")


if __name__ == "__main__":
    os.chdir("/")
    packaged(sys.argv[1], sys.argv[2])
    say("all well")
