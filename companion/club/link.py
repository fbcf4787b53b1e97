"""A link to a broker: has the broker say what is true.

It is *connecting* until the broker welcomes it, then *telling* until the broker has all that was
said, then *waiting*. README.md beside this file draws it.

A broker may forget everything when it restarts: it is told all that it is to keep at each
connection, after what paho still had to send. What others contradict is said again soon, and what
the broker refuses each minute.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from typing import Final, NamedTuple

from companion.club.broker import Connection, Incoming, Publication, Trouble
from companion.club.settings import Broker
from companion.club.topics import versioned_json
from companion.numbers import Json
from companion.service_manager import NOT_CONNECTED

log: Final = logging.getLogger("companion.club")
CONTRADICTED_S: Final = 1.0
REFUSED_S: Final = 60.0
"""Time after which a topic is said again that others contradict, or the broker refuses."""
LOGGED_S: Final = 600.0
"""Time for which the log does not have the same trouble again, in seconds."""
LEAVE_S: Final = 1.0
"""Time for what is still to be said at the end, in seconds."""


class _KeptMessage(NamedTuple):
    payload: bytes
    until: float | None


class BrokerLink(Connection):
    """A link to a broker, in a loop of asyncio; times are those of the monotonic clock."""

    reads_others = True
    """Whether what it says itself is not read."""

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        will: Publication,
        topics: tuple[str, ...],
        on_message: Callable[[Incoming], None] = lambda message: None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """Make a link that is not open yet; it needs a running loop.

        topics: what is read, and handed to `on_message`. on_change: is called when `status` may be
        another.
        """
        self._loop: Final = asyncio.get_running_loop()
        super().__init__(broker, client_id, self._hand_over, will)
        self._topics: Final = topics
        self._pass_on: Final = on_message
        self._on_change: Final = on_change
        self._problem = ""
        self._logged = -LOGGED_S
        self._refused: Final[dict[str, str]] = {}
        """Why the broker does not take topics."""
        self._kept: Final[dict[str, _KeptMessage]] = {}
        self._is_behind = True
        """Whether the broker may lack what it is to keep."""
        self._number = 0
        self._lost = 0
        """Events since the broker was there."""
        self._soon: Final[set[str]] = set()
        """The topics that are said again in a while."""

    @property
    def is_waiting(self) -> bool:
        """Whether the broker is there, and has all that was said."""
        return self.connected and not self._is_behind and not self.sent

    @property
    def status(self) -> str:
        """How the link is, in one line."""
        if self.connected:
            return "; ".join((f"connected to {self.where}", *self._refused.values()))
        return (
            f"{NOT_CONNECTED}: {self._problem}" if self._problem else f"connecting to {self.where}"
        )

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
        """Tell an event, with its number; paho keeps it while the broker is away."""
        self._number += 1
        payload = versioned_json({**body, "number": self._number})
        if not self.publish(Publication(topic, payload, retain=False)):
            self._lost += 1
            if self._lost == 1:
                log.warning("mqtt: too many events wait for the broker: those that follow are lost")

    def say_again(self, topic: str, after: float = CONTRADICTED_S) -> None:
        """Say what a topic is to say once more, in a while."""
        if topic not in self._soon:
            self._soon.add(topic)
            self._loop.call_later(after, self._publish_again, topic)

    async def leave_in_order(self) -> None:
        """Hang up, once the broker has all that was said."""
        await self._wait_while(lambda: bool(self.sent))
        self.leave_broker()
        await self._wait_while(lambda: True)

    def on_connection(self, trouble: Trouble | None) -> None:
        """Read, and tell all that is to be kept; or tell the log why the broker is not told."""
        if trouble is None:
            self._lost = 0
            self.read_topics(*self._topics, others=self.reads_others)
            self._tell_all()
        else:
            self._is_behind = True
            if str(trouble) != self._problem or time.monotonic() > self._logged + LOGGED_S:
                log.warning("mqtt: %s; it is tried again", trouble)
                self._logged = time.monotonic()
            self._problem = str(trouble)
        self._on_change()

    def on_acknowledgement(self, message: Publication, refusal: Trouble | None) -> None:
        """Note that the broker has a message, or refuses it: then it is said again in time."""
        topic = message.topic
        if refusal is None:
            self._refused.pop(topic, None)
        else:
            if str(refusal) != self._refused.get(topic):
                log.warning("mqtt: %s", refusal)
            self._refused[topic] = str(refusal)
            self.say_again(topic, REFUSED_S)
        self._tell_all()
        self._on_change()

    def on_message(self, message: Incoming) -> None:
        """Say again what others contradict.

        What the broker had kept before is corrected by all that is said at the connection.
        """
        known = None if message.retained else self._kept.get(message.topic)
        if known is not None and message.payload != known.payload:
            if message.topic not in self._soon:
                log.info("mqtt: others wrote at %s, which is said again", message.topic)
            self.say_again(message.topic)
        self._pass_on(message)

    def _hand_over(self, act: Callable[..., object], *given: object) -> None:
        with suppress(RuntimeError):  # the loop has ended before paho's thread
            self._loop.call_soon_threadsafe(act, *given)

    def _tell_all(self) -> None:
        """Tell all that is to be kept, once the broker has what paho sends again before that.

        Else the older word might be the last one.
        """
        has_all = self.connected and not self.sent
        if has_all and self._is_behind:
            self._is_behind = False
            for topic in tuple(self._kept):
                self._publish_topic(topic)

    def _publish_topic(self, topic: str) -> None:
        """Say what a topic is to say, if anything, unless its time is over."""
        payload, until = self._kept.get(topic, _KeptMessage(b"", 0.0))
        left = None if until is None else ceil(until - time.monotonic())
        if left is not None and left <= 0:
            self._kept.pop(topic, None)
        elif self.connected and not self._is_behind:
            message = Publication(topic, payload, expires=left if payload else None)
            self._is_behind = not self.publish(message)

    def _publish_again(self, topic: str) -> None:
        self._soon.discard(topic)
        self._publish_topic(topic)

    async def _wait_while(self, is_so: Callable[[], bool]) -> None:
        end = self._loop.time() + LEAVE_S
        while self.connected and is_so() and self._loop.time() < end:
            await asyncio.sleep(0.01)
