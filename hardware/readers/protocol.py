"""What every kind of card reader has in common: bytes and times go in, what to send and to tell comes out."""

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
    """The talk with one reader, without any I/O; times are in seconds, of one clock.

    Nothing that a reader says is an error: what cannot be understood is left, and asked for again.
    """

    @property
    def farewell(self) -> bytes:
        """The last words to a reader that is let go."""

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
