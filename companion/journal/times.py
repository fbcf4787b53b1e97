"""Times: how long a game and each of its steps took, out of the stamps of its rows.

The clock of a device may stand in 1970, jump when it is set, or run backwards. So only what passed
between one row and the next counts, and only where that can have been a turn: a longer time was a
pause, or a jump of the clock.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from companion.journal.events import Amended, Began, Did, Event, Redid, Repaired, Undid
from companion.journal.sitting import EMPTY, Sitting, begin, common_start, follow
from companion.numbers import Json

LONGEST_TURN_S: Final = 900.0
"""Seconds of a turn at most."""

Stamp = float | None
"""A time in seconds since 1970; None where it is not known."""


def passed(before: Stamp, after: Stamp) -> float | None:
    """Return the seconds between two stamps; None where they say nothing."""
    if before is None or after is None:
        return None
    seconds = after - before
    return seconds if 0 <= seconds <= LONGEST_TURN_S else None


def played(stamps: Iterable[float]) -> int | None:
    """Return how many seconds a game was played, by the stamps of its rows; None for unknown."""
    gaps = (passed(before, after) for before, after in pairwise(stamps))
    return round(sum(gap for gap in gaps if gap is not None)) or None


def of_game(rows: Sequence[tuple[Event, float]], shown: Sitting) -> Json:
    """Return how many `seconds` a game and each of its `actions` took; None for unknown.

    rows: as the store has them; shown: the game, which may have further steps.
    """
    steps = of_steps(rows)[: len(shown.steps)]
    unknown = [None] * (len(shown.steps) - len(steps))
    return {"seconds": played(at for _, at in rows), "actions": [*steps, *unknown]}


def of_steps(rows: Sequence[tuple[Event, float]]) -> list[int | None]:
    """Return how many seconds each step of a game took, by its rows; None for unknown."""
    stamps = [rows[0][1] if rows else None, *_stamps(rows)]
    gaps = [passed(before, after) for before, after in pairwise(stamps)]
    return [None if gap is None else round(gap) for gap in gaps]


def in_short(seconds: float | None) -> str:
    """Return a time in short, the same in every language; "" for unknown."""
    if not seconds:
        return ""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


class _StampedGame:
    """A game with the stamps of its steps."""

    def __init__(self) -> None:
        self.sitting: Sitting = EMPTY
        self.stamps: list[Stamp] = []
        self._undone: list[list[Stamp]] = []
        """The stamps after each step that can be redone, the next one last."""
        self._before_repairs: list[list[Stamp]] = []

    def take(self, event: Event, at: float) -> None:
        """Take a row of the game."""
        before = self.sitting
        started = begin(before.game, event) if isinstance(event, Began) else None
        after = started or follow(before, event)
        match event:
            case Did():
                self.stamps = [*self.stamps, at]
                self._undone.clear()
            case Amended():
                self._undone.clear()
            case Repaired(redone=redone):
                self._before_repairs.append(self.stamps)
                self._undone = self._undone[: len(self._undone) - redone] if redone else []
                self.stamps = _moved(self.stamps, before, after)
            case Undid():
                self._undone.append(self.stamps)
                self.stamps = self._undo(before)
            case Redid():
                self._redo(before)
        self.sitting = after
        self.stamps = _fitted(self.stamps, len(after.steps))

    def _undo(self, before: Sitting) -> list[Stamp]:
        if before.ends_with_repair and self._before_repairs:
            return self._before_repairs.pop()
        return self.stamps[:-1]

    def _redo(self, before: Sitting) -> None:
        if before.undone and isinstance(before.undone[0], Repaired):
            self._before_repairs.append(self.stamps)
        if self._undone:
            self.stamps = self._undone.pop()


def _stamps(rows: Iterable[tuple[Event, float]]) -> list[Stamp]:
    """Return when each step of a game was entered that was not undone."""
    stamped = _StampedGame()
    for event, at in rows:
        stamped.take(event, at)
    return stamped.stamps


def _moved(stamps: list[Stamp], before: Sitting, after: Sitting) -> list[Stamp]:
    """Return the stamps after a repair: what it changed has none."""
    old, new = before.dids, after.dids
    head = common_start(old, new)
    tail = min(common_start(old[::-1], new[::-1]), len(old) - head, len(new) - head)
    return [*stamps[:head], *[None] * (len(new) - head - tail), *stamps[len(old) - tail :]]


def _fitted(stamps: list[Stamp], count: int) -> list[Stamp]:
    """Return so many stamps."""
    return [*stamps[:count], *[None] * (count - len(stamps))]
