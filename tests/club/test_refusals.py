"""Brokers that say no, or send what none should: one sentence says why, and where to look."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from companion.club import link
from companion.club.link import BrokerLink
from companion.club.refusals import Trouble
from companion.club.settings import BridgeSettings, Broker
from companion.club.visits import check_bridge
from tests.club.bridges import TABLE, after
from tests.rig.mosquitto import CLUB, Mosquitto, broker_certificate, with_passwords
from tests.rig.servers import free_port
from tests.rig.waiting import until

WELCOME = b"\x20\x03\x00\x00\x00"


class BadBroker:
    """What it sends to each client."""

    def __init__(self, says: bytes) -> None:
        self.says = says
        self.clients = 0
        self.hangs_up = False
        """Whether it hangs up once it has said it."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                self.clients += 1
                with client, contextlib.suppress(OSError):
                    client.settimeout(10)
                    client.recv(1024)
                    client.sendall(self.says)
                    while not self.hangs_up and client.recv(1024):
                        pass

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(15)


@contextlib.contextmanager
def bad_broker(says: bytes) -> Iterator[BadBroker]:
    """Run a bad broker."""
    broker = BadBroker(says)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


WILL = ("hanabi/x/availability", b"{}")
HANGS_UP = "hangs up at once: is it a broker of MQTT 5, does it want TLS?"
NO_ANSWER = "does not answer as an MQTT broker: is the port right?"
OLD = "refuses the connection (Unsupported protocol version): take a newer broker, of MQTT 5"
LOOK = "look at user, and at the password"


def refused(reason: int) -> bytes:
    """A CONNACK of MQTT 5."""
    return bytes((0x20, 3, 0, reason, 0))


def dropped(reason: int) -> bytes:
    """A welcome and a DISCONNECT."""
    return WELCOME + bytes((0xE0, 1, reason))


SAYS_NO: dict[str, tuple[bytes, str]] = {
    # what it says, and why
    "silent": (b"", NO_ANSWER),
    "HTTP": (b"HTTP/1.1 400 Bad Request\r\n\r\n", NO_ANSWER),
    "short": (b"\x20\x01\x00", HANGS_UP),
    "MQTT 3.1.1, no": (b"\x20\x02\x00\x01", OLD),
    "MQTT 3.1.1, welcome": (b"\x20\x02\x00\x00", "sends no packet of MQTT 5 ("),
    "version": (refused(0x84), OLD),
    "name": (refused(0x85), "(Client identifier not valid): it must let x in"),
    "busy": (refused(0x89), "refuses the connection (Server busy)"),
    "banned": (refused(0x8A), "(Banned): it must let x in"),
    "will": (refused(0x90), "(Topic name invalid): it must let this device have a last"),
    "quota": (refused(0x97), "(Quota exceeded): it must give this device more room"),
    "retained will": (refused(0x9A), "(Retain not supported): it must keep messages"),
    "taken over": (dropped(0x8E), "(Session taken over): another device connects as x too"),
    "shutting down": (dropped(0x8B), "is lost (Server shutting down)"),
    "no more room": (dropped(0x97), "is lost (Quota exceeded): it must give this device"),
    "hangs up": (WELCOME + b"\xe0\x00", "is lost"),
    "made-up reason": (dropped(0x7F), "sends no packet of MQTT 5 ("),
    "half a string": (WELCOME + b"\x30\x03\x00\xff\x00", "sends no packet of MQTT 5 ("),
    "bad UTF-8": (WELCOME + b"\x30\x05\x00\x02\xff\xff\x00", "sends no packet of MQTT 5 ("),
}


class Tried(BrokerLink):
    """A link that keeps its first trouble."""

    def __init__(self, broker: Broker) -> None:
        self.found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        super().__init__(broker, "x", WILL, ())

    def on_connection(self, trouble: Trouble | None) -> None:
        if trouble is not None and not self.found.done():
            self.found.set_result(str(trouble))


def trouble(**settings: object) -> str:
    """Why there is no connection, or why it ends."""

    async def run() -> str:
        tried = Tried(Broker(**{"host": "127.0.0.1", **settings}))
        tried.open()
        try:
            return await asyncio.wait_for(tried.found, 10)
        finally:
            await tried.leave_in_order()

    found = asyncio.run(run())
    assert "\n" not in found
    return found


@pytest.mark.parametrize(("says", "why"), SAYS_NO.values(), ids=SAYS_NO)
def test_why_there_is_no_connection_is_one_sentence(monkeypatch, says, why):
    monkeypatch.setattr(link, "KEEPALIVE_S", 1)
    with bad_broker(says) as broker:
        broker.hangs_up = why == HANGS_UP
        found = trouble(port=broker.port)
    assert f"127.0.0.1:{broker.port} " in found
    assert why in found


