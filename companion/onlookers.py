"""Onlookers: the programs beside the companion, which look on at its view socket.

`LISTED` is the one place where the companion names them. Each is declared by the module that it
names there, as its `ONLOOKER` (see `onlooker.py`); the companion runs without any.
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import companion
from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.onlooker import Onlooker


class Listed(NamedTuple):
    """Where an onlooker is declared, its command, its section of the settings, and what for."""

    module: str
    command: str
    section: str
    brings: str


LISTED: Final = (
    Listed("companion.page.onlooker", "web", "page", "serve the page of the table to browsers"),
    Listed(
        "companion.club.onlooker", "mqtt", "mqtt", "tell an MQTT broker what happens at the table"
    ),
)
# Names in the code, and no entry points: settings are read at each start, and the look-up of those
# takes a tenth of a second. So a module is imported where its section or its command is asked for.


def find_onlooker(listed: Listed) -> "Onlooker | None":
    """Return an onlooker, None if its folder is not in this installation."""
    try:
        onlooker: Onlooker = import_module(listed.module).ONLOOKER
    except ModuleNotFoundError as error:
        if error.name and f"{listed.module}.".startswith(f"{error.name}."):
            return None
        raise
    return onlooker


def onlookers() -> "Iterator[tuple[Listed, Onlooker]]":
    """Yield each onlooker of this installation, with where it is listed."""
    for listed in LISTED:
        if (onlooker := find_onlooker(listed)) is not None:
            yield listed, onlooker


def absence_of(listed: Listed) -> str:
    """Return in a sentence what an onlooker that is not in this installation would bring."""
    folder = listed.module.rpartition(".")[0]
    return f"{folder}, which would {listed.brings}, is not in this installation"


def this_program(*words: str) -> list[str]:
    """Return the command that runs this same program again, wherever it lies and who calls it."""
    root = str(Path(companion.__file__).resolve().parents[1])
    code = f"import sys; sys.path.insert(0, {root!r}); from companion.cli import main; exit(main())"
    # Both keep modules of the folder out in which it is called.
    return [sys.executable, "-I" if sys.flags.isolated else "-P", "-c", code, *words]


def required_onlooker(command: str) -> "tuple[Listed, Onlooker]":
    """Return the onlooker of a command. Raises CompanionError where it is not here."""
    (listed,) = (each for each in LISTED if each.command == command)
    if (onlooker := find_onlooker(listed)) is None:
        raise CompanionError(f"{absence_of(listed)}; install the whole program")
    return listed, onlooker
