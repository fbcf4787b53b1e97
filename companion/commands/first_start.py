"""`companion first-start`: sets a device up for the build that its card names.

The card's own files call it, once the package is installed (systemd/card). It extends config.txt
by the build's buses, asks for one restart where they need it, and then does what `companion setup`
does.
"""

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from companion import settings
from companion.commands import failed_start, whole_file
from companion.commands.doctor import service
from companion.commands.last_build import last_build
from companion.commands.setup import setup
from companion.errors import CompanionError, one_line
from hardware.health.machine import Machine
from hardware.health.mending import SERVICE
from wiring.reading.build import Build, load
from wiring.switches import CONFIG, CONSOLE, Switch, switches

RESTART: Final = 75
"""The exit status where the computer has to be started again."""
CMDLINE: Final = "/boot/firmware/cmdline.txt"
MODULES: Final = ("i2c-dev", "spidev")
"""The drivers of the device files of buses."""
_CONSOLE_WORD: Final = re.compile(r"console=(serial|ttyAMA|ttyS)\d")
_SECTION: Final = re.compile(r"\s*\[(.*)\]")
_ALL: Final = "all"
_WAIT_S: Final = 3.0
_LOOK_S: Final = 0.5


class Named(NamedTuple):
    """The build that the card names, by its name or its file; "" for none."""

    where: str
    build: Build


def run(out: TextIO, machine: Machine | None = None) -> int:
    """Set the device up. Return 0 once it is, and RESTART if it has to be started again first.

    A `CompanionError` says what is wrong, on the display too, where it can be driven.
    """
    machine = machine or Machine()
    if os.geteuid() != 0:
        raise CompanionError("only root may set a device up; run: sudo companion first-start")
    try:
        named = _named(machine)
        if named and _switch(machine, named.build, out):
            print("The build's buses are switched on from the next start.", file=out, flush=True)
            return RESTART
        setup.run(named.where if named else None, None, None, out, machine)
        _need_enabled(machine)
    except CompanionError as error:
        _show(machine, error)
        raise
    return 0


def _need_enabled(machine: Machine) -> None:
    """Refuse to be done while the service would not start with the computer."""
    done = machine.run(("systemctl", "is-enabled", "--quiet", SERVICE))
    if not done or done.status != 0:
        raise CompanionError(
            "the service does not start with the computer yet; start the computer once more"
        )


def _named(machine: Machine) -> Named | None:
    """Return the build that the card names, None for none."""
    for place in settings.BOOT:
        file = machine.path(str(place))
        if settings.is_there(file):
            where = settings.load({"COMPANION_CONFIG": str(file)}).panel
            return Named(where, load(where)) if where else None
    return None


def _switch(machine: Machine, build: Build, out: TextIO) -> bool:
    """Switch the build's buses in the files of the boot partition.

    Return True if one of them is as the build needs it only after the next start.
    """
    wanted = switches(build)
    changed = _change(machine.path(CONFIG), partial(with_lines, switched=wanted), out)
    if any(switch.name == CONSOLE for switch in wanted):
        changed |= _change(machine.path(CMDLINE), without_console, out)
    if wanted:
        for module in MODULES:
            machine.run(("modprobe", module))
    return changed and not _all_as_wanted(machine, wanted)


def _change(file: Path, change: Callable[[str], str], out: TextIO) -> bool:
    """Change the text of a file, which keeps all of its other bytes. Return True if it changed."""
    try:
        text = file.read_bytes().decode("latin-1")
        changed = change(text)
        if changed == text:
            return False
        whole_file.write(file, changed.encode("latin-1"))
    except FileNotFoundError:
        return False  # not a Raspberry Pi's boot partition; the doctor judges
    except OSError as error:
        raise CompanionError(
            f"{file} cannot be changed ({error.strerror}); the card's first partition must be"
            " writable and have room"
        ) from None
    print(f"{file} was changed.", file=out, flush=True)
    return True


def with_lines(text: str, switched: Sequence[Switch]) -> str:
    """Return the text of config.txt, extended by the lines of these switches that do not count yet.

    What is off unless a line switches it on needs no line of its own.
    """
    sectioned = list(_sectioned(text))
    setting = {_key(line): line for section, line in sectioned if section == _ALL}
    lines = [switch.line for switch in switched if not _counts(setting, switch)]
    if not lines:
        return text
    if sectioned[-1][0] != _ALL:
        lines = ["", f"[{_ALL}]", *lines]
    end = "\r\n" if "\r\n" in text else "\n"
    return end.join([text.rstrip(), *lines, ""]).lstrip()


def _counts(setting: Mapping[str, str], switch: Switch) -> bool:
    """Return True if a switch is as it should be by what is set."""
    unset = "" if switch.on else switch.line
    return setting.get(_key(switch.line), unset) == switch.line


def _sectioned(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line without its comment, after the section in which it stands."""
    section = _ALL
    for line in text.split("\n"):
        if heading := _SECTION.match(line):
            section = heading[1].strip().lower()
        yield section, line.partition("#")[0].strip()


def _key(line: str) -> str:
    """Return what a line of config.txt sets, without its value."""
    name, _, value = line.partition("=")
    return f"{name}={value.partition('=')[0]}" if name in ("dtparam", "dtoverlay") else name


def without_console(text: str) -> str:
    """Return the kernel's command line without a console on the header's serial pins."""
    words = text.split()
    left = [word for word in words if not _CONSOLE_WORD.match(word)]
    return text if left == words else f"{' '.join(left)}\n"


def _all_as_wanted(machine: Machine, wanted: Sequence[Switch]) -> bool:
    """Wait a moment for the device files. Return True if each bus is as the build needs it."""
    for _ in range(int(_WAIT_S / _LOOK_S)):
        if all(_is_as_wanted(machine, switch) for switch in wanted):
            return True
        time.sleep(_LOOK_S)
    return False


def _is_as_wanted(machine: Machine, switch: Switch) -> bool:
    if not switch.device:
        return False  # nothing shows whether the console is still there
    return machine.exists(switch.device) == switch.on


def _show(machine: Machine, error: CompanionError) -> None:
    """Say on the display of the build that ran last why the set-up cannot go on."""
    kept = {"STATE_DIRECTORY": str(machine.path(f"/var/lib/{settings.APP}"))}
    build = last_build(kept)
    if build and not service.look(machine).runs:  # else the display is the companion's
        failed_start.leave_picture(build, one_line(str(error)))
