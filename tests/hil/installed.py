"""Runs inside the virtual Raspberry Pi: the installed companion, pressed, killed and cut off.

Each step says what it saw; what it must not see ends it. The computer goes down between some of
them, so what a later one needs to know is on its disk.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.commands.ctl import stream_answers
from tests.hil.guest import SINK, SOCKET, check, get, glass, line, press, texts
from tests.hil.shell import must, run, say, take_steps, until
from wiring.reading.build import Build, load

SERVICE = "hanabi-companion"
SOURCE = Path("/mnt/src")
GAMES = Path("/var/lib/hanabi-companion")
SETTINGS = Path("/etc/hanabi-companion/companion.toml")
UNITS = Path("/etc/systemd/system")
PACKAGED = Path("/usr/lib/systemd/system")
LAST_SINK = Path("/root/last-sink")
WATCHDOG_S = 20


def of_service(name: str) -> str:
    """Return a property of the companion's unit."""
    return must("systemctl", "show", "--property", name, "--value", SERVICE)


def active() -> bool:
    """Return True if the companion has said that it is ready."""
    return of_service("ActiveState") == "active"


def turn() -> int:
    """Return the turn of the game in progress."""
    number: int = get("state")["state"]["turn"]
    return number


def tell(**body: object) -> dict[str, Any]:
    """Ask for something, and be granted it."""
    answer = next(stream_answers(SOCKET, dict(body)))
    assert answer["ok"], answer
    return answer


# One boot: a fresh installation


def looked_at(build: Build) -> None:
    """Check that the service runs, says what it is at, and is locked in."""
    assert active()
    assert "Status:" in must("systemctl", "status", SERVICE)
    exposed = must("systemd-analyze", "security", "--no-pager", f"{SERVICE}.service").splitlines()[
        -1
    ]
    score = float(re.findall(r"\d+\.\d", exposed)[0])
    assert score <= 0.6
    units = sorted(map(str, PACKAGED.glob(f"{SERVICE}*.*")))
    checked = run("systemd-analyze", "verify", "--man=no", *units)
    assert (checked.returncode, [one for one in checked.stderr.splitlines() if SERVICE in one]) == (
        0,
        [],
    )
    assert SETTINGS.read_text().count(f'panel = "{build.name}"') == 1
    assert must("systemctl", "--failed", "--plain", "--no-legend") == ""
    say(f"looked at: active, exposure {score}, status {of_service('StatusText')!r}")


def pressed(build: Build) -> None:
    """Check that socket, pins and bus work inside the sandbox, for the group too."""
    must("runuser", "-u", "pi", "--", "companion", "ctl", "new", "3")
    must("runuser", "-u", "pi", "--", "companion", "ctl", "press", "clue")
    assert turn() == 2
    time.sleep(0.5)  # so soon after an action no button starts another turn
    press(build, "clue")
    until("the line counts as a press", lambda: turn() == 3)
    check(build)
    assert "turn 3" in of_service("StatusText")
    say("pressed: a turn by the socket, one by the pin, and the glass shows it")


def back_after(what: str, number: signal.Signals) -> float:
    """Send a signal to the service. Return the seconds until it is back at the same turn."""
    pid, before = of_service("MainPID"), turn()
    os.kill(int(pid), number)
    seconds = until(
        f"back after {what}", lambda: of_service("MainPID") not in (pid, "0") and active()
    )
    assert turn() == before
    return seconds


def killed() -> None:
    """Check that a service killed in the middle of a game is back at the same turn."""
    seconds = back_after("a kill", signal.SIGKILL)
    say(f"killed: back at turn {turn()} after {seconds:.1f} s")


def hung() -> None:
    """Check that the watchdog finds a service that hangs."""
    drop_in = UNITS / f"{SERVICE}.service.d" / "watchdog.conf"
    drop_in.parent.mkdir(exist_ok=True)
    drop_in.write_text(f"[Service]\nWatchdogSec={WATCHDOG_S}\n")
    must("systemctl", "daemon-reload")
    must("systemctl", "restart", SERVICE)
    time.sleep(2 * WATCHDOG_S)
    assert of_service("NRestarts") == "0", "the watchdog bit a companion that was well"
    seconds = back_after("a hang", signal.SIGSTOP)
    assert "watchdog" in must("journalctl", "--boot", "--unit", SERVICE, "--lines", "20")
    shutil.rmtree(drop_in.parent)
    must("systemctl", "daemon-reload")
    say(f"hung: back at turn {turn()} by the watchdog of {WATCHDOG_S} s after {seconds:.1f} s")


