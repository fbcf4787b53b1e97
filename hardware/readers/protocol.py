"""The protocol of every kind of card reader: bytes and times go in, what to send and to report comes out."""

from typing import Final, NamedTuple, Protocol


class TagsLaid(NamedTuple):
    """Tags were laid on the reader: the sorted ids of all there, and when the first new one was read."""

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
    """The protocol of a reader, without I/O, in seconds of one clock; what is not understood is ignored."""

    @property
    def farewell(self) -> bytes:
        """What to send before the link is closed."""

    @property
    def deadline(self) -> float | None:
        """When to call `tick`; None for not before the next bytes."""

    def connection_made(self, now: float) -> ReaderOutput:
        """The link is open; the reader may be there."""

    def data_received(self, chunk: bytes, now: float) -> ReaderOutput:
        """Bytes came."""

    def tick(self, now: float) -> ReaderOutput:
        """The deadline has passed without bytes."""

    def connection_lost(self) -> None:
        """The link is gone."""
