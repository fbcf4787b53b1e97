"""`companion mqtt --forget`: clears what this table left on the broker."""

import asyncio
import secrets
from typing import Final

from companion.club.broker import CONNECT_S, Connection, Filter, Heard, Subscription, Trouble
from companion.club.outbox import Publication
from companion.club.reading import known_presence
from companion.club.topics import ROOT, Topics, versioned_json
from companion.errors import CompanionError, quantity
from companion.onlooking.settings import BridgeSettings

PROBE_S = 2.0
"""Time in which a broker tells that a bridge is gone whose place was taken, in seconds."""


class BridgeRuns(CompanionError):
    """The table is being told of: what is cleared would be there again."""


async def forget(settings: BridgeSettings, table: str) -> str:
    """Clear all that the broker keeps of the table. Return a sentence that says what it was.

    Raises Trouble, or BridgeRuns where a bridge is connected.
    """
    broker = settings.broker
    kept = _Retained(Topics(table))
    connection = Connection(
        broker,
        f"{ROOT}-{table}-forget",
        on_acknowledged=kept.on_acknowledged,
        on_refused=lambda message, why: kept.on_refused(message),
        subscription=Subscription([Filter(f"{ROOT}/{table}/#")], kept.on_message),
    )
    try:
        await connection.open()
        connection.send(kept.mark)
        if not await connection.until(kept.complete, CONNECT_S):
            who = broker.user or "this device"
            raise Trouble(
                f"{broker.host}:{broker.port} does not tell what it keeps below {ROOT}/{table}: "
                f"its access list must let {who} read there"
            )
        if kept.says_online and await _bridge_runs(settings, table, kept, connection):
            raise BridgeRuns(
                "nothing is cleared, since the bridge of this table runs and would tell it again: "
                "`sudo systemctl stop hanabi-companion-mqtt`, or end `companion mqtt`, then forget"
            )
        for message in kept.clearing():
            connection.send(message)
        if not await connection.until(kept.cleared, CONNECT_S):
            raise Trouble("the broker does not acknowledge that it cleared everything")
    finally:
        await connection.leave()
    return kept.sentence(f"{broker.host}:{broker.port}")


async def _bridge_runs(
    settings: BridgeSettings, table: str, kept: "_Retained", connection: Connection
) -> bool:
    """Return True if the bridge that the broker calls online is connected.

    A broker that was killed may have that from long ago. A bridge that is there loses its place to
    one that comes with its name, so that its last will is told; it comes back by itself.
    """
    probe = Connection(settings.broker, f"{ROOT}-{table}")
    try:
        await probe.open()
        return await connection.until(kept.gone, PROBE_S)
    finally:
        await probe.leave()


class _Retained:
    """What the broker keeps of a table."""

    def __init__(self, own: Topics) -> None:
        self._own: Final = own
        self._topics: Final[set[str]] = set()
        self._uncleared: Final[set[str]] = set()
        self._home_assistant = True
        self.mark: Final = Publication(
            own.mark, versioned_json({"mark": secrets.token_hex(8)}), retain=False
        )
        """The broker tells all that it keeps before this."""
        self.complete: Final = asyncio.Event()
        self.cleared: Final = asyncio.Event()
        self.says_online = False
        """Whether a bridge seems to be there."""
        self.gone: Final = asyncio.Event()
        """A bridge says that it is not, or its last will does."""

    def on_message(self, message: Heard) -> None:
        """Take a message below the table's topic."""
        if message.payload == self.mark.payload:
            self.complete.set()
        elif message.retained and message.payload:
            self._topics.add(message.topic)
        if message.topic == self._own.availability:
            presence = known_presence(message.payload)
            if presence is None:
                return
            if message.retained:
                self.says_online = presence.online
            elif not presence.online:
                self.gone.set()

    def clearing(self) -> list[Publication]:
        """Return what clears it all, and Home Assistant's device, which the table may not read."""
        topics = [self._own.discovery, *sorted(self._topics)]
        self._uncleared.update(topics)
        return [Publication(topic, b"") for topic in topics]

    def on_acknowledged(self, message: Publication) -> None:
        """Note that the broker has a message."""
        self._uncleared.discard(message.topic)
        if message.topic != self.mark.topic and not self._uncleared:
            self.cleared.set()

    def on_refused(self, message: Publication) -> bool:
        """Return True for a message of Home Assistant, which the broker may refuse."""
        if message.topic != self._own.discovery:
            return False
        self._home_assistant = False
        self.on_acknowledged(message)
        return True

    def sentence(self, where: str) -> str:
        """Return what was cleared."""
        top = f"{ROOT}/{self._own.table}/"
        names = [topic.removeprefix(top) for topic in sorted(self._topics)]
        results = [name for name in names if name.startswith("result/")]
        cleared = [name for name in names if name not in results]
        if results:
            cleared.append(quantity(len(results), "result"))
        device = f" and {self._own.discovery}" if self._home_assistant else ""
        return (
            f"{where} keeps nothing any more of {top}#{device}; there was"
            f" {', '.join(cleared) or 'nothing'}"
        )
