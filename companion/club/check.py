"""`companion mqtt --check`: whether the companion answers, and the broker takes what the bridge tells.

A message says more than a subscription would: a broker grants that, and may still withhold everything.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from companion.club.broker import CONNECT_S, Connection, Trouble
from companion.club.home_assistant import advice, discovery
from companion.club.outbox import Publication
from companion.club.settings import BridgeSettings
from companion.club.topics import ROOT, Topics, encoded
from companion.errors import CompanionError
from companion.onlooking.device import Away, DeviceClient


class NoCompanion(CompanionError):
    """The companion does not answer at its view socket."""


async def check(settings: BridgeSettings, table: str, view: Path) -> AsyncIterator[str]:
    """A sentence for each thing that is right. Raises Trouble or NoCompanion at the first that is not.

    A bridge that runs meanwhile is not disturbed.
    """
    own = Topics(table)
    taken = asyncio.Event()
    unwanted: list[str] = []

    def refused(message: Publication, why: Trouble) -> bool:
        if message.topic != own.discovery:
            return False
        unwanted.append(advice(why))
        taken.set()
        return True

    message = Publication(own.check, encoded({}), retain=False)
    broker = settings.broker
    connection = Connection(
        broker, f"{ROOT}-{table}-check", message, lambda _: taken.set(), refused
    )
    try:
        await connection.open()
        yield f"{broker.host}:{broker.port} lets this device in"
        connection.send(message)
        if not await connection.until(taken, CONNECT_S):
            raise Trouble("the broker acknowledges nothing")
        yield f"it takes what is told of the table, below {ROOT}/{table}"
        if settings.home_assistant:
            taken.clear()
            connection.send(Publication(own.discovery, discovery(own, settings.name), retain=False))
            await connection.until(taken, CONNECT_S)
            if unwanted:
                raise Trouble(unwanted[0])
            yield f"it takes what is told to Home Assistant, at {own.discovery}"
    finally:
        await connection.leave(message)
    try:
        await DeviceClient(view, lambda: None, "mqtt").ask({"get": "view"})
    except Away as error:
        if isinstance(error.__cause__, PermissionError):
            why = f"this user may not look on at {view}; put sudo before the command"
        else:
            why = f"no companion at {view}: does it run?"
        raise NoCompanion(why) from None
    yield f"the companion at {view} answers"
