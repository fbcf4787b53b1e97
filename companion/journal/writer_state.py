"""The states of the writer: how far it trusts that the file has what it was given."""

from enum import Enum, auto
from typing import Final


class WriterState(Enum):
    """What the writer knows of the file."""

    OPENING = auto()
    """Nothing could be read yet, and nothing was refused."""
    WELL = auto()
    """The file has everything but the rows that wait."""
    DOUBTFUL = auto()
    """The file may lack other rows too: the next write compares it with memory."""
    FAILING = auto()
    """As doubtful, and the last write failed: steps are tried together, once at a time."""
    CLOSED = auto()
    """The writer has stopped."""

    @property
    def in_doubt(self) -> bool:
        """Whether the file may lack something that was written before."""
        return self in (WriterState.DOUBTFUL, WriterState.FAILING)


class WriterEvent(Enum):
    """What changes the state."""

    READ = auto()
    """The games were read as usual."""
    DOUBTED = auto()
    """The file was set aside, is not in its place, refused a preference, or was read only
    in part."""
    FAILED = auto()
    """A write failed."""
    WRITTEN = auto()
    """Everything is on disk."""
    STOPPED = auto()
    """The last request is done."""


_OPENING, _WELL, _DOUBTFUL, _FAILING, _CLOSED = WriterState
_CHANGES: Final = {
    WriterEvent.READ: ({_OPENING}, _WELL),
    WriterEvent.DOUBTED: ({_OPENING, _WELL}, _DOUBTFUL),
    WriterEvent.FAILED: ({_OPENING, _WELL, _DOUBTFUL}, _FAILING),
    WriterEvent.WRITTEN: ({_OPENING, _DOUBTFUL, _FAILING}, _WELL),
    WriterEvent.STOPPED: ({_OPENING, _WELL, _DOUBTFUL, _FAILING}, _CLOSED),
}
"""The states that each event changes, and the state after it."""


def next_state(state: WriterState, event: WriterEvent) -> WriterState:
    """Return the state after an event."""
    changed, after = _CHANGES[event]
    return after if state in changed else state
