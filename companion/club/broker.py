"""A connection to the broker: from its opening to its end, within the loop's thread.

paho-mqtt has no thread of its own here: the loop calls it when its socket is ready. Whatever is
raised in a callback comes out there, ends the connection and is told; its owner opens another one.
"""

import asyncio
import logging
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import paho.mqtt.client as paho
from paho.mqtt.enums import MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.club import packets
from companion.club.outbox import Publication
from companion.errors import CompanionError
from companion.onlooking.settings import Broker

log: Final = logging.getLogger("companion.club")
KEEPALIVE_S: Final = 10
"""Time without a message after which the broker is asked whether it is there, in seconds."""
CONNECT_S: Final = 5.0
"""Time for the connection, and again for the broker's welcome, in seconds."""
TICK_S: Final = 2.5
"""Time between two looks at the clock, in seconds."""
_QOS: Final = 1
"""Each message is acknowledged."""
_BAD_LOGIN: Final = (0x86, 0x87)
_OLD_PROTOCOL: Final = (0x01, 0x84)
_TAKEN_OVER: Final = 0x8E
MESSAGE_BYTES: Final = 2048
"""As many as a state has, and more."""
_NEEDED: Final = {
    0x85: "it must let {client_id} in",
    0x9A: "it must keep messages (in Mosquitto: retain_available true)",
    0x9B: "it must take QoS 1 (in Mosquitto: max_qos 1)",
}
"""What a broker lacks, by its reason (MQTT 5, 2.4)."""
_NO_REASON: Final = (0x00, 0x80)


class Trouble(CompanionError):
    """Why there is no connection; `lasting` where waiting alone will hardly end it."""

    def __init__(self, sentence: str, lasting: bool = False) -> None:
        self.lasting: Final = lasting
        super().__init__(sentence)


class Heard(NamedTuple):
    """A message that the broker passed on."""

    topic: str
    payload: bytes
    retained: bool
    """Whether the broker had kept it before the subscription.

    With `Filter.others`: whether the broker keeps it."""
    expires: int | None = None
    """In so many seconds the broker forgets it; None for never."""


class Filter(NamedTuple):
    """Topics that a broker is asked for."""

    topic: str
    """With wildcards, if any."""
    others: bool = False
    """Only what others say from now on, and whether the broker keeps it.

    Else what it kept before, too."""


class Subscription(NamedTuple):
    """What a broker is asked for."""

    filters: Sequence[Filter] = ()
    """What is subscribed."""
    on_message: Callable[[Heard], None] = lambda _: None
    """Is called for each message that comes there."""


NOTHING: Final = Subscription()


