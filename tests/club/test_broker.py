"""Brokers that say no, or send what none should: one sentence says why, and where to look."""

import asyncio
import contextlib
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.club import broker as brokers
from companion.club import link
from companion.club.broker import MOST_BYTES, Connection, Publication, Session, Trouble
from companion.club.visits import check_bridge
from companion.onlooking.settings import BridgeSettings, Broker
from tests.club.bridges import TABLE, after
from tests.rig.daemons import memory_of
from tests.rig.mosquitto import CLUB, Mosquitto, with_passwords
from tests.rig.servers import free_port
from tests.rig.waiting import until

WELCOME = b"\x20\x03\x00\x00\x00"
HUGE = b"\x30\xff\xff\xff\x7f\x00\x0ehanabi/x/state\x00"
"""The beginning of a message that is as long as MQTT can say: 256 MiB."""


def message(topic: bytes, payload: bytes, qos: int = 0) -> bytes:
    """Return a PUBLISH; with a QoS, the first of all."""
    body = len(topic).to_bytes(2, "big") + topic + (b"\x00\x01" if qos else b"") + b"\x00" + payload
    length, left = bytearray(), len(body)
    while True:
        left, digit = divmod(left, 128)[0], left % 128
        length.append(digit | (0x80 if left else 0))
        if not left:
            return bytes((0x30 | qos << 1, *length)) + body


class BadBroker:
    """What it sends to each client, at last the same filling until that hangs up.

    `sent` counts its bytes.
    """

    def __init__(self, says: bytes, filling: bytes = b"") -> None:
        self.says = says
        self.filling = filling
        self.sent = 0
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
                    self._answer(client)

    def _answer(self, client: socket.socket) -> None:
        client.settimeout(10)
        client.recv(1024)
        client.sendall(self.says)
        while self.filling:
            self.sent += client.send(self.filling)
        while not self.hangs_up and client.recv(1024):
            pass

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(15)


@contextlib.contextmanager
def bad_broker(says: bytes, filling: bytes = b"") -> Iterator[BadBroker]:
    """Run a bad broker."""
    broker = BadBroker(says, filling)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


WILL = Publication("hanabi/x/availability", b"{}")
READS = ("hanabi/#",)
HANGS_UP = "hangs up at once: is it a broker of MQTT 5, does it want TLS?"
NO_ANSWER = "does not answer as an MQTT broker: is the port right?"
OLD = "refuses the connection (Unsupported protocol version): take a newer broker, of MQTT 5"
LOOK = "look at user and password_file"


def refused(reason: int) -> bytes:
    """A CONNACK of MQTT 5."""
    return bytes((0x20, 3, 0, reason, 0))


def dropped(reason: int) -> bytes:
    """A welcome and a DISCONNECT."""
    return WELCOME + bytes((0xE0, 1, reason))


def with_property(*octets: int) -> bytes:
    """A welcome by a broker that says what it lacks."""
    return bytes((0x20, 3 + len(octets), 0, 0, len(octets), *octets))


SAYS_NO: dict[str, tuple[bytes, str, bool]] = {
    # what it says, why, and whether waiting alone will hardly help
    "silent": (b"", NO_ANSWER, False),
    "HTTP": (b"HTTP/1.1 400 Bad Request\r\n\r\n", NO_ANSWER, False),
    "short": (b"\x20\x01\x00", HANGS_UP, False),
    "MQTT 3.1.1, no": (b"\x20\x02\x00\x01", OLD, True),
    "MQTT 3.1.1, welcome": (b"\x20\x02\x00\x00", "sends no packet of MQTT 5 (", True),
    "version": (refused(0x84), OLD, True),
    "name": (refused(0x85), "(Client identifier not valid): it must let x in", True),
    "busy": (refused(0x89), "refuses the connection (Server busy)", False),
    "banned": (refused(0x8A), "(Banned): it must let x in", True),
    "will": (refused(0x90), "(Topic name invalid): it must let this device have a last", True),
    "quota": (refused(0x97), "(Quota exceeded): it must give this device more room", True),
    "retained will": (refused(0x9A), "(Retain not supported): it must keep messages", True),
    "taken over": (dropped(0x8E), "(Session taken over): another device connects as x too", True),
    "shutting down": (dropped(0x8B), "is lost (Server shutting down)", False),
    "no more room": (dropped(0x97), "is lost (Quota exceeded): it must give this device", True),
    "hangs up": (WELCOME + b"\xe0\x00", "is lost", False),
    "made-up reason": (dropped(0x7F), "sends no packet of MQTT 5 (", True),
    "half a string": (WELCOME + b"\x30\x03\x00\xff\x00", "sends no packet of MQTT 5 (", True),
    "bad UTF-8": (WELCOME + b"\x30\x05\x00\x02\xff\xff\x00", "sends no packet of MQTT 5 (", True),
    "QoS 2": (WELCOME + message(b"x", bytes(1000), qos=2), "with QoS 2, which nobody asked", True),
    "too long": (WELCOME + message(b"x", bytes(MOST_BYTES)), "are read at most: is it a", True),
}


