"""A link to a broker: paho's client, whose thread connects, comes back and keeps what is to send.

Its callbacks only hand over what happened, to the loop of whoever uses the link: paho would keep
some of our mistakes to itself, and end its thread by the others. A link is *connecting* until the
broker welcomes it, then *telling* until the broker has all that was said, then *waiting*. README.md
beside this file draws it.

A broker may forget everything when it restarts: it is told all that it is to keep at each
connection, after what paho still had to send.
"""

import asyncio
import logging
import ssl
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from typing import Any, Final, NamedTuple

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.club import refusals
from companion.club.refusals import Trouble
from companion.club.settings import Broker
from companion.service_manager import NOT_CONNECTED

log: Final = logging.getLogger("companion.club")
KEEPALIVE_S: Final = 10
"""Time without a message after which the broker is asked whether it is there, in seconds."""
CONNECT_S: Final = 5.0
FIRST_PAUSE_S: Final = 1
LONGEST_PAUSE_S: Final = 15
"""Time until a broker that refused us, or is away for long, is tried again, in seconds."""
MOST_WAITING: Final = 1000
"""So many messages wait for a broker."""
LEAVE_S: Final = 1.0
"""Time for what is still to be said at the end, in seconds."""
_QOS: Final = 1
"""Each message is acknowledged."""


class Incoming(NamedTuple):
    """A message that the broker passed on; `retained` is one that it had before."""

    topic: str
    payload: bytes
    retained: bool


class _KeptMessage(NamedTuple):
    payload: bytes
    until: float | None


