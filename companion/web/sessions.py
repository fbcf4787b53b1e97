"""Sessions: guests who entered the evening's code; kept in memory alone, and gone with the code."""

import secrets
import time
from collections.abc import Callable
from typing import Final, NamedTuple

LONGEST_S: Final = 12 * 3600.0
"""Seconds for which a session lives at most; so long does a code."""
MOST: Final = 64


class _PageSession(NamedTuple):
    token: str
    until: float


class Sessions:
    """The guests by their random ids, the oldest first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without a guest."""
        self._clock: Final = clock
        self._open: Final[dict[str, _PageSession]] = {}

    def enter(self, token: str) -> str:
        """Begin a session of a guest whose code was right. Return its id."""
        while len(self._open) >= MOST:
            del self._open[next(iter(self._open))]
        name = secrets.token_urlsafe(18)
        self._open[name] = _PageSession(token, self._clock() + LONGEST_S)
        return name

    def token(self, name: str | None) -> str | None:
        """Return the code that a guest entered; None where there is no such session any more."""
        session = self._open.get(name or "")
        if session is None:
            return None
        if self._clock() >= session.until:
            self.leave(name)
            return None
        return session.token

    def leave(self, name: str | None) -> None:
        """Forget a guest who leaves, or whose code is not the right one any more."""
        self._open.pop(name or "", None)

    def end(self) -> None:
        """Forget all guests: the code is withdrawn."""
        self._open.clear()
