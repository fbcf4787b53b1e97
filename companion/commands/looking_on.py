"""Onlookers as commands: how they are run, their settings, and where they find the companion."""

import importlib.util
import os
import signal
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, TextIO, TypeVar

from companion import settings
from companion.daemon.log import log, set_up_log
from companion.errors import CompanionError, ConfigError
from companion.onlooker import Onlooker, Start
from companion.onlookers import required_onlooker

VIEW: Final = "COMPANION_VIEW"
LIFELINE: Final = "COMPANION_LIFELINE"
"""Names a file descriptor: an onlooker ends when nobody else holds the pipe open."""
T = TypeVar("T")


class NotInstalled(CompanionError):
    """What a program needs is not installed."""


def run(command: str, options: Mapping[str, Any], out: TextIO) -> int:
    """Run an onlooker until a signal comes, or the companion beside it ends. Return the status."""
    onlooker = usable_onlooker(command)
    set_up_log()
    lifeline = os.environ.pop(LIFELINE, "")
    if lifeline.isdecimal():
        threading.Thread(target=_end_at, args=(int(lifeline),), daemon=True).start()
    keys = {key.rpartition(".")[2]: key for key in onlooker.keys}
    given = {key: options[name] for name, key in keys.items() if f"--{name}" in onlooker.options}
    chosen = _load_part(partial(onlooker.load, given=given))
    view = partial(view_socket, options["view"], options["socket"])
    onlooker.serve(chosen, Start(options, view, out))
    return 0


def usable_onlooker(command: str) -> Onlooker:
    """Return the onlooker of a command. Raises CompanionError without it or its package."""
    listed, onlooker = required_onlooker(command)
    try:
        is_there = importlib.util.find_spec(onlooker.package_module) is not None
    except ModuleNotFoundError:
        is_there = False
    if not is_there:
        raise NotInstalled(
            f"the {onlooker.name}, which would {listed.brings}, needs {onlooker.package}, which is"
            f" not installed: run `pip install 'hanabi-companion[{command}]'`, or on Debian 13"
            f" `sudo apt install {onlooker.debian_package}`"
        )
    return onlooker


def _end_at(lifeline: int) -> None:
    """End this program as a signal does, once nobody else holds a pipe open."""
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def _load_part(load: Callable[..., T]) -> T:
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
    return settings.load(given={"socket": socket}, boot=()).view_socket
