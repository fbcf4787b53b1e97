"""The bridge: tells a broker what the device shows, for as long as both are there."""

import asyncio
import logging
import secrets
from pathlib import Path
from typing import Any, Final

from companion import clock
from companion.club import topics
from companion.club.events import events_between
from companion.club.home_assistant import ONLINE, discovery_message
from companion.club.link import BrokerLink, Incoming
from companion.club.results import Results
from companion.club.settings import BridgeSettings
from companion.club.topics import Topics, versioned_json
from companion.journal.sitting import Sitting
from companion.onlooking.device import DeviceClient
from companion.onlooking.look import Look
from companion.service_manager import ServiceManager
from companion.signals import cancel_at_signal

log: Final = logging.getLogger("companion.club")
NO_MANAGER: Final = ServiceManager({})
BEATS: Final = 3
"""How often the watchdog is fed within its time limit."""
UNWATCHED_S: Final = 60.0
"""Time between two beats where there is no watchdog, in seconds."""


class Bridge(BrokerLink):
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
        self._own: Final = Topics(table)
        self._start: Final = secrets.randbits(32)
        self._number = 0
        """That of the event that was told last."""
        self._told_game: Sitting | None = None
        """The game that was told last; None before the device was there for the first time."""
        self._there = False
        self._knows = False
        """Whether the broker was there when that was reported last."""
        self._is_alone: bool | None = None
        """Whether no other device has its id; None until the broker has all that it says.

        Before that it may be the bridge that ran before this one."""
        self._device_came: Final = asyncio.Event()
        self.device: Final = DeviceClient(view, self._on_device_change, "mqtt")
        self._results: Final = Results(settings, self._own, self.device, self.keep_topic)
        house = (topics.HOME_ASSISTANT,) if settings.home_assistant else ()
        will = (self._own.availability, self._availability_json(there=False))
        super().__init__(
            settings.broker, f"{topics.ROOT}-{table}", will, (self._own.availability, *house)
        )

    async def run(self) -> None:
        """Tell the broker for ever; when this is cancelled, say so before the connection ends."""
        self._tell_presence(there=False)
        if self._settings.home_assistant:
            told = discovery_message(self._own, self._settings.name)
            self.keep_topic(self._own.discovery, told)
        self.open()
        self.on_change()
        self._manager.ready()  # without a broker too, which may come at any time
        try:
            async with asyncio.TaskGroup() as programs:
                programs.create_task(self.device.follow())
                programs.create_task(self._publish_results())
                programs.create_task(self._feed_watchdog())
        finally:
            self._tell_presence(there=False)
            await self.leave_in_order()

    async def _feed_watchdog(self) -> None:
        while True:
            self._manager.well()
            self.say_again()
            await asyncio.sleep((self._manager.patience or BEATS * UNWATCHED_S) / BEATS)

    async def _publish_results(self) -> None:
        """Tell the results that the device alone knows, whenever it comes."""
        while True:
            await self._device_came.wait()
            self._device_came.clear()
            await self._results.catch_up()

    def on_change(self) -> None:
        """Report to `systemctl status` how the link is, and whether the companion answers."""
        if self.connected and not self._knows:
            log.info("mqtt: %s knows %s", self.broker.where, self._own.table)
        self._knows = self.connected
        if self._is_alone is None and self.is_waiting:
            self._is_alone = True
        away = "" if self._there else "; the companion is away"
        self._manager.status(f"{self.status}{away}")

    def on_message(self, message: Incoming) -> None:
        """Announce the table to a Home Assistant that starts; find another device with its id."""
        if message == (topics.HOME_ASSISTANT, ONLINE, False):
            self.say_again(self._own.discovery)
        own = [self._availability_json(there) for there in (False, True)]
        if message.topic != self._own.availability or message.payload in own:
            return
        if not message.payload:  # by `--forget`, which finds out so whether the bridge runs
            self.say_again(message.topic)
        elif self._is_alone and b'"start":' in message.payload:  # no junk is a device
            self._is_alone = False
            self.come_back_later()
            log.warning(
                "mqtt: another device tells of itself as %s too: of a card that was copied, give"
                " one device a new /etc/machine-id",
                self._own.all,
            )

    def _on_device_change(self) -> None:
        """Follow the device, which showed something else, came back or went away."""
        look = self.device.look
        there = look is not None and self.device.left is None
        if there and not self._there:
            self._device_came.set()
        self._there = there
        if look is not None and there:
            self._publish_game(look)
        self._tell_presence(there)
        self.on_change()

    def _publish_game(self, look: Look) -> None:
        """Tell the game on the table, and what happened since it was told last."""
        state = topics.state_body(look, self._settings.name, self._settings.players)
        self.keep_topic(self._own.state, versioned_json(state))
        before = self._told_game
        if look.sitting is before:
            return
        self._told_game = look.sitting
        self._results.follow(before, look)
        at = topics.unix_time(clock.now())
        for body in events_between(before, look.sitting) if before is not None else ():
            self._number += 1
            told = {**body, "start": self._start, "at": at, "number": self._number}
            self.publish(self._own.event, versioned_json(told), retain=False)

    def _tell_presence(self, there: bool) -> None:
        self.keep_topic(self._own.availability, self._availability_json(there))

    def _availability_json(self, there: bool) -> bytes:
        return versioned_json({"online": there, "start": self._start})


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
