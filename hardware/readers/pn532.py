"""The frames, commands and answers of a PN532 on a UART; no I/O.

From NXP's PN532 User Manual (UM0701-02, rev. 02): the frames of section 6.2.1, the commands of
section 7.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

TO_CHIP: Final = 0xD4
TO_HOST: Final = 0xD5

ACK: Final = "ack"
ERROR: Final = "error"
INFORMATION: Final = "information"

_START: Final = b"\x00\xff"
_ACK: Final = b"\x00\xff"
_SYNTAX_ERROR: Final = b"\x7f"

ACK_FRAME: Final = b"\x00" + _START + _ACK + b"\x00"
"""From the host, it aborts the chip's current command (section 6.2.1.3)."""
ERROR_FRAME: Final = b"\x00" + _START + b"\x01\xff\x7f\x81\x00"

WAKE_UP: Final = b"\x55\x55" + bytes(14)
"""Edges that wake a sleeping chip, and a preamble that lasts until it is awake (section 7.2.11)."""


class Pn532Frame(NamedTuple):
    """One frame: its kind; the body of `INFORMATION`, code first; the time of its start code."""

    kind: str
    body: bytes
    at: float


class Pn532Frames:
    """Finds the frames in a stream of bytes, which may be cut or damaged anywhere."""

    def __init__(self, direction: int = TO_HOST) -> None:
        """direction: `TO_HOST` or `TO_CHIP`; information in the other direction is ignored."""
        self._direction: Final = direction
        self._rest = bytearray()
        self._began = 0.0
        self.spoilt = False
        """Whether some of the last bytes belong to no frame, so that one was damaged."""

    @property
    def has_begun(self) -> bool:
        """Whether a frame has begun and not ended."""
        return len(self._rest) > 1

    def clear(self) -> None:
        """Forget a frame that has begun."""
        self._rest.clear()

    def feed(self, chunk: bytes, at: float) -> list[Pn532Frame]:
        """Return the frames that end in these bytes, which came at the time `at`, in seconds."""
        old = len(self._rest)
        self._rest += chunk
        self.spoilt = False
        frames = []
        while (start := self._rest.find(_START)) >= 0:
            kind, body, end = self._parse_frame(start)
            if end < 0:
                break
            if kind:
                frames.append(Pn532Frame(kind, body, self._began if start < old else at))
            self.spoilt |= not kind or any(self._rest[:start])
            del self._rest[:end]
            old = max(0, old - end)
        # Before a start there are zeros, or noise; the last of them may belong to it.
        before = start if start >= 0 else len(self._rest) - self._rest.endswith(_START[:1])
        self.spoilt |= any(self._rest[:before])
        del self._rest[:before]
        if before >= old:
            self._began = at
        return frames

    def _parse_frame(self, start: int) -> tuple[str, bytes, int]:
        """Return the frame at a start code: its kind, its body, and its end.

        The kind of bytes that are no frame is ""; the end is -1 if it is still to come.
        """
        rest = self._rest
        begin = start + 4
        lengths = bytes(rest[start + 2 : begin])
        if lengths == _ACK:
            return ACK, b"", begin
        if len(rest) < begin:
            return "", b"", -1
        if sum(lengths) & 0xFF or not lengths[0]:
            return "", b"", start + 1
        end = begin + lengths[0] + 1
        if len(rest) < end:
            return "", b"", -1
        # Host and chip alternate, so nothing else is lost with a damaged frame. The content of a
        # frame is never taken for another frame.
        *body, check = rest[begin:end]
        kind, content = "", b""
        if (sum(body) + check) & 0xFF == 0:
            if bytes(body) == _SYNTAX_ERROR:
                kind = ERROR
            elif body[0] == self._direction:
                kind, content = INFORMATION, bytes(body[1:])
        return kind, content, end


def framed_command(body: bytes, direction: int = TO_CHIP) -> bytes:
    """Return the normal information frame of at most 254 bytes, code first (section 6.2.1.1)."""
    data = bytes((direction,)) + body
    lengths = bytes((len(data), -len(data) & 0xFF))
    return b"\x00" + _START + lengths + data + bytes((-sum(data) & 0xFF, 0))


