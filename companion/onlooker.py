"""What an onlooker declares of itself: all that the companion knows of it."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from companion.setting_kinds import Setting


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
