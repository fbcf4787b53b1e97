"""The bridge: follows the device at the view socket, and has a broker know the same."""

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from companion.club import topics
from companion.club.broker import Filter, Heard, Subscription, Trouble
from companion.club.corrections import Corrections
from companion.club.events import events
from companion.club.heartbeat import BridgeHeartbeat
from companion.club.home_assistant import HomeAssistant, advice
from companion.club.link import BrokerCallbacks, BrokerLink
from companion.club.namesakes import Namesakes
from companion.club.outbox import Outbox, Publication
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
        self._heartbeat: Final = BridgeHeartbeat(manager)
        self._settings: Final = settings
        self._topics: Final = Topics(table)
        self._start: Final = secrets.randbits(32)
        self._outbox: Final = Outbox(self._topics.event, self._start)
        self._link: Final = BrokerLink(
            settings.broker,
            f"{topics.ROOT}-{table}",
            BrokerCallbacks(
                self._on_open,
                self._on_acknowledged,
                self._on_refused,
                self._availability(there=False),
                lambda: self._namesakes.exist,
            ),
            Subscription(self._filters(), self._on_message),
            on_change=self._show,
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
        self.device: Final = DeviceClient(view, self._on_device_change, "mqtt")
        self._results: Final = Results(settings, self._topics, self.device, self._keep)

    @property
    def connected(self) -> bool:
        """Whether the broker is there."""
        return self._link.connected

    async def run(self) -> None:
        """Tell the broker for ever; when this is cancelled, hang up with a word."""
        self._available(there=False)
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
            await self._link.leave(self._availability(there=False))

    def _show(self) -> None:
        self._heartbeat.show(self._link.pulse, self._there)

    def _on_open(self) -> Iterable[Publication]:
        self._corrections.begin()
        for message in self._outbox.due(time.monotonic()):
            self._corrections.note_own(message)
            yield message

    def _on_acknowledged(self, message: Publication) -> None:
        self._outbox.on_acknowledged(message)
        if message.topic == self._topics.availability:
            self._namesakes.note_own()

    def _on_refused(self, message: Publication, why: Trouble) -> bool:
        """Return True for a message of Home Assistant, which the broker may refuse."""
        if message.topic != self._topics.discovery:
            return False
        if not self._discouraged:
            self._discouraged = True
            log.warning("mqtt: %s", advice(why))
        return True

    def _filters(self) -> list[Filter]:
        """Return what the broker is asked for; nothing that is said there changes a game."""
        own = [self._topics.state, self._topics.event, self._topics.results]
        filters = [Filter(self._topics.availability)]
        filters += [Filter(topic, others=True) for topic in own]
        if self._settings.home_assistant:
            filters.append(Filter(self._topics.discovery, others=True))
            filters.append(Filter(topics.HOME_ASSISTANT))
        return filters

    def _on_message(self, message: Heard) -> None:
        if message.topic == topics.HOME_ASSISTANT:
            self._home_assistant.on_message(message)
            return
        if message.topic == self._topics.availability:
            self._namesakes.on_message(message)
        self._corrections.on_message(message)

    def _truth(self, topic: str) -> Publication | None:
        """Return what one of the table's topics must say; None where that is not known."""
        if topic == self._topics.event:
            return Publication(topic, b"")  # events come and go
        return self._outbox.current(topic, time.monotonic())

    def _on_device_change(self) -> None:
        """Follow the device, which showed something else, came back or went away."""
        look = self.device.look
        there = look is not None and self.device.left is None
        came = there and not self._there
        self._there = there
        if look is not None and there:
            self._tell(look)
        self._available(there)
        self._show()
        if came:
            if self._catching is not None:
                self._catching.cancel()
            self._catching = asyncio.ensure_future(self._results.catch_up())

    def _tell(self, look: Look) -> None:
        """Tell the game on the table, and what happened since it was told last."""
        state = topics.state(look, self._settings.name, self._settings.players)
        self._keep(self._topics.state, versioned_json(state))
        before = self._told
        if look.sitting is before:
            return
        self._told = look.sitting
        self._results.follow(before, look)
        if before is not None:
            for body in events(before, look.sitting):
                self._link.send(self._outbox.add_event(body, time.monotonic()))

    def _available(self, there: bool) -> None:
        message = self._availability(there)
        self._keep(message.topic, message.payload)

    def _availability(self, there: bool) -> Publication:
        return Publication(
            self._topics.availability, versioned_json(topics.availability(there, self._start))
        )

    def _keep(self, topic: str, payload: bytes, lasts: float | None = None) -> None:
        """Have a topic say this from now on, for so many seconds."""
        message = self._outbox.keep(topic, payload, time.monotonic(), lasts)
        if message is not None:
            self._send(message)

    def _send(self, message: Publication) -> None:
        if self._link.connected:
            self._corrections.note_own(message)
            self._link.send(message)


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
