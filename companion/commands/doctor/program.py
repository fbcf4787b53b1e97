"""Probes of the program: its settings, its build, where it keeps the games, its socket."""

import contextlib
import errno
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion import settings
from companion.commands.ctl import Unanswered, ask
from companion.commands.effective import effective, machine_build
from companion.commands.looking_on import this_program
from companion.errors import CompanionError, WiringError, quantity
from companion.face.preferences import VOICE, VoiceLevel
from companion.journal.reader import FILE, GamesReader
from companion.settings import DEFAULT, Settings
from companion.settings_keys import SECTIONS
from companion.volatile import is_volatile
from hardware.health.found import Found, Probe, found
from hardware.health.machine import ENTER, MISSING, READ, WRITE, Account, Machine
from hardware.health.mending import SERVICE, join, restart, writing
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
_BROKER_S: Final = 20
_MENDS: Final[Mapping[int | None, str]] = {
    errno.ENOSPC: "sudo apt clean",
    errno.EROFS: "sudo reboot",
    errno.EIO: "sudo reboot",
}


def configured(machine: Machine) -> tuple[Settings | None, list[Found]]:
    """Return the settings, None if the companion's own have mistakes, and what is found in all."""
    chosen = None
    ignored: tuple[str, ...] = ()
    mistakes: list[Found] = []
    try:
        chosen, ignored = effective()
        settings.read(("", *SECTIONS), boot=() if ignored else None)
    except WiringError as error:
        mistakes = _mistakes("settings.mistake", machine, error, error.where)
    for line in ignored:
        mistakes.append(found("settings.ignored", problem=line, file=line.partition(": ")[0]))
    if chosen is None or any(each.line == "settings.mistake" for each in mistakes):
        return chosen, mistakes
    files = sorted({source for source in chosen.sources.values() if source != DEFAULT})
    where = f"from {', '.join(files)}" if files else "the usual ones"
    return chosen, [*mistakes, found("settings.right", where=where)]


def is_own(chosen: Settings | None) -> bool:
    """Return True if these are a user's own settings, which the installed service lacks."""
    services = (settings.INSTALLED, *settings.BOOT)
    files = {DEFAULT, settings.COMMAND_LINE, *map(str, services)}
    return chosen is not None and not files.issuperset(chosen.sources.values())


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
    """Find whether games can be written, and how much room is left."""
    folder = chosen.state_dir
    try:
        there = next(each for each in (folder, *folder.parents) if each.exists())
    except PermissionError:
        yield found("games.root", folder=folder)
        return
    if there == folder and not folder.is_dir():
        mend = writing(folder.parent, f"mv {folder} {folder}.old")
        yield found("games.file", folder=folder, mend=mend)
        return
    yield _kept(machine, folder, there)
    if is_volatile(folder, machine.text):
        yield found("games.memory", folder=folder)
    free = machine.free(there)
    room = "disk.full" if free < _LITTLE else "disk.little"
    yield found(room if free < _SOME else "disk.right", megabytes=f"{free / 1e6:.0f}")


def journal(machine: Machine, chosen: Settings) -> Probe:
    """Find what is damaged in the journal and its index, and the files that were set aside."""
    folder = chosen.state_dir
    facts = {"file": FILE, "folder": folder, "start": start(machine)}
    try:
        with contextlib.closing(GamesReader(folder)) as reader:
            if not reader.has_games:
                return
            examined = reader.examine()
    except PermissionError:
        yield found("journal.root", **facts)
        return
    except (CompanionError, OSError) as error:
        yield found("journal.unread", why=error)
        return
    line = "journal.damaged" if examined.spoilt else "journal.right"
    counts = {"lines": quantity(examined.spoilt, "line"), "rows": quantity(examined.rows, "row")}
    yield found(line, **facts, **counts)
    if examined.problem:
        yield found("index.other", why=examined.problem, **facts)
    asides = [path for why in ("damaged", "other") for path in folder.glob(f"games.{why}-*")]
    for path in sorted(asides):
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
    answer = machine.run(("timeout", "5", ESPEAK, "--stdout", "-v", language, "1"))
    if answer is None or answer.status == MISSING:
        yield found("voice.missing")
    elif answer.status == _HUNG:
        yield found("voice.hangs")
    else:
        yield found("voice.right" if len(answer.text) > _HEADER else "voice.silent")


def _kept(machine: Machine, folder: Path, there: Path) -> Found:
    """Find whether who drives the parts can write in the folder, of which `there` exists."""
    exists = there == folder
    if exists and (alien := _alien(machine.driver, folder)):
        return found("games.foreign", alien=alien, folder=folder)
    if os.statvfs(there).f_flag & os.ST_RDONLY:
        return found("games.worn", folder=folder)
    # A folder that is not there yet is made by systemd, or by root.
    is_ours = exists and os.access(there, os.W_OK | os.X_OK)
    if is_ours or machine.driver is None:
        try:
            write(there)
        except OSError as error:
            mend = _MENDS.get(error.errno, f"sudo chown -R $USER {there}")
            return found("games.refused", folder=there, why=error.strerror, mend=mend)
    return found("games.right", folder=folder, will="" if exists else ", which will be made")


def _alien(driver: Account | None, folder: Path) -> Path | None:
    """Return what a user may not write of a folder and its files, as far as this is seen."""
    if driver is None:
        return None
    if not driver.may(READ | WRITE | ENTER, folder.stat()):
        return folder
    with contextlib.suppress(PermissionError):
        for file in folder.iterdir():
            if file.is_file() and not driver.may(READ | WRITE, file.stat()):
                return file
    return None


def write(folder: Path) -> None:
    """Write a file in a folder, to disk. Raises OSError."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"\0" * 4096)
        file.flush()
        os.fsync(file.fileno())


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
        elif isinstance(error, Unanswered):
            yield found("socket.silent", **facts, why=error)
        else:
            mend = writing(path.parent, f"rm {path}")
            yield found("socket.other", **facts, why=error, mend=mend)
        return
    state = answer.get("state") or {"saved": True}
    line = "right" if state["saved"] else "unsaved"
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
    elif "put sudo before" in said:
        yield found("broker.root", said=said)
    else:
        yield found("broker.refused" if answer.status else "broker.right", said=said)
