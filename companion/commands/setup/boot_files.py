"""The files of the boot partition that switch buses on and off: config.txt and cmdline.txt."""

import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from companion.commands import whole_file
from companion.errors import CompanionError
from hardware.health.machine import Machine
from hardware.health.pins import has_console
from wiring.reading.build import Build
from wiring.switches import CONFIG, CONSOLE, Switch, needed_switches

CMDLINE: Final = "/boot/firmware/cmdline.txt"
MODULES: Final = ("i2c-dev", "spidev")
"""The drivers of the device files of buses."""
_CONSOLE_WORD: Final = re.compile(r"console=(serial|ttyAMA|ttyS)\d")
_SECTION: Final = re.compile(r"\s*\[(.*)\]")
_ALL: Final = "all"
_PARAMETER: Final = "dtparam="
_WAIT_S: Final = 3.0
_LOOK_S: Final = 0.5


def switch_buses(machine: Machine, build: Build) -> tuple[bool, list[Switch]]:
    """Switch the buses of a build: where they can be now, else from the next start on.

    Return whether a file was changed, and what is not as the build needs it now.
    """
    wanted = needed_switches(build)
    changed = _change_file(machine.path(CONFIG), partial(with_lines, switched=wanted))
    if any(each.name == CONSOLE for each in wanted) and has_console(machine):
        changed |= _change_file(machine.path(CMDLINE), _without_console)
    for module in MODULES if wanted else ():
        machine.run(("modprobe", module))
    for each in wanted if changed else ():
        if each.line.startswith(_PARAMETER):  # as raspi-config does, so that no restart is needed
            machine.run(("dtparam", each.line.removeprefix(_PARAMETER)))
    return changed, _await_switches(machine, wanted)


def _await_switches(machine: Machine, wanted: Sequence[Switch]) -> list[Switch]:
    """Wait a moment for the device files. Return what is not as it should be."""
    lacking: list[Switch] = []
    for _ in range(int(_WAIT_S / _LOOK_S)):
        lacking = [
            each
            for each in wanted
            if (machine.exists(each.device) if each.device else has_console(machine)) != each.on
        ]
        if not lacking:
            break
        time.sleep(_LOOK_S)
    return lacking


def _change_file(file: Path, change: Callable[[str], str]) -> bool:
    """Change the text of a file, which keeps all of its other bytes. Return True if it changed."""
    try:
        # In latin-1 each byte is a letter, so whatever people wrote in it comes back as it was.
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
    return True


def with_lines(text: str, switched: Sequence[Switch]) -> str:
    """Return the text of config.txt, extended by the lines of these switches that do not count yet.

    What is off unless a line switches it on needs no line of its own.
    """
    section = _ALL
    setting: dict[str, str] = {}
    for line in text.split("\n"):
        if heading := _SECTION.match(line):
            section = heading[1].strip().lower()
        elif section == _ALL:
            plain = line.partition("#")[0].strip()
            setting[_config_key(plain)] = plain
    lines = []
    for switch in switched:
        unset = "" if switch.on else switch.line
        if setting.get(_config_key(switch.line), unset) != switch.line:
            lines.append(switch.line)
    if not lines:
        return text
    if section != _ALL:
        lines = ["", f"[{_ALL}]", *lines]
    end = "\r\n" if "\r\n" in text else "\n"
    return end.join([text.rstrip(), *lines, ""]).lstrip()


def _config_key(line: str) -> str:
    name, _, value = line.partition("=")
    return f"{name}={value.partition('=')[0]}" if name in ("dtparam", "dtoverlay") else name


def _without_console(text: str) -> str:
    """Return the kernel's command line without a console on the header's serial pins."""
    words = text.split()
    left = [word for word in words if not _CONSOLE_WORD.match(word)]
    return text if left == words else f"{' '.join(left)}\n"
