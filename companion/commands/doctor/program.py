"""Probes of the program: its settings, its build, where it keeps the games, its socket."""

import contextlib
import errno
import os
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion import settings
from companion.commands.ctl import stream_answers
from companion.commands.doctor.service import USER
from companion.commands.effective import effective_settings
from companion.errors import CompanionError, WiringError, quantity
from companion.face.preferences import VOICE, VoiceLevel
from companion.journal.reader import FILE, GamesReader
from companion.numbers import Json
from companion.settings import DEFAULT, Settings
from companion.settings_keys import SECTIONS
from companion.volatile import is_volatile
from hardware.health.machine import MISSING, SERVICE, Machine
from hardware.health.table import CheckResult, Probe, result_of
from wiring.builds import machine_build
from wiring.reading.build import Build, load
from wiring.reading.keypads import with_keypads

_HEADER: Final = 44
"""What a sound file has before its sound, in bytes."""
_LEAST: Final = 100_000_000
"""Bytes of free disk: with less the system suffers, and soon the games."""
_WORD_S: Final = 5.0
"""How long a word is waited for."""
_REFUSALS: Final[Mapping[int | None, str]] = {
    errno.ENOSPC: "full",
    errno.EROFS: "worn",
    errno.EIO: "worn",
}


def check_settings(machine: Machine) -> tuple[Settings | None, list[CheckResult]]:
    """Return the settings, None if the companion's own have mistakes, and what is found in all."""
    chosen, seen = None, []
    try:
        chosen, ignored = effective_settings()
        seen += [
            result_of("settings.ignored", problem=line, file=line.partition(": ")[0])
            for line in ignored
        ]
        # The companion can start; a mistake in another section stops a program beside it.
        settings.read(SECTIONS, boot=() if ignored else None)
    except WiringError as error:
        return chosen, [*seen, *_mistake_results("settings.mistake", machine, error, error.where)]
    files = sorted({source for source in chosen.sources.values() if source != DEFAULT})
    where = f"from {', '.join(files)}" if files else "the usual ones"
    return chosen, [*seen, result_of("settings.right", where=where)]


def check_build(
    machine: Machine, given: str | None, chosen: Settings | None
) -> tuple[Build | None, list[CheckResult]]:
    """Return the build, None if it has mistakes, and what is found in it."""
    named = chosen.panel if chosen else ""
    name = given or named or machine_build()
    try:
        build = load(name)
        if chosen:
            build = with_keypads(build, chosen.keypads, chosen.sources["keypads"])
    except WiringError as error:
        # What names no file of its own is mended where it was named.
        file = chosen.sources["panel"] if chosen and name == named else name
        if os.path.isfile(error.where):
            file = error.where
        return None, _mistake_results("build.mistake", machine, error, file)
    return build, [result_of("build.right", build=build.name)]


def _mistake_results(
    line: str, machine: Machine, error: WiringError, file: str
) -> list[CheckResult]:
    mend = "companion wiring"
    if os.path.isfile(file) or line == "settings.mistake":
        mend = machine.writing(file, f"nano {file}")
    problems = (f"{error.where}: {problem}" for problem in error.problems)
    return [result_of(line, problem=problem, mend=mend) for problem in problems]


def games(machine: Machine, chosen: Settings) -> Probe:
    """Find whether who drives the parts can write games, and how much room is left."""
    folder = chosen.state_dir
    there = next(each for each in (folder, *folder.parents) if os.path.lexists(each))
    if chosen.sources["state_dir"] == DEFAULT:
        machine = replace(machine, as_driver=())  # it is in this user's home, not the service's
    yield _folder_result(machine, folder, there)
    if is_volatile(folder, machine.read_text):
        yield result_of("games.memory", folder=folder)
    free = machine.free(there)
    line = "right" if free > _LEAST else "full"
    yield result_of(f"disk.{line}", megabytes=f"{free / 1e6:.0f}")


def _folder_result(machine: Machine, folder: Path, there: Path) -> CheckResult:
    """Find whether games can be written in the folder, of which `there` exists."""
    if not there.is_dir():
        mend = machine.writing(there.parent, f"mv {there} {there}.old")
        return result_of("games.file", folder=there, mend=mend)
    if machine.as_driver and there == folder:  # else systemd makes it
        for file in (folder, *folder.glob("games.*")):
            if not machine.may_use(file):
                return result_of(
                    "games.foreign", alien=file, folder=folder, driver=USER, service=SERVICE
                )
    try:
        try_writing(there)
    except OSError as error:
        line = _REFUSALS.get(error.errno, "refused")
        return result_of(f"games.{line}", folder=there, why=error.strerror)
    will = "" if there == folder else ", which will be made"
    return result_of("games.right", folder=folder, will=will)


def try_writing(folder: Path) -> None:
    """Write a file in a folder, to disk. Raises OSError."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"\0" * 4096)
        file.flush()
        os.fsync(file.fileno())


def journal(machine: Machine, chosen: Settings) -> Probe:
    """Find what is damaged in the journal and its index, and the files that were set aside."""
    folder = chosen.state_dir
    facts = {"file": FILE, "folder": folder, "start": machine.start}
    try:
        with contextlib.closing(GamesReader(folder)) as reader:
            if not reader.has_games:
                return
            read, problem = reader.examine_files()
            spoilt = read.spoilt + read.since
    except (CompanionError, OSError) as error:
        yield result_of("journal.unread", why=error, **facts)
        return
    line = "journal.damaged" if spoilt else "journal.right"
    counts = {"lines": quantity(spoilt, "line"), "rows": quantity(read.last, "row")}
    yield result_of(line, **facts, **counts)
    if problem:
        yield result_of("index.other", why=problem, **facts)
    for path in sorted(folder.glob("games.*-*")):
        if path.suffix in (".txt", ".sqlite3"):  # not what lies beside them
            yield result_of("journal.aside", aside=path.name, path=path)


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
    answer = machine.run(("espeak-ng", "--stdout", "-v", language, "1"), _WORD_S)
    line = "right" if answer.text.startswith("RIFF") and len(answer.text) > _HEADER else "silent"
    yield result_of(f"voice.{'missing' if answer.status == MISSING else line}")


def ask_companion(path: Path) -> Json | str:
    """Return the companion's answer at its socket, or the reason why there is none."""
    try:
        return next(stream_answers(path, {"get": "state"}))
    except (CompanionError, ValueError) as error:
        return str(error)


def socket(machine: Machine, chosen: Settings, answer: Json | str) -> Probe:
    """Find whether a companion answered at its socket, and saves the games."""
    facts = {"path": chosen.socket, "start": machine.start, "why": answer}
    if isinstance(answer, str):
        line = "silent" if os.path.lexists(chosen.socket) else "nobody"
    elif not answer.get("ok"):
        line = "refused"
    else:
        line = "right" if (answer["state"] or {"saved": True})["saved"] else "unsaved"
    yield result_of(f"socket.{line}", **facts)
