"""Probes of the program: its settings, its build, where it keeps the games, its socket."""

import contextlib
import errno
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion import settings
from companion.commands.ctl import ask
from companion.commands.effective import effective, machine_build
from companion.commands.looking_on import this_program
from companion.errors import CompanionError, WiringError, quantity
from companion.face.preferences import VOICE, VoiceLevel
from companion.journal.reader import FILE, GamesReader
from companion.onlooking.settings import BY_ROOT
from companion.settings import DEFAULT, Settings
from companion.settings_keys import SECTIONS
from companion.volatile import is_volatile
from hardware.health.found import Found, Probe, found
from hardware.health.machine import ENTER, MISSING, READ, WRITE, Account, Machine
from hardware.health.mending import SERVICE, join, restart, writing
from wiring.reading.build import Build, load

_HEADER: Final = 44
"""What a sound file has before its sound, in bytes."""
_HUNG: Final = 124
"""The status with which `timeout` ends what does not answer."""
_LITTLE: Final = 20_000_000
_SOME: Final = 200_000_000
"""Bytes of free disk: below the first a year of games may not fit, below the second the system
suffers."""
_BROKER_S: Final = 20
_WORN: Final = "sudo reboot; a card that takes no writes after that is worn, write a new one"
_MENDS: Final[Mapping[int | None, str]] = {
    errno.ENOSPC: "sudo apt clean",
    errno.EROFS: _WORN,
    errno.EIO: _WORN,
}


def configured(machine: Machine) -> tuple[Settings | None, list[Found]]:
    """Return the settings, None if the companion's own have mistakes, and what is found in all."""
    try:
        chosen, ignored = effective()
    except WiringError as error:
        return None, _mistakes("settings.mistake", machine, error, error.where)
    seen = [
        found("settings.ignored", problem=line, file=line.partition(": ")[0]) for line in ignored
    ]
    try:
        settings.read(SECTIONS, boot=() if ignored else None)
    except WiringError as error:
        return chosen, [*seen, *_mistakes("settings.mistake", machine, error, error.where)]
    files = sorted({source for source in chosen.sources.values() if source != DEFAULT})
    where = f"from {', '.join(files)}" if files else "the usual ones"
    return chosen, [*seen, found("settings.right", where=where)]


def built(
    machine: Machine, given: str | None, chosen: Settings | None
) -> tuple[Build | None, list[Found]]:
    """Return the build, None if it has mistakes, and what is found in it."""
    named = chosen.panel if chosen else ""
    name = given or named or machine_build()
    try:
        build = load(name)
    except WiringError as error:
        # What names no file of its own is mended where it was named.
        file = chosen.sources["panel"] if chosen and name == named else name
        if os.path.isfile(name):
            file = name
        return None, _mistakes("build.mistake", machine, error, file)
    return build, [found("build.right", build=build.name)]


def _mistakes(line: str, machine: Machine, error: WiringError, file: str) -> list[Found]:
    mend = "companion wiring"
    if os.path.isfile(file) or line == "settings.mistake":
        mend = f"{writing(file, f'nano {file}')}{restart(machine)}"
    problems = (f"{error.where}: {problem}" for problem in error.problems)
    return [found(line, problem=problem, mend=mend) for problem in problems]


def games(machine: Machine, chosen: Settings) -> Probe:
    """Find whether who drives the parts can write games, and how much room is left."""
    folder = chosen.state_dir
    try:
        there = next(each for each in (folder, *folder.parents) if each.exists())
    except PermissionError:
        yield found("games.root", folder=folder)
        return
    # A folder that no settings name is in the home of the user, and not the service's.
    driver = machine.driver if chosen.sources["state_dir"] != DEFAULT else None
    problem = _write_problem(driver, folder, there)
    alien = _alien(driver, folder) if there == folder else None
    if not there.is_dir():
        mend = writing(there.parent, f"mv {there} {there}.old")
        yield found("games.file", folder=there, mend=mend)
    elif alien:
        yield found("games.foreign", alien=alien, folder=folder)
    elif problem:
        mend = _MENDS.get(problem.errno, f"sudo chown -R $USER {there}")
        yield found("games.refused", folder=there, why=problem.strerror, mend=mend)
    else:
        will = "" if there == folder else ", which will be made"
        yield found("games.right", folder=folder, will=will)
    if is_volatile(folder, machine.text):
        yield found("games.memory", folder=folder)
    free = machine.free(there)
    room = "right"
    for name, least in (("little", _SOME), ("full", _LITTLE)):
        if free < least:
            room = name
    yield found(f"disk.{room}", megabytes=f"{free / 1e6:.0f}")


