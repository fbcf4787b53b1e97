"""The bridge: tells a broker what the device shows, for as long as both are there."""

import asyncio
import logging
import random
import secrets
from pathlib import Path
from typing import Any, Final

from companion.club import topics
from companion.club.broker import Filter, Heard, Publication, Trouble
from companion.club.events import events
from companion.club.home_assistant import ONLINE, discovery
from companion.club.link import BrokerLink, LinkCallbacks, LinkState
from companion.club.reading import known_presence
from companion.club.results import Results
from companion.club.topics import Topics, versioned_json
from companion.journal.sitting import Sitting
from companion.onlooking.device import DeviceClient
from companion.onlooking.look import Look
from companion.onlooking.settings import BridgeSettings
from companion.service_manager import ServiceManager
from companion.signals import cancel_at_signal

log: Final = logging.getLogger("companion.club")
NO_MANAGER: Final = ServiceManager({})
MOST_STARTS: Final = 20
"""Devices that are told of in the log."""
BEATS: Final = 3
"""How often the watchdog is fed within its time limit."""
UNWATCHED_S: Final = 60.0
"""Time between two looks at the link where there is no watchdog, in seconds."""
BIRTH_S: Final = 5.0
"""Time after a start of Home Assistant in which tables announce themselves again, each at a random
moment, in seconds."""


class Bridge:
    """A table, and the broker that is told of it."""

    def __init__(
        self,
        settings: BridgeSettings,
        table: str,
        view: Path,
        manager: ServiceManager = NO_MANAGER,
    ) -> None:
        """Make a bridge for a table, whose device is at a view socket. Nothing is open yet.

        manager: hears how the bridge is; the default hears nothing.
        """
        self._settings: Final = settings
        self._manager: Final = manager
        self._topics: Final = Topics(table)
        self._start: Final = secrets.randbits(32)
        filters = [Filter(self._topics.all, others=True)]
        if settings.home_assistant:
            filters += [Filter(self._topics.discovery, others=True), Filter(topics.HOME_ASSISTANT)]
        self.link: Final = BrokerLink(
            settings.broker,
            f"{topics.ROOT}-{table}",
            LinkCallbacks(self._on_message, self._show, self._may_refuse),
            filters,
            Publication(self._topics.availability, self._availability(there=False)),
        )
        self._told: Sitting | None = None
        """The game that was told last; None before the device was there for the first time."""
        self._catching: asyncio.Task[None] | None = None
        self._announcing: asyncio.TimerHandle | None = None
        self._there = False
        self._named: Final = {self._start}
        """The starts of bridges that the log has, and of this one."""
        self._earlier: Final[set[int]] = set()
        """Those that were there before; a broker that was killed may tell them once again."""
        self._said_all = False
        """Whether the broker had all that this bridge says, once."""
        self._discouraged = False
        """Whether the log has it that the broker takes nothing for Home Assistant."""
        self.device: Final = DeviceClient(view, self._on_device_change, "mqtt")
        self._results: Final = Results(settings, self._topics, self.device, self.link.keep)

    async def run(self) -> None:
        """Tell the broker for ever; when this is cancelled, hang up with a word."""
        self.link.keep(self._topics.availability, self._availability(there=False))
        if self._settings.home_assistant:
            self.link.keep(self._topics.discovery, discovery(self._topics, self._settings.name))
        self._show()
        programs = (self.device.follow(), self.link.run(), self._feed_watchdog())
        tasks = [asyncio.ensure_future(program) for program in programs]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # a mistake of the program ends the process, which is started again
        finally:
            for part in (*tasks, self._catching, self._announcing):
                if part is not None:
                    part.cancel()
            self.link.keep(self._topics.availability, self._availability(there=False))
            await self.link.leave()

    async def _feed_watchdog(self) -> None:
        """Say that the start is over, and feed the watchdog for as long as the link is alive."""
        self._manager.ready()
        every = self._manager.patience / BEATS if self._manager.patience else UNWATCHED_S
        while True:
            if self.link.alive:
                self._manager.well()
            else:
                log.critical("mqtt: the link does nothing any more: %s", self.link.status)
            await asyncio.sleep(every)

    def _show(self) -> None:
        """Have `systemctl status` say how the link is, and whether the companion answers."""
        self._said_all = self._said_all or self.link.state is LinkState.WAITING
        away = "" if self._there else "; the companion is away"
        self._manager.status(f"{self.link.status}{away}")

    def _may_refuse(self, message: Publication, why: Trouble) -> bool:
        """Return True for a message of Home Assistant, which the broker may refuse."""
        if message.topic != self._topics.discovery:
            return False
        if not self._discouraged:
            self._discouraged = True
            log.warning("mqtt: %s, or set home_assistant = false", why)
        return True

    def _on_message(self, message: Heard) -> None:
        """Announce the table to a Home Assistant that starts, and look for devices with its id.

        Nothing is obeyed.
        """
        if message.topic == self._topics.availability:
            self._on_availability(message)
        birth = message.topic == topics.HOME_ASSISTANT and message.payload == ONLINE
        if birth and not message.retained:
            if self._announcing is not None:
                self._announcing.cancel()
            self._announcing = asyncio.get_running_loop().call_later(
                random.uniform(0, BIRTH_S), self.link.say, self._topics.discovery
            )

    def _on_availability(self, message: Heard) -> None:
        """Log that another device, such as a copied card, tells of itself as this table."""
        presence = known_presence(message.payload)
        if presence is None or presence.start in self._named:
            return
        start = presence.start
        if not self._said_all:
            self._earlier.add(start)
        elif start in self._earlier:
            self._earlier.remove(start)
        elif len(self._named) <= MOST_STARTS:
            self._named.add(start)
            log.warning(
                "mqtt: another device tells of itself as %s too (its start is %d): of a card that"
                " was copied, give one device a new /etc/machine-id",
                self._topics.all,
                start,
            )

    def _on_device_change(self) -> None:
        """Follow the device, which showed something else, came back or went away."""
        look = self.device.look
        there = look is not None and self.device.left is None
        came = there and not self._there
        self._there = there
        if look is not None and there:
            self._tell(look)
        self.link.keep(self._topics.availability, self._availability(there))
        self._show()
        if came:
            if self._catching is not None:
                self._catching.cancel()
            self._catching = asyncio.ensure_future(self._results.catch_up())

    def _tell(self, look: Look) -> None:
        """Tell the game on the table, and what happened since it was told last."""
        state = topics.state(look, self._settings.name, self._settings.players)
        self.link.keep(self._topics.state, versioned_json(state))
        before = self._told
        if look.sitting is before:
            return
        self._told = look.sitting
        self._results.follow(before, look)
        if before is not None:
            for body in events(before, look.sitting):
                self.link.tell(self._topics.event, {**body, "start": self._start})

    def _availability(self, there: bool) -> bytes:
        return versioned_json(topics.availability(there, self._start))


async def serve(settings: BridgeSettings, table: str, view: Path) -> None:
    """Tell the broker until a signal comes. Raises any mistake of the loop."""
    manager = ServiceManager()
    running = asyncio.ensure_future(Bridge(settings, table, view, manager).run())
    loop = asyncio.get_running_loop()
    mistakes = []

    def on_mistake(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        mistakes.append(context.get("exception") or RuntimeError(context["message"]))
        running.cancel()

    loop.set_exception_handler(on_mistake)
    cancel_at_signal(running)
    try:
        await running
    except asyncio.CancelledError:
        if mistakes:
            raise mistakes[0] from None
        log.info("mqtt: ended")
    finally:
        manager.stopping()
