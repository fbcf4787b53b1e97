"""A client of a broker: paho's own, whose thread connects, comes back and keeps what is to be sent.

Its callbacks only hand over what happened, to be handled in the thread of whoever uses it: paho
would keep some of our mistakes to itself, and end its thread by the others.
"""

import socket
import ssl
import sys
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.club.settings import Broker
from companion.errors import CompanionError

KEEPALIVE_S: Final = 10
"""Time without a message after which the broker is asked whether it is there, in seconds."""
CONNECT_S: Final = 5.0
"""Time for the connection, in seconds."""
FIRST_PAUSE_S: Final = 1
LONGEST_PAUSE_S: Final = 15
"""Time until a broker that refused us, or is away for long, is tried again, in seconds."""
MOST_WAITING: Final = 1000
"""So many messages wait for a broker."""
MESSAGE_BYTES: Final = 2048
"""The largest message is a state, which has fewer."""
_QOS: Final = 1
"""Each message is acknowledged."""
_LOGIN: Final = "look at user and password_file"
_ADVICE: Final = {
    0x84: "take a newer broker, of MQTT 5",
    0x85: "it must let {client} in",
    0x86: _LOGIN,
    0x87: _LOGIN,
    0x8A: "it must let {client} in",
    0x8C: _LOGIN,
    0x8E: (
        "another device connects as {client} too; of a card that was copied, give one device a new"
        " /etc/machine-id"
    ),
    0x90: "it must let {user} have a last will",
    0x95: f"it must take packets of {MESSAGE_BYTES} bytes (in Mosquitto: max_packet_size)",
    0x97: "it must give {user} more room, or forget something that it keeps",
    0x9A: "it must keep messages (in Mosquitto: retain_available true)",
    0x9B: "it must take QoS 1 (in Mosquitto: max_qos 1)",
}
"""What to do about a broker that says no, by its reason (MQTT 5, 2.4). Waiting does not help."""
_NO_ANSWER: Final = 0x8D
_NO_REASON: Final = (0x00, 0x80)


class Trouble(CompanionError):
    """Why there is no connection, or why the broker does not take a message."""


class Publication(NamedTuple):
    """What is published once."""

    topic: str
    payload: bytes
    retain: bool = True
    expires: int | None = None
    """Time for which the broker keeps it, in seconds."""


class Incoming(NamedTuple):
    """A message that the broker passed on."""

    topic: str
    payload: bytes
    retained: bool
    """Whether the broker had kept it before the subscription."""


