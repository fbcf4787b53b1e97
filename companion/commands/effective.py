"""The effective settings, the same for every command.

A device without a keyboard must start even if the file on its boot partition has mistakes: a file
with which the companion cannot start is ignored. The companion finds that out by trying, and notes
it for the other commands, which cannot try (see `running`).
"""

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
    chosen = usable_settings(given)
    if chosen.settings.boot:
        note = running.read_note(chosen.settings.socket)
        if note and note.ignored:
            return Effective(settings.load(given=given, boot=()), note.ignored)
    return chosen


def note_start(chosen: Settings, build: Build, ignored: tuple[str, ...]) -> None:
    """Note for the other commands how the companion was started."""
    readers = tuple(reader.name for reader in build.readers)
    running.write_note(chosen.socket, running.StartNote(build.name, readers, ignored))
    if not build.is_emulated:
        from companion.commands.failed_start import keep_build  # no press waits for it

        keep_build(chosen.panel or machine_build())


def usable_settings(given: Given | None) -> Effective:
    """Return the settings, without the file on the boot partition if it prevents the start.

    The panel is not tried. Raises as `effective_settings`.
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
        return Effective(chosen)
    except CompanionError as error:
        return Effective(settings.load(given=given, boot=()), error_lines(error))


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
