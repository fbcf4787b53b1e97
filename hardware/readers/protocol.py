"""The protocol of every kind of card reader: bytes and times go in, what to send and to report comes out."""

from typing import Final, NamedTuple, Protocol


class Laid(NamedTuple):
    """Tags were laid on the reader: the sorted ids of all that lie there now.

    at: when the first of the new ones was first read.
    """

    ids: tuple[str, ...]
    at: float


class There(NamedTuple):
    """Whether the reader answers; if not, `why` says what a person can do about it."""

    there: bool
    why: str = ""


class Said(NamedTuple):
    """Bytes to send to the reader, and events to report."""

    payload: bytes = b""
    events: tuple[Laid | There, ...] = ()


NOTHING: Final = Said()


class ReaderProtocol(Protocol):
    """How to speak with one reader, without any I/O; times are in seconds, of one clock.

    Nothing that a reader says is an error: what cannot be understood is ignored, and asked for again.
    """

    @property
    def farewell(self) -> bytes:
        """What to send before the link is closed."""

    @property
    def deadline(self) -> float | None:
        """When to call `tick`; None for not before the next bytes."""

    def connection_made(self, now: float) -> Said:
        """The link is open; the reader may be there."""

    def data_received(self, chunk: bytes, now: float) -> Said:
        """Bytes came."""

    def tick(self, now: float) -> Said:
        """The deadline has passed without bytes."""

    def connection_lost(self) -> None:
        """The link is gone."""
