"""What just happened: the events of the last step that lights and screen make something of."""

from typing import Final, NamedTuple

from companion.face.command import Amend, Command, Do, Redo, Repair, Undo
from companion.game.actions import Correct
from companion.game.cards import HIGHEST, MULTICOLOUR
from companion.game.state import State
from companion.game.verdict import rating
from companion.table.sitting import Sitting

LANDED: Final = "landed"
"""A card was played on a firework."""
COMPLETED: Final = "completed"
MISFIRED: Final = "misfired"
LAST_ROUND: Final = "last round"
ENDED: Final = "ended"
UNDONE: Final = "undone"
REDONE: Final = "redone"
"""What was undone happened after all, or turns were repaired."""

LOST: Final = "lost"
PERFECT: Final = "perfect"
"""Every firework is complete, at 25 points."""
BEYOND: Final = "beyond"
"""Every firework is complete, the multicolour one too, at 30 points."""
BANDS: Final = tuple(f"rating {number}" for number in range(6))
"""Verdicts of games that ended before that, by their rating."""
VERDICTS: Final = (LOST, *BANDS, PERFECT, BEYOND)


class Event(NamedTuple):
    """One thing that happened.

    suit: of the firework, "" where nobody named it. fuse: the one that burnt, from 0. verdict: one of
    `VERDICTS`, of a game that ended.
    """

    kind: str
    suit: str = ""
    fuse: int = 0
    verdict: str = ""


class Happened(NamedTuple):
    """What the last step did, in the order in which it is shown; `at` is when it counted."""

    at: float
    events: tuple[Event, ...]


def happened(before: Sitting, after: Sitting, command: Command, now: float) -> Happened | None:
    """What a step of the game did that is worth a show, if anything."""
    old, new = before.state, after.state
    events: list[Event] = []
    match command:
        case Undo():
            events.append(Event(UNDONE))
        case Redo() | Repair():
            events.append(Event(REDONE))
        case Do() | Amend() if old is not None and new is not None:
            if not isinstance(command.action, Correct):
                events += _of_the_turn(old, new)
            if new.over and not old.over:
                events.append(Event(ENDED, verdict=verdict(new)))
    return Happened(now, tuple(events)) if events else None


def verdict(state: State) -> str:
    """The verdict on a finished game, one of `VERDICTS`."""
    if state.status == "lost":
        return LOST
    if state.status == "won":
        return BEYOND if MULTICOLOUR in state.fireworks else PERFECT
    return BANDS[min(rating(state) or 0, len(BANDS) - 1)]


def _of_the_turn(old: State, new: State) -> list[Event]:
    events = []
    grown = [suit for suit, height in new.fireworks.items() if height > old.fireworks[suit]]
    if new.unplaced > old.unplaced:
        grown.append("")
    completed = [suit for suit in grown if suit and new.fireworks[suit] == HIGHEST]
    if new.unplaced_complete > old.unplaced_complete:
        completed.append("")
    events += [Event(LANDED, suit) for suit in grown]
    events += [Event(COMPLETED, suit) for suit in completed]
    if new.errors > old.errors:
        events.append(Event(MISFIRED, fuse=new.fuses))
    if old.turns_left is None and new.turns_left is not None and not new.over:
        events.append(Event(LAST_ROUND))
    return events