class Connection:
    """One connection; after its end it is of no use."""

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        will: Publication | None = None,
        on_acknowledged: Callable[[Publication], None] = lambda _: None,
        on_refused: Callable[[Publication, Trouble], bool] = lambda message, why: False,
        subscription: Subscription = NOTHING,
    ) -> None:
        """Make a connection that is not open yet.

        will: what the broker publishes when the connection ends without a word. on_acknowledged:
        is called for each message that the broker has. on_refused: is called for each that it does
        not take, and why; the connection goes on where this is true.
        """
        self._broker: Final = broker
        self._client_id: Final = client_id
        self._on_acknowledged: Final = on_acknowledged
        self._on_refused: Final = on_refused
        self._filters: Final = subscription.filters
        self._loop: Final = asyncio.get_running_loop()
        self._sent: Final[dict[int, Publication]] = {}
        self.answered = time.monotonic()
        """When the broker said something last, by the monotonic clock.

        At first when this was made."""
        self._welcome: Final[asyncio.Future[None]] = self._loop.create_future()
        self._ended: Final[asyncio.Future[Trouble]] = self._loop.create_future()
        self._tick: asyncio.TimerHandle | None = None
        client = self._client = packets.BrokerClient(client_id)
        client.connect_timeout = CONNECT_S
        if will is not None:
            client.will_set(will.topic, will.payload, _QOS, will.retain)
        if broker.user:
            client.username_pw_set(broker.user, broker.password or None)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_message = lambda client, data, message: subscription.on_message(
            _as_heard(message)
        )

    async def open(self) -> None:
        """Connect and log in. Raises Trouble."""
        await asyncio.to_thread(self._connect)
        client = self._client
        sock = client.socket()
        if sock is None:
            raise self._fail(self._hung_up())
        client.on_socket_close = self._on_socket_close
        client.on_socket_register_write = lambda client, data, sock: self._loop.add_writer(
            sock, self._write
        )
        client.on_socket_unregister_write = self._on_all_written
        self._loop.add_reader(sock, self._read)
        if client.want_write():
            self._loop.add_writer(sock, self._write)
        self._look()
        done, _ = await asyncio.wait(
            (self._welcome, self._ended), timeout=CONNECT_S, return_when=asyncio.FIRST_COMPLETED
        )
        if not done:
            self._fail(
                Trouble(f"{self._where} does not answer as an MQTT broker: is the port right?")
            )
        if self._ended.done():
            raise self._ended.result()

    async def end(self) -> Trouble:
        """Wait until the connection ended. Return why."""
        return await asyncio.shield(self._ended)

    async def until(self, event: asyncio.Event, seconds: float) -> bool:
        """Wait for an event. Return True if it comes in time.

        Raises the Trouble that ends the connection before.
        """
        waiting = asyncio.ensure_future(event.wait())
        ending = asyncio.ensure_future(self.end())
        await asyncio.wait((waiting, ending), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        ending.cancel()
        if ending.done() and not event.is_set():
            raise ending.result()
        return event.is_set()

    def send(self, message: Publication) -> None:
        """Publish a message. One that cannot be sent ends the connection."""
        if self._ended.done():
            return
        properties = None
        if message.expires is not None:
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            properties.MessageExpiryInterval = message.expires
        try:
            sending = self._client.publish(
                message.topic, message.payload, _QOS, message.retain, properties
            )
        except Exception as error:
            log.exception("mqtt: %s cannot be sent", message.topic)
            self._fail(self._mistake(error))
            return
        if sending.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
            self._sent[sending.mid] = message
        else:
            self._fail(self._hung_up(paho.error_string(sending.rc)))

    async def leave(self, last: Publication | None = None) -> None:
        """Say a last thing and hang up, a second later at most."""
        if last is not None:
            self.send(last)
        end = time.monotonic() + 1
        while self._sent and not self._ended.done() and time.monotonic() < end:
            await asyncio.sleep(0.01)
        if not self._ended.done():
            self._call(self._client.disconnect)
            self._call(self._client.loop_write)
        self._fail(Trouble("it was left"))

    def drop(self) -> None:
        """Hang up without a word: the broker tells the last will."""
        self._fail(Trouble("it was dropped"))

    @property
    def _where(self) -> str:
        return f"{self._broker.host}:{self._broker.port}"

    def _connect(self) -> None:
        """Open the socket, in a thread: names and handshakes take their time."""
        broker = self._broker
        if broker.tls:
            self._client.tls_set_context(self._authority())
        try:
            self._client.connect(
                broker.host, broker.port, KEEPALIVE_S, clean_start=True, properties=packets.limits()
            )
        except ssl.SSLCertVerificationError as error:
            raise Trouble(
                f"the certificate of {self._where} is refused ({error.verify_message}): "
                "look at ca, at the name in broker, and at this computer's clock",
                lasting=True,
            ) from None
        except ssl.SSLError as error:
            raise Trouble(
                f"there is no TLS with {self._where} ({error.reason or error}): look at tls, port"
                " and ca",
                lasting=True,
            ) from None
        except socket.gaierror as error:
            raise Trouble(
                f"{broker.host} is the name of no computer here ({error.strerror}): look at broker"
            ) from None
        except OSError as error:
            reason = error.strerror or str(error) or type(error).__name__
            more = ", does it speak TLS?" if broker.tls else "?"
            raise Trouble(
                f"no broker at {self._where} ({reason}): does it run, is the port right{more}"
            ) from None
        except ValueError as error:
            raise Trouble(
                f"{self._where} cannot be reached ({error}): look at broker", lasting=True
            ) from None

    def _authority(self) -> ssl.SSLContext:
        """Return a context of TLS that trusts the authority of the settings. Raises Trouble."""
        file = self._broker.ca
        try:
            return ssl.create_default_context(cafile=file or None)
        except OSError as error:  # an error of TLS is one, too
            reason = getattr(error, "reason", None) or error.strerror
            raise Trouble(
                f"{file} has no certificate ({reason}): look at ca", lasting=True
            ) from None

    def _read(self) -> None:
        self.answered = time.monotonic()
        self._call(self._client.read)
        while isinstance(sock := self._client.socket(), ssl.SSLSocket) and sock.pending():
            self._call(self._client.read)  # decrypted already: the loop is not woken for it

    def _write(self) -> None:
        self._call(self._client.loop_write)

    def _look(self) -> None:
        """Let time pass for the client: it asks the broker whether it is there, and gives up."""
        self._tick = self._loop.call_later(TICK_S, self._look)
        self._call(self._client.loop_misc)

    def _call(self, act: Callable[[], Any]) -> None:
        """Call the client. A mistake in it or in a callback ends the connection."""
        try:
            act()
        except packets.BadPacket as error:
            self._fail(
                Trouble(f"{self._where} {error}: is it a broker that you know?", lasting=True)
            )
        except Exception as error:
            log.exception("mqtt: the connection to %s is given up", self._where)
            self._fail(self._mistake(error))
        else:
            if self._client.socket() is None:
                self._fail(self._hung_up())

    def _fail(self, trouble: Trouble) -> Trouble:
        """End the connection, for the first reason that is given."""
        if self._ended.done():
            return self._ended.result()
        self._ended.set_result(trouble)
        if self._tick is not None:
            self._tick.cancel()
        sock = self._client.socket()
        if sock is not None:
            self._loop.remove_reader(sock)
            self._loop.remove_writer(sock)
            self._client.on_socket_close = None
            self._client.on_socket_register_write = None
            self._client.on_socket_unregister_write = None
            sock.close()
        return trouble

    def _on_all_written(self, client: paho.Client, data: Any, sock: Any) -> None:
        """Stop waiting for room to write: the client has nothing more."""
        self._loop.remove_writer(sock)

    def _on_socket_close(self, client: paho.Client, data: Any, sock: Any) -> None:
        """Stop watching the socket, which the client closes."""
        self._loop.remove_reader(sock)
        self._loop.remove_writer(sock)

    def _on_connect(
        self, client: paho.Client, data: Any, flags: Any, reason: ReasonCode, properties: Any
    ) -> None:
        most = getattr(properties, "MaximumPacketSize", MESSAGE_BYTES)
        if not reason.is_failure and most < MESSAGE_BYTES:
            why = f"{self._where} takes {most} bytes at once: it must take {MESSAGE_BYTES}"
            self._fail(Trouble(f"{why} (in Mosquitto: max_packet_size)", lasting=True))
        elif not reason.is_failure:
            if self._filters:
                client.subscribe([(wanted.topic, _options(wanted)) for wanted in self._filters])
            if not self._welcome.done():
                self._welcome.set_result(None)
        elif reason.value in _BAD_LOGIN:
            who = f"the user {self._broker.user!r}" if self._broker.user else "who has no user"
            why = f"{self._where} refuses {who} ({reason}): look at user and password_file"
            self._fail(Trouble(why, lasting=True))
        elif reason.value in _OLD_PROTOCOL:
            why = f"{self._where} speaks no MQTT 5 ({reason}): take a newer broker"
            self._fail(Trouble(why, lasting=True))
        else:
            why = f"{self._where} refuses the connection ({reason}){self._needed(reason)}"
            self._fail(Trouble(why, lasting=reason.value in _NEEDED))

    def _on_disconnect(
        self, client: paho.Client, data: Any, flags: Any, reason: ReasonCode, properties: Any
    ) -> None:
        if reason.value == _TAKEN_OVER:
            self._fail(
                Trouble(
                    f"another device connects to {self._where} as {self._client_id} too: of a card"
                    " that was copied, give one device a new /etc/machine-id",
                    lasting=True,
                )
            )
        else:
            why = "" if reason.value in _NO_REASON else str(reason)
            self._fail(self._hung_up(why, self._needed(reason), lasting=reason.value in _NEEDED))

    def _on_publish(
        self, client: paho.Client, data: Any, mid: int, reason: ReasonCode, properties: Any
    ) -> None:
        message = self._sent.pop(mid, None)
        if message is None:
            return
        if reason.is_failure:
            why = Trouble(
                f"{self._where} does not take {message.topic} ({reason}): its access list must let "
                f"{self._broker.user or 'this device'} write there",
                lasting=True,
            )
            if not self._on_refused(message, why):
                self._fail(why)
        else:
            self._on_acknowledged(message)

    def _needed(self, reason: ReasonCode) -> str:
        """Return what the broker lacks, as the end of a sentence."""
        needed = _NEEDED.get(reason.value, "").format(client_id=self._client_id)
        return f": {needed}" if needed else ""

    def _hung_up(self, why: str = "", needed: str = "", lasting: bool = False) -> Trouble:
        reason = f" ({why}){needed}" if why else ""
        if self._welcome.done():
            return Trouble(f"the connection to {self._where} is lost{reason}", lasting)
        tls = "" if self._broker.tls else ", does it want TLS"
        return Trouble(f"{self._where} hangs up at once{reason}: is it a broker of MQTT 5{tls}?")

    def _mistake(self, error: Exception) -> Trouble:
        return Trouble(f"the connection to {self._where} ended by a mistake: {error!r}")


def _options(wanted: Filter) -> SubscribeOptions:
    if not wanted.others:
        return SubscribeOptions(_QOS)
    keeps = SubscribeOptions.RETAIN_DO_NOT_SEND
    return SubscribeOptions(_QOS, noLocal=True, retainAsPublished=True, retainHandling=keeps)


def _as_heard(message: paho.MQTTMessage) -> Heard:
    expires = getattr(message.properties, "MessageExpiryInterval", None)
    return Heard(message.topic, message.payload, message.retain, expires)
