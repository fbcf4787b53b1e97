"""The computer that the doctor examines, or in tests a folder with made-up files and answers."""

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from hardware.health import parts
from hardware.readers.protocol import There
from wiring.spec import ChipSpec, Display, I2c

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


def run_command(words: Sequence[str], patience_s: float = PATIENCE_S) -> CommandOutput:
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
    run: Callable[..., CommandOutput] = run_command
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
