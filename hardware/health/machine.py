"""The computer that the doctor examines, or in tests a folder with made-up files and answers."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from hardware.health import parts
from hardware.readers.protocol import There
from wiring.spec import ChipSpec, Display, I2c
from wiring.switches import join_group, make_group

SERVICE: Final = "hanabi-companion.service"
PATIENCE_S: Final = 15.0
LONGEST_S: Final = 600.0
"""A command of the service manager waits for a service that starts slowly, but not for ever."""
MISSING: Final = 127
HUNG: Final = 124
"""The exit statuses for a command that is not there, and for one that does not end, as a shell and
`timeout` have them."""


class CommandOutput(NamedTuple):
    """The exit status of a command, and what it printed; where it failed also its complaints."""

    status: int
    text: str


def _run_command(words: Sequence[str], patience_s: float = PATIENCE_S) -> CommandOutput:
    """Run a command; its status is `MISSING` or `HUNG` where it gives none."""
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=patience_s,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"},  # what it prints is read: no translations
        )
    except subprocess.TimeoutExpired:
        return CommandOutput(HUNG, "")
    except OSError:
        return CommandOutput(MISSING, "")
    said = done.stdout + (done.stderr if done.returncode else b"")
    return CommandOutput(done.returncode, said.decode(errors="replace"))


def has_module(name: str) -> bool:
    """Return True if Python would find a module, without importing it."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


@dataclass
class Machine:
    """A computer by its files, commands and parts; every probe asks it."""

    root: Path = Path("/")
    run: Callable[..., CommandOutput] = _run_command
    has_module: Callable[[str], bool] = has_module
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free
    as_driver: Sequence[str] = ()
    """Begins a command that the user of the service runs, who drives the parts then; empty where it
    is the one that runs this program."""
    touch: Callable[[I2c, str], str | None] = parts.touch_part
    wake: Callable[[ChipSpec, Display], bool] = parts.pulse_reset
    lines: Callable[[ChipSpec, Sequence[int]], dict[int, str]] = parts.holders_of_lines
    ask_reader: Callable[[str, str], tuple[There, bytes]] = parts.ask_reader

    def path(self, name: str) -> Path:
        """Return a file of this computer by its absolute name."""
        return self.root / name.lstrip("/")

    def read_text(self, name: str) -> str | None:
        """Return the text of a file, without zeros at its end; None if it cannot be read."""
        try:
            return self.path(name).read_text(errors="replace").rstrip("\0\n ")
        except OSError:
            return None

    def exists(self, name: str) -> bool:
        """Return True if there is such a file."""
        return self.path(name).exists()

    def matching_files(self, pattern: str) -> list[str]:
        """Return the names of the files that match a pattern such as /dev/gpiochip*."""
        top = Path(pattern)
        matches = self.path(str(top.parent)).glob(top.name)
        return sorted(str(top.parent / match.name) for match in matches)

    def is_usable(self, name: str) -> bool:
        """Return True if the user that drives the parts may read and write a file."""
        return self.may_use(self.path(name))

    def may_use(self, file: Path) -> bool:
        """Return True if that user may read and write a file anywhere, as the kernel judges."""
        if not self.as_driver:
            return os.access(file, os.R_OK | os.W_OK)
        words = (*self.as_driver, "test", "-r", str(file), "-a", "-w", str(file))
        return self.run(words).status == 0

    @property
    def model(self) -> str:
        """Which Raspberry Pi this is, "" for another computer."""
        model = self.read_text("/proc/device-tree/model") or ""
        return model if "Raspberry Pi" in model else ""

    @property
    def restart(self) -> str:
        """The end of a command, by which the service sees the change."""
        return f" && sudo systemctl restart {SERVICE}" if self.as_driver else ""

    @property
    def start(self) -> str:
        """The command that starts a companion anew."""
        return f"sudo systemctl restart {SERVICE}" if self.as_driver else "companion run"

    def allowing(self, group: str, path: str) -> str:
        """Return the command that allows the user that drives the parts a device of a group."""
        if self.as_driver:  # whose unit has the group
            return f"sudo chgrp {group} {path} && sudo chmod g+rw {path}{self.restart}"
        if f"\n{group}:" not in f"\n{self.read_text('/etc/group')}":
            return make_group(group)
        return f"{join_group(group)}, then log in again"

    def installing(self, package: str, debian: str) -> str:
        """Return the way to install a module for this program: in its environment, or Debian's."""
        if sys.prefix == sys.base_prefix:
            return f"sudo apt install python3-{debian}"
        return self.writing(sys.prefix, f"{sys.prefix}/bin/python -m pip install {package}")

    def writing(self, path: Path | str, command: str) -> str:
        """Return a command that writes to a file, by root where that is needed."""
        place = Path(path)
        if not place.exists():
            place = place.parent
        by = "" if os.access(place, os.W_OK) else "sudo "
        return f"{by}{command}{self.restart}"
