"""The daemon's log: one line for a change of state, on standard error for the journal."""

import logging
import sys
from typing import Final

log: Final = logging.getLogger("companion")


def set_up(verbose: bool = False) -> None:
    """Send the log to standard error, where the journal takes it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("companion: %(message)s"))
    log.handlers[:] = [handler]
    log.setLevel(logging.DEBUG if verbose else logging.INFO)
    log.propagate = False
