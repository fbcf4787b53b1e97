"""The bridge: tells a broker what the device shows, for as long as both are there."""

import asyncio
import contextlib
import logging
import secrets
from pathlib import Path
from typing import Any, Final

from companion.club import topics
from companion.club.broker import Incoming, Publication, Session
from companion.club.events import events_between
from companion.club.home_assistant import ONLINE, discovery_message
from companion.club.link import BrokerLink
from companion.club.reading import Junk, parse_presence
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
"""Bridges that are told apart."""
BEATS: Final = 3
"""How often the watchdog is fed within its time limit."""
UNWATCHED_S: Final = 60.0
"""Time between two beats where there is no watchdog, in seconds."""


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

        manager: is told how the bridge is; the default tells nobody.
        """
        self._settings: Final = settings
        self._manager: Final = manager
        self._topics: Final = Topics(table)
        self._start: Final = secrets.randbits(32)
        home_assistant_topics = (self._topics.discovery, topics.HOME_ASSISTANT)
        session = Session(
            settings.broker,
            f"{topics.ROOT}-{table}",
            Publication(self._topics.availability, self._availability_json(there=False)),
            (self._topics.all, *(home_assistant_topics if settings.home_assistant else ())),
            others=True,
        )
        self.link: Final = BrokerLink(session, self._on_message, self._report_status)
        self._told_game: Sitting | None = None
        """The game that was told last; None before the device was there for the first time."""
        self._there = False
        self._device_came: Final = asyncio.Event()
        self._starts: Final = {self._start}
        """Those of this bridge, of the one before it, and of devices that the log has."""
        self._said_all = False
        """Whether the broker had all that this bridge says, once."""
        self.device: Final = DeviceClient(view, self._on_device_change, "mqtt")
        self._results: Final = Results(settings, self._topics, self.device, self.link.keep_topic)

    async def run(self) -> None:
        """Tell the broker for ever; when this is cancelled, say so before the connection ends."""
        self.link.keep_topic(self._topics.availability, self._availability_json(there=False))
        if self._settings.home_assistant:
            self.link.keep_topic(
                self._topics.discovery, discovery_message(self._topics, self._settings.name)
            )
        self._report_status()
        self._manager.ready()  # without a broker too, which may come at any time
        try:
            async with asyncio.TaskGroup() as programs:
                programs.create_task(self.device.follow())
                programs.create_task(self.link.run())
                programs.create_task(self.publish_results())
                programs.create_task(self._feed_watchdog())
        finally:
            self.link.keep_topic(self._topics.availability, self._availability_json(there=False))
            await self.link.leave()

    async def _feed_watchdog(self) -> None:
        while True:
            self._manager.well()
            await asyncio.sleep((self._manager.patience or BEATS * UNWATCHED_S) / BEATS)

    async def publish_results(self) -> None:
        """Tell the results that the device alone knows, whenever it comes."""
        while True:
            await self._device_came.wait()
            self._device_came.clear()
            await self._results.catch_up()

    def _report_status(self) -> None:
        """Report to `systemctl status` how the link is, and whether the companion answers."""
        self._said_all = self._said_all or self.link.is_waiting
        away = "" if self._there else "; the companion is away"
        self._manager.status(f"{self.link.status}{away}")

    def _on_message(self, message: Incoming) -> None:
        """Announce the table to a Home Assistant that starts; log another device with its id.

        Nothing is obeyed.
        """
        if message[:3] == (topics.HOME_ASSISTANT, ONLINE, False):
            self.link.say_again(self._topics.discovery)
        if message.topic == self._topics.availability:
            with contextlib.suppress(Junk):
                start = parse_presence(message.payload).start
                if start in self._starts or len(self._starts) >= MOST_STARTS:
                    return
                self._starts.add(start)
                # Before that it may be the bridge that ran before this one.
                if not self._said_all:
                    return
                log.warning(
                    "mqtt: another device tells of itself as %s too (its start is %d): of a card"
                    " that was copied, give one device a new /etc/machine-id",
                    self._topics.all,
                    start,
                )

    def _on_device_change(self) -> None:
        """Follow the device, which showed something else, came back or went away."""
        look = self.device.look
        there = look is not None and self.device.left is None
        if there and not self._there:
            self._device_came.set()
        self._there = there
        if look is not None and there:
            self.publish_game(look)
        self.link.keep_topic(self._topics.availability, self._availability_json(there))
        self._report_status()

    def publish_game(self, look: Look) -> None:
        """Tell the game on the table, and what happened since it was told last."""
        state = topics.state_body(look, self._settings.name, self._settings.players)
        self.link.keep_topic(self._topics.state, versioned_json(state))
        before = self._told_game
        if look.sitting is before:
            return
        self._told_game = look.sitting
        self._results.follow(before, look)
        if before is not None:
            for body in events_between(before, look.sitting):
                self.link.tell_event(self._topics.event, {**body, "start": self._start})

    def _availability_json(self, there: bool) -> bytes:
        return versioned_json(topics.availability_body(there, self._start))


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
