"""A modelled PN532: the answers of the chip at the far end of the link, with tags laid on it.

It sleeps until woken, does nothing before its SAMConfiguration, and finds a tag once until its
field goes.
"""

from typing import Final

from hardware.readers import pn532
from hardware.readers.pn532 import Pn532Command, Pn532Frame, Pn532Frames

_FIRMWARE: Final = bytes((pn532.IC, 1, 6, 7))
"""Version 1.6, the one that is sold."""

_SENS_RES: Final = {4: b"\x00\x04", 7: b"\x00\x44", 10: b"\x00\x84"}
"""SENS_RES by the length of the id: MIFARE Classic, NTAG21x (data sheet, 9.4), longer ones."""
_SEL_RES: Final = {4: 0x08, 7: 0x00, 10: 0x00}


class ModelPn532:
    """The chip, without any I/O: it answers the bytes and the tags that it gets."""

    lengths: Final = tuple(_SENS_RES)
    """The numbers of bytes that the id of a tag may have."""

    def __init__(self) -> None:
        self.tags: tuple[bytes, ...] = ()
        self._frames: Final = Pn532Frames(pn532.TO_CHIP)
        self.reset()

    def reset(self) -> None:
        """Take its power away, and give it back; what lies on it stays there."""
        self.awake = self.ready = self.field = self.looking = False
        self._found: set[bytes] = set()
        self._frames.clear()

    def answer_bytes(self, chunk: bytes) -> bytes:
        """Return its answer to these bytes."""
        if not self.awake:
            if 0x55 not in chunk:
                return b""
            self.awake = True
        return b"".join(self._answer_frame(frame) for frame in self._frames.feed(chunk, 0.0))

    def lay_tags(self, *tags: bytes) -> bytes:
        """Lay these tags on it and no others. Return its answer to that."""
        self.tags = tags
        self._found &= set(tags)
        return self._answer_look() if self.looking else b""

    def tick(self, now: float) -> tuple[bytes, float | None]:
        """Return nothing: it sends only answers, and tags that are laid on it."""
        return b"", None

    def _answer_frame(self, frame: Pn532Frame) -> bytes:
        # Any other frame aborts a look.
        self.looking = False
        if frame.kind != pn532.INFORMATION or not frame.body:
            return b""
        command = Pn532Command(frame.body[0], frame.body[1:])
        if not self.ready and command != pn532.SAM_CONFIGURATION:
            return b""
        return pn532.ACK_FRAME + self._obey_command(command)

    def _obey_command(self, command: Pn532Command) -> bytes:
        results = b""
        match command:
            case pn532.SAM_CONFIGURATION:
                self.ready = True
            case pn532.GET_FIRMWARE_VERSION:
                results = _FIRMWARE
            case pn532.SET_PARAMETERS | pn532.TRY_FOR_EVER:
                pass
            case pn532.FIELD_OFF:
                self.field = False
                self._found.clear()
            case pn532.LOOK:
                self.field = self.looking = True
                return self._answer_look()
            case _:
                return pn532.ERROR_FRAME
        return self._framed_answer(command, results)

    def _answer_look(self) -> bytes:
        new = [tag for tag in self.tags if tag not in self._found][: pn532.LOOK.arguments[0]]
        if not new:
            return b""
        self.looking = False
        self._found.update(new)
        results = bytes((len(new),))
        for number, tag in enumerate(new, 1):
            length = len(tag)
            results += bytes((number, *_SENS_RES[length], _SEL_RES[length], length)) + tag
        return self._framed_answer(pn532.LOOK, results)

    def _framed_answer(self, command: Pn532Command, results: bytes) -> bytes:
        return pn532.framed_command(bytes((command.code + 1,)) + results, pn532.TO_HOST)