class BrokerLink:
    """A link to a broker, in a loop of asyncio; times are those of the monotonic clock."""

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        will: tuple[str, bytes],
        topics: tuple[str, ...] = (),
    ) -> None:
        """Make a link that is not open yet; it needs a running loop.

        will: the topic and the words that the broker publishes when the connection ends without a
        word. topics: what is read.
        """
        self._loop: Final = asyncio.get_running_loop()
        self.broker: Final = broker
        self._id: Final = client_id
        self._topics: Final = topics
        self.connected = False
        self.sent: Final[dict[int, str]] = {}
        """The topics of what the broker has not acknowledged yet."""
        self._kept: Final[dict[str, _KeptMessage]] = {}
        self._refused: Final[dict[str, str]] = {}
        """Why the broker does not take topics."""
        self._is_behind = True
        """Whether the broker may lack what it is to keep."""
        self._problem = ""
        self._is_told = False
        """Whether it is told already why the connection ends."""
        self._is_full = False
        """Whether too much waits for the broker."""
        self._client: Final = self._make_client(will)

    def _make_client(self, will: tuple[str, bytes]) -> "_SteadyClient":
        broker = self.broker
        client: Any = _SteadyClient(self._id, lambda error: self._hand_over(self._on_junk, error))
        client.connect_timeout = CONNECT_S
        client.max_queued_messages_set(MOST_WAITING)
        client.reconnect_delay_set(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        client.will_set(*will, _QOS, retain=True)
        if broker.user:
            client.username_pw_set(broker.user, broker.password or None)
        if broker.tls:
            client.tls_set_context(ssl.create_default_context(cafile=broker.ca or None))
        client.on_connect = lambda *told: self._hand_over(self._on_connect, told[3])
        # paho calls it where it handles the error, which it does not tell.
        client.on_connect_fail = lambda *told: self._hand_over(self._on_error, sys.exception())
        client.on_disconnect = lambda *told: self._hand_over(self._on_disconnect, told[3])
        client.on_publish = lambda *told: self._hand_over(self._on_publish, told[2], told[3])
        client.on_message = lambda *told: self._hand_over(
            self.on_message, Incoming(told[2].topic, told[2].payload, told[2].retain)
        )
        return client  # type: ignore[no-any-return]

    def _hand_over(self, act: Callable[..., object], *given: object) -> None:
        with suppress(RuntimeError):  # the loop has ended before paho's thread
            self._loop.call_soon_threadsafe(act, *given)

    @property
    def is_waiting(self) -> bool:
        """Whether the broker is there, and has all that was said."""
        return self.connected and not self._is_behind and not self.sent

    @property
    def status(self) -> str:
        """How the link is, in one line."""
        where = self.broker.where
        if self.connected:
            return "; ".join((f"connected to {where}", *self._refused.values()))
        return f"{NOT_CONNECTED}: {self._problem}" if self._problem else f"connecting to {where}"

    def open(self) -> None:
        """Have the client connect, now and whenever the connection is lost."""
        broker = self.broker
        self._client.connect_async(broker.host, broker.port, KEEPALIVE_S, clean_start=True)
        self._client.loop_start()

    def keep_topic(self, topic: str, payload: bytes, lasts: float | None = None) -> None:
        """Have a topic say this from now on, b"" for nothing.

        lasts: how long the broker keeps it, in seconds; None for ever.
        """
        known = self._kept.get(topic)
        if known is None or known.payload != payload:
            until = None if lasts is None else time.monotonic() + lasts
            self._kept[topic] = _KeptMessage(payload, until)
            self._publish_topic(topic)

    def publish(
        self, topic: str, payload: bytes, retain: bool = True, expires: int | None = None
    ) -> bool:
        """Publish, once the broker is there. Return False where too much waits for it already.

        expires: for how many seconds the broker keeps it.
        """
        properties = None
        if expires is not None:
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            properties.MessageExpiryInterval = expires
        sending = self._client.publish(topic, payload, _QOS, retain, properties)
        was_full, self._is_full = self._is_full, sending.rc == MQTTErrorCode.MQTT_ERR_QUEUE_SIZE
        if not self._is_full:
            self.sent[sending.mid] = topic
        elif not was_full:
            log.warning("mqtt: too many events wait for the broker: those that follow are lost")
        return not self._is_full

    def say_again(self, *topics: str) -> None:
        """Say what topics are to say once more: by default those that the broker refused."""
        for topic in topics or tuple(self._refused):
            self._publish_topic(topic)

    def come_back_later(self) -> None:
        """Take the longest pause from now on: two devices of one name take turns at once, else."""
        self._client.reconnect_delay_set(LONGEST_PAUSE_S, LONGEST_PAUSE_S)

    async def leave_in_order(self) -> None:
        """Hang up, once the broker has all that was said, and come back no more."""
        await self.wait_while(lambda: self.connected and bool(self.sent), LEAVE_S)
        self._is_told = True
        self._client.disconnect()
        await self.wait_while(lambda: self.connected, LEAVE_S)

    async def wait_while(self, is_so: Callable[[], bool], seconds: float) -> None:
        """Wait while something is so, for so many seconds at most."""
        end = self._loop.time() + seconds
        while is_so() and self._loop.time() < end:
            await asyncio.sleep(0.01)

    def on_connection(self, trouble: Trouble | None) -> None:
        """Read, and tell all that is to be kept; or tell the log why the broker is not told."""
        if trouble is None:
            if self._topics:
                self._client.subscribe([(topic, _QOS) for topic in self._topics])
            self._tell_all()
        else:
            self._is_behind = True
            if str(trouble) != self._problem:
                log.warning("mqtt: %s; it is tried again", trouble)
            self._problem = str(trouble)
        self.on_change()

    def on_acknowledgement(self, topic: str, refusal: Trouble | None) -> None:
        """Note that the broker has a message, or refuses it."""
        if refusal is None:
            self._refused.pop(topic, None)
        else:
            if str(refusal) != self._refused.get(topic):
                log.warning("mqtt: %s", refusal)
            self._refused[topic] = str(refusal)
        self._tell_all()
        self.on_change()

    def on_change(self) -> None:
        """Note that `status` may be another."""

    def on_message(self, message: Incoming) -> None:
        """Take a message that somebody wrote, or that the broker had."""

    def _on_connect(self, reason: ReasonCode) -> None:
        self.connected = not reason.is_failure
        self._is_told = reason.is_failure
        refused = refusals.refused_entry(self.broker, self._id, reason)
        self.on_connection(refused if reason.is_failure else None)

    def _on_disconnect(self, reason: ReasonCode) -> None:
        was_connected, self.connected = self.connected, False
        is_told, self._is_told = self._is_told, False
        if is_told:
            return
        if refusals.needs_advice(reason):
            self.come_back_later()
        self.on_connection(refusals.lost_connection(self.broker, self._id, reason, was_connected))

    def _on_error(self, error: Exception) -> None:
        self.on_connection(refusals.unreached(self.broker, error))

    def _on_junk(self, error: Exception) -> None:
        self.connected = False
        self.on_connection(refusals.no_packet(self.broker, error))

    def _on_publish(self, number: int, reason: ReasonCode) -> None:
        topic = self.sent.pop(number)
        refusal = refusals.refused_message(self.broker, self._id, reason, topic)
        self.on_acknowledgement(topic, refusal if reason.is_failure else None)

    def _tell_all(self) -> None:
        """Tell all that is to be kept, once the broker has what paho sends again before that.

        Else the older word might be the last one.
        """
        has_all = self.connected and not self.sent
        if has_all and self._is_behind:
            self._is_behind = False
            for topic in tuple(self._kept):
                self._publish_topic(topic)

    def _publish_topic(self, topic: str) -> None:
        """Say what a topic is to say, if anything, unless its time is over."""
        payload, until = self._kept.get(topic, _KeptMessage(b"", 0.0))
        left = None if until is None else ceil(until - time.monotonic())
        if left is not None and left <= 0:
            self._kept.pop(topic, None)
        elif self.connected and not self._is_behind:
            self._is_behind = not self.publish(topic, payload, expires=left if payload else None)


class _SteadyClient(paho.Client):
    """A client of MQTT 5 whose thread ends by no packet."""

    def __init__(self, client_id: str, on_junk: Callable[[Exception], object]) -> None:
        super().__init__(CallbackAPIVersion.VERSION2, client_id, protocol=paho.MQTTv5)
        self._on_junk: Final = on_junk

    def loop_forever(
        self, timeout: float = 1.0, retry_first_connection: bool = False
    ) -> MQTTErrorCode:
        """Connect anew after what paho cannot read, by which its thread would end in silence."""
        while True:
            try:
                return super().loop_forever(timeout, retry_first_connection)
            except Exception as error:
                self._on_junk(error)
                self.connect_async(self.host, self.port, KEEPALIVE_S, clean_start=True)
                time.sleep(LONGEST_PAUSE_S)

    def _handle_disconnect(self) -> None:
        """Hand on why the broker hangs up: paho drops a reason that nothing follows."""
        if self._in_packet["remaining_length"]:
            self._in_packet["remaining_length"] = max(3, self._in_packet["remaining_length"])
        super()._handle_disconnect()