def _alien(driver: Account | None, folder: Path) -> Path | None:
    """Return what a user may not write of a folder and its files, as far as this is seen."""
    if driver is None:
        return None
    if not driver.may(READ | WRITE | ENTER, folder.stat()):
        return folder
    with contextlib.suppress(OSError):
        for file in folder.iterdir():
            if file.is_file() and not driver.may(READ | WRITE, file.stat()):
                return file
    return None


def _write_problem(driver: Account | None, folder: Path, there: Path) -> OSError | None:
    """Return why nothing can be written in the folder, of which `there` exists."""
    if os.statvfs(there).f_flag & os.ST_RDONLY:
        return OSError(errno.EROFS, os.strerror(errno.EROFS))
    # A folder that is not there yet is made by systemd, or by root.
    is_ours = there == folder and os.access(there, os.W_OK | os.X_OK)
    try:
        if is_ours or driver is None:
            write(there)
    except OSError as error:
        return error
    return None


def write(folder: Path) -> None:
    """Write a file in a folder, to disk. Raises OSError."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"\0" * 4096)
        file.flush()
        os.fsync(file.fileno())


def journal(machine: Machine, chosen: Settings) -> Probe:
    """Find what is damaged in the journal and its index, and the files that were set aside."""
    folder = chosen.state_dir
    facts = {"file": FILE, "folder": folder, "start": start(machine)}
    try:
        with contextlib.closing(GamesReader(folder)) as reader:
            if not reader.has_games:
                return
            examined = reader.examine()
    except (CompanionError, OSError) as error:
        line = "journal.root" if isinstance(error, PermissionError) else "journal.unread"
        yield found(line, why=error, **facts)
        return
    line = "journal.damaged" if examined.spoilt else "journal.right"
    counts = {"lines": quantity(examined.spoilt, "line"), "rows": quantity(examined.rows, "row")}
    yield found(line, **facts, **counts)
    if examined.problem:
        yield found("index.other", why=examined.problem, **facts)
    for path in sorted(folder.glob("games.*-*")):
        if path.suffix in (".txt", ".sqlite3"):  # not what lies beside them
            yield found("journal.aside", aside=path.name, path=path)


def start(machine: Machine) -> str:
    """Return how the companion is started."""
    return f"sudo systemctl restart {SERVICE}" if machine.driver else "companion run"


def voice(machine: Machine, chosen: Settings) -> Probe:
    """Find whether the voice speaks the language, where a voice was chosen."""
    try:
        with contextlib.closing(GamesReader(chosen.state_dir)) as reader:
            preferences = reader.what_is_kept().preferences
    except (CompanionError, OSError):
        return
    if preferences.get(VOICE, VoiceLevel.OFF) == VoiceLevel.OFF:
        return
    language = preferences.get("language", chosen.language) or "en"
    answer = machine.run(("timeout", "5", "espeak-ng", "--stdout", "-v", language, "1"))
    line = "right" if answer and len(answer.text) > _HEADER else "silent"
    if answer is None or answer.status == MISSING:
        line = "missing"
    yield found(f"voice.{line}")


def socket(machine: Machine, chosen: Settings) -> Probe:
    """Find whether a companion answers at its socket."""
    path = chosen.socket
    facts = {"path": path, "start": start(machine), "group": machine.group_of(path.parent)}
    try:
        if not path.exists():
            yield found("socket.nobody", **facts)
            return
        answer = next(ask(path, {"get": "state"}))
    except (CompanionError, OSError, ValueError) as error:
        reasons = (error, error.__context__)
        if any(isinstance(reason, PermissionError) for reason in reasons):
            # Members of its folder's group may ask.
            mend = join(machine.driven_by(None), str(facts["group"]))
            yield found("socket.denied", **facts, mend=mend)
        else:
            yield found("socket.silent", **facts, why=error)
        return
    is_saved = (answer.get("state") or {"saved": True})["saved"]
    line = "right" if is_saved else "unsaved"
    yield found(f"socket.{line}" if answer.get("ok") else "socket.refused", **facts)


def runs(path: Path) -> bool:
    """Return True if a companion has the device now."""
    try:
        return next(ask(path, {"get": "state"}), None) is not None
    except (CompanionError, ValueError):
        return False


def broker(machine: Machine) -> Probe:
    """Ask the broker as the bridge does, where one is named."""
    try:
        if not settings.read(("mqtt",)).values["mqtt.broker"]:
            return
    except CompanionError:
        return  # the line of the settings says it
    answer = machine.work(("timeout", str(_BROKER_S), *this_program("mqtt", "--check")))
    said = (answer.text.strip().splitlines() or [""])[-1].removeprefix("companion: ")
    if answer.status == _HUNG:
        yield found("broker.hangs", seconds=_BROKER_S)
    elif BY_ROOT in said:
        yield found("broker.root", said=said)
    else:
        yield found("broker.refused" if answer.status else "broker.right", said=said)