def stopped(build: Build) -> None:
    """Check that the service, stopped by hand, leaves a dark display, and the game."""
    before = turn()
    must("systemctl", "stop", SERVICE)
    assert glass(build).getbbox() is None
    must("systemctl", "start", SERVICE)
    assert turn() == before
    say("stopped: the display went dark")


def refused() -> None:
    """Check that only the companion's own wish switches the computer off."""
    wish = Path("/run/hanabi-companion/poweroff")
    wish.touch()
    until("root's file is taken away", lambda: not wish.exists())
    for _ in range(7):
        must("runuser", "-u", SERVICE, "--", "mkdir", str(wish))
        until("a folder is taken away", lambda: not wish.exists())
    must("runuser", "-u", SERVICE, "--", "ln", "-s", "/etc/passwd", str(wish))
    until("a link is taken away", lambda: not wish.is_symlink())
    assert Path("/etc/passwd").exists()
    assert must("systemctl", "is-active", f"{SERVICE}-poweroff.path") == "active"
    assert run("systemctl", "is-system-running").stdout.strip() == "running"
    say("refused: other people's files switch nothing off")


HOLD = """
import gpiod
held = gpiod.request_lines("/dev/gpiochip0", config={int(sys.argv[1]): None})
"""
LOCK = """
import fcntl, os
fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)
"""


@contextmanager
def held(code: str, what: str) -> Iterator[None]:
    """Have another program hold something."""
    code = f"import sys, time\n{code}\nprint('held', flush=True)\ntime.sleep(3600)"
    holder = subprocess.Popen([sys.executable, "-c", code, what], stdout=subprocess.PIPE)
    assert holder.stdout.readline() == b"held\n"
    yield
    holder.kill()
    holder.wait()


def busy_pin(build: Build) -> None:
    """Check that a pin that another program has costs its button alone, until it is let go."""
    must("systemctl", "stop", SERVICE)
    with held(HOLD, str(build.buttons["discard"])):
        must("systemctl", "start", SERVICE)
        assert of_service("NRestarts") == "0"
        until(
            "the screen says which button is missing",
            lambda: "Discard does not work" in texts(),
            20,
        )
        before = turn()
        press(build, "clue")
        until("the other buttons act", lambda: turn() == before + 1, 20)
    seconds = until("it works again", lambda: "Discard works again" in texts(), 90)
    time.sleep(0.5)
    press(build, "discard")
    until("it acts", lambda: turn() == before + 2, 20)
    say(
        f"busy pin: told, the others acted, and it worked again {seconds:.1f} s after it was let go"
    )


def stuck(build: Build) -> None:
    """Check that a button that is down from the start is told, and the others act."""

    def told() -> bool:
        # The simulated chip lets go of a line when somebody asks for its pull-up, as the start
        # does.
        line(build.buttons["play"], "down")
        return active() and "Play is stuck" in texts()

    must("systemctl", "stop", SERVICE)
    must("systemctl", "start", "--no-block", SERVICE)
    seconds = until("the screen says which button is stuck", told, 120)
    before = turn()
    press(build, "clue")
    until("the other buttons act", lambda: turn() == before + 1, 20)
    line(build.buttons["play"], "up")
    time.sleep(1)
    assert turn() == before + 1, "nothing comes of it"
    say(f"stuck: told after {seconds:.1f} s, and the others acted")


def slowly(build: Build) -> None:
    """Check that what fails at each start is tried ever more seldom, and told on the display."""
    must("systemctl", "stop", SERVICE)
    with held(LOCK, str(GAMES)):
        must("systemctl", "start", "--no-block", SERVICE)
        until("three failures", lambda: int(of_service("NRestarts")) >= 3)
        before, began = int(of_service("NRestarts")), time.monotonic()
        told = "another companion uses the games"
        until("the service manager knows why", lambda: told in of_service("StatusText"), 60)
        assert glass(build).getbbox() is not None, "the display does not say why"
        time.sleep(60)
        starts = int(of_service("NRestarts")) - before
        assert starts <= 6, f"{starts} starts in a minute"
    until("it starts", active, 120)
    say(
        f"slowly: {starts} starts in {time.monotonic() - began:.0f} s, then it went on at turn"
        f" {turn()}"
    )


def boot_settings(build: Build) -> None:
    """Check that the sandbox reads settings on the boot partition; mistakes stop nothing."""
    file = Path("/boot/firmware/companion.toml")
    file.parent.mkdir(parents=True, exist_ok=True)
    for text, gist in (
        ('panel = "emulator"\n', "ready: build emulator"),
        ("nosuch = 1\n", str(file)),
    ):
        file.write_text(text)
        must("systemctl", "restart", SERVICE)
        assert gist in (said := journal()), said
    file.unlink()
    must("systemctl", "restart", SERVICE)
    assert f"ready: build {build.name}" in (said := journal()), said
    say("boot settings: they override the installed ones, and a mistake in them is told")


