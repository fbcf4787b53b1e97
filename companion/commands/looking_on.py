"""Programs that look on: how they are run, their settings, and where they find the companion."""

import importlib.util
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeVar

import companion
from companion.daemon.log import log, set_up_log
from companion.errors import CompanionError, ConfigError

VIEW: Final = "COMPANION_VIEW"
_MODULES: Final[Mapping[str, str]] = {"tornado": "tornado", "paho-mqtt 2": "paho.mqtt.enums"}
"""What each package is known by; an older paho-mqtt has no such module."""
T = TypeVar("T")


class NotInstalled(CompanionError):
    """What a program needs is not installed."""


def this_program(*words: str) -> list[str]:
    """Return the command that runs this same program again, wherever it lies and who calls it."""
    root = str(Path(companion.__file__).resolve().parents[1])
    code = f"import sys; sys.path.insert(0, {root!r}); from companion.cli import main; exit(main())"
    # Both keep modules of the folder out in which it is called.
    return [sys.executable, "-I" if sys.flags.isolated else "-P", "-c", code, *words]


def prepare_onlooker(what: str, extra: str, *packages: str) -> None:
    """Set up the log of a program; raises NotInstalled where a package of pip's extra lacks."""
    for package in packages:
        try:
            is_there = importlib.util.find_spec(_MODULES[package]) is not None
        except ModuleNotFoundError:
            is_there = False
        if not is_there:
            debian = " ".join(f"python3-{each.removesuffix(' 2')}" for each in packages)
            raise NotInstalled(
                f"the {what} needs {package}, which is not installed: run `pip install"
                f" 'hanabi-companion[{extra}]'`, or on Debian 13 `sudo apt install {debian}`"
            )
    set_up_log()


def load_part(load: Callable[..., T]) -> T:
    """Return a program's settings, without a file on the boot partition that has mistakes.

    load: reads them; `boot` are the files that override the installed ones, else the usual ones.
    """
    try:
        return load()
    except ConfigError as error:
        from companion.commands import effective

        chosen = load(boot=())
        log.warning("%s", effective.ignored_sentence(effective.error_lines(error)))
        return chosen


def view_socket(given: str | None, socket: str | None = None) -> Path:
    """Return the view socket of the companion: the one that is named, else that of its settings.

    socket: its control socket, where that is another one than in the settings.
    """
    named = given or os.environ.get(VIEW)
    if named:
        return Path(named).expanduser().absolute()
    # Imported here, since it imports the builds, which a socket that is named does not need.
    from companion.commands.effective import effective_settings

    return effective_settings({"socket": socket}).settings.view_socket
