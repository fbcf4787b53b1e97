"""The protocol of a PN532 that reads cards: it waits for a tag, and is asked whether that stays.

A look (`LOOK`) ends when a tag comes, however long that takes, so that an empty reader is not
polled. Between two looks the field is off: otherwise a tag that was found stays halted and does not
answer every look (NXP community, "PN532 - Unreliable reading of 2 tags at once").
"""

from collections.abc import Iterable
from enum import Enum, auto
from math import inf
from typing import Final

from hardware.readers import pn532
from hardware.readers.pn532 import Pn532Command, Pn532Frame, Pn532Frames
from hardware.readers.protocol import NOTHING, ReaderOutput, TagsLaid, There

SAME_S: Final = 0.3
"""A tag that is lifted for less than this counts as still there."""
AGAIN_S: Final = 0.15
"""From a confirmed tag to the next look for it."""
MISSED: Final = 3
"""A tag is gone after this many looks that found only other tags; `SAME_S` has fewer looks."""
_DARK_S: Final = 0.01
"""The least time that the field is off; a tag is reset after 5 ms (ISO/IEC 14443-3, 5.2)."""
PATIENCE_S: Final = 0.5
"""How long a chip may take to acknowledge, and to answer commands other than a look."""
_NOISE_S: Final = 0.1
"""How long a looking chip may take to complete a frame that has begun."""
CHECK_S: Final = 60.0
"""A look in vain is repeated after this time: a chip that was reset would never find a tag."""
PROOF_S: Final = 1.0
"""A chip that failed before is trusted again after a look of this length without noise."""
PAUSES_S: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0)
"""Pauses before the attempts to wake a chip that does not obey."""
DEAF: Final = 3
"""After this many failures in a row there is no reader."""

_WELCOME: Final = (pn532.SET_PARAMETERS, pn532.TRY_FOR_EVER, pn532.FIELD_OFF)
"""Commands that speed up reading; clones of the chip that lack them still read cards."""
_SET_UP: Final = (pn532.SAM_CONFIGURATION, pn532.GET_FIRMWARE_VERSION, *_WELCOME)
_DEAF: Final = (
    "no PN532 answers; switch it to HSU (UART), cross TX and RX, and see whether it has power"
)
_HERE: Final = There(there=True)


class _Lying:
    """What lies on a reader that looks again and again.

    A tag is confirmed when two looks in a row found it: the checksum lets one of 256 damaged frames
    through. Without looks, while the reader is unplugged or confused, no tag counts as gone.
    """

    def __init__(self) -> None:
        self._last: dict[str, float] = {}
        self._missed: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self._last or self._missed)

    def add_look(self, tags: Iterable[str], at: float) -> TagsLaid | None:
        """Add the tags of a look, answered at the time `at`. Return all there, if one is new."""
        last = self._last
        now = {tag: last.get(tag, at) for tag in sorted(set(tags))}
        self._last = now
        if not now.keys() <= last.keys():
            return None
        new_times = [began for tag, began in now.items() if tag not in self._missed]
        missed = {tag: misses + 1 for tag, misses in self._missed.items() if misses + 1 < MISSED}
        self._missed = missed | dict.fromkeys(now, 0)
        return TagsLaid(tuple(now), min(new_times)) if new_times else None

    @property
    def doubtful(self) -> bool:
        """Whether the last look found a tag that is not confirmed yet."""
        return not self._last.keys() <= self._missed.keys()

    def clear(self) -> None:
        """Note that nothing lies there."""
        self._last = {}
        self._missed = {}


class _Doing(Enum):
    """What the chip does."""

    NOTHING = auto()
    PAUSE = auto()
    """It failed, and is left alone for a while."""
    ANSWER = auto()
    """It is about to answer, or to acknowledge its look."""
    DARK = auto()
    """Its field is off until the next look."""
    LOOK = auto()
    """It looks, and is silent until there is a tag."""


