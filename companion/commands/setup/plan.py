"""What an installation leads to, read before anything is changed."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion import settings
from companion.commands.effective import OWN, machine_build
from companion.errors import CompanionError
from wiring.reading.build import Build, load


class Plan(NamedTuple):
    """What an installation leads to.

    `panel` is what the settings name then. `counts` is the build that will run, and `where` what it
    is loaded from: on a device whose boot partition names a build, in the file `boot`, it is that
    one.
    """

    panel: str
    counts: Build
    where: str
    boot: str = ""


def read_plan(file: Path, panel: str, source: str, boot: Sequence[Path]) -> Plan:
    """Read all that counts; a `CompanionError` where it has mistakes.

    Args:
        file: the installed settings, which need not be there yet.
        panel: the build that is wanted, "" for the one that is set already.
        source: where the wanted build is read from now.
        boot: the files of the boot partition, of which the first one counts.
    """
    own = _read(file) if file.exists() else None
    if not panel:
        panel = own.panel if own else OWN
    source = source or panel or machine_build()
    planned = Plan(panel, load(source), source)
    for over in filter(Path.exists, boot):
        with suppress(CompanionError):  # the companion ignores the whole file then
            if named := _read(over).panel:
                return Plan(panel, load(named), named, str(over))
        break
    return planned


def _read(file: Path) -> settings.Settings:
    """Return what one file says, and the defaults."""
    return settings.load({"COMPANION_CONFIG": str(file)})
