"""The bridge: follows the device at the view socket, and has a broker know the same."""

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from companion.club import topics
from companion.club.broker import Filter, Heard, Trouble
from companion.club.corrections import Corrections
from companion.club.events import events
from companion.club.heartbeat import BridgeHeartbeat
from companion.club.home_assistant import HomeAssistant, advice
from companion.club.link import BrokerCallbacks, BrokerLink, Subscription
from companion.club.namesakes import Namesakes
from companion.club.outbox import Outbox, Publication
from companion.club.results import Results
from companion.club.settings import BridgeSettings
from companion.club.topics import Topics, encoded
from companion.onlooking.device import DeviceClient
from companion.service_manager import ServiceManager
from companion.signals import cancel_at_signal
from companion.table.sitting import Sitting

log: Final = logging.getLogger("companion.club")


class Bridge:
    """A table, and the broker that is told of it."""

    def __init__(
        self,
        settings: BridgeSettings,
        table: str,
        view: Path,
        manager: ServiceManager = ServiceManager({}),  # noqa: B008
    ) -> None:
        """A bridge for the table of this id, whose device is at a view socket; nothing is opened yet.

        manager: hears how it is; that default hears nothing.
        """
        self._heartbeat: Final = BridgeHeartbeat(manager)
        self._settings: Final = settings
        self._topics: Final = Topics(table)
        self._start: Final = secrets.randbits(32)
        self._outbox: Final = Outbox(self._topics.event, self._start)
        self._link: Final = BrokerLink(
            settings.broker,
            f"{topics.ROOT}-{table}",
            BrokerCallbacks(
                self._opened,
                self._acknowledged,
                self._refused,
                self._availability(False),
                lambda: self._namesakes.found,
            ),
            Subscription(self._asked(), self._heard),
            changed=self._show,
        )
        self._namesakes: Final = Namesakes(table, self._start)
        self._corrections: Final = Corrections(self._topics, self._truth, self._send)
        self._home_assistant: Final = HomeAssistant(self._topics, settings.name, self._link.send)
        self._told: Sitting | None = None
        """The game that was told last; None before the device was there for the first time."""
        self._catching: asyncio.Task[None] | None = None
        self._there = False
        self._discouraged = False
        """Whether the log has it that the broker takes nothing for Home Assistant."""
        self.device: Final = DeviceClient(view, self._changed, "mqtt")
        self._results: Final = Results(settings, self._topics, self.device, self._keep)

    @property
    def connected(self) -> bool:
        """Whether the broker is there."""
        return self._link.connected

    async def run(self) -> None:
        """Tell the broker for ever; when this is cancelled, hang up with a word."""
        self._available(False)
        if self._settings.home_assistant:
            self._keep(self._home_assistant.discovery.topic, self._home_assistant.discovery.payload)
        self._show()
        parts = (self.device.follow(), self._link.run(), self._heartbeat.run(self._link))
        tasks = [asyncio.ensure_future(part) for part in parts]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # a mistake of the program ends the process, which is started again
        finally:
            for task in tasks:
                task.cancel()
            self._home_assistant.end()
            self._corrections.end()
            if self._catching is not None:
                self._catching.cancel()
            await self._link.leave(self._availability(False))

    def _show(self) -> None:
        self._heartbeat.show(self._link.pulse, self._there)

    def _opened(self) -> Iterable[Publication]:
        self._corrections.begin()
        for message in self._outbox.due(time.monotonic()):
            self._corrections.told(message)
            yield message

    def _acknowledged(self, message: Publication) -> None:
        self._outbox.acknowledged(message)
        if message.topic == self._topics.availability:
            self._namesakes.told()

    def _refused(self, message: Publication, why: Trouble) -> bool:
        """A broker may have nothing of Home Assistant."""
        if message.topic != self._topics.discovery:
            return False
        if not self._discouraged:
            self._discouraged = True
            log.warning("mqtt: %s", advice(why))
        return True

    def _asked(self) -> list[Filter]:
        """What the broker is asked for; nothing that is said there changes a game."""
        own, births = [self._topics.state, self._topics.event, self._topics.results], []
        if self._settings.home_assistant:
            own.append(self._topics.discovery)
            births.append(Filter(topics.HOME_ASSISTANT))
        return [
            Filter(self._topics.availability),
            *(Filter(topic, others=True) for topic in own),
            *births,
        ]

    def _heard(self, message: Heard) -> None:
        if message.topic == topics.HOME_ASSISTANT:
            self._home_assistant.heard(message)
            return
        if message.topic == self._topics.availability:
            self._namesakes.heard(message)
        self._corrections.heard(message)

    def _truth(self, topic: str) -> Publication | None:
        """What one of the table's topics must say; None where that is not known."""
        if topic == self._topics.event:
            return Publication(topic, b"")  # events come and go
        return self._outbox.again(topic, time.monotonic())

    def _changed(self) -> None:
        """The device showed something else, came back or went away."""
        look = self.device.look
        there = look is not None and self.device.left is None
        came, self._there = there and not self._there, there
        if look is not None and there:
            settings = self._settings
            self._keep(
                self._topics.state, encoded(topics.state(look, settings.name, settings.players))
            )
            if look.sitting is not self._told:
                before, self._told = self._told, look.sitting
                self._results.follow(before, look)
                for body in events(before, look.sitting) if before is not None else ():
                    self._link.send(self._outbox.happened(body, time.monotonic()))
        self._available(there)
        self._show()
        if came:
            if self._catching is not None:
                self._catching.cancel()
            self._catching = asyncio.ensure_future(self._results.catch_up())

    def _available(self, there: bool) -> None:
        message = self._availability(there)
        self._keep(message.topic, message.payload)

    def _availability(self, there: bool) -> Publication:
        return Publication(
            self._topics.availability, encoded(topics.availability(there, self._start))
        )

    def _keep(self, topic: str, payload: bytes, lasts: float | None = None) -> None:
        """Have a topic say this from now on, for so many seconds."""
        message = self._outbox.keep(topic, payload, time.monotonic(), lasts)
        if message is not None:
            self._send(message)

    def _send(self, message: Publication) -> None:
        if self._link.connected:
            self._corrections.told(message)
            self._link.send(message)


async def serve(settings: BridgeSettings, table: str, view: Path) -> None:
    """Tell the broker until a signal comes; a mistake anywhere in the loop is raised."""
    manager = ServiceManager()
    running = asyncio.ensure_future(Bridge(settings, table, view, manager).run())
    loop = asyncio.get_running_loop()
    mistakes: list[BaseException] = []

    def mistaken(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        mistakes.append(context.get("exception") or RuntimeError(context["message"]))
        running.cancel()

    loop.set_exception_handler(mistaken)
    cancel_at_signal(running)
    try:
        await running
    except asyncio.CancelledError:
        if mistakes:
            raise mistakes[0] from None
        log.info("mqtt: ended")
    finally:
        manager.stopping()
