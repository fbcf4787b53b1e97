"""The bridge: follows the device at the view socket, and has a broker know the same."""

import asyncio
import logging
import random
import secrets
import signal
import time
from pathlib import Path
from typing import Final

from companion.club import topics
from companion.club.broker import Connection, Trouble
from companion.club.events import events
from companion.club.outbox import Message, Outbox
from companion.club.results import Results
from companion.club.settings import Settings
from companion.club.topics import Topics, encoded
from companion.onlooking.device import Device
from companion.table.sitting import Sitting

log: Final = logging.getLogger("companion.club")
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 4.0
SHORT_S: Final = 20.0
"""A connection that lasts no longer is a short one, in seconds."""
TOO_MANY: Final = 3
"""So many short ones after each other are no chance."""
LASTING_PAUSE_S: Final = 30.0
"""Time until a broker that refused us is tried again, in seconds."""


class Bridge:
    """A table, and the broker that is told of it."""

    def __init__(self, settings: Settings, table: str, view: Path) -> None:
        """A bridge for the table of this id, whose device is at a view socket; nothing is opened yet."""
        self._settings: Final = settings
        self._topics: Final = Topics(table)
        self._start: Final = secrets.randbits(32)
        self._outbox: Final = Outbox(self._topics.event, self._start)
        self._connection: Connection | None = None
        self._problem = ""
        self._told: Sitting | None = None
        """The game that was told last; None before the device was there for the first time."""
        self._catching: asyncio.Task[None] | None = None
        self._there = False
        self.device: Final = Device(view, self._changed, "mqtt")
        self._results: Final = Results(settings, self._topics, self.device, self._keep)

    @property
    def connected(self) -> bool:
        """Whether the broker is there."""
        return self._connection is not None

    async def run(self) -> None:
        """Tell the broker for ever; when this is cancelled, hang up with a word."""
        self._available(False)
        following = asyncio.ensure_future(self.device.follow())
        telling = asyncio.ensure_future(self._connect_for_ever())
        try:
            done, _ = await asyncio.wait((following, telling), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # a mistake of the program ends the process, which is started again
        finally:
            connection = self._connection
            following.cancel()
            telling.cancel()
            if self._catching is not None:
                self._catching.cancel()
            if connection is not None:
                await connection.leave(self._availability(False))

    async def _connect_for_ever(self) -> None:
        pause, short = FIRST_PAUSE_S, 0
        while True:
            began = time.monotonic()
            trouble, welcome = await self._connect()
            short = short + 1 if welcome and time.monotonic() - began < SHORT_S else 0
            if short >= TOO_MANY and not trouble.lasting:
                trouble, short = self._fought_over(trouble), 0
            if welcome or str(trouble) != self._problem:
                log.warning("mqtt: %s; it is tried again", trouble)
            self._problem = str(trouble)
            pause = FIRST_PAUSE_S if welcome else pause
            longest = LASTING_PAUSE_S if trouble.lasting else pause
            await asyncio.sleep(longest * random.uniform(0.5, 1))  # many tables do not come back at once
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def _fought_over(self, trouble: Trouble) -> Trouble:
        """A broker hangs up on whoever has an id when another one comes with it; few say so."""
        return Trouble(
            f"{trouble}, {TOO_MANY} times soon after its beginning: does another device have the id "
            f"{self._topics.table} too? Of a card that was copied, give one a new /etc/machine-id",
            lasting=True,
        )

    async def _connect(self) -> tuple[Trouble, bool]:
        """A connection from its beginning to its end; why it ended, and whether the broker welcomed it."""
        client_id = f"{topics.ROOT}-{self._topics.table}"
        connection = Connection(
            self._settings, client_id, self._availability(False), self._outbox.acknowledged
        )
        try:
            await connection.open()
        except Trouble as why_not:
            return why_not, False
        self._connection = connection
        log.info("mqtt: %s:%d is told of %s", self._settings.broker, self._settings.port, client_id)
        for message in self._outbox.due(time.monotonic()):
            connection.send(message)
        why = await connection.end()
        self._connection = None
        return why, True

    def _changed(self) -> None:
        """The device showed something else, came back or went away."""
        look = self.device.look
        there = look is not None and self.device.left is None
        came, self._there = there and not self._there, there
        if look is not None and there:
            settings = self._settings
            self._keep(self._topics.state, encoded(topics.state(look, settings.name, settings.players)))
            if look.sitting is not self._told:
                before, self._told = self._told, look.sitting
                self._results.follow(before, look)
                for body in events(before, look.sitting) if before is not None else ():
                    self._send(self._outbox.happened(body, time.monotonic()))
        self._available(there)
        if came:
            if self._catching is not None:
                self._catching.cancel()
            self._catching = asyncio.ensure_future(self._results.catch_up())

    def _available(self, there: bool) -> None:
        message = self._availability(there)
        self._keep(message.topic, message.payload)

    def _availability(self, there: bool) -> Message:
        return Message(self._topics.availability, encoded(topics.availability(there, self._start)))

    def _keep(self, topic: str, payload: bytes, lasts: float | None = None) -> None:
        """Have a topic say this from now on, for so many seconds."""
        message = self._outbox.keep(topic, payload, time.monotonic(), lasts)
        if message is not None:
            self._send(message)

    def _send(self, message: Message) -> None:
        if self._connection is not None:
            self._connection.send(message)


async def serve(settings: Settings, table: str, view: Path) -> None:
    """Tell the broker until a signal comes."""
    running = asyncio.ensure_future(Bridge(settings, table, view).run())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        log.info("mqtt: ended")