class Connection:
    """A client that is connected from `open` to `leave_broker`, as far as the broker is there.

    What happens is handled by the methods whose names begin with `on_`.
    """

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        hand_over: Callable[..., object],
        will: Publication | None = None,
    ) -> None:
        """Make a client that is not connected yet.

        hand_over: has a function called, with its arguments, in the thread of the user.
        will: what the broker publishes when the connection ends without a word.
        """
        self._broker: Final = broker
        self._id: Final = client_id
        self.where: Final = f"{broker.host}:{broker.port}"
        self.connected = False
        self.sent: Final[dict[int, Publication]] = {}
        """What the broker has not acknowledged yet."""
        self._is_told = False
        """Whether it is told already why the connection ends."""
        client: Any = _SteadyClient(client_id, lambda error: hand_over(self._on_junk, error))
        self._client: Final[_SteadyClient] = client
        client.connect_timeout = CONNECT_S
        client.max_queued_messages_set(MOST_WAITING)
        client.reconnect_delay_set(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        if will is not None:
            client.will_set(will.topic, will.payload, _QOS, will.retain)
        if broker.user:
            client.username_pw_set(broker.user, broker.password or None)
        if broker.tls:
            client.tls_set_context(ssl.create_default_context(cafile=broker.ca or None))
        client.on_connect = lambda *told: hand_over(self._on_connect, told[3])
        # paho calls it where it handles the error, which it does not tell.
        client.on_connect_fail = lambda *told: hand_over(self._on_error, sys.exception())
        client.on_disconnect = lambda *told: hand_over(self._on_disconnect, told[3])
        client.on_publish = lambda *told: hand_over(self._on_publish, told[2], told[3])
        client.on_message = lambda *told: hand_over(self.on_message, _incoming(told[2]))

    def open(self) -> None:
        """Have the client connect, now and whenever the connection is lost."""
        broker = self._broker
        self._client.connect_async(broker.host, broker.port, KEEPALIVE_S, clean_start=True)
        self._client.loop_start()

    def read_topics(self, *topics: str, others: bool = True) -> None:
        """Read what is written at these topics, by others or by anybody."""
        options = SubscribeOptions(_QOS, noLocal=others)
        self._client.subscribe([(topic, options) for topic in topics])

    def publish(self, message: Publication) -> bool:
        """Publish, once the broker is there. Return False where too much waits for it already."""
        properties = None
        if message.expires is not None:
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            properties.MessageExpiryInterval = message.expires
        sending = self._client.publish(
            message.topic, message.payload, _QOS, message.retain, properties
        )
        if sending.rc == MQTTErrorCode.MQTT_ERR_QUEUE_SIZE:
            return False
        self.sent[sending.mid] = message
        return True

    def leave_broker(self) -> None:
        """End the connection in good order, and come back no more."""
        self._is_told = True
        self._client.disconnect()

    def come_back_later(self) -> None:
        """Take the longest pause from now on before the client connects anew."""
        self._client.reconnect_delay_set(LONGEST_PAUSE_S, LONGEST_PAUSE_S)

    def on_connection(self, trouble: Trouble | None) -> None:
        """Note that the broker is there, or why it is not; then another connection is tried."""

    def on_acknowledgement(self, message: Publication, refusal: Trouble | None) -> None:
        """Note that the broker has a message, or refuses it."""

    def on_message(self, message: Incoming) -> None:
        """Take what others wrote."""

    def _on_connect(self, reason: ReasonCode) -> None:
        if reason.is_failure:
            user = self._broker.user
            who = f"the user {user!r}" if user else "who has no user"
            what = who if _ADVICE.get(reason.value) == _LOGIN else "the connection"
            self.on_connection(self._refusal(f"{self.where} refuses {what}", reason))
            self._is_told = True
        else:
            self.connected = True
            self.on_connection(None)

    def _on_disconnect(self, reason: ReasonCode) -> None:
        was_connected, self.connected = self.connected, False
        is_told, self._is_told = self._is_told, False
        tls = "" if self._broker.tls else ", does it want TLS"
        if is_told:
            return
        if was_connected:
            why = self._refusal(f"the connection to {self.where} is lost", reason)
        elif reason.value == _NO_ANSWER:
            why = Trouble(f"{self.where} does not answer as an MQTT broker: is the port right?")
        else:
            why = Trouble(f"{self.where} hangs up at once: is it a broker of MQTT 5{tls}?")
        if reason.value in _ADVICE:
            self.come_back_later()
        self.on_connection(why)

    def _on_error(self, error: Exception) -> None:
        self.on_connection(Trouble(_error_sentence(self._broker, error)))

    def _on_junk(self, error: Exception) -> None:
        self.connected = False
        why = f"no packet of MQTT 5 ({error!r}): is it a broker that you know?"
        self.on_connection(Trouble(f"{self.where} sends {why}"))

    def _on_publish(self, number: int, reason: ReasonCode) -> None:
        message = self.sent.pop(number)
        what = f"{self.where} does not take {message.topic}"
        refusal = self._refusal(what, reason, "write") if reason.is_failure else None
        self.on_acknowledgement(message, refusal)

    def _refusal(self, what: str, reason: ReasonCode, may: str = "") -> Trouble:
        """Return the trouble of a broker that says no, with a remedy unless only waiting helps.

        may: what an access list may deny.
        """
        who = self._broker.user or "this device"
        advice = _ADVICE.get(reason.value, "").format(client=self._id, user=who)
        if may and advice in ("", _LOGIN):
            spare = ", or set home_assistant = false" if "homeassistant/" in what else ""
            advice = f"its access list must let {who} {may} there{spare}"
        told = "" if reason.value in _NO_REASON else f" ({reason})"
        return Trouble(what + told + (f": {advice}" if advice else ""))


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


def _incoming(message: paho.MQTTMessage) -> Incoming:
    return Incoming(message.topic, message.payload, message.retain)


def _error_sentence(broker: Broker, error: Exception) -> str:
    """Return why a broker cannot be reached at all."""
    where = f"{broker.host}:{broker.port}"
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    if isinstance(error, ssl.SSLCertVerificationError):
        advice = "look at ca, at the name in broker, and at this computer's clock"
        return f"the certificate of {where} is refused ({error.verify_message}): {advice}"
    if isinstance(error, ssl.SSLError):
        return f"there is no TLS with {where} ({error.reason or error}): look at tls, port and ca"
    if isinstance(error, socket.gaierror):
        return f"{broker.host} is the name of no computer here ({reason}): look at broker"
    more = ", does it speak TLS?" if broker.tls else "?"
    return f"no broker at {where} ({reason}): does it run, is the port right{more}"
