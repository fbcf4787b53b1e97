"""The units: systemd takes them, they are locked in, and they agree with the program."""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from companion import settings
from companion.cli import command_parser
from companion.club.bridge import BEATS
from companion.club.link import CONNECT_S
from companion.club.settings import PASSWORD
from companion.commands.failed_start import REASON
from companion.daemon import system
from companion.daemon.socket.listener import Listener
from companion.journal.lines import BACKUP_NAME
from tests.rig import espeak
from wiring.reading.build import load
from wiring.switches import extra_packages

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNITS = sorted(path for path in SYSTEMD.iterdir() if path.suffix in (".service", ".path"))
TMPFILES = SYSTEMD / "hanabi-companion.tmpfiles"
SERVICES = [path for path in UNITS if path.suffix == ".service"]
COMPANION = SYSTEMD / "hanabi-companion.service"
WEB = SYSTEMD / "hanabi-companion-web.service"
MQTT = SYSTEMD / "hanabi-companion-mqtt.service"
ONLOOKERS = (WEB, MQTT)
KIOSK = SYSTEMD / "hanabi-companion-kiosk.service"
"""Shows a browser, which locks itself in."""
LOCKED_IN = [path for path in SERVICES if path != KIOSK]
RESTORE = SYSTEMD / "hanabi-companion-restore.service"
POWEROFF = SYSTEMD / "hanabi-companion-poweroff.service"

analyze = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not here"
)


def values(unit: Path, key: str) -> list[str]:
    """What a unit says under a key, each line of it; a line that goes on is one."""
    return re.findall(rf"^{key}=(.*)$", re.sub(r"\\\n\s*", "", unit.read_text()), re.MULTILINE)


def started(unit: Path, key: str, folder: Path, **environ: str) -> int:
    """Run the commands of a unit in a folder, as the service manager would.

    Gives the exit status of the last one.
    """
    path = f"{folder / 'bin'}:{os.environ['PATH']}"
    for line in values(unit, key):
        command = line.removeprefix("-").replace("$$", "$")
        done = subprocess.run(
            shlex.split(command.replace("%t/hanabi-companion", str(folder))),
            cwd=folder,
            env={"PATH": path, **environ},
            check=False,
        )
    return done.returncode


@analyze
def test_systemd_understands_every_line(tmp_path):
    for unit in UNITS:
        # The program is not installed here.
        text = re.sub("/usr/bin/(companion|cage)", "/bin/true", unit.read_text())
        (tmp_path / unit.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(tmp_path / unit.name for unit in UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if str(tmp_path) in line]
    assert (complaints, done.returncode) == ([], 0)


@analyze
@pytest.mark.parametrize("unit", LOCKED_IN, ids=lambda unit: unit.stem)
def test_every_service_is_locked_in(unit):
    threshold = {COMPANION: "6", WEB: "15", MQTT: "15"}.get(unit, "12")  # tenths of a point
    words = ["systemd-analyze", "security", "--offline=true", "--no-pager"]
    words += [f"--threshold={threshold}", unit]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-300:]


@pytest.mark.parametrize("unit", LOCKED_IN, ids=lambda unit: unit.stem)
def test_no_service_can_take_all_of_a_small_computer(unit):
    (memory,) = values(unit, "MemoryMax")
    (tasks,) = values(unit, "TasksMax")
    assert int(memory.removesuffix("M")) <= 256  # half of a Raspberry Pi Zero's
    assert int(tasks) <= 64


def test_the_command_lines_are_ones_that_the_program_has():
    for unit in (COMPANION, *ONLOOKERS):
        program, *words = values(unit, "ExecStart")[0].split()
        assert program == "/usr/bin/companion"
        assert command_parser().parse_args(words).command
    assert command_parser().parse_args(values(COMPANION, "ExecStart")[0].split()[1:]).headless