class Pn532:
    """The `ReaderProtocol` of a PN532.

    Bytes that the chip sends out of turn are ignored. Every wait has an end: then the chip is woken
    and set up anew, with growing pauses, so that neither a silent chip nor a babbling one costs
    anything.
    """

    baud = 115200
    """What the chip starts with on its HSU (section 6.4)."""
    farewell: Final = pn532.ACK_FRAME + pn532.FIELD_OFF.frame

    def __init__(self) -> None:
        self._frames: Final = Pn532Frames()
        self._lying: Final = _Lying()
        self._doing = _Doing.NOTHING
        self._command = pn532.LOOK
        self._next = iter(_SET_UP)
        self._until = 0.0
        self._look_at = 0.0
        self._noise_until = inf
        self._gone_at = inf
        self._failures = 0

    @property
    def deadline(self) -> float:
        """When to call `tick`."""
        if self._doing is _Doing.NOTHING:
            return inf
        if self._doing is not _Doing.LOOK:
            return self._until
        return min(self._until, self._noise_until, self._gone_at)

    def connection_made(self, now: float) -> ReaderOutput:
        """Wake the chip."""
        self._failures = 0
        return self._wake_chip(now)

    def connection_lost(self) -> None:
        """Forget its state, but not the tags that lie there."""
        self._doing = _Doing.NOTHING

    def tick(self, now: float) -> ReaderOutput:
        """Go on, or try again."""
        if now < self.deadline:
            return NOTHING
        match self._doing:
            case _Doing.PAUSE:
                return self._wake_chip(now)
            case _Doing.DARK:
                return self._send_command(pn532.LOOK, now)
            case _Doing.LOOK:
                return self._still_looking(now)
        return self._rest_chip(now)

    def data_received(self, chunk: bytes, now: float) -> ReaderOutput:
        """Take its bytes; only an answer to the pending command leads on."""
        was_looking = self._doing is _Doing.LOOK
        payload = b""
        events: list[TagsLaid | There] = []
        for frame in self._frames.feed(chunk, now):
            output = self._on_frame(frame, now)
            payload += output.payload
            events += output.events
        # Zeros surround every frame. Other bytes may be a damaged answer: then the look is over.
        is_damaged = self._frames.spoilt or self._frames.has_begun
        is_noise = is_damaged or (was_looking and any(chunk))
        if is_noise and self._doing is _Doing.LOOK:
            self._noise_until = min(self._noise_until, now + _NOISE_S)
        return ReaderOutput(payload, tuple(events))

    def _on_frame(self, frame: Pn532Frame, now: float) -> ReaderOutput:
        is_look = self._command is pn532.LOOK
        match self._doing, frame.kind:
            case _Doing.ANSWER, pn532.ACK if is_look:
                self._doing = _Doing.LOOK
                self._noise_until = inf
                self._until = now + (PROOF_S if self._failures else CHECK_S)
                self._gone_at = now + SAME_S if self._lying else inf
                # One that was away is there again only after a whole look without noise.
                return ReaderOutput(events=(_HERE,)) if self._failures < DEAF else NOTHING
            case _Doing.ANSWER, pn532.ERROR if self._command in _WELCOME:
                return self._on_obeyed(frame, now)
            case _Doing.ANSWER | _Doing.LOOK, pn532.ERROR:
                return self._rest_chip(now)
            case _Doing.ANSWER | _Doing.LOOK, pn532.INFORMATION:
                if self._command.answered_by(frame.body):
                    on_answer = self._on_tags if is_look else self._on_obeyed
                    return on_answer(frame, now)
        return NOTHING

    def _on_obeyed(self, frame: Pn532Frame, now: float) -> ReaderOutput:
        """Send the next command."""
        if self._command is pn532.GET_FIRMWARE_VERSION and not pn532.is_pn532(frame.body):
            self._failures = max(self._failures, DEAF)
            return self._rest_chip(now, f"what answers is no PN532, but says {frame.body.hex(' ')}")
        if command := next(self._next, None):
            return self._send_command(command, now)
        self._doing = _Doing.DARK
        self._until = max(self._look_at, now + _DARK_S)
        return NOTHING

    def _still_looking(self, now: float) -> ReaderOutput:
        """Go on with a look that has found nothing yet."""
        if now >= self._noise_until:
            return self._rest_chip(now)
        if now >= self._gone_at:
            self._lying.clear()
            self._gone_at = inf
        if now < self._until:
            return NOTHING
        if not self._failures:
            return self._look_again(now)
        self._failures = 0
        self._until = now + CHECK_S
        return ReaderOutput(events=(_HERE,))

    def _on_tags(self, frame: Pn532Frame, now: float) -> ReaderOutput:
        """Report the tags: the look has ended, even if its acknowledgement was lost."""
        uids = pn532.read_tags(frame.body)
        if uids is None:
            return self._rest_chip(now)
        self._failures = 0
        was_doubtful = self._lying.doubtful
        laid = self._lying.add_look((uid.hex() for uid in uids if pn532.is_sticker(uid)), frame.at)
        # A tag that is doubtful again changes all the time: no hurry.
        in_a_hurry = self._lying.doubtful and not was_doubtful
        output = self._look_again(now, 0.0 if in_a_hurry else AGAIN_S)
        return output._replace(events=(_HERE, laid) if laid else (_HERE,))

    def _look_again(self, now: float, after: float = AGAIN_S) -> ReaderOutput:
        """Switch the field off, and look after a while."""
        self._look_at = now + after
        return self._send_command(pn532.FIELD_OFF, now)

    def _wake_chip(self, now: float) -> ReaderOutput:
        """Abort the chip's current command, wake it, and set it up."""
        self._next = iter(_SET_UP)
        self._look_at = now
        first = self._send_command(next(self._next), now)
        return ReaderOutput(pn532.WAKE_UP + pn532.ACK_FRAME + first.payload)

    def _send_command(self, command: Pn532Command, now: float) -> ReaderOutput:
        self._frames.clear()
        self._doing = _Doing.ANSWER
        self._command = command
        self._until = now + PATIENCE_S
        return ReaderOutput(command.frame)

    def _rest_chip(self, now: float, why: str = _DEAF) -> ReaderOutput:
        """Leave a chip alone for a while that does not obey."""
        self._frames.clear()
        self._doing = _Doing.PAUSE
        self._until = now + PAUSES_S[min(self._failures, len(PAUSES_S) - 1)]
        self._failures += 1
        return ReaderOutput(events=(There(there=False, why=why),) if self._failures >= DEAF else ())
