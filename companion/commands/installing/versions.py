"""Which version is in use, and which one was before it."""

from contextlib import ExitStack
from typing import Protocol

from companion.commands.installing import apt, package_file, slots
from companion.commands.installing.host import Host
from companion.commands.installing.package_file import PackageFile
from companion.commands.installing.places import BEFORE
from companion.commands.installing.slots import Slot


class Version(Protocol):
    """A version of the companion that can be put in its place."""

    @property
    def mark(self) -> str:
        """The name of its folder or file."""

    @property
    def command(self) -> tuple[str, ...]:
        """The words that run its program."""

    @property
    def is_whole(self) -> bool:
        """Whether all of it is there."""

    def put_in_place(self) -> None:
        """Have it be the one that runs from its next start on."""

    def forget(self) -> None:
        """Remove it from where versions are kept."""


def by_mark(host: Host, mark: str, stack: ExitStack) -> Version:
    """Return the version of a folder or file."""
    return PackageFile(host, mark, stack) if mark.endswith(".deb") else Slot(host, mark)


def used(host: Host, stack: ExitStack) -> Version | None:
    """Return the version in use; None without one that could be put in its place again."""
    number = apt.version(host)
    version: Version | None
    if number:
        version = PackageFile(host, package_file.kept_name(number), stack)
    else:
        version = slots.used(host)
    return version if version and version.is_whole else None


def before(host: Host, stack: ExitStack) -> Version | None:
    """Return the version that ran before the one in use, None without one."""
    mark = (host.text(BEFORE) or "").strip()
    now = used(host, stack)
    version = by_mark(host, mark, stack) if mark else slots.free(host)
    is_other = now is None or now.mark != version.mark
    return version if version.is_whole and is_other else None


def remember(host: Host, now: Version, old: Version | None) -> None:
    """Note which version ran before, and keep no others."""
    marks = [version.mark for version in (now, old) if version]
    note = host.path(BEFORE)
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(f"{marks[-1]}\n")
    package_file.forget_others(host, marks)
    slots.forget_others(host, marks)


def number(host: Host, version: Version) -> str:
    """Return the number of a version, "" where its program does not run here."""
    return host.says(*version.command, "--version").rpartition(" ")[2]
