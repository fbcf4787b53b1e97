"""Onlookers: the programs beside the companion, which look on at its view socket.

`LISTED` is the one place where the companion names them. Each is declared by the module that it
names there, as its `ONLOOKER`; the companion runs without any.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO

import companion
from companion.errors import CompanionError
from companion.setting_kinds import Setting


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


class Start(NamedTuple):
    """What an onlooker is started with, beside its settings."""

    options: Mapping[str, Any]
    """Those of its command, by their names."""
    view: Callable[[], Path]
    """Finds the view socket of the companion."""
    out: TextIO


class Unit(NamedTuple):
    """A service of an onlooker, off until it is wanted."""

    name: str
    file: str


class Finding(NamedTuple):
    """A line of the doctor: its name, "ok", "note" or "wrong", a sentence, and what mends it."""

    name: str
    state: str
    sentence: str
    mend: str = ""


class Examined(NamedTuple):
    """The computer that the doctor examines."""

    run: Callable[..., Any]
    """Runs the words of a command, for so many seconds at most. What it returns has a `status`, 124
    where the command did not end, and its `text`."""
    exists: Callable[[str], bool]
    """Says whether there is a file."""
    is_up: bool
    """Whether the onlooker's service is wanted, and runs."""


class Onlooker(NamedTuple):
    """A program beside the companion, and all that the companion knows of it."""

    name: str
    keys: Mapping[str, Setting]
    """Its settings, each with its section."""
    options: Mapping[str, Mapping[str, Any]]
    """Those of its command, as argparse takes them. One with a key's name overrides the setting."""
    package: str
    """The one that it needs: what pip and Debian call it, and perhaps its version."""
    package_module: str
    """The module by which the package is known."""
    load: Callable[..., Any]
    """Returns its settings; takes `environ`, `given` and `boot` as `settings.read` does."""
    serve: Callable[[Any, Start], None]
    """Runs it with its settings until a signal comes."""
    unit: Unit
    examine: Callable[[Examined], Iterable[Finding]] = lambda computer: ()
    """Finds what the doctor says of it, beside that its unit runs."""
    screen_unit: Unit | None = None
    """Shows it on a build's touch screen."""
    screen_options: tuple[str, ...] = ()
    """The options with which it shows itself on a screen of this computer."""
    screen_files: Mapping[str, str] = {}
    """The files that it needs there, and their contents."""

    @property
    def debian_package(self) -> str:
        """What Debian calls its package."""
        return f"python3-{self.package.partition(' ')[0]}"


def find_onlooker(listed: Listed) -> Onlooker | None:
    """Return an onlooker, None if its folder is not in this installation."""
    try:
        onlooker: Onlooker = import_module(listed.module).ONLOOKER
    except ModuleNotFoundError as error:
        if error.name and f"{listed.module}.".startswith(f"{error.name}."):
            return None
        raise
    return onlooker


def onlookers() -> Iterator[tuple[Listed, Onlooker]]:
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


def required_onlooker(command: str) -> tuple[Listed, Onlooker]:
    """Return the onlooker of a command. Raises CompanionError where it is not here."""
    (listed,) = (each for each in LISTED if each.command == command)
    if (onlooker := find_onlooker(listed)) is None:
        raise CompanionError(f"{absence_of(listed)}; install the whole program")
    return listed, onlooker
