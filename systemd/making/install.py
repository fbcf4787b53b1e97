"""`make install BUILD=bonnet`: builds the package, has apt install it, and sets the device up."""

import os
import subprocess
import sys
from typing import Final

from companion.errors import CompanionError
from systemd.making import source
from systemd.making.build import DIST, build_package
from systemd.making.roots import NoRoot, why_not
from wiring.reading.build import load

_APT: Final = ("apt-get", "install", "--yes", "--no-install-recommends", "--allow-downgrades")


def _install_checkout(name: str) -> int:
    """Install this checkout for a build, or for the one that is set. Return the exit status.

    Raises a `NoRoot` or a `CompanionError` before anything is changed.
    """
    if name:
        load(name)
    if trouble := why_not():
        raise NoRoot(trouble)
    _need_packages()
    package = build_package(DIST, lint=False, is_local=True)
    status = _exit_status(*_APT, str(package))
    return status or _exit_status("companion", "setup", *filter(None, [name]))


def _need_packages() -> None:
    """Refuse a system whose apt lacks what the package needs, as that of Bookworm does."""
    words = ("apt-get", "satisfy", "--simulate", "--quiet", source.package_dependencies())
    if _run_quietly(*words) != 0:
        _run_quietly("apt-get", "update")
        if _run_quietly(*words) != 0:
            raise NoRoot(
                "apt lacks packages that the companion needs; Raspberry Pi OS Trixie has them, or"
                " Debian 13 with Raspberry Pi's archive; elsewhere start the companion with:"
                " make run"
            )


def _exit_status(*words: str) -> int:
    return subprocess.run(words, check=False).returncode


def _run_quietly(*words: str) -> int:
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode
    except FileNotFoundError:
        return 1


def main() -> int:
    """Install it. Return the exit status."""
    try:
        return _install_checkout(os.environ.get("BUILD", ""))
    except (CompanionError, NoRoot, ValueError) as error:
        print(f"make install: {'; '.join(str(error).splitlines())}", file=sys.stderr)
        return 2 if isinstance(error, CompanionError) else 1


if __name__ == "__main__":
    raise SystemExit(main())
