"""Virtual Raspberry Pis, each with a card of its own: switched on, unplugged, switched on again."""

import os
import re
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from systemd.making.build import build_package
from systemd.making.roots import why_not
from systemd.making.stand_ins import for_any_processor, needed_packages, stand_in_debs

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
CACHE = Path(os.environ.get("HIL_CACHE", "/var/tmp/hil-cache"))


ENGINE = os.environ.get("COMPANION_HIL_ENGINE", "arm64")
"""The processor of the computer, as `hil.sh -e` calls it."""
MARKS = [
    pytest.mark.hil,
    pytest.mark.skipif(
        os.environ.get("COMPANION_HIL") != "1", reason="needs root and QEMU: make test-hil"
    ),
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root"),
]
"""The marks of a test that needs a virtual Raspberry Pi."""
SECONDS = "3600"
"""How long a start may take: the emulated computer is slow."""
PYTHON = "PYTHONPATH=/mnt/src PYTHONDONTWRITEBYTECODE=1"
SOCKET = "COMPANION_SOCKET=/run/hanabi-companion/hanabi-companion.sock"
ENVIRON = f"{PYTHON} {SOCKET}"
"""What a script of the checkout needs there beside the installed service."""


def steps(script: str, *each: str) -> str:
    """Return the command of some steps of a script of `tests/hil`."""
    return f"{ENVIRON} python3 -m tests.hil.{script} {shlex.join(each)}"


Unplug = Callable[[str], bool]
"""Returns True for the line at which the plug is pulled."""


def at_line(pattern: str, number: int = 1) -> Unplug:
    """Pull the plug at the first line, or one of the next, that begins with a pattern."""
    matches = count(1)
    return lambda line: bool(re.match(pattern, line)) and next(matches) == number


def last_number(said: list[str], pattern: str) -> str:
    """Return the number in the last line that matches."""
    numbers = [match[1] for line in said if (match := re.search(pattern, line))]
    assert numbers, said[-20:]
    return numbers[-1]


class VirtualPi:
    """A computer with one card, and a folder that it shares with the test as /mnt/host.

    The checkout is /mnt/src there, and the guest's Python has nothing from PyPI.
    """

    def __init__(
        self, folder: Path, engine: str, suite: str, packages: str, disk: Path | None = None
    ) -> None:
        """Make the shared folder.

        packages: Debian's packages that the computer has beside the least. disk: a second disk,
        /dev/vdb there.
        """
        self.suite = suite
        self.shared = folder / "shared"
        self.shared.mkdir()
        self._options = ["-e", engine, "-d", suite, "-p", "", "-a", packages]
        self._disk = f"-drive file={disk},format=raw,if=virtio" if disk else ""
        self._options += ["-k", folder / "card.img", "-s", ROOT, "-o", self.shared, "-t", SECONDS]

    def start(self, command: str, unplug: Unplug | None = None, kernel: str = "") -> list[str]:
        """Switch on and run a command. Return what was said.

        unplug: when the plug is pulled, which has to come. kernel: words for the kernel's command
        line.
        """
        run = subprocess.Popen(
            ["bash", HERE / "hil.sh", *self._options, "-c", kernel, "--", command],
            env={**os.environ, "HIL_CACHE": str(CACHE), "HIL_QEMU_EXTRA": self._disk},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        said = []
        for line in run.stdout:
            said.append(line.rstrip())
            print(said[-1], flush=True)
            if unplug is not None and unplug(line):
                os.kill(int((self.shared / ".hil-pid").read_text()), signal.SIGKILL)
                unplug = None
        run.wait()
        assert unplug is None, said[-20:]
        return said

    def must(self, command: str, kernel: str = "") -> None:
        """Switch on and run a command that has to end well."""
        said = self.start(command, kernel=kernel)
        assert "all well" in said, said[-30:]


MARKS_OF_PACKAGES = [
    *MARKS,
    pytest.mark.skipif(why_not() != "", reason="builds packages, which needs root and mmdebstrap"),
]
"""The marks of a test that builds packages too."""
DISK_BYTES = 64 << 20


def lay_gpiozero(shared: Path, scratch: Path) -> None:
    """Put the package of gpiozero in a folder, for any processor."""
    (gpiozero,) = stand_in_debs()
    for_any_processor(gpiozero, shared / "python3-gpiozero_all.deb", scratch / "gpiozero")


@contextmanager
def packaged_pi(packages: str = "") -> Iterator[tuple[VirtualPi, Path]]:
    """Yield a computer with Debian 13 and an empty second disk, and the package to be installed.

    The package lies in a folder of its own, the stand-in in the shared one.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="packaged-") as name:
        folder = Path(name)
        disk = folder / "disk.img"
        with disk.open("wb") as image:
            image.truncate(DISK_BYTES)
        needed = " ".join(["dpkg", "python3-colorzero", packages, *needed_packages()])
        pi = VirtualPi(folder, ENGINE, "trixie", needed, disk)
        lay_gpiozero(pi.shared, folder)
        yield pi, build_package(folder, lint=False)
