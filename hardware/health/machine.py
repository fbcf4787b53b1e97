"""The computer that the doctor examines, or in tests a folder with made-up files and answers."""

import copy
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, Self

from companion.panel import Clock
from hardware.gpio.lines import LineUse
from hardware.health import parts
from hardware.pods.asking import ask_pod
from hardware.pods.messages import Hello
from hardware.readers.asking import ask_pn532, hear_reader
from hardware.readers.protocol import There
from wiring.spec import ChipSpec, Display, I2c

READ: Final = 4
WRITE: Final = 2
ENTER: Final = 1
"""What may be allowed, as in the three last bits of a file's mode."""
PATIENCE_S: Final = 15.0
LONGEST_S: Final = 600.0
"""A command of the service manager waits for a service that starts slowly, but not for ever."""
MISSING: Final = 127
"""The exit status of a shell that finds no such command."""


class CommandOutput(NamedTuple):
    """The output of a command, and its exit status."""

    status: int
    text: str


class Account(NamedTuple):
    """A user of the system, with the numbers of their groups."""

    name: str
    uid: int
    groups: Collection[int]

    def may(self, want: int, there: os.stat_result) -> bool:
        """Return True if a file's owner, group and mode allow this; access lists are ignored."""
        shift = 3 if there.st_gid in self.groups else 0
        if there.st_uid == self.uid:
            shift = 6
        return self.uid == 0 or there.st_mode >> shift & want == want


def run_command(words: Sequence[str]) -> CommandOutput | None:
    """Run a command. Return None if there is none of that name, or it does not end."""
    return _run(words, PATIENCE_S, subprocess.DEVNULL)


def work(words: Sequence[str]) -> CommandOutput:
    """Run a command that may take long. Return both of its streams as one."""
    return _run(words, LONGEST_S, subprocess.STDOUT) or CommandOutput(MISSING, "")


def _run(words: Sequence[str], patience_s: float, errors: int) -> CommandOutput | None:
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            timeout=patience_s,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return CommandOutput(done.returncode, done.stdout.decode(errors="replace"))


def has_module(name: str) -> bool:
    """Return True if Python would find a module, without importing it."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


@dataclass(eq=False)
class Machine:
    """A computer by its files, commands, users and parts; every probe asks it."""

    root: Path = Path("/")
    run: Callable[[Sequence[str]], CommandOutput | None] = run_command
    has_module: Callable[[str], bool] = has_module
    python: tuple[int, int, int] = sys.version_info[:3]
    clock: Clock = time.monotonic
    driver: Account | None = None
    """The user that drives the parts, None if it is the one that runs this program."""
    work: Callable[[Sequence[str]], CommandOutput] = work
    """Runs a command that may take long."""
    touch: Callable[[I2c, str], str | None] = parts.touch
    wake: Callable[[ChipSpec, Display], bool] = parts.wake
    lines: Callable[[ChipSpec, Sequence[int]], Mapping[int, LineUse]] = parts.look_at_lines
    ask_pn532: Callable[[str], There] = ask_pn532
    fetch: Callable[[str], str] = parts.fetch
    hear_reader: Callable[[str], bytes] = hear_reader
    ask_pod: Callable[[str], Hello | None] = ask_pod

    def driven_by(self, driver: Account | None) -> Self:
        """Return the same computer, whose parts this user drives."""
        other = copy.copy(self)
        other.driver = driver
        return other

    def path(self, name: str) -> Path:
        """Return a file of this computer by its absolute name."""
        return self.root / name.lstrip("/")

    def text(self, name: str) -> str | None:
        """Return the text of a file, without zeros at its end; None if it cannot be read."""
        try:
            return self.path(name).read_text(errors="replace").rstrip("\0\n ")
        except OSError:
            return None

    def exists(self, name: str) -> bool:
        """Return True if there is such a file."""
        return self.path(name).exists()

    def files(self, pattern: str) -> list[str]:
        """Return the names of the files that match a pattern such as /dev/gpiochip*."""
        top = Path(pattern)
        matches = self.path(str(top.parent)).glob(top.name)
        return sorted(str(top.parent / match.name) for match in matches)

    def may_use(self, name: str) -> bool:
        """Return True if this program may read and write a file."""
        return os.access(self.path(name), os.R_OK | os.W_OK)

    def usable(self, name: str) -> bool:
        """Return True if the user that drives the parts may read and write a file."""
        if self.driver is None:
            return self.may_use(name)
        try:
            return self.driver.may(READ | WRITE, self.path(name).stat())
        except OSError:
            return False

    def group_of(self, file: Path) -> str:
        """Return the group that a file belongs to, its number if that has no name."""
        try:
            number = str(file.stat().st_gid)
        except OSError:
            return ""
        return {its: group for group, _, its, _ in self._groups()}.get(number, number)

    def account(self, user: str, more: Sequence[str] = ()) -> Account | None:
        """Return a user, with their groups and `more`; None if there is no such user."""
        numbers = self._id("-G", user)
        numbers += [number for group, _, number, _ in self._groups() if group in more]
        uid = self._id("-u", user)
        return Account(user, int(uid[0]), set(map(int, numbers))) if uid else None

    def _id(self, *words: str) -> list[str]:
        answer = self.run(("id", *words))
        return answer.text.split() if answer and answer.status == 0 else []

    def _groups(self) -> list[list[str]]:
        """Return the fields of each group in /etc/group: name, password, number, members."""
        lines = (self.text("/etc/group") or "").splitlines()
        return [line.split(":") for line in lines if line.count(":") == 3]

    def members(self, group: str) -> list[str] | None:
        """Return the members of a group by /etc/group, None if there is no such group."""
        members = {name: re.findall("[^,]+", them) for name, _, _, them in self._groups()}
        return members.get(group)

    def user(self) -> str:
        """Return the user that runs this program."""
        return "".join(self._id("-un"))

    @property
    def model(self) -> str:
        """Which Raspberry Pi this is, "" for another computer."""
        model = self.text("/proc/device-tree/model") or ""
        return model if "Raspberry Pi" in model else ""

    def free(self, folder: Path) -> int:
        """Return the free bytes on the disk of a folder."""
        return shutil.disk_usage(folder).free
