"""A companion as a process of its own, and what the system says about it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import settings
from tests.rig.samples import SEED as SEED
from tests.rig.waiting import until

SECONDS = float(os.environ.get("COMPANION_FAULTS_SECONDS", "60"))
"""How long the tests go on that have no end of their own."""

MACHINE_ID = Path(__file__).with_name("machine-id")
"""Stands for /etc/machine-id, which a container may not have."""


def memory_of(process: int | str, field: str = "RssAnon") -> int:
    """Return the bytes of memory that are a process's own; `VmRSS` for all that it holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return 1024 * int(status.split(f"{field}:")[1].split()[0])


class Daemon:
    """A running companion; `log` is all that it said."""

    def __init__(self, process: subprocess.Popen[bytes], sock: Path, log: Path) -> None:
        self.process = process
        self.sock = sock
        self._log = log

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace")

    @property
    def memory(self) -> int:
        """Bytes of memory that are its own."""
        return memory_of(self.process.pid)

    @property
    def worked(self) -> float:
        """Seconds of a processor that it had."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    @property
    def threads(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def ready(self, seconds: float = 30) -> None:
        """Wait until it is, for so long at most."""
        until(lambda: "ready" in self.log or self.process.poll() is not None, seconds)
        assert self.process.poll() is None, self.log

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send it a signal; gives its exit status."""
        self.process.send_signal(number)
        return self.process.wait(10)


def environ(directory: Path) -> dict[str, str]:
    """Return an environment in which everything of a companion is in this folder."""
    left_out = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "NOTIFY_SOCKET", "WATCHDOG_USEC")
    kept = {key: value for key, value in os.environ.items() if key not in left_out}
    file = directory / ".config" / settings.APP / settings.FILE
    if not file.exists():  # where a user has a file, even an empty one, no other one is read
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    own = {
        "HOME": str(directory),
        "STATE_DIRECTORY": str(directory),
        "TMPDIR": str(directory),  # an emulated device that is killed leaves its links there
        "COMPANION_MACHINE_ID": str(MACHINE_ID),
    }
    return {**kept, **own}


@contextmanager
def launched(
    directory: Path, *command: str, under: tuple[str, ...] = (), outside: Path | None = None
) -> Iterator[Daemon]:
    """Launch a companion, by this command of Python's if one is given.

    under: another program that runs it, with its options. outside: where its log and its socket
    are.
    """
    sock = (outside or directory) / "hanabi-companion.sock"
    run = ("-m", "companion", "run", "--panel", "emulator", "--headless", "--socket", str(sock))
    log = (outside or directory) / "companion.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*under, sys.executable, *(command or run)],
            env=environ(directory),
            stdout=out,
            stderr=out,
        )
    try:
        yield Daemon(process, sock, log)
    finally:
        process.kill()
        process.wait()


@contextmanager
def daemon(
    directory: Path, under: tuple[str, ...] = (), outside: Path | None = None
) -> Iterator[Daemon]:
    """Run a companion, and wait until it is ready."""
    with launched(directory, under=under, outside=outside) as running:
        running.ready()
        yield running
