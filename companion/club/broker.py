"""A connection to the broker: from its opening to its end, within the loop's thread.

paho-mqtt has no thread of its own here: the loop calls it when its socket is ready. What it finds
wrong with a packet ends the connection. What it tells is handed on by the loop, so that a mistake
of ours is none of the broker's.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.errors import CompanionError
from companion.onlooking.settings import Broker

KEEPALIVE_S: Final = 10
"""Time without a message after which the broker is asked whether it is there, in seconds."""
CONNECT_S: Final = 5.0
"""Time for the connection, and again for the broker's welcome, in seconds."""
TICK_S: Final = 2.5
"""Time between two looks at the clock, in seconds."""
MOST_BYTES: Final = 1 << 17
"""Of a packet that is read: paho-mqtt would keep up to 256 MiB of each."""
MESSAGE_BYTES: Final = 2048
"""The largest message is a state, which has fewer."""
_QOS: Final = 1
"""Each message is acknowledged."""
_NO_RETAIN: Final = "it must keep messages (in Mosquitto: retain_available true)"
_NO_QOS: Final = "it must take QoS 1 (in Mosquitto: max_qos 1)"
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
    0x9A: _NO_RETAIN,
    0x9B: _NO_QOS,
}
"""What to do about a broker that says no, by its reason (MQTT 5, 2.4). Waiting does not help."""


class Trouble(CompanionError):
    """Why there is no connection; `lasting` where waiting alone will hardly end it."""

    def __init__(self, sentence: str, lasting: bool = False) -> None:
        self.lasting: Final = lasting
        super().__init__(sentence)


class BadPacket(CompanionError):
    """A packet that no broker sends which keeps to what it was asked for."""


class Publication(NamedTuple):
    """What is published once."""

    topic: str
    payload: bytes
    retain: bool = True
    expires: int | None = None
    """Time for which the broker keeps it, in seconds."""
    number: int | None = None
    """Of an event."""


class Incoming(NamedTuple):
    """A message that the broker passed on."""

    topic: str
    payload: bytes
    retained: bool
    """Whether the broker had kept it before the subscription."""
    expires: int | None = None
    """In so many seconds the broker forgets it; None for never."""


class Session(NamedTuple):
    """The client that comes to a broker, and what it reads there."""

    broker: Broker
    client_id: str
    will: Publication | None = None
    """What the broker publishes when the connection ends without a word.

    A session without one only reads."""
    topics: tuple[str, ...] = ()
    """What is read, with wildcards."""
    others: bool = False
    """Whether only what others say is read."""

    @property
    def where(self) -> str:
        """The broker's address."""
        return f"{self.broker.host}:{self.broker.port}"


class BrokerClient(paho.Client):
    """A client of MQTT 5 that reads what a broker may send, and no more."""

    def __init__(self, client_id: str) -> None:
        super().__init__(CallbackAPIVersion.VERSION2, client_id, protocol=paho.MQTTv5)
        self.connect_timeout = CONNECT_S

    def read(self) -> None:
        """Read what came, in place of `loop_read`."""
        self.loop_read()
        while isinstance(sock := self.socket(), ssl.SSLSocket) and sock.pending():
            self.loop_read()  # decrypted already: the loop is not woken for it

    def hang_up(self) -> None:
        """End the connection without a word."""
        self._sock_close()

    def _handle_publish(self) -> MQTTErrorCode:
        """Refuse what paho-mqtt would keep until the broker releases it."""
        if self._in_packet["command"] & 0x04:
            raise BadPacket("messages with QoS 2, which nobody asked for")
        return super()._handle_publish()

    def _handle_disconnect(self) -> None:
        """Hand on why the broker hangs up: paho-mqtt drops a reason that nothing follows."""
        if self._in_packet["remaining_length"]:
            self._in_packet["remaining_length"] = max(3, self._in_packet["remaining_length"])
        super()._handle_disconnect()

    def _sock_recv(self, bufsize: int) -> bytes:
        """Read; paho-mqtt asks for a whole packet once it knows its length."""
        if bufsize > MOST_BYTES:
            raise BadPacket(f"a packet of {bufsize} bytes, and {MOST_BYTES} are read at most")
        return super()._sock_recv(bufsize)


