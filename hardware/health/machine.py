"""The computer that the doctor examines, or in tests a folder with made-up files and answers."""

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import PanelError
from hardware.buses.ports import KernelI2c
from hardware.display.wire import I2cWires, Line
from hardware.gpio.board import open_board
from wiring.spec import Board, Display, I2c

_PATIENCE_S: Final = 15.0
_NOTHING: Final = b"\x00"
"""A transaction that asks for nothing: to a display a control byte without commands, to the chip of the
LED SHIM a register's number without a value."""


class Answer(NamedTuple):
    """What a command said; `status` is its exit status."""

    status: int
    text: str


def run_command(words: Sequence[str]) -> Answer | None:
    """Run a command; None if there is none of that name, or it does not end."""
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Answer(done.returncode, done.stdout.decode(errors="replace"))


def touch(place: I2c, part: str) -> str | None:
    """None if a part answers at its place on an I2C bus, else why it does not, as a sentence."""
    port = KernelI2c(place, part)
    try:
        port.write(_NOTHING)
    except OSError as error:
        return port.explain(error)
    finally:
        port.close()
    return None


def wake(board: Board, display: Display) -> bool:
    """Pulse a display's reset line, without which some do not answer; says whether that was possible."""
    if display.reset is None or not isinstance(display.bus, I2c):
        return False
    try:
        chip = open_board(board)
        wires = I2cWires(KernelI2c(display.bus, "the display"), Line(chip, display.reset))
        try:
            wires.reset()
        finally:
            wires.close()
    except PanelError:
        return False
    return True


def has_module(name: str) -> bool:
    """Whether Python would find a module, which is not imported."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


class Machine:
    """A computer; everything that a check asks of it goes through here."""

    def __init__(
        self,
        root: Path = Path("/"),
        run: Callable[[Sequence[str]], Answer | None] = run_command,
        touch: Callable[[I2c, str], str | None] = touch,
        wake: Callable[[Board, Display], bool] = wake,
        has_module: Callable[[str], bool] = has_module,
        python: tuple[int, int, int] = sys.version_info[:3],
    ) -> None:
        self._root: Final = root
        self.run: Final = run
        self.touch: Final = touch
        self.wake: Final = wake
        self.has_module: Final = has_module
        self.python: Final = python

    def path(self, name: str) -> Path:
        """A file of this computer by its absolute name."""
        return self._root / name.lstrip("/")

    def text(self, name: str) -> str | None:
        """What a file says, without the zeros that end a device tree's texts; None if it cannot be read."""
        try:
            return self.path(name).read_text(errors="replace").rstrip("\0\n ")
        except OSError:
            return None

    def exists(self, name: str) -> bool:
        """Whether there is such a file."""
        return self.path(name).exists()

    def found(self, pattern: str) -> list[str]:
        """The names of the files that match a pattern such as /dev/gpiochip*."""
        top = Path(pattern)
        matches = self.path(str(top.parent)).glob(top.name)
        return sorted(str(top.parent / match.name) for match in matches)

    def may_use(self, name: str) -> bool:
        """Whether this program may read and write a file."""
        return os.access(self.path(name), os.R_OK | os.W_OK)

    def groups(self) -> tuple[str, ...] | None:
        """The groups that this program is in, None if unknown."""
        answer = self.run(("id", "-Gn"))
        return tuple(answer.text.split()) if answer and answer.status == 0 else None

    def members(self, group: str) -> tuple[str, ...] | None:
        """Who is in a group by /etc/group, None if there is no such group."""
        for line in (self.text("/etc/group") or "").splitlines():
            name, *_, members = line.split(":")
            if name == group:
                return tuple(filter(None, members.split(",")))
        return None

    def user(self) -> str:
        """Who runs this program."""
        answer = self.run(("id", "-un"))
        return answer.text.strip() if answer and answer.status == 0 else ""

    @property
    def model(self) -> str:
        """Which Raspberry Pi this is, "" for another computer."""
        model = self.text("/proc/device-tree/model") or ""
        return model if "Raspberry Pi" in model else ""

    @property
    def kind(self) -> str:
        """What to call a computer that is no Raspberry Pi."""
        return f"{platform.system()} on {platform.machine()}"

    def free(self, folder: Path) -> int:
        """Free bytes on the disk of a folder."""
        return shutil.disk_usage(folder).free