class Pn532Command(NamedTuple):
    """A command; the code of its answer is one more."""

    code: int
    arguments: bytes = b""

    @property
    def frame(self) -> bytes:
        """What is sent to the chip."""
        return framed_command(bytes((self.code,)) + self.arguments)

    def answered_by(self, body: bytes) -> bool:
        """Return True if this is its answer."""
        return body[:1] == bytes((self.code + 1,))


SAM_CONFIGURATION: Final = Pn532Command(0x14, b"\x01")
"""Normal mode, without a security module (7.2.10); a chip starts in the low-battery mode."""
GET_FIRMWARE_VERSION: Final = Pn532Command(0x02)
"""7.2.2."""
SET_PARAMETERS: Final = Pn532Command(0x12, b"\x00")
"""No automatic RATS, which only phones and bank cards need and which costs time (7.2.9)."""
TRY_FOR_EVER: Final = Pn532Command(0x32, b"\x05\xff\x01\xff")
"""RFConfiguration, item 5: a look does not end before there is a tag (7.3.1)."""
FIELD_OFF: Final = Pn532Command(0x32, b"\x01\x00")
"""RFConfiguration, item 1: the field goes off, until the next look needs it (7.3.1)."""
LOOK: Final = Pn532Command(0x4A, b"\x02\x00")
"""InListPassiveTarget: at most two tags (the chip's limit) of type A at 106 kbit/s (7.3.5)."""

IC: Final = 0x32
"""The type that a PN532 reports."""


def is_pn532(body: bytes) -> bool:
    """Return True if an answer to `GET_FIRMWARE_VERSION` (7.2.2) is that of a PN532.

    It has the type of the chip, its version, its revision, and what it supports.
    """
    return len(body) == 5 and body.startswith(bytes((GET_FIRMWARE_VERSION.code + 1, IC)))


_CASCADE: Final = 0x88
"""The byte that stands in an anticollision level for "it goes on" (ISO/IEC 14443-3, 6.5.4)."""
_RANDOM: Final = 0x08
_FOLLOWS_PART_4: Final = 0x20


def read_tags(body: bytes) -> tuple[bytes, ...] | None:
    """Return the ids of the tags in an answer to `LOOK` (7.3.5), None for another answer."""
    if len(body) < 2 or not LOOK.answered_by(body):
        return None
    count = body[1]
    return _tags_from(body[2:], 1, count) if count <= 2 else None


def is_sticker(uid: bytes) -> bool:
    """Return True if an id is permanent.

    A phone makes up another one each time (ISO/IEC 14443-3, 6.5.4).
    """
    return len(uid) != 4 or uid[0] != _RANDOM


def _tags_from(data: bytes, number: int, count: int) -> tuple[bytes, ...] | None:
    """Return the ids from tag `number` on, None if they are damaged.

    Each tag has Tg, SENS_RES (2 bytes), SEL_RES, length, id and maybe ATS.
    """
    if number > count:
        return None if data else ()
    if len(data) < 5 or data[0] != number:
        return None
    end = 5 + data[4]
    uid = _without_cascade(data[5:end])
    if uid is None or len(data) < end:
        return None
    for after in _tag_ends(data, end):
        others = _tags_from(data[after:], number + 1, count)
        if others is not None:
            return (uid, *others)
    return None


def _tag_ends(data: bytes, end: int) -> Iterator[int]:
    """Yield each end that a tag may have: after its ATS (its length first), and before it."""
    can_have_ats = data[3] & _FOLLOWS_PART_4 and end < len(data)
    if can_have_ats and 1 <= data[end] <= len(data) - end:
        yield end + data[end]
    yield end


def _without_cascade(uid: bytes) -> bytes | None:
    """Return the id of 4, 7 or 10 bytes, None if it is incomplete."""
    if len(uid) == 8 and uid[0] == _CASCADE:
        uid = uid[1:]
    elif len(uid) == 12 and uid[0] == uid[4] == _CASCADE:
        uid = uid[1:4] + uid[5:]
    if len(uid) == 4:
        return None if uid[0] == _CASCADE else uid
    return uid if len(uid) in (7, 10) else None
