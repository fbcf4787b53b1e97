"""A link to a broker: a small state machine that has the broker say what is true.

It is *connecting* until the broker welcomes it, then *telling* until the broker has all that was
said, then *waiting*. README.md beside this file draws it.

A broker may forget everything when it restarts: it is told all that it is to keep at each
connection. Events are told until each was acknowledged.
"""

import asyncio
import logging
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from math import ceil
from typing import Final, NamedTuple

from companion.club.broker import (
    KEEPALIVE_S,
    TICK_S,
    Callbacks,
    Connection,
    Filter,
    Heard,
    Publication,
    Trouble,
)
from companion.club.topics import versioned_json
from companion.numbers import Json
from companion.onlooking.settings import Broker

log: Final = logging.getLogger("companion.club")
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 4.0
LASTING_PAUSE_S: Final = 30.0
"""Time until a broker that refused us is tried again, in seconds."""
STEADY_S: Final = 600.0
"""After a connection that lasted as long, trouble is new: the log has it again, and it is tried
again at once."""
AGAIN_S: Final = 60.0
"""Time between two times that what others contradicted is said again, in seconds."""
MOST_EVENTS: Final = 1000
"""So many events wait for a broker; the oldest ones give way."""
SILENT_S: Final = 2 * (KEEPALIVE_S + TICK_S) + 5
"""Time without an answer after which an open connection must have been given up, in seconds."""
ATTEMPT_S: Final = 90.0
"""Time that an attempt may take, in seconds: a name that nobody knows, several addresses, TLS."""


class LinkState(StrEnum):
    """What a link is doing."""

    CONNECTING = "connecting"
    TELLING = "telling"
    WAITING = "waiting"


class _KeptMessage(NamedTuple):
    payload: bytes
    until: float | None


class _QueuedEvent(NamedTuple):
    number: int
    at: float
    topic: str
    body: Json


class LinkCallbacks(NamedTuple):
    """What is called for what happens at a link."""

    on_message: Callable[[Heard], None] = lambda message: None
    on_change: Callable[[], None] = lambda: None
    """Is called whenever the state is another one."""
    may_refuse: Callable[[Publication, Trouble], bool] = lambda message, why: False
    """Returns True for a message that the broker may refuse. Any other ends the connection."""


