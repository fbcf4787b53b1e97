"""A Debian package of the companion as a version that can be put in its place."""

import os
import re
import shutil
import tempfile
from collections.abc import Container
from contextlib import ExitStack
from pathlib import Path

from companion.commands.installing import apt, slots
from companion.commands.installing.host import Host
from companion.commands.installing.places import NAME, PACKAGES


class PackageFile:
    """A package by its file; unpacked beside what is installed, it can be asked things."""

    def __init__(self, host: Host, mark: str, stack: ExitStack) -> None:
        self.mark = mark
        self._host = host
        self._stack = stack
        self._folder = ""

    @property
    def is_whole(self) -> bool:
        """Whether the file is there."""
        return self._host.exists(self.mark)

    @property
    def command(self) -> tuple[str, ...]:
        """Its program, as it is run where it is not installed."""
        share = f"{self._unpacked()}/usr/share/{NAME}"
        path = f"PYTHONPATH={share}/current:{share}"
        return ("env", path, "python3", "-BP", "-m", "companion")

    def put_in_place(self) -> None:
        """Install it."""
        slots.leave(self._host)
        apt.install_file(self._host, str(self._host.path(self.mark)))

    def forget(self) -> None:
        """Remove the file."""
        self._host.path(self.mark).unlink(missing_ok=True)

    def _unpacked(self) -> str:
        """Unpack it once, for the companion's own user too."""
        if not self._folder:
            made = tempfile.TemporaryDirectory()
            self._folder = self._stack.enter_context(made)
            os.chmod(self._folder, 0o755)
            file = str(self._host.path(self.mark))
            self._host.must("dpkg-deb", "--extract", file, self._folder)
        return self._folder


def keep(host: Host, file: Path) -> str:
    """Copy a package file to where those of the device are kept. Return its name there."""
    number = host.must("dpkg-deb", "--field", str(file), "Version").strip()
    kept = kept_name(number)
    host.path(PACKAGES).mkdir(parents=True, exist_ok=True)
    if host.path(kept).resolve() != file.resolve():
        shutil.copyfile(file, host.path(kept))
    return kept


def kept_name(number: str) -> str:
    """Return where the file of a version is kept."""
    return f"{PACKAGES}/{NAME}_{number}_all.deb"


def forget_others(host: Host, marks: Container[str]) -> None:
    """Remove the package files of all other versions."""
    for name in host.files(f"{PACKAGES}/{NAME}_*.deb"):
        if name not in marks:
            host.path(name).unlink()


def needs(source: Path) -> str:
    """Return what the package of a checkout depends on, as apt takes it."""
    control = (source / "systemd" / "debian" / "control").read_text("utf-8")
    (block,) = re.findall(r"^Depends:\n((?: .*\n)+)", control, re.MULTILINE)
    lines = (line.strip().rstrip(",") for line in block.splitlines())
    return ", ".join(line for line in lines if not line.startswith("$"))
