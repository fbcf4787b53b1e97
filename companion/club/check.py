"""`companion mqtt --check`: does the companion answer, and does the broker take what is told?

A client with the bridge's last will writes to each of its topics what that says already, and
vanishes; another one watches whether the last will is told.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from companion.club.broker import CONNECT_S, Connection, Filter, Heard, Subscription, Trouble
from companion.club.home_assistant import advice, discovery
from companion.club.outbox import Publication
from companion.club.topics import ROOT, Topics, versioned_json
from companion.errors import CompanionError
from companion.onlooking.device import Away, DeviceClient
from companion.onlooking.settings import BridgeSettings

_KEPT_S: Final = 0.5
"""Time in which a broker tells what it keeps, in seconds."""
_NOTHING: Final = versioned_json({})
"""Misleads nobody: it is no game, no event and no presence."""


class NoCompanion(CompanionError):
    """The companion does not answer at its view socket."""


async def check(settings: BridgeSettings, table: str, view: Path) -> AsyncIterator[str]:
    """Yield a sentence for each thing that is right.

    Raises Trouble or NoCompanion where something is not. A bridge that runs meanwhile is not
    disturbed.
    """
    async for sentence in _check_broker(settings, table):
        yield sentence
    await _ask_companion(view)
    yield f"the companion at {view} answers"


async def _check_broker(settings: BridgeSettings, table: str) -> AsyncIterator[str]:
    """Yield a sentence for each thing that the broker takes. Raises Trouble."""
    own = Topics(table)
    watch = _Watch(own)
    kept = Subscription([Filter(own.availability), Filter(own.state)], watch.on_message)
    # Names of their own leave a bridge that runs its connection; some brokers take 23 letters.
    watching = Connection(settings.broker, f"{ROOT}-{table}-cw", subscription=kept)
    async with AsyncExitStack() as ending:
        ending.push_async_callback(watching.leave)
        await watching.open()
        yield f"{settings.broker.host}:{settings.broker.port} lets this device in"
        await asyncio.sleep(_KEPT_S)
        will = Publication(own.availability, watch.kept.get(own.availability, b""))
        writing = Connection(
            settings.broker, f"{ROOT}-{table}-ck", will, watch.on_acknowledged, watch.on_refused
        )
        ending.push_async_callback(writing.leave)
        await writing.open()
        for message in _messages(settings, own, watch.kept):
            if await watch.takes(writing, message):
                yield f"it takes what is told at {message.topic}"
        if watch.refused:
            raise Trouble("; ".join(watch.refused))
        if watch.presence.is_set():  # else this device may not read there
            watch.presence.clear()
            writing.drop()
            if not await watching.until(watch.presence, CONNECT_S):
                raise Trouble("the broker tells no last will: a table without power seems on")
            yield "it tells the last will of a device that is gone"


def _messages(
    settings: BridgeSettings, own: Topics, kept: dict[str, bytes]
) -> Iterator[Publication]:
    """Yield a message for each topic of the bridge."""
    for topic in (own.availability, own.state, own.event, own.result(0)):
        yield Publication(topic, kept.get(topic, _NOTHING), retain=topic in kept)
    if settings.home_assistant:
        yield Publication(own.discovery, discovery(own, settings.name), retain=False)


class _Watch:
    """What the broker keeps of a table, tells of it, and answers to what is written."""

    def __init__(self, own: Topics) -> None:
        self._own: Final = own
        self._answered: Final = asyncio.Event()
        self.kept: Final[dict[str, bytes]] = {}
        """What the topics of the table say."""
        self.presence: Final = asyncio.Event()
        """Something was told of the table's availability."""
        self.refused: Final[list[str]] = []
        """What it does not take, and why."""

    def on_message(self, message: Heard) -> None:
        """Take what the table says now."""
        if message.retained or message.topic in self.kept:
            self.kept[message.topic] = message.payload
        if message.topic == self._own.availability and not message.retained:
            self.presence.set()

    def on_acknowledged(self, message: Publication) -> None:
        """Note that the broker took a message."""
        self._answered.set()

    def on_refused(self, message: Publication, why: Trouble) -> bool:
        """Note that the broker refused a message, and why; the check goes on."""
        self.refused.append(advice(why) if message.topic == self._own.discovery else str(why))
        self._answered.set()
        return True

    async def takes(self, connection: Connection, message: Publication) -> bool:
        """Send a message. Return True if the broker took it. Raises Trouble without an answer."""
        before = len(self.refused)
        self._answered.clear()
        connection.send(message)
        if not await connection.until(self._answered, CONNECT_S):
            raise Trouble(f"the broker acknowledges nothing at {message.topic}")
        return len(self.refused) == before


async def _ask_companion(view: Path) -> None:
    """Ask the companion at its view socket. Raises NoCompanion."""
    try:
        await DeviceClient(view, lambda: None, "mqtt").ask({"get": "view"})
    except Away as error:
        why = f"no companion at {view}: does it run?"
        if isinstance(error.__cause__, PermissionError):
            why = f"this user may not look on at {view}; put sudo before the command"
        raise NoCompanion(why) from None