def journal() -> str:
    """Return what the companion has said since its last start."""
    invocation = of_service("InvocationID")
    return must("journalctl", "--output", "cat", f"_SYSTEMD_INVOCATION_ID={invocation}")


def witness() -> None:
    """Have the computer keep what was on the bus when it went down."""
    (UNITS / "witness.service").write_text(
        f"[Unit]\nBefore={SERVICE}.service\n[Service]\nType=oneshot\nRemainAfterExit=yes\n"
        f"ExecStart=/bin/true\nExecStop=/bin/sh -c 'cat {SINK} >{LAST_SINK}'\n"
        "[Install]\nWantedBy=multi-user.target\n"
    )
    must("systemctl", "enable", "--now", "witness.service")


def first(name: str) -> None:
    """Go through the whole first boot; then restart the computer."""
    build = load(name)
    looked_at(build)
    pressed(build)
    killed()
    hung()
    stopped(build)
    refused()
    busy_pin(build)
    stuck(build)
    slowly(build)
    boot_settings(build)
    witness()
    say(f"restarting at turn {turn()}")
    must("systemctl", "reboot")
    time.sleep(60)


# Later boots


def returned(least: int, exactly: bool) -> None:
    """Check that after a boot the turn is there without any help."""
    until("ready after the boot", active)
    assert of_service("NRestarts") == "0"
    now = turn()
    assert now == least if exactly else now >= least, f"turn {now}, and {least} was shown"
    say(f"returned: turn {now}, {of_service('StatusText')!r}")


def cut(name: str, least: str) -> None:
    """Play on until the plug is pulled."""
    returned(int(least), exactly=False)
    check(load(name))
    tell(do="new", players=5)
    while get("state")["state"]["status"] == "playing":
        for control in ("clue", "discard"):
            # What was slow was not claimed to be shown.
            if tell(do="press", control=control)["shown"]:
                say(f"shown {turn()}")
    raise AssertionError("the plug was never pulled")


def left_on_the_glass(name: str) -> bool:
    """Return whether there was a picture when the computer was off."""
    return glass(load(name), LAST_SINK).getbbox() is not None


def after_reboot(name: str, least: str) -> None:
    """Check the turn from before the restart, and play on until the plug is pulled."""
    returned(int(least), exactly=True)
    assert not left_on_the_glass(name), "a restart is no switching off"
    cut(name, least)


def switched_off(name: str, least: str) -> None:
    """Switch off by the buttons alone."""
    returned(int(least), exactly=False)
    say(f"switching off at turn {turn()}")
    switch_off()
    time.sleep(60)


def switch_off() -> None:
    """Choose the third line of the menu from below, which asks once more, and confirm."""
    tell(do="hold", control="discard", seconds=0.8)
    for control in ("play", "clue", "clue", "clue", "play"):
        tell(do="press", control=control)
    assert "Yes, switch off" in texts(), texts()
    tell(do="press", control="play")


