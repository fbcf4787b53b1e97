"""Mistakes of the program: each is told once in the log, and none ends a game.

A face that raises must not end the process: the next start would meet the same table, and raise
again.
"""

from collections.abc import Callable
from traceback import walk_tb
from typing import TypeVar, TypeVarTuple

from companion.daemon.log import log
from companion.errors import refusal_answer
from companion.numbers import Json

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Mistakes:
    """The mistakes that are in the log already; may be used from any thread."""

    def __init__(self) -> None:
        """Start with none."""
        self._places: set[tuple[str, type[Exception], str, int]] = set()

    def log_mistake(self, work: str, error: Exception) -> None:
        """Log a mistake with its traceback, unless the same work met it before.

        work: what could not be done, for the log.
        """
        file, line = "", 0
        for frame, line in walk_tb(error.__traceback__):  # noqa: B007 - the last one raised it
            file = frame.f_code.co_filename
        # By its place too: the same work may meet another mistake later.
        place = (work, type(error), file, line)
        if place not in self._places:
            self._places.add(place)
            log.error("a mistake of the program: %s", work, exc_info=error)

    def contain(self, work: str, call: Callable[[*Ts], T], *arguments: *Ts) -> T | None:
        """Return the result of the call; report a mistake, and return None."""
        try:
            return call(*arguments)
        except Exception as error:
            self.log_mistake(work, error)
            return None


def mistake_refusal(error: Exception) -> Json:
    """Return the answer to a script whose request met a mistake of the program."""
    return refusal_answer(f"the companion made a mistake, which its log has: {error!r}")
