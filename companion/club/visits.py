"""`companion mqtt --check` and `--forget`: short visits to the broker.

A visitor has a name of its own, so that a bridge that runs keeps its connection; some brokers take
23 letters.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

from companion.club.broker import CONNECT_S, Connection, Incoming, Publication, Session, Trouble
from companion.club.home_assistant import discovery_message
from companion.club.reading import Junk, parse_presence
from companion.club.topics import ROOT, Topics, versioned_json
from companion.errors import CompanionError, quantity
from companion.onlooking.device import Away, DeviceClient
from companion.onlooking.settings import BY_ROOT, BridgeSettings

_TRIED_S: Final = 60
"""Time after which a broker forgets what a check had it keep, in seconds: a check may be killed."""
_NOTHING: Final = versioned_json({})
"""Misleads nobody: it is no game, no event and no presence."""


class NoCompanion(CompanionError):
    """The companion does not answer at its view socket."""


class BridgeRuns(CompanionError):
    """The table is being told of: what is cleared would be there again."""


async def check_bridge(settings: BridgeSettings, table: str, view: Path) -> AsyncIterator[str]:
    """Yield a sentence for each thing that is right.

    Raises Trouble or NoCompanion where something is not. A bridge that runs meanwhile is not
    disturbed.
    """
    own = Topics(table)
    visit = _TableVisit(settings, table, Publication(own.availability, b""))
    try:
        await visit.connection.open()
        yield f"{visit.where} lets this device in, with its last will"
        is_told = await visit.read_kept()
        refusals = []
        for message in trial_messages(settings, own, visit.kept if is_told else None):
            if refusal := await visit.publish(message):
                refusals.append(str(refusal))
            else:
                yield f"it takes what is told at {message.topic}"
            if message.expires is not None:  # nothing was there before the check
                await visit.publish(Publication(message.topic, b""))
        if refusals:
            raise Trouble("; ".join(refusals))
    finally:
        await visit.connection.leave()
    await require_companion(view)
    yield f"the companion at {view} answers"


def trial_messages(
    settings: BridgeSettings, own: Topics, kept: dict[str, bytes] | None
) -> Iterator[Publication]:
    """Yield a message for each topic of the bridge: what is kept there, or nothing for a while.

    kept: None where that is not known; then nothing is kept that could be in its place.
    """
    for topic in (own.availability, own.state, own.result(0), own.results):
        expires = None if kept is None or topic in kept else _TRIED_S
        payload = (kept or {}).get(topic, _NOTHING)
        yield Publication(topic, payload, retain=kept is not None, expires=expires)
    yield Publication(own.event, _NOTHING, retain=False)
    if settings.home_assistant:
        yield Publication(own.discovery, discovery_message(own, settings.name), retain=False)


async def require_companion(view: Path) -> None:
    """Ask the companion at its view socket. Raises NoCompanion."""
    try:
        await DeviceClient(view, lambda: None, "mqtt").ask({"get": "view"})
    except Away as error:
        why = f"no companion at {view}: does it run?"
        if isinstance(error.__cause__, PermissionError):
            why = f"this user may not look on at {view}; {BY_ROOT}"
        raise NoCompanion(why) from None


async def clear_table(settings: BridgeSettings, table: str) -> str:
    """Clear all that the broker keeps of the table. Return a sentence that says what it was.

    Raises Trouble, or BridgeRuns where a bridge is connected.
    """
    own = Topics(table)
    visit = _TableVisit(settings, table)
    try:
        await visit.connection.open()
        if not await visit.read_kept():
            who = settings.broker.user or "this device"
            raise Trouble(
                f"{visit.where} does not tell what it keeps below {ROOT}/{table}: its access list "
                f"must let {who} read there"
            )
        if visit.online and await is_bridge_connected(settings, table, visit):
            raise BridgeRuns(
                "nothing is cleared, since the bridge of this table runs and would tell it again: "
                "`sudo systemctl stop hanabi-companion-mqtt`, or end `companion mqtt`, then forget"
            )
        for topic in sorted(visit.kept):
            if refusal := await visit.publish(Publication(topic, b"")):
                raise refusal
        refusal = await visit.publish(Publication(own.discovery, b""))
    finally:
        await visit.connection.leave()
    device = "" if refusal else f" and {own.discovery}"
    there_were = quantity(len(visit.kept), "topic")
    return f"{visit.where} keeps nothing any more of {own.all}{device}: it kept {there_were}"


async def is_bridge_connected(settings: BridgeSettings, table: str, visit: "_TableVisit") -> bool:
    """Return True if the bridge that the broker calls online is connected.

    A broker that was killed may have that from long ago. A bridge that is there loses its place to
    one that comes with its name, so that its last will is told; it comes back by itself.
    """
    probe = Connection(Session(settings.broker, f"{ROOT}-{table}"))
    try:
        await probe.open()
        return await visit.connection.wait_for(visit.gone, CONNECT_S)
    finally:
        await probe.leave()


class _TableVisit:
    """A connection that knows what the broker keeps of a table, and what it takes."""

    def __init__(
        self, settings: BridgeSettings, table: str, will: Publication | None = None
    ) -> None:
        self._own: Final = Topics(table)
        self._mark: Final = versioned_json({"mark": secrets.token_hex(8)})
        self._complete: Final = asyncio.Event()
        self._answered: Final = asyncio.Event()
        self._refusal: Trouble | None = None
        self.kept: Final[dict[str, bytes]] = {}
        """What the topics of the table say."""
        self.gone: Final = asyncio.Event()
        """A bridge says that it is not there, or its last will does."""
        self.online = False
        """Whether a bridge seems to be there."""
        session = Session(settings.broker, f"{ROOT}-{table}-ck", will, (self._own.all,))
        self.where: Final = session.where
        self.connection: Final = Connection(session, self._on_message, self._on_answer)

    async def read_kept(self) -> bool:
        """Wait for all that the broker keeps, which it tells before a mark.

        Return False if it does not tell the mark.
        """
        mark = Publication(self._own.mark, self._mark, retain=False)
        if await self.publish(mark):
            return False
        return await self.connection.wait_for(self._complete, CONNECT_S)

    async def publish(self, message: Publication) -> Trouble | None:
        """Publish a message. Return its refusal, if any. Raises Trouble without an answer."""
        self._answered.clear()
        self.connection.send(message)
        if not await self.connection.wait_for(self._answered, CONNECT_S):
            raise Trouble(f"the broker acknowledges nothing at {message.topic}")
        return self._refusal

    def _on_answer(self, message: Publication, refusal: Trouble | None) -> None:
        self._refusal = refusal
        self._answered.set()

    def _on_message(self, message: Incoming) -> None:
        """Keep what the broker has of the table, and note whether its bridge is there."""
        if message.payload == self._mark:
            self._complete.set()
        elif message.retained and message.payload:
            self.kept[message.topic] = message.payload
        if message.topic == self._own.availability:
            with contextlib.suppress(Junk):
                self.online = parse_presence(message.payload).online
                if not (message.retained or self.online):
                    self.gone.set()