@pytest.mark.parametrize("packet", ["half a string", "made-up reason", "MQTT 3.1.1, welcome"])
def test_what_is_no_packet_is_one_line_at_all_connections(bridged, monkeypatch, caplog, packet):
    monkeypatch.setattr(link, "LONGEST_PAUSE_S", 0.2)
    with bad_broker(SAYS_NO[packet][0]) as broker:
        bridged(broker=Broker("127.0.0.1", broker.port))
        until(lambda: broker.clients > 4)
        lines = [one for one in caplog.records if one.name == "companion.club"]
    (line,) = (one for one in lines if one.levelname != "INFO")
    assert line.getMessage().endswith("is it a broker that you know?; it is tried again")
    assert line.exc_info is None


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"port": free_port()}, "(Connection refused): does it run, is the port right?"),
        ({"port": free_port(), "tls": True}, "is the port right, does it speak TLS?"),
        ({"host": "nobody.invalid"}, "nobody.invalid is the name of no computer here"),
    ],
)
def test_nobody_is_there(settings, why):
    assert why in trouble(**settings)


class Real(NamedTuple):
    """A Mosquitto that says no."""

    why: str
    lines: tuple[str, ...] = ("allow_anonymous true",)
    access: str = ""
    """What of the access list is left out."""
    settings: Mapping[str, Any] = {}
    takes: int = 0
    """Of how many topics the check says that they are taken."""


USERS = {TABLE: "right", "other": "right"}
REAL: dict[str, Real] = {
    "no user": Real(f"refuses who has no user (Not authorized): {LOOK}", ("guarded",)),
    "password": Real(
        f"refuses the user '{TABLE}' (Not authorized): {LOOK}",
        ("guarded",),
        settings={"user": TABLE, "password": "mistaken"},
    ),
    "other topics": Real(
        "its access list must let other write there",
        ("guarded",),
        settings={"user": "other", "password": "right"},
    ),
    "home assistant": Real(
        f"does not take homeassistant/device/{TABLE}/config (Not authorized): its access list must"
        f" let {TABLE} write there, or set home_assistant = false",
        ("guarded",),
        "homeassistant/device/%u/config",
        {"user": TABLE, "password": "right"},
        1,
    ),
    "keeps nothing": Real(
        ": it must keep messages (in Mosquitto: retain_available true)",
        ("allow_anonymous true", "retain_available false"),
    ),
    "QoS 0": Real(": it must take QoS 1", ("allow_anonymous true", "max_qos 0")),
    "small packets": Real(
        ": it must take packets of 2048 bytes",
        ("allow_anonymous true", "max_packet_size 200"),
    ),
    "TLS": Real(HANGS_UP, ("tls",)),
    "no TLS": Real("TLS", settings={"tls": True}),
    "nobody vouches": Real(
        "): look at ca, at the name in broker, and at this computer's clock",
        ("tls",),
        settings={"tls": True},
    ),
    "another name": Real(
        "look at ca, at the name in broker", ("tls DNS:elsewhere.lan",), settings={"tls": True}
    ),
}


@pytest.fixture
def start(tmp_path) -> Iterator[Callable[[Real], BridgeSettings]]:
    """Start a Mosquitto. Return the settings of a bridge to it."""
    running: list[Mosquitto] = []

    def begin(real: Real) -> BridgeSettings:
        folder = tmp_path / "broker"
        kind, _, name = real.lines[0].partition(" ")
        settings = dict(real.settings)
        if kind == "guarded":
            broker = with_passwords(folder, **USERS)
            access = folder / "access"
            lines = access.read_text().splitlines()
            kept = [line for line in lines if not real.access or real.access not in line]
            access.write_text("\n".join(kept) + "\n")
        elif kind == "tls":
            made = broker_certificate(tmp_path, name or "IP:127.0.0.1")
            settings["port"] = free_port()
            listener = (f"listener {settings['port']} 127.0.0.1", f"certfile {made}")
            key = f"keyfile {tmp_path / 'broker.key'}"
            broker = Mosquitto(folder, "allow_anonymous true", *listener, key)
            if name:
                settings["ca"] = str(made)
        else:
            broker = Mosquitto(folder, *real.lines)
        broker.start()
        running.append(broker)
        return BridgeSettings(Broker(**{"host": "127.0.0.1", "port": broker.port, **settings}))

    yield begin
    for broker in running:
        broker.stop()


@pytest.mark.club
@CLUB[1]
@pytest.mark.parametrize("real", REAL.values(), ids=REAL)
def test_a_real_broker_that_says_no_is_told_by_check_and_bridge(
    tmp_path, bridged, start, monkeypatch, caplog, real
):
    monkeypatch.setattr(link, "KEEPALIVE_S", 1)
    settings = start(real)
    said: list[str] = []

    async def run() -> None:
        async for sentence in check_bridge(settings, TABLE, tmp_path / "none.sock"):
            said.append(sentence)  # noqa: PERF401 - what was said before a failure stays

    with pytest.raises(Trouble) as found:
        asyncio.run(run())
    assert real.why in str(found.value)
    assert "mistaken" not in str(found.value)
    assert sum("it takes" in line for line in said) == real.takes
    bridged(**settings._asdict())
    until(lambda: real.why in caplog.text)


@pytest.mark.club
@CLUB[1]
def test_with_tls_a_broker_of_the_authority_is_told(tmp_path, bridged, start):
    settings = start(Real("", ("tls",), settings={"tls": True, "ca": str(tmp_path / "broker.pem")}))
    bridge = bridged(after(0), **settings._asdict())
    for steps in range(1, 20):
        bridge.tell(after(steps))
    until(lambda: bridge.bridge.is_waiting)
    until(lambda: bridge.bridge.device.look.serial == 20)
    until(lambda: bridge.bridge.is_waiting)
