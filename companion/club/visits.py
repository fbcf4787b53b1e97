"""`companion mqtt --check` and `--forget`: short visits to the broker.

A visitor has a name of its own, so that a bridge that runs keeps its connection; some brokers take
23 letters.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from companion.club.broker import (
    CONNECT_S,
    KEEPALIVE_S,
    MESSAGE_BYTES,
    Connection,
    Incoming,
    Publication,
    Trouble,
)
from companion.club.home_assistant import discovery_message
from companion.club.link import CONTRADICTED_S
from companion.club.topics import ROOT, Topics, versioned_json
from companion.errors import CompanionError, quantity
from companion.onlooking.device import Away, DeviceClient
from companion.onlooking.settings import BY_ROOT, BridgeSettings

ANSWER_S: Final = 5.0
"""Time within which a broker answers, in seconds."""
_TRIED_S: Final = 60
"""Time after which a broker forgets what a check had it keep, in seconds: a check may be killed."""
_LARGE: Final = versioned_json({"nothing": "." * (MESSAGE_BYTES - 100)})


class NoCompanion(CompanionError):
    """The companion does not answer at its view socket."""


class BridgeRuns(CompanionError):
    """The table is being told of: what is cleared would be there again."""


def check_bridge(settings: BridgeSettings, table: str, view: Path) -> Iterator[str]:
    """Yield a sentence for each thing that is right.

    Raises Trouble or NoCompanion where something is not. A bridge that runs meanwhile is not
    disturbed.
    """
    own = Topics(table)
    trials = {f"below {ROOT}/{table}": Publication(own.mark, _LARGE, expires=_TRIED_S)}
    if settings.home_assistant:
        known = discovery_message(own, settings.name)
        trials[f"at {own.discovery}"] = Publication(own.discovery, known, retain=False)
    refusals = []
    with _visiting(settings, table, Publication(own.mark, b"")) as visit:
        yield f"{visit.where} lets this device in, with its last will"
        for place, message in trials.items():
            if refusal := visit.publish_acknowledged(message):
                refusals.append(str(refusal))
            else:
                yield f"it takes what is told {place}"
        visit.publish_acknowledged(Publication(own.mark, b""))
    if refusals:
        raise Trouble("; ".join(refusals))
    _require_companion(view)
    yield f"the companion at {view} answers"


def _require_companion(view: Path) -> None:
    """Ask the companion at its view socket. Raises NoCompanion."""
    try:
        asyncio.run(DeviceClient(view, lambda: None, "mqtt").ask({"get": "view"}))
    except Away as error:
        why = f"no companion at {view}: does it run?"
        if isinstance(error.__cause__, PermissionError):
            why = f"this user may not look on at {view}; {BY_ROOT}"
        raise NoCompanion(why) from None


def clear_table(settings: BridgeSettings, table: str) -> str:
    """Clear all that the broker keeps of the table. Return a sentence that says what it was.

    Raises Trouble, or BridgeRuns where a bridge tells it again.
    """
    own = Topics(table)
    with _visiting(settings, table) as visit:
        if not visit.read_kept_topics():
            who = settings.broker.user or "this device"
            raise Trouble(
                f"{visit.where} does not tell what it keeps below {ROOT}/{table}: its access list "
                f"must let {who} read there"
            )
        there = visit.kept.copy()
        # A broker that was killed may have it from long ago that the bridge is there.
        if there.pop(own.availability, None):
            visit.clear_topic(own.availability)
            if visit.wait_for(lambda: visit.is_contradicted, CONTRADICTED_S + ANSWER_S):
                raise BridgeRuns(
                    "nothing is cleared, since the bridge of this table runs and tells it again: "
                    "`sudo systemctl stop hanabi-companion-mqtt`, or end `companion mqtt`, then"
                    " forget"
                )
        for topic in sorted(there):
            visit.clear_topic(topic)
        refusal = visit.publish_acknowledged(Publication(own.discovery, b""))
    device = "" if refusal else f" and {own.discovery}"
    there_were = quantity(len(visit.kept), "topic")
    return f"{visit.where} keeps nothing any more of {own.all}{device}: it kept {there_were}"


@contextmanager
def _visiting(
    settings: BridgeSettings, table: str, will: Publication | None = None
) -> Iterator["_TableVisit"]:
    """Be at the broker. Raises Trouble."""
    visit = _TableVisit(settings, table, will)
    visit.open()
    try:
        if not visit.wait_for(lambda: visit.connected, CONNECT_S + KEEPALIVE_S):
            raise Trouble(f"{visit.where} does not answer as an MQTT broker: is the port right?")
        visit.read_topics(Topics(table).all, others=False)
        yield visit
    finally:
        visit.leave_broker()
        visit.trouble = None
        visit.wait_for(lambda: not visit.connected, ANSWER_S)


class _TableVisit(Connection):
    """A connection that knows what the broker keeps of a table, and what it takes."""

    def __init__(
        self, settings: BridgeSettings, table: str, will: Publication | None = None
    ) -> None:
        self._own: Final = Topics(table)
        self._mark: Final = versioned_json({"mark": secrets.token_hex(8)})
        self._handed: Final = SimpleQueue[Callable[[], object]]()
        self.trouble: Trouble | None = None
        """Why the broker is not there any more."""
        self._is_complete = False
        self._refused: Trouble | None = None
        self.kept: Final[dict[str, bytes]] = {}
        """What the topics of the table said."""
        self.is_contradicted = False
        """Whether somebody told of the table's presence meanwhile."""
        super().__init__(settings.broker, f"{ROOT}-{table}-ck", self._hand_over, will)

    def _hand_over(self, act: Callable[..., object], *given: object) -> None:
        self._handed.put(partial(act, *given))

    def wait_for(self, is_so: Callable[[], bool], seconds: float) -> bool:
        """Wait until something is so. Return False if it is not in time. Raises Trouble."""
        end = time.monotonic() + seconds
        while not is_so():
            try:
                self._handed.get(timeout=max(0.0, end - time.monotonic()))()
            except Empty:
                return False
            if self.trouble is not None:
                raise self.trouble
        return True

    def read_kept_topics(self) -> bool:
        """Wait for all that the broker keeps, which it tells before a mark.

        Return False if it does not tell the mark.
        """
        mark = Publication(self._own.mark, self._mark, retain=False)
        return not self.publish_acknowledged(mark) and self.wait_for(
            lambda: self._is_complete, ANSWER_S
        )

    def publish_acknowledged(self, message: Publication) -> Trouble | None:
        """Publish a message. Return its refusal, if any. Raises Trouble without an answer."""
        self._refused = None
        self.publish(message)
        if not self.wait_for(lambda: not self.sent, ANSWER_S):
            raise Trouble(f"the broker acknowledges nothing at {message.topic}")
        return self._refused

    def clear_topic(self, topic: str) -> None:
        """Have the broker keep nothing there. Raises Trouble."""
        if refusal := self.publish_acknowledged(Publication(topic, b"")):
            raise refusal

    def on_connection(self, trouble: Trouble | None) -> None:
        """End what is waited for, where the broker is not there."""
        self.trouble = trouble

    def on_acknowledgement(self, message: Publication, refusal: Trouble | None) -> None:
        """Keep whether the broker takes it."""
        self._refused = refusal

    def on_message(self, message: Incoming) -> None:
        """Keep what the broker has of the table, and note whether its bridge is there."""
        if message.payload == self._mark:
            self._is_complete = True
        elif message.retained and message.payload:
            self.kept[message.topic] = message.payload
        elif message.topic == self._own.availability:
            self.is_contradicted = message.payload != b""