def ticks_of_systemd() -> int:
    """Return the service manager's processor time so far, in hundredths of a second."""
    fields = Path("/proc/1/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def abort_file_system() -> None:
    """Have the file system of the card take nothing more, as after an error of it."""
    disk = Path(must("findmnt", "--noheadings", "--output", "SOURCE", "/")).name
    must("mount", "-o", "remount,errors=remount-ro", "/")
    Path(f"/sys/fs/ext4/{disk}/trigger_fs_error").write_text("1")


def dying_card(name: str, least: str) -> None:
    """Abort the file system: the game goes on, says what is lost, and switches off all the same."""
    returned(int(least), exactly=False)
    tell(do="new", players=3)
    time.sleep(0.5)  # a button that is pressed sooner meant the game before
    press(load(name), "clue")
    until("saved", lambda: get("state")["state"]["saved"], 20)
    say(f"dying at turn {turn()}")
    abort_file_system()
    for _ in range(3):
        tell(do="press", control="clue")
        time.sleep(1)
    assert not get("state")["state"]["saved"]
    before, began = ticks_of_systemd(), time.monotonic()
    time.sleep(20)
    share = (ticks_of_systemd() - before) / (time.monotonic() - began)
    say(
        f"dead: at turn {turn()}, not saved, the service manager takes {share:.1f} % of a processor"
    )
    assert share < 5
    switch_off()
    say(f"said: {texts()}")
    time.sleep(90)
    say(f"still on: {texts()}")
    print(must("systemctl", "status", "--no-pager", f"{SERVICE}-poweroff.service"), flush=True)


def killed_on_a_dead_card(name: str, least: str) -> None:
    """Check that it comes back after a crash there too, with the game as far as it was kept."""
    returned(int(least), exactly=False)
    abort_file_system()
    seconds = back_after("a kill", signal.SIGKILL)
    say(f"killed on a dead card: back at turn {turn()} after {seconds:.1f} s")


def last(name: str, least: str) -> None:
    """Check what a computer that was switched off left, and that it goes on."""
    returned(int(least), exactly=True)
    assert left_on_the_glass(name), "nothing was left on the display"
    check(load(name))
    say("switched off: a picture stayed on the display")


# One boot: what the doctor says


def doctor() -> dict[str, dict[str, str]]:
    """Return what the doctor finds, by name."""
    done = run("companion", "doctor", "--json")
    assert done.stderr == "", done.stderr
    found = {each["name"]: each for each in json.loads(done.stdout)["findings"]}
    assert done.returncode == int(bool(wrong(found))), done.stdout
    assert all(found[name]["mend"] for name in wrong(found)), found
    return found


def wrong(found: dict[str, dict[str, str]]) -> list[str]:
    """Return the names of what is wrong."""
    return [name for name, each in found.items() if each["state"] == "wrong"]


def well(found: dict[str, dict[str, str]]) -> bool:
    """Return True if nothing is wrong; say what is."""
    for name in wrong(found):
        say(f"wrong: {found[name]}")
    return not wrong(found)


def examined(name: str) -> None:
    """Check what is said of the service and its lines, and that it is said to root alone."""
    until("ready", active)
    refused = run("runuser", "-u", "nobody", "--", "companion", "doctor")
    assert (refused.returncode, "sudo companion doctor" in refused.stderr) == (1, True), refused
    found = doctor()
    assert well(found)
    say(f"well; {found['socket']['sentence']}; {found['lines']['sentence']}")
    crashing()
    must("systemctl", "stop", SERVICE)
    found = doctor()
    assert well(found)
    assert "systemctl enable --now" in found["service"]["mend"], found["service"]
    build = load(name)
    chip = "gpiochip0" if " v1." in must("gpiomon", "--version") else "--chip gpiochip0"
    for thief in (f"/usr/bin/gpiomon {chip}", f"{sys.executable} -m tests.hil.thief"):
        robbed(build, f"{thief} {build.buttons['clue']}")
    must("systemctl", "start", SERVICE)
    assert well(doctor())
    say("examined: healthy, crashing, stopped, and robbed of a line")


def crashing() -> None:
    """Check that a service that crashes again and again has its last words."""
    drop_in = UNITS / f"{SERVICE}.service.d" / "crash.conf"
    drop_in.parent.mkdir(exist_ok=True)
    words = "/bin/sh -c 'echo companion: out of luck >&2; exit 3'"
    drop_in.write_text(f"[Service]\nExecStart=\nExecStart={words}\n")
    must("systemctl", "daemon-reload")
    must("systemctl", "restart", "--no-block", SERVICE)
    until("it crashes again and again", lambda: int(of_service("NRestarts")) > 1)
    found = doctor()
    assert wrong(found) == ["service"], found
    sentence = found["service"]["sentence"]
    assert "crashed, and was started again" in sentence, sentence
    assert sentence.endswith("and said last: out of luck"), sentence
    assert found["service"]["mend"] == f"sudo journalctl -u {SERVICE}.service -e"
    say(f"crashing: {sentence}")
    shutil.rmtree(drop_in.parent)
    must("systemctl", "daemon-reload")
    must("systemctl", "restart", SERVICE)


def robbed(build: Build, thief: str) -> None:
    """Check that the doctor says what holds a line, and how it is found."""
    line = f"GPIO {build.buttons['clue']}"
    unit = UNITS / "thief.service"
    service = f"[Service]\nEnvironment=PYTHONPATH={SOURCE}\nExecStart={thief}\n"
    unit.write_text(f"{service}[Install]\nWantedBy=multi-user.target\n")
    must("systemctl", "daemon-reload")
    must("systemctl", "enable", "--now", unit.name)
    until("the line is taken", lambda: line in wrong(doctor()))
    found = doctor()
    assert wrong(found) == [line], found
    told = found[line]
    assert "fuser" in told["mend"], told
    must("systemctl", "disable", "--now", unit.name)
    assert well(doctor())
    unit.unlink()
    must("systemctl", "daemon-reload")
    say(f"robbed: {told['sentence']}")


if __name__ == "__main__":
    take_steps(globals())
