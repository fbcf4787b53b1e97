"""The protocol of an RDM6300, a reader of 125 kHz tags: it repeats which tag is near; no I/O.

An RDM630, which is sold for it, sends the same frame once, as the tag comes.

A tag near it is a frame of 14 bytes about every 65 ms: 02, ten hexadecimal digits, two more that
are the XOR of the five bytes before, 03 (data sheets of RDM630 and RDM6300, "output data format").
A misread may pass the XOR by chance, so only two equal frames in a row count.
"""

from functools import reduce
from math import inf
from operator import xor
from typing import Final, NamedTuple

from hardware.readers.protocol import NOTHING, ReaderOutput, TagsLaid, There

SAME_S: Final = 0.5
"""Equal frames within this time are one tag; without a frame for this time the tag is gone."""

_ALONE_S: Final = 0.75
SINGLE: Final = 5
"""After so many whole frames that came alone, this far apart, the reader is an RDM630."""
SENDS_ONCE: Final = 'it sends each tag once, as an RDM630 does; write kind = "rdm630" in the build'

_START: Final = 0x02
_END: Final = 0x03
_DIGITS: Final = frozenset(b"0123456789abcdefABCDEF")
_LENGTH: Final = 14


class Rdm6300Frame(NamedTuple):
    """One frame: the ten digits, in lower case, and when its first byte came."""

    tag: str
    at: float


_NO_FRAME: Final = Rdm6300Frame("", 0.0)


def framed_tag(tag: str) -> bytes:
    """Return the frame that a reader sends for a tag of ten digits."""
    check = reduce(xor, bytes.fromhex(tag))
    return bytes((_START,)) + f"{tag}{check:02x}".upper().encode() + bytes((_END,))


class Rdm6300Frames:
    """Finds the frames in a stream of bytes, which may be cut or damaged anywhere."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._began = 0.0

    def clear(self) -> None:
        """Forget a frame that has begun."""
        self._rest.clear()

    def feed(self, chunk: bytes, at: float) -> list[Rdm6300Frame]:
        """Return the frames that end in these bytes, which came at the time `at`, in seconds."""
        frames = []
        for byte in chunk:
            if byte == _START:
                # Not a digit, so a frame begins here; one before it was cut.
                self._rest.clear()
                self._began = at
            elif not self._rest:
                continue
            self._rest.append(byte)
            if len(self._rest) == _LENGTH:
                digits = self._rest[1:-1].decode("ascii")
                if byte == _END and reduce(xor, bytes.fromhex(digits)) == 0:
                    frames.append(Rdm6300Frame(digits[:10].lower(), self._began))
                self._rest.clear()
            elif byte != _START and byte not in _DIGITS:
                self._rest.clear()
        return frames


class Rdm6300:
    """The `ReaderProtocol` of an RDM6300, which cannot be asked."""

    baud = 9600
    farewell: Final = b""
    sends_once = False

    def __init__(self) -> None:
        self._frames: Final = Rdm6300Frames()
        self._single = 0
        self._last = _NO_FRAME
        self._lying: dict[str, float] = {}

    @property
    def deadline(self) -> float:
        """When the first tag is gone, unless a frame of it comes until then."""
        return min((at + SAME_S for at in self._lying.values()), default=inf)

    def connection_made(self, now: float) -> ReaderOutput:
        """Report the link alone: a reader without a tag near it says nothing."""
        # Tags from before have this long to be read again.
        self._lying = dict.fromkeys(self._lying, now)
        return ReaderOutput(events=(There(there=True),))

    def connection_lost(self) -> None:
        """Forget a frame that has begun."""
        self._frames.clear()
        self._last = _NO_FRAME

    def tick(self, now: float) -> ReaderOutput:
        """Forget the tags that are gone."""
        self._lying = {tag: at for tag, at in self._lying.items() if now < at + SAME_S}
        return NOTHING

    def data_received(self, chunk: bytes, now: float) -> ReaderOutput:
        """Take its bytes."""
        laid: list[TagsLaid | There] = []
        for frame in self._frames.feed(chunk, now):
            before = self._last
            self._last = frame
            is_repeated = frame.tag == before.tag and frame.at <= before.at + SAME_S
            if frame.tag in self._lying:
                self._lying[frame.tag] = now
            elif self.sends_once or is_repeated:
                self._single = 0
                self._lying[frame.tag] = now
                laid.append(TagsLaid((frame.tag,), frame.at if self.sends_once else before.at))
            else:
                came_alone = before.tag != "" and frame.at > before.at + _ALONE_S
                self._single = self._single + 1 if came_alone else 0
                if self._single == SINGLE:
                    laid.append(There(there=True, why=SENDS_ONCE))
        return ReaderOutput(events=tuple(laid))


class Rdm630(Rdm6300):
    """The same of an RDM630: a single frame counts, and again once the tag can have gone."""

    sends_once = True
