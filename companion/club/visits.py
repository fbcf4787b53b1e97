"""`companion mqtt --check` and `--forget`: short visits to the broker.

A visitor has a name of its own, so that a bridge that runs keeps its connection; some brokers take
23 letters.
"""

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from companion.club.home_assistant import discovery_message
from companion.club.link import CONNECT_S, KEEPALIVE_S, BrokerLink, Incoming
from companion.club.refusals import MESSAGE_BYTES, Trouble, no_answer
from companion.club.settings import BY_ROOT, BridgeSettings
from companion.club.topics import ROOT, Topics, versioned_json
from companion.errors import CompanionError, quantity
from companion.onlooking.device import Away, DeviceClient

ANSWER_S: Final = 5.0
"""Time within which a broker answers, in seconds."""
_TRIED_S: Final = 60
"""Time after which a broker forgets what a visitor had it keep, in seconds: it may be killed."""


class NoCompanion(CompanionError):
    """The companion does not answer at its view socket."""


class BridgeRuns(CompanionError):
    """The table is being told of: what is cleared would be there again."""


async def check_bridge(settings: BridgeSettings, table: str, view: Path) -> AsyncIterator[str]:
    """Yield a sentence for each thing that is right.

    Raises Trouble or NoCompanion where something is not. A bridge that runs meanwhile is not
    disturbed.
    """
    async with _visiting(settings, table) as visit:
        yield f"{settings.broker.where} lets this device in, with its last will"
        places = {visit.own.mark: f"below {ROOT}/{table}"}
        visit.keep_topic(visit.own.mark, visit.mark, _TRIED_S)
        if settings.home_assistant:
            known = discovery_message(visit.own, settings.name)
            places[visit.own.discovery] = f"at {visit.own.discovery}"
            visit.publish(visit.own.discovery, known, retain=False)
        await visit.tell_all()
        for topic, place in places.items():
            if topic not in visit.refusals:
                yield f"it takes what is told {place}"
        visit.keep_topic(visit.own.mark, b"")
    if visit.refusals:
        raise Trouble("; ".join(map(str, visit.refusals.values())))
    try:
        await DeviceClient(view, lambda: None, "mqtt").ask({"get": "view"})
    except Away as error:
        why = f"no companion at {view}: does it run?"
        if isinstance(error.__cause__, PermissionError):
            why = f"this user may not look on at {view}; {BY_ROOT}"
        raise NoCompanion(why) from None
    yield f"the companion at {view} answers"


async def clear_table(settings: BridgeSettings, table: str) -> str:
    """Clear all that the broker keeps of the table. Return a sentence that says what it was.

    Raises Trouble, or BridgeRuns where a bridge tells it again.
    """
    where = settings.broker.where
    async with _visiting(settings, table) as visit:
        own = visit.own
        # The broker tells all that it keeps before that.
        visit.keep_topic(own.mark, visit.mark, _TRIED_S)
        if not await visit.wait_until(lambda: visit.heard.get(own.mark) == visit.mark):
            raise Trouble(
                f"{where} does not tell what it keeps below {ROOT}/{table}: its access list must"
                f" let {settings.broker.user or 'this device'} read there"
            )
        # A broker that was killed may have it from long ago that the bridge is there.
        for topic in (own.mark, *visit.kept.keys() & {own.availability}):
            visit.keep_topic(topic, b"")
        if own.availability in visit.kept and await visit.wait_until(
            lambda: visit.heard.get(own.availability, b"") != b""
        ):
            raise BridgeRuns(
                "nothing is cleared, since the bridge of this table runs and tells it again: `sudo"
                " systemctl stop hanabi-companion-mqtt`, or end `companion mqtt`, then forget"
            )
        for topic in (*sorted(visit.kept), own.discovery):
            visit.keep_topic(topic, b"")
        await visit.tell_all()
    device = "" if visit.refusals.pop(own.discovery, None) else f" and {own.discovery}"
    for refusal in visit.refusals.values():
        raise refusal
    there_were = quantity(len(visit.kept), "topic")
    return f"{where} keeps nothing any more of {own.all}{device}: it kept {there_were}"


@asynccontextmanager
async def _visiting(settings: BridgeSettings, table: str) -> AsyncIterator["_TableVisit"]:
    """Be at the broker. Raises Trouble."""
    visit = _TableVisit(settings, table)
    visit.open()
    try:
        if not await visit.wait_until(lambda: visit.connected, CONNECT_S + KEEPALIVE_S):
            raise no_answer(settings.broker)
        yield visit
    finally:
        await visit.leave_in_order()


class _TableVisit(BrokerLink):
    """A link that knows what the broker keeps of a table, and what it takes."""

    def __init__(self, settings: BridgeSettings, table: str) -> None:
        self.own: Final = Topics(table)
        filling = "." * (MESSAGE_BYTES - 100)
        self.mark: Final = versioned_json({"mark": secrets.token_hex(8), "filling": filling})
        """Is as large as a state, and misleads nobody."""
        self.refusals: Final[dict[str, Trouble]] = {}
        self.kept: Final[dict[str, bytes]] = {}
        """What the broker had of the table."""
        self.heard: Final[dict[str, bytes]] = {}
        """What anybody wrote meanwhile."""
        self._trouble: Trouble | None = None
        name = f"{ROOT}-{table}-ck"
        super().__init__(settings.broker, name, (self.own.mark, b""), (self.own.all,))

    async def wait_until(self, is_so: Callable[[], bool], seconds: float | None = None) -> bool:
        """Wait until something is so. Return False if it is not in time. Raises Trouble."""
        await self.wait_while(lambda: not (is_so() or self._trouble), seconds or ANSWER_S)
        if self._trouble is not None and not is_so():
            raise self._trouble
        return is_so()

    async def tell_all(self) -> None:
        """Wait until the broker has all that was said. Raises Trouble."""
        if not await self.wait_until(lambda: self.is_waiting):
            raise Trouble(f"{self.broker.where} acknowledges nothing")

    def on_connection(self, trouble: Trouble | None) -> None:
        """End what is waited for, where the broker is not there."""
        self._trouble = trouble
        if trouble is None:
            super().on_connection(None)

    def on_acknowledgement(self, topic: str, refusal: Trouble | None) -> None:
        """Keep what the broker refuses, which is not said again."""
        if refusal is not None:
            self.refusals[topic] = refusal
        super().on_acknowledgement(topic, None)

    def on_message(self, message: Incoming) -> None:
        """Keep what the broker has of the table, and what is written there meanwhile."""
        (self.kept if message.retained else self.heard)[message.topic] = message.payload
