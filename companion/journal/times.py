"""Times: how long a game and each of its steps took, out of the stamps of its rows.

The clock of a device may stand in 1970, jump when it is set, or run backwards. So only what passed
between one row and the next counts, and only where that can have been a turn: a longer time was a
pause, or a jump of the clock.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from companion.journal.events import Amended, Began, Did, Dids, Event, Repaired
from companion.journal.sitting import EMPTY, begin, common_start, follow

LONGEST_TURN_S: Final = 900.0
"""Seconds of a turn at most."""

Stamp = float | None
"""A time in seconds since 1970; None where it is not known."""


def seconds_between(before: Stamp, after: Stamp) -> float | None:
    """Return the seconds between two stamps; None where they say nothing."""
    if before is None or after is None:
        return None
    seconds = after - before
    return seconds if 0 <= seconds <= LONGEST_TURN_S else None


def of_steps(rows: Sequence[tuple[Event, float]]) -> list[int | None]:
    """Return the seconds of each step of a game that was not undone; None for unknown."""
    sitting = EMPTY
    for event, at in rows:
        # A step goes through undo, redo and repairs with its stamp in the place of its tag.
        match event:
            case Began():
                sitting = begin(0, event)
                continue
            case Did():
                stamped: Event = event._replace(tag=repr(at))
            case Amended() if sitting.steps:
                stamped = event._replace(tag=sitting.steps[-1].tag)
            case Repaired(turns):
                stamped = event._replace(turns=_stamped_turns(turns, sitting.dids))
            case _:
                stamped = event
        sitting = follow(sitting, stamped)
    stamps = [rows[0][1] if rows else None]
    stamps += [float(step.tag) if step.tag else None for step in sitting.steps]
    gaps = [seconds_between(before, after) for before, after in pairwise(stamps)]
    return [None if gap is None else round(gap) for gap in gaps]


def in_short(seconds: float | None) -> str:
    """Return a time in short, the same in every language; "" for unknown."""
    if not seconds:
        return ""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def _stamped_turns(turns: Dids, before: Dids) -> Dids:
    new, old = ([did._replace(tag="") for did in dids] for dids in (turns, before))
    head = common_start(old, new)
    tail = min(common_start(old[::-1], new[::-1]), len(old) - head, len(new) - head)
    return (*before[:head], *new[head : len(new) - tail], *before[len(old) - tail :])
