"""A link to a broker: a small state machine that has the broker say what is true.

It is *connecting* until the broker welcomes it, then *telling* until the broker has all that was
said, then *waiting*. README.md beside this file draws it.

A broker may forget everything when it restarts: it is told all that it is to keep at each
connection. Events are told until each was acknowledged. What others contradict or the broker
refuses is said again, once a minute at most.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from math import ceil
from typing import Final, NamedTuple

from companion.club.broker import Connection, Incoming, Publication, Session, Trouble
from companion.club.topics import versioned_json
from companion.numbers import Json
from companion.service_manager import NOT_CONNECTED

log: Final = logging.getLogger("companion.club")
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 4.0
LASTING_PAUSE_S: Final = 30.0
"""Time until a broker that refused us is tried again, in seconds."""
STEADY_S: Final = 600.0
"""After a connection that lasted as long, trouble is new: the log has it again, and it is tried
again at once."""
AGAIN_S: Final = 60.0
"""Time between two times that what was contradicted is said again, in seconds."""
MOST_EVENTS: Final = 1000
"""So many events wait for a broker; the oldest ones give way."""


class _KeptMessage(NamedTuple):
    payload: bytes
    until: float | None


class _QueuedEvent(NamedTuple):
    at: float
    topic: str
    body: Json


class BrokerLink:
    """A link to a broker; times are those of the monotonic clock, in seconds."""

    def __init__(
        self,
        session: Session,
        on_message: Callable[[Incoming], None] = lambda message: None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """Make a link that is not open yet; `on_change` is called when `status` may be another."""
        self._session: Final = session
        self._on_message: Final = on_message
        self._on_change: Final = on_change
        self._connection: Connection | None = None
        self._problem = ""
        self._refused: Final[dict[str, str]] = {}
        """Why the broker does not take topics."""
        self._kept: Final[dict[str, _KeptMessage]] = {}
        self._events: Final[dict[int, _QueuedEvent]] = {}
        """By their numbers."""
        self._number = 0
        self._contradicted: Final[set[str]] = set()
        self._said_again = -AGAIN_S
        self._again: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether the broker is there, and has all that was said."""
        return self._connection is not None and not self._connection.sent

    @property
    def connected(self) -> bool:
        """Whether the broker is there."""
        return self._connection is not None

    @property
    def status(self) -> str:
        """How the link is, in one line."""
        where = self._session.where
        if self.connected:
            return "; ".join((f"connected to {where}", *self._refused.values()))
        return f"{NOT_CONNECTED}: {self._problem}" if self._problem else f"connecting to {where}"

    def keep_topic(self, topic: str, payload: bytes, lasts: float | None = None) -> None:
        """Have a topic say this from now on, b"" for nothing.

        lasts: how long the broker keeps it, in seconds; None for ever.
        """
        known = self._kept.get(topic)
        if known is None or known.payload != payload:
            until = None if lasts is None else time.monotonic() + lasts
            self._kept[topic] = _KeptMessage(payload, until)
            self._publish_topic(topic)

    def tell_event(self, topic: str, body: Json) -> None:
        """Tell an event until the broker has it, each time with its number and its age."""
        self._number += 1
        self._events[self._number] = _QueuedEvent(time.monotonic(), topic, body)
        self._events.pop(self._number - MOST_EVENTS, None)
        self._say_event(self._number)

    def say_again(self, topic: str) -> None:
        """Say what a topic is to say once more: at once, but a minute after the last time."""
        self._contradicted.add(topic)
        if self._again is None:
            loop = asyncio.get_running_loop()
            wait = max(0.0, self._said_again + AGAIN_S - loop.time())
            self._again = loop.call_later(wait, self._say_contradicted)

    async def run(self) -> None:
        """Open the link, and open it again whenever it ends."""
        pause = FIRST_PAUSE_S
        while True:
            began = time.monotonic()
            trouble, welcome = await self._stay_connected()
            steady = time.monotonic() - began > STEADY_S
            if steady:
                pause = FIRST_PAUSE_S
            if steady or str(trouble) != self._problem:
                log.warning("mqtt: %s; it is tried again", trouble)
            self._problem = str(trouble)
            self._on_change()
            # Many tables do not come back at once.
            longest = LASTING_PAUSE_S if trouble.lasting and not steady else pause
            await asyncio.sleep(longest * random.uniform(0.5, 1))
            # One that is welcome and soon lost loses its place to another device with its name.
            pause = min(2 * pause, LASTING_PAUSE_S if welcome else LONGEST_PAUSE_S)

    async def leave(self) -> None:
        """Hang up, once the broker has all that was said."""
        self._kept.clear()  # nothing is said again
        if self._again is not None:
            self._again.cancel()
        if self._connection is not None:
            await self._connection.leave()

    async def _stay_connected(self) -> tuple[Trouble, bool]:
        """Connect until the end. Return why it ended, and whether the broker welcomed it."""
        connection = Connection(self._session, self._hear_message, self._note_answer)
        try:
            await connection.open()
        except Trouble as why_not:
            return why_not, False
        log.info("mqtt: %s knows %s", self._session.where, self._session.client_id)
        self._connection = connection
        # A copy, since what is over by now is dropped.
        for topic in tuple(self._kept):
            self._publish_topic(topic)
        for number in tuple(self._events):
            self._say_event(number)
        self._on_change()
        why = await connection.wait_for_end()
        self._connection = None
        return why, True

    def _publish_topic(self, topic: str) -> None:
        """Say what a topic is to say, if anything, unless its time is over."""
        payload, until = self._kept.get(topic, _KeptMessage(b"", 0.0))
        left = None if until is None else ceil(until - time.monotonic())
        if left is not None and left <= 0:
            self._kept.pop(topic, None)
        elif self._connection is not None:
            self._connection.send(Publication(topic, payload, expires=left if payload else None))

    def _say_event(self, number: int) -> None:
        event = self._events[number]
        age = round(time.monotonic() - event.at)
        payload = versioned_json({**event.body, "number": number, "age": age})
        if self._connection is not None:
            self._connection.send(Publication(event.topic, payload, retain=False, number=number))

    def _note_answer(self, message: Publication, refusal: Trouble | None) -> None:
        """Note that the broker has a message, or refuses it: then it is said again in time."""
        if message.number is not None:
            self._events.pop(message.number, None)
        why = None if refusal is None else str(refusal)
        if why is None:
            self._refused.pop(message.topic, None)
        else:
            if why != self._refused.get(message.topic):
                log.warning("mqtt: %s", why)
            self._refused[message.topic] = why
            self.say_again(message.topic)
        self._on_change()

    def _hear_message(self, message: Incoming) -> None:
        """Hand a message on. What contradicts a topic that we keep is said again in time.

        What the broker had kept before is corrected by all that is said at the connection.
        """
        known = None if message.retained else self._kept.get(message.topic)
        if known is not None and message.payload != known.payload:
            if message.topic not in self._contradicted:
                log.info("mqtt: others wrote at %s, which is said again", message.topic)
            self.say_again(message.topic)
        self._on_message(message)

    def _say_contradicted(self) -> None:
        self._again = None
        self._said_again = asyncio.get_running_loop().time()
        for topic in self._contradicted:
            self._publish_topic(topic)
        self._contradicted.clear()
