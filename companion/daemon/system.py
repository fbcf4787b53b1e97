"""The computer around the companion: asks it to switch off, and notices that it goes down.

The companion has no right to switch it off. It makes a file that a unit of the service manager
watches for; another file appears when the computer goes down.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.errors import CompanionError

POWEROFF: Final = "COMPANION_POWEROFF"
HALTING: Final = "COMPANION_HALTING"


class Computer:
    """The computer, through the files that `environ` names."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._poweroff = _file_named(environ.get(POWEROFF))
        self._halting = _file_named(environ.get(HALTING))

    @property
    def can_switch_off(self) -> bool:
        """Whether the computer can be asked to switch off."""
        return self._poweroff is not None

    def switch_off(self) -> None:
        """Ask the computer to switch off. Raises CompanionError where it cannot be asked."""
        file = self._poweroff
        if file is None:
            raise CompanionError("this companion cannot switch the computer off")
        try:
            file.unlink(missing_ok=True)  # a request that nothing came of is made again
            file.touch()
        except OSError as error:
            raise CompanionError(f"{file} cannot be made: {error.strerror or error}") from None

    @property
    def going_down(self) -> bool:
        """Whether the computer is on its way down, or was asked to be."""
        return any(path is not None and path.exists() for path in (self._poweroff, self._halting))


def _file_named(name: str | None) -> Path | None:
    return Path(name).absolute() if name else None
