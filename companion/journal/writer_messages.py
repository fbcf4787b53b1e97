"""What the writer tells the companion's core: a message for each step, and for each change of the
files.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.journal.sitting import Sitting
from companion.journal.statistics.standings import Standing
from companion.journal.stickers import NO_STICKERS, Stickers


class Opened(NamedTuple):
    """The games were read, or cannot be read for now."""

    sitting: Sitting
    """Where the group left off."""
    latest: int
    """The highest number of a game, 0 for none."""
    problem: str | None
    """Why the games cannot be used as usual."""
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
    """The disk refuses the row with this ticket for now; the row waits in memory."""

    ticket: int
    problem: str


class MendedKind(StrEnum):
    """What became of damaged files."""

    MENDED = "mended"
    """The games were damaged, and all that was there came back."""
    LOST = "lost"
    """The games were damaged, and some of it did not come back."""
    END = "end"
    """The games were damaged, and nobody knows whether their end came back."""
    OTHER = "other"
    """Another file had taken the place of the games, which are all there again."""
    TWO = "two"
    """There were two sets of games; the file with those that are not shown is kept."""
    BROKEN_OFF = "broken_off"
    """A restore was broken off; what it had begun is gone."""
    INDEX = "index"
    """The index was damaged, and is made anew; nothing is lost."""


class Mended(NamedTuple):
    """Damaged files were mended, as far as could be."""

    kind: MendedKind
    name: str
    """That of the damaged file, which is kept; "" where there is none."""
    sentence: str
    """What was damaged, what came back and what did not."""


class Loaded(NamedTuple):
    """Another game was read, or could not be read."""

    sitting: Sitting | None
    problem: str | None


class Restored(NamedTuple):
    """A backup was merged into the games."""

    opened: Opened
    """What there is now."""
    games: int
    """How many games came."""


class Retold(NamedTuple):
    """Games read otherwise now: somebody is called otherwise, or a game was a trial."""

    opened: Opened
    """What there is now."""
    alias: tuple[str, str] | None
    """A name, and what it reads as."""


WriterMessage = Opened | Retold | Saved | Counted | NotSaved | Mended | Loaded | Restored
