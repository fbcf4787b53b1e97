"""The units: systemd takes them, they are locked in, and they agree with the program."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.cli import parser
from companion.daemon import system
from tests.rig.shell import SYSTEMD, Shell

UNITS = sorted(path for path in SYSTEMD.iterdir() if path.suffix in (".service", ".path"))
SERVICES = [path for path in UNITS if path.suffix == ".service"]
COMPANION = SYSTEMD / "hanabi-companion.service"

analyze = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not here")


def values(unit: Path, key: str) -> list[str]:
    """What a unit says under a key, each line of it."""
    return re.findall(rf"^{key}=(.*)$", unit.read_text(), re.MULTILINE)


@analyze
def test_systemd_understands_every_line(tmp_path):
    for unit in UNITS:
        # The program is not installed here.
        text = unit.read_text().replace("/opt/hanabi-companion/bin/companion", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(tmp_path / unit.name for unit in UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )
    # The steps of the back-off are younger than Debian 12, which goes without.
    complaints = [
        line
        for line in done.stderr.splitlines()
        if str(tmp_path) in line and not re.search(r"Unknown key.*'(RestartSteps|RestartMaxDelaySec)'", line)
    ]
    assert (complaints, done.returncode) == ([], 0)


@analyze
@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_every_service_is_locked_in(unit):
    words = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", unit]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-300:]


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_no_service_can_take_all_of_a_small_computer(unit):
    (memory,) = values(unit, "MemoryMax")
    (tasks,) = values(unit, "TasksMax")
    assert int(memory.removesuffix("M")) <= 256  # half of a Raspberry Pi Zero's
    assert int(tasks) <= 64


def test_the_command_line_is_one_that_the_program_has():
    program, *words = values(COMPANION, "ExecStart")[0].split()
    assert program == "/opt/hanabi-companion/bin/companion"
    assert parser().parse_args(words).headless


def test_wishes_go_through_the_files_that_the_units_watch_and_make():
    environ = dict(line.split("=", 1) for line in values(COMPANION, "Environment"))
    (watched,) = values(SYSTEMD / "hanabi-companion-poweroff.path", "PathExists")
    assert environ[system.POWEROFF] == watched
    (switch_off,) = re.findall(r"' (.*)$", (SYSTEMD / "hanabi-companion-poweroff.service").read_text(), re.M)
    assert switch_off == watched
    (halting,) = values(SYSTEMD / "hanabi-companion-halting.service", "ExecStop")
    assert halting.endswith(f" {environ[system.HALTING]}")


def test_the_way_off_is_told_before_the_companion_has_to_end_and_by_nothing_else():
    halting = SYSTEMD / "hanabi-companion-halting.service"
    assert values(halting, "After") == ["hanabi-companion.service"]
    assert values(halting, "RefuseManualStop") == ["yes"]
    for tied in ("Requires", "BindsTo", "PartOf", "Wants"):
        assert values(halting, tied) == []


def test_the_groups_that_the_service_has_are_made():
    (groups,) = values(COMPANION, "SupplementaryGroups")
    lines = [line.split() for line in (SYSTEMD / "hanabi-companion.sysusers").read_text().splitlines()]
    made = {line[1] for line in lines if line and line[0] == "g"}
    assert set(groups.split()) <= made


@pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="systemd-sysusers is not here")
def test_the_user_and_the_groups_can_be_made(tmp_path):
    (tmp_path / "etc").mkdir()
    file = SYSTEMD / "hanabi-companion.sysusers"
    words = ["systemd-sysusers", "--dry-run", f"--root={tmp_path}", file]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name in ("gpio", "i2c", "spi", "dialout", "audio", "hanabi-companion"):
        assert f"'{name}'" in done.stderr


def test_what_is_installed_is_what_is_here(tmp_path):
    done = Shell(tmp_path, "install.sh").run("echo $UNITS")
    assert sorted(done.stdout.split()) == [unit.name for unit in UNITS]
