"""Corrections: what another client writes at a table's own topics is overwritten with what is true.

A broker keeps what was said last, by any client, and everybody who comes later believes that. A
table says the truth again, so often and no more: a forger in a loop, or another device with its id,
makes no storm.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Final

from companion.club.broker import Heard
from companion.club.outbox import Publication
from companion.club.topics import Topics

log: Final = logging.getLogger("companion.club")
AT_ONCE: Final = 10
"""Corrections that a table makes one after the other."""
EVERY_S: Final = 5.0
"""Time after which it may make one more, in seconds."""
MOST_TOPICS: Final = 1000
"""Topics that one correction is about."""
_MOST_ECHOES: Final = 16


class Corrections:
    """The topics at which another client wrote, until each says the truth again."""

    def __init__(
        self,
        topics: Topics,
        truth: Callable[[str], Publication | None],
        send: Callable[[Publication], None],
    ) -> None:
        """Begin without a wrong topic.

        truth: what a topic must say, None where that is not known. send: publishes a message.
        """
        self._availability: Final = topics.availability
        self._event: Final = topics.event
        self._truth: Final = truth
        self._send: Final = send
        self._wrong: Final[dict[str, None]] = {}
        self._echoes: Final[deque[bytes]] = deque(maxlen=_MOST_ECHOES)
        """What this table said of its availability, which it hears itself."""
        self._rested = 0.0
        """When it may make as many corrections as ever, by the loop's clock."""
        self._timer: asyncio.TimerHandle | None = None
        self._ended = False

    def begin(self) -> None:
        """Begin a connection, on which the table has said nothing."""
        self._echoes.clear()

    def note_own(self, message: Publication) -> None:
        """Note what the table itself tells the broker."""
        if message.topic == self._availability:
            self._echoes.append(message.payload)

    def on_message(self, message: Heard) -> None:
        """Note what another client wrote at one of the table's topics."""
        if self._ended or len(self._wrong) >= MOST_TOPICS:
            return
        if self._is_true(message):
            return
        self._wrong[message.topic] = None
        loop = asyncio.get_running_loop()
        if self._timer is not None:
            return
        if loop.time() >= self._rested:
            log.info(
                "mqtt: another client wrote at %s, so what is true is told again", message.topic
            )
        self._timer = loop.call_at(self._rested - (AT_ONCE - 1) * EVERY_S, self._correct)

    def end(self) -> None:
        """Correct nothing more: the table says goodbye."""
        self._ended = True
        if self._timer is not None:
            self._timer.cancel()

    def _is_true(self, message: Heard) -> bool:
        """Return True if a message misleads nobody."""
        if message.topic == self._event:  # events come and go, but none may stay
            return not (message.retained and message.payload)
        if message.topic == self._availability and self._is_echo(message):
            return True
        truth = self._truth(message.topic)
        return truth is None or message.payload == truth.payload

    def _is_echo(self, message: Heard) -> bool:
        """Return True if the table itself said so."""
        if message.retained:  # what the broker kept until the table came
            return True
        if message.payload in self._echoes:
            self._echoes.remove(message.payload)
            return True
        return False

    def _correct(self) -> None:
        """Say the truth at every topic that is wrong."""
        self._timer = None
        self._rested = max(asyncio.get_running_loop().time(), self._rested) + EVERY_S
        for topic in self._wrong:
            truth = self._truth(topic)
            if truth is not None:
                self._send(truth)
        self._wrong.clear()
