"""A link to a broker: a connection that is opened again whenever it ends."""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from companion.club.broker import Connection, Filter, Heard, Trouble
from companion.club.broker_settings import Broker
from companion.club.outbox import Publication
from companion.club.pulse import Pulse

log: Final = logging.getLogger("companion.club")
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 4.0
SHORT_S: Final = 20.0
"""A connection that lasts no longer is a short one, in seconds."""
TOO_MANY: Final = 3
"""So many short ones after each other are no chance."""
LASTING_PAUSE_S: Final = 30.0
"""Time until a broker that refused us is tried again, in seconds."""


class BrokerCallbacks(NamedTuple):
    """What a broker is told."""

    opened: Callable[[], Iterable[Publication]] = lambda: ()
    """What it is told whenever it is there."""
    acknowledged: Callable[[Publication], None] = lambda _: None
    """Is called for each message that the broker has."""
    refused: Callable[[Publication, Trouble], bool] = lambda message, why: False
    """Is called for each that it does not take, and why; true where that does not matter."""
    will: Publication | None = None
    """What it publishes when the connection ends without a word."""
    rivalled: Callable[[], bool] = lambda: False
    """Whether another device is known to come with this one's name."""


class Subscription(NamedTuple):
    """What a broker is asked for."""

    filters: Sequence[Filter] = ()
    """What is subscribed."""
    heard: Callable[[Heard], None] = lambda _: None
    """Is called for each message that comes there."""


class BrokerLink:
    """A link to a broker."""

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        told: BrokerCallbacks = BrokerCallbacks(),  # noqa: B008
        asked: Subscription = Subscription(),  # noqa: B008
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """A link that is not open yet; changed: is called after it came or went."""
        self._broker: Final = broker
        self._client_id: Final = client_id
        self._told: Final = told
        self._asked: Final = asked
        self._changed: Final = changed
        self._tried = time.monotonic()
        self._connection: Connection | None = None
        self._problem = ""

    @property
    def connected(self) -> bool:
        """Whether the broker is there."""
        return self._connection is not None

    @property
    def pulse(self) -> Pulse:
        """How it is now."""
        where, connection = f"{self._broker.host}:{self._broker.port}", self._connection
        if connection is not None:
            return Pulse(where, True, connection.answered, "")
        return Pulse(where, False, self._tried, self._problem)

    def send(self, message: Publication) -> None:
        """Publish a message, if the broker is there."""
        if self._connection is not None:
            self._connection.send(message)

    async def leave(self, last: Publication | None = None) -> None:
        """Say a last thing and hang up."""
        if self._connection is not None:
            await self._connection.leave(last)

    async def run(self) -> None:
        """Keep it open for ever."""
        pause, short = FIRST_PAUSE_S, 0
        while True:
            began = time.monotonic()
            trouble, welcome = await self._connect()
            short = short + 1 if welcome and time.monotonic() - began < SHORT_S else 0
            rivalled = short > 0 and self._told.rivalled()
            if (short >= TOO_MANY or rivalled) and not trouble.lasting:
                trouble, short = self._fought_over(trouble, rivalled), 0
            if (welcome and not rivalled) or str(trouble) != self._problem:
                log.warning("mqtt: %s; it is tried again", trouble)
            self._problem, self._tried = str(trouble), time.monotonic()
            self._changed()
            pause = FIRST_PAUSE_S if welcome else pause
            longest = LASTING_PAUSE_S if trouble.lasting else pause
            await asyncio.sleep(
                longest * random.uniform(0.5, 1)
            )  # many tables do not come back at once
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def _fought_over(self, trouble: Trouble, rivalled: bool) -> Trouble:
        """A broker hangs up on a client when another one comes with its id; few say so."""
        if rivalled:
            return Trouble(
                f"{trouble}, since another device comes as {self._client_id} too", lasting=True
            )
        return Trouble(
            f"{trouble}, {TOO_MANY} times soon after its beginning: does another device come as "
            f"{self._client_id} too? Of a card that was copied, give one a new /etc/machine-id",
            lasting=True,
        )

    async def _connect(self) -> tuple[Trouble, bool]:
        """A connection from its beginning to its end; why it ended, and whether the broker welcomed it."""
        connection = Connection(
            self._broker,
            self._client_id,
            self._told.will,
            self._told.acknowledged,
            self._told.refused,
            self._asked.filters,
            self._asked.heard,
        )
        try:
            await connection.open()
        except Trouble as why_not:
            return why_not, False
        log.info("mqtt: %s:%d knows %s", self._broker.host, self._broker.port, self._client_id)
        self._connection = connection
        for message in self._told.opened():
            connection.send(message)
        self._changed()
        why = await connection.end()
        self._connection = None
        return why, True