class Connection:
    """One connection; after its end it is of no use."""

    def __init__(
        self,
        session: Session,
        on_message: Callable[[Incoming], None] = lambda message: None,
        on_answer: Callable[[Publication, Trouble | None], None] = lambda message, refusal: None,
    ) -> None:
        """Make a connection that is not open yet.

        on_answer: takes each message that the broker has now, or refuses (Trouble).
        """
        self._session: Final = session
        self._on_message: Final = on_message
        self._on_answer: Final = on_answer
        self._loop: Final = asyncio.get_running_loop()
        self.sent: Final[dict[int, Publication]] = {}
        """What the broker has not acknowledged yet."""
        self._welcome: Final = asyncio.Event()
        self._ended: Final[asyncio.Future[Trouble]] = self._loop.create_future()
        self._tick: asyncio.TimerHandle | None = None
        client = self._client = BrokerClient(session.client_id)
        if will := session.will:
            client.will_set(will.topic, will.payload, _QOS, will.retain)
        if user := session.broker.user:
            client.username_pw_set(user, session.broker.password or None)
        client.on_connect = self._in_loop(self.on_welcome)
        client.on_disconnect = self._in_loop(self.on_dismissal)
        client.on_publish = self._in_loop(self.on_acknowledgement)
        client.on_subscribe = self._in_loop(self.on_subscription)
        client.on_message = self.on_publication

    async def open(self) -> None:
        """Connect and log in. Raises Trouble."""
        await asyncio.to_thread(self.open_socket)
        client: Any = self._client  # what its callbacks give is nothing to it
        loop = self._loop
        sock = client.socket()
        if sock is not None:
            client.on_socket_close = lambda *told: loop.remove_reader(sock)
            client.on_socket_register_write = lambda *told: loop.add_writer(sock, self._write_rest)
            client.on_socket_unregister_write = lambda *told: loop.remove_writer(sock)
            loop.add_reader(sock, self._call_client, client.read)
            if client.want_write():
                loop.add_writer(sock, self._write_rest)
        self._pass_time()
        if not await self.wait_for(self._welcome, CONNECT_S):
            silence = f"{self._session.where} does not answer as an MQTT broker: is the port right?"
            self.fail(Trouble(silence))
            raise self._ended.result()

    async def wait_for_end(self) -> Trouble:
        """Wait until the connection ended. Return why."""
        # A task that is cancelled while it waits must not cancel the future for others.
        return await asyncio.shield(self._ended)

    async def wait_for(self, event: asyncio.Event, seconds: float) -> bool:
        """Wait for an event. Return True if it comes in time.

        Raises the Trouble that ends the connection before.
        """
        waiting = asyncio.ensure_future(event.wait())
        both = (waiting, self._ended)
        await asyncio.wait(both, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self._ended.done() and not event.is_set():
            raise self._ended.result()
        return event.is_set()

    def send(self, message: Publication) -> None:
        """Publish a message. One that cannot be sent ends the connection."""
        if self._ended.done():
            return
        properties = None
        if message.expires is not None:
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            properties.MessageExpiryInterval = message.expires
        sending = self._client.publish(
            message.topic, message.payload, _QOS, message.retain, properties
        )
        if sending.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
            self.sent[sending.mid] = message
        else:
            self.fail(self._hang_up_trouble(paho.error_string(sending.rc)))

    async def leave(self) -> None:
        """Hang up once the broker has all that was said, a second later at most."""
        end = self._loop.time() + 1
        while self.sent and not self._ended.done() and self._loop.time() < end:
            await asyncio.sleep(0.01)
        if not self._ended.done():
            self._client.disconnect()
            self._write_rest()
        self.fail(Trouble("it was left"))

    def fail(self, trouble: Trouble) -> None:
        """End the connection without a word; the first reason that is given counts."""
        if not self._ended.done():
            self._ended.set_result(trouble)
            if self._tick is not None:
                self._tick.cancel()
            self._client.hang_up()

    def open_socket(self) -> None:
        """Open the socket, in a thread: names and handshakes take their time."""
        broker = self._session.broker
        limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        limits.MaximumPacketSize = MOST_BYTES
        try:
            if broker.tls:
                self._client.tls_set_context(tls_context(broker.ca))
            self._client.connect(
                broker.host, broker.port, KEEPALIVE_S, clean_start=True, properties=limits
            )
        except (OSError, ValueError) as error:
            raise unreachable_trouble(broker, error) from None

    def _write_rest(self) -> None:
        self._call_client(self._client.loop_write)

    def _pass_time(self) -> None:
        """Let time pass for the client: it asks the broker whether it is there, and gives up."""
        self._tick = self._loop.call_later(TICK_S, self._pass_time)
        self._call_client(self._client.loop_misc)

    def _call_client(self, act: Callable[[], Any]) -> None:
        """Call the client. What it cannot read ends the connection: any exception says so."""
        try:
            act()
        except Exception as error:
            why = error if isinstance(error, BadPacket) else f"no packet of MQTT 5 ({error!r})"
            sentence = f"{self._session.where} sends {why}: is it a broker that you know?"
            self.fail(Trouble(sentence, lasting=True))
        if self._client.socket() is None:  # what was said before comes first
            self._loop.call_soon(lambda: self.fail(self._hang_up_trouble()))

    def _in_loop(self, act: Callable[..., None]) -> Callable[..., Any]:
        """Return a callback that has the loop call `act`: our mistakes are none of the broker's."""
        return lambda client, data, *told: self._loop.call_soon(act, *told)

    def on_welcome(self, flags: Any, reason: ReasonCode, properties: Any) -> None:
        """Subscribe, unless the broker refuses the login or is too little."""
        session = self._session
        if reason.is_failure:
            user = session.broker.user
            who = f"the user {user!r}" if user else "who has no user"
            what = who if _ADVICE.get(reason.value) == _LOGIN else "the connection"
            self.fail(self.refusal_trouble(f"{session.where} refuses {what}", reason))
        elif session.will and (lack := lack_of_broker(properties)):
            self.fail(Trouble(f"{session.where} is too little for a table: {lack}", lasting=True))
        elif not self._ended.done():
            if session.topics:
                options = SubscribeOptions(_QOS, noLocal=session.others)
                self._client.subscribe([(topic, options) for topic in session.topics])
            self._welcome.set()

    def on_dismissal(self, flags: Any, reason: ReasonCode, properties: Any) -> None:
        """End a connection that the broker ends."""
        if reason.value in (0x00, 0x80):  # none is given
            self.fail(self._hang_up_trouble())
        else:
            self.fail(
                self.refusal_trouble(f"the connection to {self._session.where} is lost", reason)
            )

    def on_subscription(self, mid: int, reasons: Any, properties: Any) -> None:
        """End a connection that reads, where it may read nothing."""
        # Not strict: a broker that answers with fewer reasons is no mistake of ours.
        for topic, reason in zip(self._session.topics, reasons, strict=False):
            if reason.is_failure and not self._session.will:
                what = f"{self._session.where} does not tell {topic}"
                self.fail(self.refusal_trouble(what, reason, "read"))

    def on_acknowledgement(self, mid: int, reason: ReasonCode, properties: Any) -> None:
        """Hand on that the broker has a message, or refuses it."""
        if message := self.sent.pop(mid, None):
            what = f"{self._session.where} does not take {message.topic}"
            refusal = self.refusal_trouble(what, reason, "write") if reason.is_failure else None
            self._on_answer(message, refusal)

    def on_publication(self, client: paho.Client, data: Any, message: paho.MQTTMessage) -> None:
        """Hand a message on; its topic is read here, where it may be no text."""
        expires = getattr(message.properties, "MessageExpiryInterval", None)
        passed = Incoming(message.topic, message.payload, message.retain, expires)
        self._loop.call_soon(self._on_message, passed)

    def refusal_trouble(self, what: str, reason: ReasonCode, may: str = "") -> Trouble:
        """Return the trouble of a broker that refuses, with a remedy unless only waiting helps.

        may: what an access list may deny.
        """
        session = self._session
        who = session.broker.user or "this device"
        advice = _ADVICE.get(reason.value, "").format(client=session.client_id, user=who)
        if may and advice in ("", _LOGIN):
            spare = ", or set home_assistant = false" if "homeassistant/" in what else ""
            advice = f"its access list must let {who} {may} there{spare}"
        return Trouble(f"{what} ({reason})" + (f": {advice}" if advice else ""), bool(advice))

    def _hang_up_trouble(self, why: str = "") -> Trouble:
        where, reason = self._session.where, f" ({why})" if why else ""
        if self._welcome.is_set():
            return Trouble(f"the connection to {where} is lost{reason}")
        tls = "" if self._session.broker.tls else ", does it want TLS"
        return Trouble(f"{where} hangs up at once{reason}: is it a broker of MQTT 5{tls}?")


def unreachable_trouble(broker: Broker, error: Exception) -> Trouble:
    """Return the trouble of a broker to which there is no connection at all."""
    where = f"{broker.host}:{broker.port}"
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    if isinstance(error, ssl.SSLCertVerificationError):
        advice = "look at ca, at the name in broker, and at this computer's clock"
        why = f"the certificate of {where} is refused ({error.verify_message}): {advice}"
    elif isinstance(error, ssl.SSLError):
        why = f"there is no TLS with {where} ({error.reason or error}): look at tls, port and ca"
    elif isinstance(error, socket.gaierror):
        why = f"{broker.host} is the name of no computer here ({reason}): look at broker"
    elif isinstance(error, OSError):
        more = ", does it speak TLS?" if broker.tls else "?"
        why = f"no broker at {where} ({reason}): does it run, is the port right{more}"
    else:
        why = f"{where} cannot be reached ({error}): look at broker"
    return Trouble(why, lasting=isinstance(error, ssl.SSLError | ValueError))


def tls_context(file: str) -> ssl.SSLContext:
    """Return a context of TLS that trusts the authority in a file. Raises Trouble."""
    try:
        return ssl.create_default_context(cafile=file or None)
    except OSError as error:  # an error of TLS is one, too
        reason = getattr(error, "reason", None) or error.strerror
        raise Trouble(f"{file} has no certificate ({reason}): look at ca", lasting=True) from None


def lack_of_broker(properties: Any) -> str:
    """Return the sentence about a need of a table that a broker lacks, "" for none."""
    if not getattr(properties, "RetainAvailable", 1):
        return _NO_RETAIN
    if not getattr(properties, "MaximumQoS", 1):
        return _NO_QOS
    most = getattr(properties, "MaximumPacketSize", MESSAGE_BYTES)
    if most < MESSAGE_BYTES:
        return f"it takes {most} bytes at once, {_ADVICE[0x95]}"
    return ""