def ended(will: Publication | None = WILL, **settings: object) -> Trouble:
    """Why there is no connection, or why it ends."""

    async def run() -> Trouble:
        connection = Connection(
            Session(Broker(**{"host": "127.0.0.1", **settings}), "x", will, READS)
        )
        try:
            await connection.open()
        except Trouble as trouble:
            await asyncio.sleep(0)
            assert len(asyncio.all_tasks()) == 1, "nothing goes on waiting"
            return trouble
        async with asyncio.timeout(10):
            return await connection.wait_for_end()

    found = asyncio.run(run())
    assert "\n" not in str(found)
    return found


@pytest.mark.parametrize(("says", "why", "lasting"), SAYS_NO.values(), ids=SAYS_NO)
def test_why_there_is_no_connection_is_one_sentence(monkeypatch, says, why, lasting):
    monkeypatch.setattr(brokers, "CONNECT_S", 0.5)
    with bad_broker(says) as broker:
        if why == HANGS_UP:
            broker.hangs_up = True
        trouble = ended(port=broker.port)
    assert f"127.0.0.1:{broker.port} " in str(trouble)
    assert why in str(trouble)
    assert trouble.lasting is lasting


def test_a_board_needs_no_broker_that_keeps_what_it_says_but_one_that_lets_it_read():
    with bad_broker(with_property(0x25, 0, 0x24, 0) + b"\x90\x04\x00\x01\x00\x87") as broker:
        trouble = str(ended(None, port=broker.port, user="reader"))
    assert "does not tell hanabi/# (Not authorized): its access list must let reader" in trouble


@pytest.mark.parametrize("welcome", [WELCOME, b""], ids=["after its welcome", "at once"])
def test_a_packet_of_256_mebibytes_is_not_read(welcome):
    with bad_broker(welcome + HUGE, bytes(1 << 20)) as broker:
        ended(port=broker.port)  # what paho needs once
        before = memory_of("self", "VmRSS")
        assert "sends a packet of 268435455 bytes" in str(ended(port=broker.port))
        assert memory_of("self", "VmRSS") - before < 4 << 20
    assert broker.sent < 32 << 20, "what the sockets hold"


@pytest.mark.parametrize("packet", ["half a string", "made-up reason", "too long"])
def test_what_is_no_packet_is_one_line_at_all_connections(bridged, monkeypatch, caplog, packet):
    monkeypatch.setattr(link, "LASTING_PAUSE_S", 0.2)
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
        ({"host": "a" * 64}, "look at broker"),
    ],
)
def test_nobody_is_there(settings, why):
    assert why in str(ended(**settings))


@pytest.mark.parametrize("name", ["ca.pem", "none.pem"])
def test_a_file_that_has_no_certificate(tmp_path, name):
    (tmp_path / "ca.pem").write_text("nothing")
    told = str(ended(port=1, tls=True, ca=str(tmp_path / name)))
    assert told.startswith(f"{tmp_path / name} has no certificate (")
    assert told.endswith("): look at ca")


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
        5,
    ),
    "keeps nothing": Real(
        ": it must keep messages (in Mosquitto: retain_available true)",
        ("allow_anonymous true", "retain_available false"),
    ),
    "QoS 0": Real(": it must take QoS 1", ("allow_anonymous true", "max_qos 0")),
    "small packets": Real(
        "it takes 200 bytes at once", ("allow_anonymous true", "max_packet_size 200")
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


def certificate(folder: Path, name: str) -> Path:
    """A certificate that signed itself; its key lies beside it."""
    made = folder / "broker.pem"
    words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30"
    files = ("-keyout", str(folder / "broker.key"), "-out", str(made))
    names = ("-subj", "/CN=broker", "-addext", f"subjectAltName={name}")
    subprocess.run([*words.split(), *files, *names], check=True, capture_output=True)
    return made


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
            made = certificate(tmp_path, name or "IP:127.0.0.1")
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
    monkeypatch.setattr(brokers, "CONNECT_S", 1.0)
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
    until(lambda: bridge.bridge.link.is_waiting)
    until(lambda: bridge.bridge.device.look.serial == 20)
    until(lambda: bridge.bridge.link.is_waiting)
