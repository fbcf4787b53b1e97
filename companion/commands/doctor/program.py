"""Checks of the program: its settings, its build, where it keeps the games, its service, its socket."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion import settings
from companion.commands.ctl import Unanswered, ask
from companion.commands.effective import effective
from companion.errors import CompanionError, WiringError
from companion.settings import Settings
from hardware.health.check_result import CheckResult, note, ok, wrong
from hardware.health.machine import Machine
from wiring.reading.build import Build, load

SERVICE: Final = "hanabi-companion.service"

_LITTLE: Final = 20_000_000
_SOME: Final = 200_000_000
"""Bytes of free disk: below the first a year of games may not fit, below the second the system suffers."""


def configured() -> tuple[Settings | None, list[CheckResult]]:
    """The settings, None if they have mistakes; those of the boot partition stop nothing."""
    try:
        chosen, ignored = effective()
    except WiringError as error:
        return None, _mistakes("settings", error, f"nano {error.where}")
    files = sorted({source for source in chosen.sources.values() if source != settings.DEFAULT})
    where = f"from {', '.join(files)}" if files else "the usual ones"
    found = [
        wrong("settings", f"{line}; the file is ignored", f"sudo nano {line.partition(': ')[0]}")
        for line in ignored
    ]
    return chosen, [*found, ok("settings", f"the settings are valid: {where}")]


def built(name: str) -> tuple[Build | None, list[CheckResult]]:
    """The build of that name, None if it has mistakes."""
    try:
        build = load(name)
    except WiringError as error:
        return None, _mistakes("build", error, "companion wiring BUILD")
    return build, [ok("build", f"the build {build.name} is valid")]


def _mistakes(name: str, error: WiringError, mend: str) -> list[CheckResult]:
    return [wrong(name, f"{error.where}: {problem}", mend) for problem in error.problems]


def games(machine: Machine, folder: Path) -> Iterator[CheckResult]:
    """Whether games can be written, and how much room is left."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if there == folder and not folder.is_dir():
        yield wrong("games", f"{folder} is a file, not a folder", f"mv {folder} {folder}.old")
        return
    if trouble := _write(there):
        yield wrong("games", f"nothing can be written in {there} ({trouble})", f"sudo chown -R $USER {there}")
    else:
        sentence = f"games are kept in {folder}"
        yield ok("games", sentence if there == folder else f"{sentence}, which will be made")
    free = machine.free(there)
    room = f"{free / 1e6:.0f} MB are free on the disk of the games"
    if free < _LITTLE:
        yield wrong("disk", f"only {room}", "sudo apt clean")
    else:
        yield note("disk", room, "sudo apt clean") if free < _SOME else ok("disk", room)


def _write(folder: Path) -> str | None:
    """Why a file cannot be written in a folder, None if it can."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.strerror or str(error)
    return None


def service(machine: Machine) -> Iterator[CheckResult]:
    """Whether the service is installed, and how it is."""
    answer = machine.run(
        ("systemctl", "show", SERVICE, "--property=LoadState,ActiveState,SubState,Result,NRestarts")
    )
    values = dict(line.partition("=")[::2] for line in answer.text.splitlines()) if answer else {}
    state, again = values.get("ActiveState", ""), values.get("NRestarts", "0")
    if values.get("LoadState", "not-found") == "not-found":
        yield note("service", "the service is not installed: start the companion with `companion run`")
    elif state == "failed" or values.get("SubState") == "auto-restart":
        why = values.get("Result", "unknown")
        yield wrong("service", f"the service fails ({why})", f"journalctl -u {SERVICE} -e")
    elif state != "active":
        yield note("service", "the service is installed but does not run", f"sudo systemctl start {SERVICE}")
    elif again not in ("", "0"):
        yield note("service", f"the service runs, restarted {again} times", f"journalctl -u {SERVICE} -e")
    else:
        yield ok("service", "the service runs")


def socket(path: Path) -> Iterator[CheckResult]:
    """Whether a companion answers at its socket."""
    try:
        answer = next(ask(path, {"get": "state"}), None)
    except Unanswered as error:
        if not path.exists():
            yield note("socket", f"no companion runs now: there is no {path}", "companion run")
        else:
            yield wrong("socket", str(error), f"sudo systemctl restart {SERVICE}")
        return
    except (CompanionError, ValueError) as error:
        yield wrong("socket", f"what answers at {path} is no companion ({error})", f"rm {path}")
        return
    if answer and answer.get("ok"):
        yield ok("socket", f"a companion answers at {path}")
    else:
        yield wrong("socket", f"the companion at {path} refuses to answer", f"journalctl -u {SERVICE} -e")


def runs(path: Path) -> bool:
    """Whether a companion has the device now."""
    try:
        return next(ask(path, {"get": "state"}), None) is not None
    except (CompanionError, ValueError):
        return False