class BrokerLink:
    """A link to a broker; times are those of the monotonic clock, in seconds."""

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        callbacks: LinkCallbacks,
        filters: Sequence[Filter],
        will: Publication | None = None,
    ) -> None:
        """Make a link that is not open yet.

        filters: what the broker is asked for. will: what it publishes when the connection ends
        without a word; a link without one only reads.
        """
        own = Callbacks(self._on_message, self._on_answer)
        self._new: Final[Callable[[], Connection]] = partial(
            Connection, broker, client_id, will, filters, own
        )
        self._client_id: Final = client_id
        self._where: Final = f"{broker.host}:{broker.port}"
        self._callbacks: Final = callbacks
        self.state = LinkState.CONNECTING
        self._connection: Connection | None = None
        self._tried = time.monotonic()
        self._problem = ""
        self._kept: Final[dict[str, _KeptMessage]] = {}
        self._events: Final[deque[_QueuedEvent]] = deque(maxlen=MOST_EVENTS)
        self._number = 0
        self._told = False
        """Whether the broker has acknowledged something on this connection."""
        self._contradicted: Final[set[str]] = set()
        self._said_again = -AGAIN_S
        self._again: asyncio.TimerHandle | None = None

    @property
    def connected(self) -> bool:
        """Whether the broker is there."""
        return self._connection is not None

    @property
    def status(self) -> str:
        """How the link is, in one line."""
        if self.connected:
            return f"connected to {self._where}"
        return (
            f"not connected: {self._problem}" if self._problem else f"connecting to {self._where}"
        )

    @property
    def alive(self) -> bool:
        """Whether the link does what it should: something came back of late."""
        if self._connection is not None:
            return time.monotonic() - self._connection.answered <= SILENT_S
        return time.monotonic() - self._tried <= LASTING_PAUSE_S + ATTEMPT_S

    def keep(self, topic: str, payload: bytes, lasts: float | None = None) -> None:
        """Have a topic say this from now on, b"" for nothing.

        lasts: how long the broker keeps it, in seconds; None for ever.
        """
        known = self._kept.get(topic)
        if known is None or known.payload != payload:
            until = None if lasts is None else time.monotonic() + lasts
            self._kept[topic] = _KeptMessage(payload, until)
            self.say(topic)

    def say(self, topic: str) -> None:
        """Say what a topic is to say, if anything, unless its time is over."""
        payload, until = self._kept.get(topic, _KeptMessage(b"", 0.0))
        left = None if until is None else ceil(until - time.monotonic())
        if left is not None and left <= 0:
            self._kept.pop(topic, None)
        else:
            self._send(Publication(topic, payload, expires=left if payload else None))

    def tell(self, topic: str, body: Json) -> None:
        """Tell an event until the broker has it, each time with its number and its age."""
        self._number += 1
        event = _QueuedEvent(self._number, time.monotonic(), topic, body)
        self._events.append(event)
        self._send_event(event)

    async def run(self) -> None:
        """Open the link, and open it again whenever it ends."""
        pause = FIRST_PAUSE_S
        while True:
            began = time.monotonic()
            trouble, welcome = await self._connect()
            steady = welcome and time.monotonic() - began > STEADY_S
            if steady:
                pause = FIRST_PAUSE_S
            if steady or str(trouble) != self._problem:
                log.warning("mqtt: %s; it is tried again", trouble)
            self._problem = str(trouble)
            self._tried = time.monotonic()
            self.state = LinkState.CONNECTING
            self._callbacks.on_change()
            # Many tables do not come back at once.
            longest = pause if steady or not trouble.lasting else LASTING_PAUSE_S
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

    async def _connect(self) -> tuple[Trouble, bool]:
        """Connect until the end. Return why it ended, and whether the broker welcomed it."""
        connection = self._new()
        try:
            await connection.open()
        except Trouble as why_not:
            return why_not, False
        log.info("mqtt: %s knows %s", self._where, self._client_id)
        self._connection = connection
        self._told = False
        self._become(LinkState.TELLING)
        for topic in tuple(self._kept):
            self.say(topic)
        for event in tuple(self._events):
            self._send_event(event)
        if not connection.sent:
            self._become(LinkState.WAITING)
        why = await connection.end()
        self._connection = None
        return why, True

    def _become(self, state: LinkState) -> None:
        if state is not self.state:
            self.state = state
            self._callbacks.on_change()

    def _send(self, message: Publication) -> None:
        if self._connection is not None:
            self._connection.send(message)
            self._become(LinkState.TELLING)

    def _send_event(self, event: _QueuedEvent) -> None:
        age = round(time.monotonic() - event.at)
        body = {**event.body, "number": event.number, "age": age}
        payload = versioned_json(body)
        self._send(Publication(event.topic, payload, retain=False, number=event.number))

    def _on_answer(self, message: Publication, refusal: Trouble | None) -> None:
        """Note that the broker has a message, or refuses it (Trouble)."""
        connection = self._connection
        if connection is None:
            return
        self._told = True
        if refusal is not None and not self._callbacks.may_refuse(message, refusal):
            connection.fail(refusal)
        for event in self._events:
            if event.number == message.number:
                self._events.remove(event)
                break
        if not connection.sent:
            self._become(LinkState.WAITING)

    def _on_message(self, message: Heard) -> None:
        """Hand a message on. What contradicts a topic that we keep is said again in time.

        What the broker had kept before it was told anything is said now, whatever it was.
        """
        known = self._kept.get(message.topic) if self._told else None
        if known is not None and message.payload != known.payload:
            self._contradicted.add(message.topic)
            if self._again is None:
                now = asyncio.get_running_loop().time()
                wait = max(0.0, self._said_again + AGAIN_S - now)
                self._again = asyncio.get_running_loop().call_later(wait, self._say_again)
        self._callbacks.on_message(message)

    def _say_again(self) -> None:
        """Say what is true at every topic that others contradicted."""
        self._again = None
        self._said_again = asyncio.get_running_loop().time()
        log.info("mqtt: others wrote at %s, which is said again", ", ".join(self._contradicted))
        for topic in self._contradicted & self._kept.keys():
            self.say(topic)
        self._contradicted.clear()
