"""Programs that look on: how they are run, their settings, and where they find the companion."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol, TypeVar

import companion
from companion.daemon.log import log
from companion.errors import ConfigError

VIEW: Final = "COMPANION_VIEW"
T_co = TypeVar("T_co", covariant=True)


class Load(Protocol[T_co]):
    """Reads a program's settings."""

    def __call__(self, *, boot: Sequence[Path] | None = None) -> T_co:
        """Return them; boot: files that override the installed ones, None for the usual."""


def this_program(*words: str) -> list[str]:
    """Return the command that runs this same program again, wherever it lies and who calls it."""
    root = str(Path(companion.__file__).resolve().parents[1])
    code = f"import sys; sys.path.insert(0, {root!r}); from companion.cli import main; exit(main())"
    return [sys.executable, "-I" if sys.flags.isolated else "-P", "-c", code, *words]


def part(load: Load[T_co]) -> T_co:
    """Return a program's settings, without a file on the boot partition that has mistakes."""
    try:
        return load()
    except ConfigError as error:
        from companion.commands import effective

        chosen = load(boot=())
        log.warning("%s", effective.sentence(effective.lines(error)))
        return chosen


def view_socket(given: str | None) -> Path:
    """Return the view socket of the companion: the one that is named, else that of its settings."""
    named = given or os.environ.get(VIEW)
    if named:
        return Path(named).expanduser().absolute()
    from companion.commands.effective import effective  # who is told the socket needs no build

    return effective().settings.view_socket