@analyze
@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not here")
@espeak.NEEDS_ESPEAK
def test_the_voice_asks_for_nothing_that_the_companion_may_not(tmp_path):
    trace = tmp_path / "trace"
    words = ["strace", "-f", "-qq", "-o", trace, espeak.PROGRAM, "--stdin", "--stdout", "-v", "en"]
    subprocess.run(words, input=b"Ann: blue 3", stdout=subprocess.DEVNULL, check=True)
    asked = set(re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.MULTILINE))
    assert {"execve", "read", "write"} <= asked
    allowed, *refused = [line.split() for line in values(COMPANION, "SystemCallFilter")]
    assert allowed == ["@system-service"]
    for line in refused:
        assert not asked & listed(*(name.removeprefix("~") for name in line))
    assert asked <= listed(*allowed)
    if "socket" in asked:  # it looks whether a sound server is there
        families = set(re.findall(r"socket\((\w+)", trace.read_text()))
        assert families <= set(values(COMPANION, "RestrictAddressFamilies"))


def listed(*groups: str) -> set[str]:
    """The system calls of groups, and of the groups in them."""
    told = subprocess.run(
        ["systemd-analyze", "--no-pager", "syscall-filter", *groups],
        capture_output=True,
        text=True,
        check=True,
    )
    names = {line.strip() for line in told.stdout.splitlines() if line.startswith(" ")} - {""}
    inner = {name for name in names if name.startswith("@")}
    return names | (listed(*inner) if inner else set())


def test_the_companion_has_no_network():
    assert values(COMPANION, "PrivateNetwork") == ["yes"]
    assert values(COMPANION, "RestrictAddressFamilies") == ["AF_UNIX"]


@pytest.mark.parametrize("unit", ONLOOKERS, ids=lambda unit: unit.stem)
def test_who_looks_on_has_nothing_of_the_companion_but_the_view_socket(unit):
    assert values(unit, "DynamicUser") == ["yes"]
    assert values(unit, "SupplementaryGroups") == ["hanabi-companion-view"]
    assert values(unit, "Nice") == ["10"]
    assert values(unit, "SocketBindDeny") == ["any"]
    for key in ("Restart", "RestartSec", "StartLimitIntervalSec"):
        assert values(unit, key) == values(WEB, key)


def test_the_kiosk_reaches_its_own_computer_alone_and_shows_the_page():
    assert values(KIOSK, "IPAddressDeny") == ["any"]
    assert values(KIOSK, "IPAddressAllow") == ["localhost"]
    (shown,) = values(KIOSK, "ExecStart")
    (page,) = (value for value in values(KIOSK, "Environment") if value.startswith("PAGE="))
    port = values(WEB, "SocketBindAllow")[0].rpartition(":")[2]
    assert (shown.split()[-1], page) == ("${PAGE}", f"PAGE=http://127.0.0.1:{port}/")
    assert WEB.name in values(KIOSK, "Wants")[0]
    needed = extra_packages(load("touch"))
    assert {needed["cage"], needed["chromium"]} < set(shown.split())
    (user,) = values(KIOSK, "User")
    assert f"u {user} " in SYSTEMD.joinpath("hanabi-companion.sysusers").read_text()


def test_the_page_answers_the_house_alone_and_nobody_can_call_the_bridge():
    assert values(WEB, "IPAddressDeny") == ["any"]
    assert values(WEB, "SocketBindAllow") == ["tcp:8080"]
    assert values(MQTT, "SocketBindAllow") == []


def test_a_hanging_bridge_is_ended_and_its_watchdog_waits_for_a_connection():
    assert values(MQTT, "Type") == ["notify"]
    (seconds,) = map(float, values(MQTT, "WatchdogSec"))
    assert seconds / BEATS + 2 * CONNECT_S < seconds


def test_the_password_is_handed_over_and_there_may_be_none():
    (handed,) = values(MQTT, "LoadCredential")
    assert handed == f"{PASSWORD}:{settings.INSTALLED.with_name(PASSWORD)}"
    assert values(MQTT, "SetCredential") == [rf"{PASSWORD}:\n"]


