"""Checks of the program: its settings, its build, where it keeps the games, its socket."""

import contextlib
import errno
import os
import socket as socket_module
import struct
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion import settings
from companion.commands.ctl import Unanswered, ask
from companion.commands.effective import effective
from companion.errors import CompanionError, WiringError, quantity
from companion.face.preferences import VOICE, VoiceLevel
from companion.journal.reader import FILE, GamesReader
from companion.settings import Settings
from hardware.health.account import ENTER, READ, WRITE, Account
from hardware.health.check_result import CheckResult, note, ok, wrong
from hardware.health.machine import Machine
from hardware.health.mending import AS_ROOT, SERVICE, join, more, with_restart, writing
from hardware.health.volatile import is_volatile
from wiring.reading.build import Build, load

ESPEAK: Final = "espeak-ng"
"""The program that speaks."""
_HEADER: Final = 44
"""What a sound file has before its sound, in bytes."""
_HUNG: Final = 124
"""The status with which `timeout` ends what does not answer."""
_LITTLE: Final = 20_000_000
_SOME: Final = 200_000_000
"""Bytes of free disk: below the first a year of games may not fit, below the second the system
suffers."""
_ROOM: Final = "sudo apt clean"
_IN_MEMORY: Final = (
    "sudo raspi-config nonint do_overlayfs 1 && sudo reboot"
    "  # or give the games a file system of their own"
)
_WORN: Final = "sudo reboot; a card that takes no writes after that is worn, write a new one"
_MENDS: Final = {errno.ENOSPC: _ROOM, errno.EROFS: _WORN, errno.EIO: _WORN}
_PEER: Final = struct.Struct("3i")
"""Process, user and group of who listens (unix(7), SO_PEERCRED)."""


def configured(machine: Machine) -> tuple[Settings | None, list[CheckResult]]:
    """Return the settings, None if they have mistakes; those of the boot partition stop nothing."""
    try:
        chosen, ignored = effective()
    except WiringError as error:
        return None, _mistakes(
            "settings", error, with_restart(machine, writing(error.where, f"nano {error.where}"))
        )
    files = sorted({source for source in chosen.sources.values() if source != settings.DEFAULT})
    where = f"from {', '.join(files)}" if files else "the usual ones"
    found = [
        wrong("settings", f"{line}; the file is ignored", f"sudo nano {line.partition(': ')[0]}")
        for line in ignored
    ]
    return chosen, [*found, ok("settings", f"the settings are valid: {where}")]


def own(chosen: Settings | None) -> bool:
    """Return True if these are settings of the user's own, which the installed service does not
    have.
    """
    files = {
        settings.DEFAULT,
        settings.COMMAND_LINE,
        str(settings.INSTALLED),
        *map(str, settings.BOOT),
    }
    return chosen is not None and not files.issuperset(chosen.sources.values())


def built(
    machine: Machine, name: str, chosen: Settings | None
) -> tuple[Build | None, list[CheckResult]]:
    """Return the build of that name, None if it has mistakes."""
    try:
        build = load(name)
    except WiringError as error:
        # What names no file of its own is mended where it was named.
        named = chosen.sources["panel"] if chosen and chosen.panel == name else name
        file = name if os.path.isfile(name) else named
        mend = (
            with_restart(machine, writing(file, f"nano {file}"))
            if os.path.isfile(file)
            else "companion wiring"
        )
        return None, _mistakes("build", error, mend)
    return build, [ok("build", f"the build {build.name} is valid")]


def _mistakes(name: str, error: WiringError, mend: str) -> list[CheckResult]:
    return [wrong(name, f"{error.where}: {problem}", mend) for problem in error.problems]


