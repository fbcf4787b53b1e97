"""The table's id: the same at each start, and none of the machine's own secrets."""

import hashlib
import hmac
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.errors import CompanionError

MACHINE_ID: Final = "/etc/machine-id"
VARIABLE: Final = "COMPANION_MACHINE_ID"
"""Names another file, so that several tables can be told from one machine."""
_APPLICATION: Final = b"hanabi-companion mqtt"
_DIGITS: Final = 12


class NoIdentity(CompanionError):
    """The machine has no id of its own."""


def table_id(environ: Mapping[str, str] = os.environ) -> str:
    """Return twelve hex digits for this machine. Raises NoIdentity.

    The machine's id should stay secret (machine-id(5)): a keyed hash cannot be turned back.
    """
    file = Path(environ.get(VARIABLE) or MACHINE_ID)
    try:
        machine = file.read_bytes().strip().lower()
    except OSError as error:
        raise NoIdentity(f"{file} cannot be read ({error.strerror or error}): {_ADVICE}") from None
    try:
        if len(bytes.fromhex(machine.decode("ascii"))) != 16:
            raise ValueError
    except ValueError:
        raise NoIdentity(f"{file} has no id of 32 hex digits: {_ADVICE}") from None
    return hmac.new(machine, _APPLICATION, hashlib.sha256).hexdigest()[:_DIGITS]


_ADVICE: Final = "`sudo systemd-machine-id-setup` makes one"
