"""`companion mqtt --check`: does the companion answer, and does the broker take what is told?

A message says more than a subscription would: a broker grants that, and may still withhold
everything. It is kept, as those of the bridge and its last will are.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from companion.club.broker import CONNECT_S, Connection, Trouble
from companion.club.home_assistant import advice, discovery
from companion.club.outbox import Publication
from companion.club.settings import BridgeSettings
from companion.club.topics import ROOT, Topics, versioned_json
from companion.errors import CompanionError
from companion.onlooking.device import Away, DeviceClient

_KEPT_S: Final = 60
"""A check that is killed leaves its message no longer."""


class NoCompanion(CompanionError):
    """The companion does not answer at its view socket."""


async def check(settings: BridgeSettings, table: str, view: Path) -> AsyncIterator[str]:
    """Yield a sentence for each thing that is right.

    Raises Trouble or NoCompanion at the first that is not. A bridge that runs meanwhile is not
    disturbed.
    """
    async for sentence in _check_broker(settings, table):
        yield sentence
    await _ask_companion(view)
    yield f"the companion at {view} answers"


async def _check_broker(settings: BridgeSettings, table: str) -> AsyncIterator[str]:
    """Yield a sentence for each thing that the broker takes. Raises Trouble."""
    own = Topics(table)
    taken = asyncio.Event()
    unwanted = []

    def on_refused(message: Publication, why: Trouble) -> bool:
        if message.topic == own.discovery:
            unwanted.append(advice(why))
            taken.set()
        return message.topic == own.discovery

    message = Publication(own.check, versioned_json({}), expires=_KEPT_S)
    # A name of its own leaves a bridge that runs its connection; some brokers take 23 letters.
    connection = Connection(
        settings.broker,
        f"{ROOT}-{table}-ck",
        Publication(own.check, b""),
        lambda _: taken.set(),
        on_refused,
    )
    try:
        await connection.open()
        yield f"{settings.broker.host}:{settings.broker.port} lets this device in"
        if not await _deliver(connection, message, taken):
            raise Trouble("the broker acknowledges nothing")
        yield f"it takes what is told of the table, below {ROOT}/{table}"
        if settings.home_assistant:
            device = Publication(own.discovery, discovery(own, settings.name), retain=False)
            await _deliver(connection, device, taken)
            if unwanted:
                raise Trouble(unwanted[0])
            yield f"it takes what is told to Home Assistant, at {own.discovery}"
    finally:
        await connection.leave(Publication(own.check, b""))


async def _deliver(connection: Connection, message: Publication, taken: asyncio.Event) -> bool:
    """Send a message. Return True if the broker answered it in time."""
    taken.clear()
    connection.send(message)
    return await connection.until(taken, CONNECT_S)


async def _ask_companion(view: Path) -> None:
    """Ask the companion at its view socket. Raises NoCompanion."""
    try:
        await DeviceClient(view, lambda: None, "mqtt").ask({"get": "view"})
    except Away as error:
        why = f"no companion at {view}: does it run?"
        if isinstance(error.__cause__, PermissionError):
            why = f"this user may not look on at {view}; put sudo before the command"
        raise NoCompanion(why) from None
