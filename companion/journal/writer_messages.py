"""What the writer tells the companion's core: a message for each step, and for each change of the
store.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.journal.sitting import Sitting
from companion.journal.statistics.standings import Standing
from companion.journal.stickers import NO_STICKERS, Stickers


class Opened(NamedTuple):
    """The store was read, or cannot be read for now."""

    sitting: Sitting
    """Where the group left off."""
    latest: int
    """The highest number of a game, 0 for none."""
    problem: str | None
    """Why the store cannot be used as usual."""
    preferences: Mapping[str, str] = {}
    stickers: Stickers = NO_STICKERS
    names: tuple[str, ...] = ()
    """The names of players, those used last first."""
    finished: int = 0
    """How many of the latest games were finished."""


class Saved(NamedTuple):
    """Every row up to this ticket is on disk."""

    ticket: int


class Counted(NamedTuple):
    """The game that was written last has ended; this is its place among the others."""

    standing: Standing


class NotSaved(NamedTuple):
    """The store refuses the row with this ticket for now; the row waits in memory."""

    ticket: int
    problem: str


class Cause(StrEnum):
    """Why a file was set aside."""

    DAMAGED = "damaged"
    """The games were damaged, and are mended."""
    COPY_DAMAGED = "copy_damaged"
    COPY_OTHER = "copy_other"
    """The copy was of other games."""


class SetAside(NamedTuple):
    """A file has this name now; a new one took its place."""

    name: str
    cause: Cause = Cause.DAMAGED


class CopyMended(NamedTuple):
    """The copy lacked rows that it had before, and gets them again; there is no file to keep."""

    damage: str


class Loaded(NamedTuple):
    """Another game was read, or could not be read."""

    sitting: Sitting | None
    problem: str | None


class Restored(NamedTuple):
    """A backup was merged into the store."""

    opened: Opened
    """What the store has now."""
    games: int
    """How many games it got."""


WriterMessage = Opened | Saved | Counted | NotSaved | SetAside | CopyMended | Loaded | Restored
