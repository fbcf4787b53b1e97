"""The protocol of every kind of card reader: from bytes and times to replies and events."""

from typing import Final, NamedTuple, Protocol


class TagsLaid(NamedTuple):
    """Tags were laid on the reader: the sorted ids of all there, and when the first new one was."""

    ids: tuple[str, ...]
    at: float


class There(NamedTuple):
    """Whether the reader answers; if not, `why` says what a person can do about it."""

    there: bool
    why: str = ""


class ReaderOutput(NamedTuple):
    """Bytes to send to the reader, and events to report."""

    payload: bytes = b""
    events: tuple[TagsLaid | There, ...] = ()


NOTHING: Final = ReaderOutput()


class ReaderProtocol(Protocol):
    """The protocol of a reader, without I/O, in seconds of one clock; it ignores unknown bytes."""

    baud: int
    """The speed of its link."""

    @property
    def farewell(self) -> bytes:
        """What to send before the link is closed."""

    @property
    def deadline(self) -> float:
        """When to call `tick`; inf for not before the next bytes."""

    def connection_made(self, now: float) -> ReaderOutput:
        """Begin: the link is open, and the reader may be there."""

    def data_received(self, chunk: bytes, now: float) -> ReaderOutput:
        """Take bytes that came."""

    def tick(self, now: float) -> ReaderOutput:
        """Do what is due: the deadline has passed without bytes."""

    def connection_lost(self) -> None:
        """End: the link is gone."""
