"""A link to a broker: a connection that is opened again whenever it ends."""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from companion.club.broker import NOTHING, Connection, Subscription, Trouble
from companion.club.outbox import Publication
from companion.club.pulse import Pulse
from companion.onlooking.settings import Broker

log: Final = logging.getLogger("companion.club")
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 4.0
SHORT_S: Final = 20.0
"""A connection that lasts no longer is a short one, in seconds."""
SHORT_IN_A_ROW: Final = 3
"""So many short connections after each other are no chance."""
LASTING_PAUSE_S: Final = 30.0
"""Time until a broker that refused us is tried again, in seconds."""


class BrokerCallbacks(NamedTuple):
    """What a broker is told, and what is called for what it does."""

    on_open: Callable[[], Iterable[Publication]] = lambda: ()
    """Returns what to publish whenever the broker is there."""
    on_acknowledged: Callable[[Publication], None] = lambda _: None
    """Takes each message that the broker has now."""
    on_refused: Callable[[Publication, Trouble], bool] = lambda message, why: False
    """Takes a message that the broker refused, and why. Returns True where that does not matter."""
    will: Publication | None = None
    """What the broker publishes when the connection ends without a word."""
    has_namesake: Callable[[], bool] = lambda: False
    """Returns True if another device is known to come with this one's name."""


NO_CALLBACKS: Final = BrokerCallbacks()


class BrokerLink:
    """A link to a broker."""

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        callbacks: BrokerCallbacks = NO_CALLBACKS,
        subscription: Subscription = NOTHING,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """Make a link that is not open yet.

        on_change: is called after the broker came or went.
        """
        self._broker: Final = broker
        self._client_id: Final = client_id
        self._callbacks: Final = callbacks
        self._subscription: Final = subscription
        self._on_change: Final = on_change
        self._tried = time.monotonic()
        self._connection: Connection | None = None
        self._problem = ""

    @property
    def connected(self) -> bool:
        """Whether the broker is there."""
        return self._connection is not None

    @property
    def pulse(self) -> Pulse:
        """How the link is now."""
        where = f"{self._broker.host}:{self._broker.port}"
        if self._connection is not None:
            return Pulse(where, connected=True, at=self._connection.answered, problem="")
        return Pulse(where, connected=False, at=self._tried, problem=self._problem)

    def send(self, message: Publication) -> None:
        """Publish a message, if the broker is there."""
        if self._connection is not None:
            self._connection.send(message)

    async def leave(self, last: Publication | None = None) -> None:
        """Say a last thing and hang up."""
        if self._connection is not None:
            await self._connection.leave(last)

    async def run(self) -> None:
        """Open the link, and open it again whenever it ends."""
        pause = FIRST_PAUSE_S
        short_connections = 0
        while True:
            began = time.monotonic()
            trouble, welcome = await self._connect()
            lasted = time.monotonic() - began
            if welcome:
                pause = FIRST_PAUSE_S
            if welcome and lasted < SHORT_S:
                short_connections += 1
            else:
                short_connections = 0
            has_rival = short_connections > 0 and self._callbacks.has_namesake()
            is_driven_out = has_rival or short_connections >= SHORT_IN_A_ROW
            if is_driven_out and not trouble.lasting:
                trouble = self._rivalry(trouble, has_rival)
                short_connections = 0
            self._note(trouble, anew=welcome and not has_rival)
            longest = pause
            if trouble.lasting:
                longest = LASTING_PAUSE_S
            # Many tables do not come back at once.
            await asyncio.sleep(longest * random.uniform(0.5, 1))
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def _note(self, trouble: Trouble, anew: bool) -> None:
        """Note why there is no connection. Log it if it is another one or comes `anew`."""
        if anew or str(trouble) != self._problem:
            log.warning("mqtt: %s; it is tried again", trouble)
        self._problem = str(trouble)
        self._tried = time.monotonic()
        self._on_change()

    def _rivalry(self, trouble: Trouble, has_rival: bool) -> Trouble:
        """Return the trouble of a client that another one with its id drives out."""
        if has_rival:
            return Trouble(
                f"{trouble}, since another device comes as {self._client_id} too", lasting=True
            )
        return Trouble(
            f"{trouble}, {SHORT_IN_A_ROW} times soon after its beginning: does another device come "
            f"as {self._client_id} too? Of a card that was copied, give one a new /etc/machine-id",
            lasting=True,
        )

    async def _connect(self) -> tuple[Trouble, bool]:
        """Connect until the end. Return why it ended, and whether the broker welcomed it."""
        connection = Connection(
            self._broker,
            self._client_id,
            self._callbacks.will,
            self._callbacks.on_acknowledged,
            self._callbacks.on_refused,
            self._subscription,
        )
        try:
            await connection.open()
        except Trouble as why_not:
            return why_not, False
        log.info("mqtt: %s:%d knows %s", self._broker.host, self._broker.port, self._client_id)
        self._connection = connection
        for message in self._callbacks.on_open():
            connection.send(message)
        self._on_change()
        why = await connection.end()
        self._connection = None
        return why, True