def games(machine: Machine, folder: Path) -> Iterator[CheckResult]:
    """Return True if games can be written, and how much room is left."""
    try:
        there = next(each for each in (folder, *folder.parents) if each.exists())
    except PermissionError:
        yield note("games", f"this user may not look at {folder}", AS_ROOT)
        return
    if there == folder and not folder.is_dir():
        mend = with_restart(machine, writing(folder.parent, f"mv {folder} {folder}.old"))
        yield wrong("games", f"{folder} is a file, not a folder", mend)
        return
    yield _kept(machine, folder, there)
    if is_volatile(folder, machine.text):
        yield wrong("games", f"{folder} lies in memory: a restart loses all games", _IN_MEMORY)
    yield from whole(machine, folder)
    free = machine.free(there)
    room = f"{free / 1e6:.0f} MB are free on the disk of the games"
    if free < _LITTLE:
        yield wrong("disk", f"only {room}", _ROOM)
    else:
        yield note("disk", room, _ROOM) if free < _SOME else ok("disk", room)


def whole(machine: Machine, folder: Path) -> Iterator[CheckResult]:
    """Check the journal and its index, and name the files that were set aside."""
    again = f"sudo systemctl restart {SERVICE}" if machine.driver else "companion run"
    try:
        with contextlib.closing(GamesReader(folder)) as reader:
            if not reader.has_games:
                return
            examined = reader.examine()
    except PermissionError:
        yield note("journal", f"this user may not read the games in {folder}", AS_ROOT)
        return
    except (CompanionError, OSError) as error:
        yield wrong("journal", f"the games cannot be read: {error}", more(SERVICE))
        return
    if examined.spoilt:
        lines = quantity(examined.spoilt, "line")
        told = f"{lines} of {FILE} are damaged or missing; a running companion mends them"
        yield wrong("journal", told, again)
    else:
        yield ok("journal", f"all games are in {FILE}: {quantity(examined.rows, 'row')}")
    if examined.problem:
        told = f"the index of the games: {examined.problem}; it is made anew while nobody presses"
        yield note("index", told, again)
    for aside in set_aside(folder):
        told = f"{aside.name} was set aside: it was damaged, or had other games"
        yield note("journal", told, f"rm {aside}*  # once no game is missing")


def set_aside(folder: Path) -> list[Path]:
    """Return the files that were set aside, without what lies beside them."""
    asides = (path for why in ("damaged", "other") for path in folder.glob(f"games.{why}-*"))
    return sorted(path for path in asides if path.suffix in (".txt", ".sqlite3"))


def voice(machine: Machine, folder: Path) -> Iterator[CheckResult]:
    """Check that the voice speaks, where one was chosen."""
    if _chosen(folder) in (None, VoiceLevel.OFF):
        return
    if any(machine.exists(f"{place}/{ESPEAK}") for place in ("/usr/bin", "/usr/local/bin")):
        answer = machine.run(("timeout", "5", ESPEAK, "--stdout", "-v", "en", "one"))
        problem = ""
        if answer and answer.status == _HUNG:
            problem = "does not answer"
        elif answer and len(answer.text) <= _HEADER:
            problem = "makes no sound"
        if not problem:
            yield ok("voice", f"{ESPEAK} is there, which speaks")
        else:
            mend = f"sudo apt install --reinstall {ESPEAK} {ESPEAK}-data"
            yield note("voice", f"a voice was chosen, and {ESPEAK} {problem}", mend)
    else:
        told = f"a voice was chosen, and {ESPEAK} is not installed: nothing is spoken"
        yield note("voice", told, f"sudo apt install {ESPEAK}")


def _chosen(folder: Path) -> str | None:
    """Return how much is spoken by the group's choice.

    None where nothing was chosen, or this cannot be read.
    """
    try:
        with contextlib.closing(GamesReader(folder)) as reader:
            return reader.what_is_kept().preferences.get(VOICE)
    except (CompanionError, OSError):
        return None


