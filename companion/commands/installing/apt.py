"""What dpkg knows, and what apt can give."""

from collections.abc import Iterable, Sequence
from typing import Final

from companion.commands.installing.host import Host
from companion.commands.installing.places import NAME

_ABSENT: Final = ("", "not-installed", "config-files")
_INSTALL: Final = ("apt-get", "install", "-y", "-qq", "--no-install-recommends")


def version(host: Host) -> str:
    """Return the version of the companion's package that is installed, "" without one."""
    fields = ("--showformat", "${db:Status-Status} ${Version}")
    status, _, number = host.says("dpkg-query", "--show", *fields, NAME).partition(" ")
    return "" if status in _ABSENT else number or "?"


def can_satisfy(host: Host, needs: str) -> bool:
    """Return True if apt has all that a list of dependencies wants."""
    words = ("apt-get", "satisfy", "--simulate", "-qq", needs)
    if host.work(words).status == 0:
        return True
    return host.work(("apt-get", "update", "-qq")).status == 0 and host.work(words).status == 0


def get(host: Host, wanted: Sequence[str]) -> str:
    """Install packages, as far as apt has them. Return what apt said."""
    if not host.path("/usr/bin/apt-get").exists():
        host.say(f"there is no apt here; going on without {' '.join(wanted)}")
        return ""
    said = "".join(_get(host, wanted))
    for package in wanted:
        if not host.succeeds("dpkg-query", "--status", package):
            host.say(f"apt cannot install {package} here; going on without it")
    return said


def _get(host: Host, wanted: Iterable[str]) -> Iterable[str]:
    is_updated = False
    for package in wanted:
        host.say(f"getting {package} with apt")
        done = host.work((*_INSTALL, package))
        yield done.text
        if done.status != 0 and not is_updated:
            is_updated = True
            host.work(("apt-get", "update", "-qq"))
            yield host.work((*_INSTALL, package)).text


def install_file(host: Host, file: str) -> None:
    """Install a package file, whatever version was there before."""
    host.must(*_INSTALL, "--allow-downgrades", "--reinstall", file)


def remove(host: Host) -> None:
    """Remove the companion's package; settings and games stay."""
    host.must("apt-get", "remove", "-y", "-qq", NAME)


def purge(host: Host) -> None:
    """Remove the companion's package and its settings; the games stay."""
    host.must("apt-get", "purge", "-y", "-qq", NAME)
