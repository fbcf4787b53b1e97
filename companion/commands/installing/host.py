"""The computer that is installed on: what an installer asks of it, has it do, and says."""

import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.commands.installing.places import NAME
from companion.errors import CompanionError
from hardware.health.system import OnLine, System

_SUBSYSTEMS: Final = ("gpio", "i2c-dev", "spidev")
_MEGA: Final = 1_000_000
_FULL: Final = "no space left on device"


def say(sentence: str) -> None:
    """Print what is being done; a terminal that is gone does not end it."""
    with suppress(OSError):
        print(f"{NAME}: {sentence}", flush=True)


def ignore_signals() -> None:
    """Go on whatever ends programs."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


@dataclass(eq=False)
class Host(System):
    """A computer that is installed on."""

    say: OnLine = say
    sleep: Callable[[float], None] = time.sleep
    ignore_signals: Callable[[], None] = ignore_signals
    source: Path = Path(__file__).parents[3]
    """The checkout that is installed from."""
    executable: str = sys.executable

    def must(self, *words: str) -> str:
        """Run a command that has to succeed. Return what it said."""
        done = self.work(words)
        if done.status != 0:
            raise self.failure(f"`{' '.join(words)}` failed: {done.last_line}", done.text)
        return done.text

    def failure(self, sentence: str, said: str = "") -> CompanionError:
        """Return the error of a step that failed: a full disk before all else that was said."""
        temporary = tempfile.gettempdir()
        rooms = [self.free_mb("/opt"), self.free_mb(temporary)]
        if _FULL in said.lower() or min(rooms) < 1:
            sentence = (
                f"the disk is full: {rooms[0]} MB are free in /opt and {rooms[1]} in"
                f" {temporary};"
                " make room, as with: sudo apt clean"
            )
        return CompanionError(sentence)

    def free_mb(self, name: str) -> int:
        """Return the free megabytes where a folder is, or will be."""
        folder = self.path(name)
        while not folder.is_dir():
            folder = folder.parent
        return self.free(folder) // _MEGA

    def apply_rules(self) -> None:
        """Have udev follow its rules for the devices that are there."""
        self.run(("udevadm", "control", "--reload"))
        matches = [f"--subsystem-match={bus}" for bus in _SUBSYSTEMS]
        self.run(("udevadm", "trigger", *matches, "--settle"))

    def says(self, *words: str) -> str:
        """Return what a command prints, without the end of the line; "" where it fails."""
        done = self.run(words)
        return done.text.strip() if done and done.status == 0 else ""

    def succeeds(self, *words: str) -> bool:
        """Run a command that ends soon. Return True if it succeeded."""
        done = self.run(words)
        return done is not None and done.status == 0