def test_the_view_socket_is_where_its_folder_is_made_with_a_group_of_its_own():
    (rule,) = (line.split() for line in TMPFILES.read_text().splitlines() if line[:1] == "d")
    owners = ["hanabi-companion", "hanabi-companion-view"]
    assert rule == ["d", "/run/hanabi-companion-view", "2750", *owners, "-"]
    for unit in (COMPANION, *ONLOOKERS):
        environ = dict(line.split("=", 1) for line in values(unit, "Environment"))
        assert environ["COMPANION_VIEW"].replace("%t", "/run") == f"{rule[1]}/view.sock"
    assert settings.view_socket_beside(settings.INSTALLED_SOCKET) == Path(rule[1]) / "view.sock"
    assert values(COMPANION, "ReadWritePaths") == [f"-%t/{Path(rule[1]).name}"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give folders away")
def test_a_socket_in_the_folder_takes_over_its_group():
    with tempfile.TemporaryDirectory() as place:
        os.chmod(place, 0o755)
        folder = Path(place) / "view"
        folder.mkdir()
        os.chown(folder, 4242, 4343)
        folder.chmod(0o2750)
        child = os.fork()
        if not child:
            os.setgroups([])
            os.setgid(4242)
            os.setuid(4242)
            os.umask(0o027)
            Listener(folder / "view.sock", shared=True)
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        made = (folder / "view.sock").stat()
        assert (made.st_uid, made.st_gid, oct(made.st_mode)) == (4242, 4343, "0o140660")


def test_wishes_go_through_the_files_that_the_units_watch_and_make():
    environ = dict(line.split("=", 1) for line in values(COMPANION, "Environment"))
    (watched,) = values(SYSTEMD / "hanabi-companion-poweroff.path", "PathExists")
    assert environ[system.POWEROFF] == watched
    assert values(POWEROFF, "ExecStart")[0].endswith(f"' {watched}")
    (halting,) = values(SYSTEMD / "hanabi-companion-halting.service", "ExecStop")
    assert halting.endswith(f" {environ[system.HALTING]}")


def test_only_failing_switches_off_so_that_it_needs_no_disk_and_it_is_no_error_in_the_journal():
    assert values(POWEROFF, "FailureAction") == ["poweroff"]
    assert values(POWEROFF, "SuccessAction") == []
    # The start of a unit of this type succeeds before its program fails, which is a warning.
    assert values(POWEROFF, "Type") == ["exec"]


def test_a_request_of_the_companions_own_makes_the_service_fail(tmp_path):
    (tmp_path / "poweroff").touch()
    assert started(POWEROFF, "ExecStart", tmp_path) != 0
    assert (tmp_path / "poweroff").exists()  # the companion sees by it that the computer goes down


@pytest.mark.parametrize("kind", ["folder", "link", "nothing", "other"])
def test_what_is_no_request_is_taken_away_and_switches_nothing_off(tmp_path, kind):
    file = tmp_path / "poweroff"
    if kind == "folder":
        (file / "more").mkdir(parents=True)
    elif kind == "link":
        file.symlink_to("/etc/passwd")
    elif kind == "other":
        if os.geteuid():
            pytest.skip("only root can give files away")
        file.touch()
        os.chown(file, 65534, 65534)
    assert started(POWEROFF, "ExecStart", tmp_path) == 0
    assert not file.is_symlink()
    assert not file.exists()
    assert Path("/etc/passwd").exists()


def test_what_cannot_be_taken_away_does_not_ask_for_ever():
    for unit in (POWEROFF, POWEROFF.with_suffix(".path")):
        assert values(unit, "StartLimitIntervalSec") != ["0"]
    (seconds,), (burst,) = (
        values(POWEROFF, "StartLimitIntervalSec"),
        values(POWEROFF, "StartLimitBurst"),
    )
    assert int(burst) / int(seconds) <= 2


def paused(folder: Path) -> str:
    """How long the next start waits, in seconds; empty for not at all."""
    asked = folder / "asked"
    asked.unlink(missing_ok=True)
    sleep = folder / "bin" / "sleep"
    sleep.parent.mkdir(exist_ok=True)
    sleep.write_text(f'#!/bin/sh\necho "$1" >{asked}\n')
    sleep.chmod(0o755)
    started(COMPANION, "ExecStartPre", folder)
    return asked.read_text().strip() if asked.exists() else ""


def test_a_start_that_waits_says_why_the_one_before_failed(tmp_path):
    told = tmp_path / "told"
    notify = tmp_path / "bin" / "systemd-notify"
    notify.parent.mkdir()
    notify.write_text(f'#!/bin/sh\necho "$1" >{told}\n')
    notify.chmod(0o755)
    started(COMPANION, "ExecStartPre", tmp_path)
    assert not told.exists()
    (tmp_path / REASON).write_text('does not start: "x": $HOME 100 %')
    started(COMPANION, "ExecStartPre", tmp_path)
    assert told.read_text() == '--status=does not start: "x": $HOME 100 %\n'
    started(COMPANION, "ExecStopPost", tmp_path, SERVICE_RESULT="exit-code")
    assert (tmp_path / REASON).exists()
    started(COMPANION, "ExecStopPost", tmp_path, SERVICE_RESULT="success")
    assert not (tmp_path / REASON).exists()


def test_the_service_manager_hears_the_commands_of_the_unit():
    assert values(COMPANION, "NotifyAccess") == ["exec"]
    assert "exec systemd-notify" in values(COMPANION, "ExecStartPre")[0]


def test_a_start_that_fails_again_and_again_is_tried_more_and_more_seldom(tmp_path):
    pauses = []
    for _ in range(8):
        pauses.append(paused(tmp_path))
        started(COMPANION, "ExecStopPost", tmp_path, SERVICE_RESULT="exit-code")
    assert pauses == ["", "", "", "2", "5", "10", "30", "30"]


def test_a_stop_by_hand_and_time_end_the_waiting(tmp_path):
    for _ in range(5):
        started(COMPANION, "ExecStopPost", tmp_path, SERVICE_RESULT="watchdog")
    started(COMPANION, "ExecStopPost", tmp_path, SERVICE_RESULT="success")
    assert paused(tmp_path) == ""
    for _ in range(5):
        started(COMPANION, "ExecStopPost", tmp_path, SERVICE_RESULT="signal")
    before = time.time() - 200
    os.utime(tmp_path / "failures", (before, before))
    started(COMPANION, "ExecStopPost", tmp_path, SERVICE_RESULT="signal")
    assert paused(tmp_path) == ""


def test_what_the_waiting_counts_survives_the_restart_and_nothing_else_does():
    assert values(COMPANION, "RuntimeDirectoryPreserve") == ["restart"]
    assert values(COMPANION, "WorkingDirectory") == ["%t/hanabi-companion"]
    assert values(COMPANION, "StartLimitIntervalSec") == ["0"]


@pytest.mark.parametrize(
    ("status", "name"),
    [("0", "hanabi-backup.restored.txt"), ("2", "hanabi-backup.refused.txt"), ("1", BACKUP_NAME)],
)
def test_a_backup_on_the_card_is_taken_in_once(tmp_path, status, name):
    (tmp_path / BACKUP_NAME).write_text("games")
    (file,) = values(RESTORE, "ConditionPathExists")
    assert Path(file) == settings.BOOT[0].with_name(BACKUP_NAME)
    (line,) = values(RESTORE, "ExecStopPost")
    command = line.removeprefix("+").replace("$$", "$").replace("/boot/firmware", str(tmp_path))
    subprocess.run(shlex.split(command), env={**os.environ, "EXIT_STATUS": status}, check=True)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_way_off_is_told_before_the_companion_has_to_end_and_by_nothing_else():
    halting = SYSTEMD / "hanabi-companion-halting.service"
    assert values(halting, "After") == ["hanabi-companion.service"]
    assert values(halting, "RefuseManualStop") == ["yes"]
    for tied in ("Requires", "BindsTo", "PartOf", "Wants"):
        assert values(halting, tied) == []


def test_the_groups_that_the_service_has_are_made():
    groups = " ".join(
        group for unit in (COMPANION, *ONLOOKERS) for group in values(unit, "SupplementaryGroups")
    )
    lines = [
        line.split() for line in (SYSTEMD / "hanabi-companion.sysusers").read_text().splitlines()
    ]
    made = {line[1] for line in lines if line and line[0] == "g"}
    assert set(groups.split()) <= made


@pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="systemd-sysusers is not here")
def test_the_user_and_the_groups_can_be_made(tmp_path):
    (tmp_path / "etc").mkdir()
    file = SYSTEMD / "hanabi-companion.sysusers"
    words = ["systemd-sysusers", "--dry-run", f"--root={tmp_path}", file]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    names = "gpio i2c spi dialout audio input hanabi-companion hanabi-companion-view"
    for name in names.split():
        assert f"'{name}'" in done.stderr
