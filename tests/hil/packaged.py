"""Runs inside the virtual Raspberry Pi: the package, from its first installation to an upgrade
that does not start.

Each step says what it saw; what it must not see ends it.
"""

import platform
import re
import shutil
import time
from pathlib import Path

from tests.hil.guest import check, get, press
from tests.hil.installed import (
    SERVICE,
    SETTINGS,
    active,
    of_service,
    tell,
    turn,
)
from tests.hil.shell import must, run, say, take_steps, until
from wiring.reading.build import Build, load

APT = ("apt-get", "install", "-y", "-q", "--no-install-recommends", "--allow-downgrades")
BRIDGE = f"{SERVICE}-mqtt.service"
QUIET = {"DEBIAN_FRONTEND": "noninteractive", "SUDO_USER": "pi"}


def apt(*packages: Path) -> str:
    """Install packages; gives what apt said."""
    done = run(*APT, *map(str, packages), **QUIET)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def set_up_with(*words: str, but_for: str = "") -> str:
    """Run the set-up, in which nothing may be wrong but for these parts. Return what it said."""
    done = run("companion", "setup", *words, **QUIET)
    wrong = {line.split()[1] for line in done.stdout.splitlines() if line.startswith("wrong")}
    if platform.machine() == "x86_64":  # a Raspberry Pi in all but its processor
        wrong.discard("computer:")
    wrong -= {f"{part}:" for part in but_for.split()}
    assert wrong == set(), done.stdout + done.stderr
    return done.stdout


def set_up(build: Build) -> None:
    """Check that nothing runs before the set-up, which says in one screen that all is well."""
    assert of_service("ActiveState") == "inactive"
    assert of_service("UnitFileState") == "disabled"
    said = set_up_with(build.name)
    assert len(said.splitlines()) <= 24, said
    assert active()
    say(f"set up in {len(said.splitlines())} lines")


def played(build: Build, turns: int) -> None:
    """Take turns by pulled lines, and check lights and glass after each."""
    for number in range(turns):
        before = turn()
        press(build, "discard" if get("state")["state"]["clues"] < 8 and number % 2 else "clue")
        until("the line counts as a press", lambda before=before: turn() == before + 1, 60)
        check(build)
        time.sleep(0.4)  # so soon after an action no button starts another turn
    say(f"played: at turn {turn()}, and the kernel's lines agree")


def page() -> None:
    """Check that the page's unit is off until it is wanted, and then answers."""
    if run("python3", "-c", "import tornado").returncode:
        say("page: tornado is not here")
        return
    set_up_with("--web")
    fetch = (
        "import urllib.request as u; print(u.urlopen('http://localhost:8080/words?lang=en').status)"
    )
    until("the page answers", lambda: run("python3", "-c", fetch).stdout.strip() == "200", 60)
    set_up_with("--no-web")
    say("page: answers")


def of_bridge(name: str) -> str:
    """Return a property of the bridge's unit."""
    return must("systemctl", "show", "--property", name, "--value", BRIDGE)


def guarded_broker() -> None:
    """Start a broker on this computer that knows one user."""
    must("mosquitto_passwd", "-b", "-c", "/etc/mosquitto/users", "table", "secret")
    Path("/etc/mosquitto/users").chmod(0o644)
    Path("/etc/mosquitto/conf.d/table.conf").write_text(
        "listener 1883 127.0.0.1\nallow_anonymous false\npassword_file /etc/mosquitto/users\n"
    )
    must("systemctl", "restart", "mosquitto")


def bridge() -> None:
    """Check that the bridge's unit is off until a broker is named.

    It is handed the password, and never hangs.
    """
    if run("python3", "-c", "import paho.mqtt.enums").returncode or not shutil.which(
        "mosquitto_passwd"
    ):
        say("bridge: paho-mqtt or Mosquitto is not here")
        return
    said = set_up_with("--mqtt")
    assert "the bridge does not run yet" in said, said
    guarded_broker()
    mqtt = '\n[mqtt]\nbroker = "127.0.0.1"\nuser = "table"\n'
    SETTINGS.write_text(f"{SETTINGS.read_text()}{mqtt}")
    said = set_up_with("--mqtt", but_for="bridge broker")  # which wants a password
    assert "the bridge runs, now and at each boot" in said, said
    until(
        "no password is no reason not to start",
        lambda: "refuses the user" in of_bridge("StatusText"),
    )
    (told,) = (one for one in run("companion", "doctor").stdout.splitlines() if " bridge: " in one)
    assert told.startswith("wrong"), told
    SETTINGS.with_name("mqtt-password").write_text("secret\n")
    SETTINGS.with_name("mqtt-password").chmod(0o600)
    must("systemctl", "restart", BRIDGE)
    connected = "connected to 127.0.0.1:1883"
    until("the bridge logs in", lambda: of_bridge("StatusText") == connected)
    must("companion", "mqtt", "--check")
    must("systemctl", "kill", "--signal=STOP", BRIDGE)
    took = until("the watchdog ends one that hangs", lambda: of_bridge("NRestarts") == "1")
    until("it is connected again", lambda: of_bridge("StatusText") == connected)
    say(f"bridge: logs in, and is back {took:.0f} s after it hung")
    set_up_with("--no-mqtt")
    assert mqtt in SETTINGS.read_text(), "the bridge's settings stay"


def upgrade(build: Build, second: Path) -> None:
    """Check that a new version goes on with the game."""
    before = turn()
    said = apt(second)
    assert "restarting; check it with: sudo companion doctor" in said, said
    until("the new version runs", active, 60)
    assert (must("companion", "--version").split()[-1], turn()) == ("2.0", before)
    played(build, 2)
    say("upgraded: turn and settings are as they were")


def wrong_of(part: str) -> str:
    """Return what the doctor finds wrong with a part, "" for nothing."""
    lines = run("companion", "doctor").stdout.splitlines()
    return next((line for line in lines if re.match(rf"wrong +{part}:", line)), "")


def upgrade_to_broken(build: Build, second: Path, broken: Path) -> None:
    """Check that a version that does not start is told, and that the one before comes back."""
    before = turn()
    began = time.monotonic()
    said = apt(broken)
    assert "--allow-downgrades ./hanabi-companion_2.0_all.deb" in said, said
    until("the doctor says that it does not start", lambda: wrong_of("service") != "", 120)
    say(f"a version that does not start held apt for {time.monotonic() - began:.0f} s at most")
    apt(second)
    until("the version before is back", active)
    assert turn() == before
    played(build, 2)
    say("a version that does not start is told, and the one before came back and saves")


def packaged(name: str, folder: str) -> None:
    """Go through the whole life of the package on a device."""
    build, debs = load(name), Path(folder)
    first, second, broken = (
        next(debs.glob(f"hanabi-companion_{number}.0_*.deb")) for number in "123"
    )
    apt(*debs.glob("python3-gpiozero_*.deb"), first)
    say("installed by apt alone")
    set_up(build)
    tell(do="new", players=3)
    time.sleep(0.5)
    played(build, 6)
    upgrade(build, second)
    upgrade_to_broken(build, second, broken)
    apt(first)
    until("the first version is back", active)
    played(build, 2)
    page()
    bridge()


if __name__ == "__main__":
    take_steps(globals())
