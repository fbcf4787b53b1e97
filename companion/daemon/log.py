"""The daemon's log: one line for a change of state, on standard error for the journal."""

import contextlib
import logging
import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

from companion.errors import quantity

AT_ONCE: Final = 20
"""Lines that a part may log one after the other."""
AGAIN_S: Final = 300.0
"""Time after which a part that logged so many may log one more, in seconds."""

log: Final = logging.getLogger("companion")


class LogStream(logging.StreamHandler[TextIO]):
    """Lines on a stream; it never raises, so that nothing else fails where the log does.

    The number of lines of each part (the word before the colon) is limited: a reader with a loose
    plug must not fill the card.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self.setFormatter(logging.Formatter("companion: %(message)s"))
        self._clock = clock
        self._rested: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, unless its part logged too many; then a later one says how many."""
        with contextlib.suppress(Exception):
            line = record.getMessage()
            part, _, _ = line.partition(":")
            now = self._clock()
            # When none of its lines will count any more:
            rested = max(now, self._rested.get(part, now)) + AGAIN_S
            # A thread's last words are critical: they are never left out.
            if rested > now + AT_ONCE * AGAIN_S and record.levelno < logging.CRITICAL:
                self._left_out[part] = self._left_out.get(part, 0) + 1
                return
            self._rested[part] = rested
            if left_out := self._left_out.pop(part, 0):
                record.msg = f"{line} (and {quantity(left_out, 'line')} of it left out)"
                record.args = ()
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:
        """Ignore it: there is no other place for it."""


def set_up_log() -> None:
    """Send the log to standard error, where the journal takes it."""
    log.handlers[:] = [LogStream(sys.stderr)]
    log.setLevel(logging.INFO)
    log.propagate = False
