"""The states of the writer: how far it trusts that the file has what it was given."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final


class WriterState(Enum):
    """What the writer knows of the file."""

    OPENING = auto()
    """Nothing could be read yet, and nothing was refused."""
    WELL = auto()
    """The file has everything but the rows that wait."""
    DOUBTFUL = auto()
    """The file may lack more than that: the next write compares it with memory."""
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


_O, _W, _D, _F, _C = WriterState
TRANSITIONS: Final[Mapping[WriterEvent, Mapping[WriterState, WriterState]]] = {
    WriterEvent.READ: {_O: _W, _W: _W, _D: _D, _F: _F, _C: _C},
    WriterEvent.DOUBTED: {_O: _D, _W: _D, _D: _D, _F: _F, _C: _C},
    WriterEvent.FAILED: {_O: _F, _W: _F, _D: _F, _F: _F, _C: _C},
    WriterEvent.WRITTEN: {_O: _W, _W: _W, _D: _W, _F: _W, _C: _C},
    WriterEvent.STOPPED: {_O: _C, _W: _C, _D: _C, _F: _C, _C: _C},
}
"""The state after each event, by the state before it."""
