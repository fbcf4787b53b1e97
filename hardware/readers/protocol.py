"""The protocol of every kind of card reader: bytes and times go in, what to send and to report comes out."""

from typing import Final, NamedTuple, Protocol


class Laid(NamedTuple):
    """Tags came onto the reader: the ids of all that lie there now, sorted.

    at: when the first of those that came was first read.
    """

    ids: tuple[str, ...]
    at: float


class There(NamedTuple):
    """The reader answers, or it does not; then `why` says what a person can do about it."""

    there: bool
    why: str = ""


class Said(NamedTuple):
    """What is to be sent to the reader, and what is to be told of it."""

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
        """When `tick` is wanted; None for not before the next bytes."""

    def connection_made(self, now: float) -> Said:
        """The link is there, and maybe the reader at its end."""

    def data_received(self, chunk: bytes, now: float) -> Said:
        """Bytes came."""

    def tick(self, now: float) -> Said:
        """The deadline has passed, and no bytes wait."""

    def connection_lost(self) -> None:
        """The link is gone."""