def _kept(machine: Machine, folder: Path, there: Path) -> CheckResult:
    """Check that who drives the parts can write in the folder, of which `there` exists."""
    exists = there == folder
    alien = _alien(machine.driver, folder) if exists else None
    if machine.driver and alien:
        who = machine.driver.name
        told = f"{alien} is not the service's, which cannot write there"
        return wrong("games", told, with_restart(machine, f"sudo chown -R {who}:{who} {folder}"))
    if os.statvfs(there).f_flag & os.ST_RDONLY:
        return wrong("games", f"the disk of {folder} takes no writes", _WORN)
    # A folder that is not there yet is made by systemd, or by root.
    is_ours = exists and os.access(there, os.W_OK | os.X_OK)
    if is_ours or machine.driver is None:
        error = _write(there)
        if error:
            return _unwritable(there, error)
    will = "" if exists else ", which will be made"
    return ok("games", f"games are kept in {folder}{will}")


def _unwritable(folder: Path, error: OSError) -> CheckResult:
    """Return what is said of a folder in which nothing can be written."""
    mend = _MENDS.get(error.errno or 0, f"sudo chown -R $USER {folder}")
    told = f"nothing can be written in {folder} ({error.strerror or error})"
    return wrong("games", told, mend)


def _alien(driver: Account | None, folder: Path) -> Path | None:
    """Return what a user may not write of a folder and its files, as far as this is seen.

    None if all is well.
    """
    if driver is None:
        return None
    if not driver.may(READ | WRITE | ENTER, folder.stat()):
        return folder
    with contextlib.suppress(PermissionError):
        for file in folder.iterdir():
            if file.is_file() and not driver.may(READ | WRITE, file.stat()):
                return file
    return None


def _write(folder: Path) -> OSError | None:
    """Return why a file cannot be written in a folder, None if it can."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error
    return None


def socket(machine: Machine, path: Path) -> Iterator[CheckResult]:
    """Check that a companion answers at its socket."""
    start = f"sudo systemctl restart {SERVICE}" if machine.driver else "companion run"
    try:
        there = path.exists()
        answer = next(ask(path, {"get": "state"}), None) if there else None
    except PermissionError:
        yield _closed(machine, path)
        return
    except Unanswered as error:
        if isinstance(error.__context__, PermissionError):
            yield _closed(machine, path)
        else:
            yield wrong("socket", str(error), start)
        return
    except (CompanionError, ValueError) as error:
        mend = writing(path.parent, f"rm {path}")
        yield wrong("socket", f"what answers at {path} is no companion ({error})", mend)
        return
    if not there:
        yield note("socket", f"no companion runs now: there is no {path}", start)
        return
    yield _judge(path, answer or {})


def _judge(path: Path, answer: Mapping[str, Any]) -> CheckResult:
    """Return what is said of a companion that answered so."""
    if not answer.get("ok"):
        return wrong("socket", f"the companion at {path} refuses to answer", more(SERVICE))
    state = answer.get("state")
    if state and not state.get("saved"):
        told = "the companion cannot save the games now, or is slow at it"
        return wrong("socket", told, more(SERVICE))
    return ok("socket", f"a companion answers at {path}")


def _closed(machine: Machine, path: Path) -> CheckResult:
    """Say that this user may not ask, and who may: members of its folder's group."""
    group = machine.group_of(path.parent)
    told = f"the companion was not asked: only root and the group {group} may use {path}"
    return note("socket", told, join(machine.driven_by(None), group))


def peer(path: Path) -> int:
    """Return the process of the companion that listens, 0 for none."""
    try:
        with socket_module.socket(socket_module.AF_UNIX) as asking:
            asking.settimeout(1.0)
            asking.connect(str(path))
            told = asking.getsockopt(
                socket_module.SOL_SOCKET, socket_module.SO_PEERCRED, _PEER.size
            )
    except OSError:
        return 0
    return int(_PEER.unpack(told)[0])


def runs(path: Path) -> bool:
    """Return True if a companion has the device now."""
    try:
        return next(ask(path, {"get": "state"}), None) is not None
    except (CompanionError, ValueError):
        return False
