"""The effective settings, the same for every command.

A device without a keyboard must start even if the file on its boot partition has mistakes: a file
with which the companion cannot start is ignored. The companion finds that out by trying, and notes
it for the other commands, which cannot try (see `running`).
"""

import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TextIO

from companion import settings
from companion.commands import running
from companion.errors import CompanionError, ConfigError, one_line
from companion.onlookers import LISTED, absence_of, find_onlooker
from companion.settings import Settings
from companion.settings_keys import SECTIONS
from wiring.builds import machine_build
from wiring.reading.build import Build
from wiring.reading.build import load as load_build
from wiring.reading.keypads import with_keypads

Given = Mapping[str, str | None]


class Effective(NamedTuple):
    """The settings in effect."""

    settings: Settings
    ignored: tuple[str, ...] = ()
    """Why the file on the boot partition is ignored, line by line.

    Empty if it is not, or is not there."""


def build_of(chosen: Settings) -> Build:
    """Return the build that is set, else that of this machine, with the keypads of the settings.

    Raises WiringError, of which a ConfigError is about the keypads.
    """
    build = load_build(chosen.panel or machine_build())
    return with_keypads(build, chosen.keypads, chosen.sources["keypads"])


def effective_settings(given: Given | None = None) -> Effective:
    """Return the settings of the running companion.

    Where none runs, those that one would start with. Raises CompanionError for mistakes on the
    command line or in the installed settings.
    """
    chosen = usable_settings(given, try_places=False)
    if chosen.settings.boot:
        # A companion that ignores that file is not at the socket that the file may name.
        without = settings.load(given=given, boot=())
        if (note := running.read_note(without.socket)) and note.ignored:
            return Effective(without, note.ignored)
    return chosen


def note_start(chosen: Settings, build: Build, ignored: tuple[str, ...]) -> None:
    """Note for the other commands how the companion was started."""
    if chosen.from_boot("socket"):
        # One that was left there would say of an earlier start that the file is ignored.
        running.remove_note(settings.load(boot=()).socket)
    readers = tuple(reader.name for reader in build.readers)
    running.write_note(chosen.socket, running.StartNote(build.name, readers, ignored))
    if not build.is_emulated:
        from companion.commands.failed_start import keep_build  # no press waits for it

        keep_build(chosen.panel or machine_build())


def usable_settings(given: Given | None, try_places: bool = True) -> Effective:
    """Return the settings, without the file on the boot partition if it prevents the start.

    The panel is not tried, and the folder and the socket only with `try_places`. Raises as
    `effective_settings`.
    """
    try:
        chosen = settings.load(given=given)
        if chosen.from_boot("panel") or chosen.from_boot("keypads"):
            try:
                build_of(chosen)
            except ConfigError:
                raise
            except CompanionError as error:
                raise ConfigError(
                    chosen.boot, [f"panel: {line}" for line in error_lines(error)]
                ) from None
        if try_places:
            _try_boot_places(chosen)
        return Effective(chosen)
    except CompanionError as error:
        return Effective(settings.load(given=given, boot=()), error_lines(error))


def _try_boot_places(chosen: Settings) -> None:
    """Try the folder and the socket that the file on the boot partition names."""
    if chosen.from_boot("state_dir"):
        folder = chosen.state_dir
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigError(
                chosen.boot, [f"state_dir: {folder}: {error.strerror or error}"]
            ) from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise ConfigError(chosen.boot, [f"state_dir: nothing can be written in {folder}"])
    if chosen.from_boot("socket"):
        from companion.daemon.socket.listener import Listener

        try:
            Listener(chosen.socket).close()
        except CompanionError as error:
            raise ConfigError(chosen.boot, [f"socket: {error}"]) from None


def error_lines(error: CompanionError) -> tuple[str, ...]:
    """Return the lines of an error."""
    return tuple(map(one_line, str(error).split("\n")))


def ignored_sentence(ignored: Iterable[str]) -> str:
    """Return the sentence that the file on the boot partition is ignored, and why."""
    return f"the settings on the boot partition are ignored: {'; '.join(ignored)}"


def print_settings(out: TextIO) -> int:
    """Print the settings in effect, each with its source. Return the exit status."""
    ignored = effective_settings().ignored
    if ignored:
        print(f"# {ignored_sentence(ignored)}", file=out)
    every = ("", *SECTIONS)
    print(settings.read(every, boot=() if ignored else None).toml(), file=out)
    for listed in LISTED:
        if find_onlooker(listed) is None:
            print(f"\n# [{listed.section}] is not read: {absence_of(listed)}", file=out)
    return 0
