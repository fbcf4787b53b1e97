"""Connections as they fail: each in one sentence that says where to look."""

import asyncio
import contextlib
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club import broker as brokers
from companion.club import link
from companion.club.broker import Connection, Trouble
from companion.club.outbox import Publication
from companion.onlooking.settings import BridgeSettings, Broker
from tests.rig.bridge_game import TABLE, WHOLE, after, online
from tests.rig.bridges import Bridged
from tests.rig.mosquitto import CLUB, Listener, Mosquitto
from tests.rig.servers import free_port
from tests.rig.waiting import until

WILL = Publication("hanabi/x/availability", b"{}")


def why_not(**settings: object) -> Trouble:
    """Why there is no connection with these settings."""

    async def run() -> None:
        connection = Connection(Broker(**{"host": "127.0.0.1", **settings}), "x", WILL)
        try:
            await connection.open()
        finally:
            await connection.leave(WILL)

    with pytest.raises(Trouble) as found:
        asyncio.run(run())
    assert "\n" not in str(found.value)
    return found.value


@contextlib.contextmanager
def server(says: bytes) -> Iterator[int]:
    """A server that says this to each client and then nothing more; gives its port."""
    taken = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    client, _ = listening.accept()
                    client.sendall(says)
                    taken.append(client)

        thread = threading.Thread(target=serve)
        thread.start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()
        for client in taken:
            client.close()


def test_nobody_there():
    port = free_port()
    assert str(why_not(port=port)) == (
        f"no broker at 127.0.0.1:{port} (Connection refused): does it run, is the port right?"
    )


def test_a_name_that_is_none():
    assert "nobody.invalid is the name of no computer here" in str(why_not(host="nobody.invalid"))


def test_a_server_that_says_nothing(monkeypatch):
    monkeypatch.setattr(brokers, "CONNECT_S", 0.3)
    with server(b"") as port:
        assert "does not answer as an MQTT broker: is the port right?" in str(why_not(port=port))


@pytest.mark.parametrize(
    ("says", "sentence"),
    [
        (
            b"HTTP/1.1 400 Bad Request\r\n\r\n",
            "does not answer as an MQTT broker: is the port right?",
        ),
        (b"\x20\x01\x00", "hangs up at once: is it a broker of MQTT 5, does it want TLS?"),
        (b"\xff" * 100, "hangs up at once: is it a broker of MQTT 5, does it want TLS?"),
        (
            b"\x20\x03\x00\x01\x00",
            "speaks no MQTT 5 (Unsupported protocol version): take a newer broker",
        ),
        (  # what MQTT 3.1.1 answers has no properties: it refuses the version, the user, or nothing
            b"\x20\x02\x00\x01",
            "speaks no MQTT 5 (Unsupported protocol version): take a newer broker",
        ),
        (
            b"\x20\x02\x00\x05",
            "speaks no MQTT 5 (Unsupported protocol version): take a newer broker",
        ),
        (
            b"\x20\x02\x00\x00",
            "speaks no MQTT 5 (Unsupported protocol version): take a newer broker",
        ),
        (b"\x20\x03\x00\x97\x00", "refuses the connection (Quota exceeded)"),
    ],
)
def test_a_server_that_says_something_else(monkeypatch, says, sentence):
    monkeypatch.setattr(brokers, "CONNECT_S", 0.3)
    with server(says) as port:
        assert str(why_not(port=port)) == f"127.0.0.1:{port} {sentence}"


def certificate(folder: Path, name: str) -> Path:
    """A certificate that signed itself; its key lies beside it."""
    made = folder / "broker.pem"
    words = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    words += [
        "-keyout",
        str(folder / "broker.key"),
        "-out",
        str(made),
        "-days",
        "30",
        "-subj",
        "/CN=broker",
    ]
    subprocess.run([*words, "-addext", f"subjectAltName={name}"], check=True, capture_output=True)
    return made


class Encrypted:
    """A broker with a second port, for TLS."""

    def __init__(self, folder: Path, name: str = "IP:127.0.0.1") -> None:
        self.port, self.ca = free_port(), str(certificate(folder, name))
        lines = (
            "allow_anonymous true",
            f"listener {self.port} 127.0.0.1",
            f"certfile {self.ca}",
            f"keyfile {folder / 'broker.key'}",
        )
        self.broker = Mosquitto(folder / "broker", *lines)
        self.broker.start()


@pytest.fixture
def encrypted(tmp_path) -> Iterator[Encrypted]:
    found = Encrypted(tmp_path)
    yield found
    found.broker.stop()


@pytest.mark.club
@CLUB[1]
def test_with_tls_a_broker_of_the_authority_is_told(tmp_path, encrypted):
    settings = BridgeSettings(Broker("127.0.0.1", encrypted.port, tls=True, ca=encrypted.ca))
    listener = Listener(encrypted.broker.port)
    bridge = Bridged(tmp_path, settings, TABLE, after(0), (), WHOLE)
    try:
        listener.kind("availability", online)
        for steps in range(1, 20):
            bridge.tell(after(steps), steps + 1)
        assert listener.kind("/state", lambda body: body["turn"] == 20)
    finally:
        bridge.stop()
        listener.stop()


@pytest.mark.club
@CLUB[1]
def test_a_certificate_that_nobody_vouches_for(encrypted):
    told = why_not(port=encrypted.port, tls=True)
    assert "the certificate of 127.0.0.1" in str(told)
    assert "look at ca, at the name in broker, and at this computer's clock" in str(told)
    assert told.lasting


@pytest.mark.club
@CLUB[1]
def test_a_certificate_of_another_name(tmp_path):
    other = Encrypted(tmp_path, "DNS:elsewhere.lan")
    try:
        assert "mismatch" in str(why_not(port=other.port, tls=True, ca=other.ca))
    finally:
        other.broker.stop()


@pytest.mark.club
@CLUB[1]
def test_tls_on_one_side_alone(encrypted, monkeypatch):
    monkeypatch.setattr(brokers, "CONNECT_S", 1.0)
    assert "TLS" in str(why_not(port=encrypted.broker.port, tls=True))
    assert "hangs up at once: is it a broker of MQTT 5, does it want TLS?" in str(
        why_not(port=encrypted.port)
    )


def test_a_file_that_has_no_certificate(tmp_path):
    (tmp_path / "ca.pem").write_text("nothing")
    for name in ("ca.pem", "none.pem"):
        file = tmp_path / name
        told = str(why_not(port=1, tls=True, ca=str(file)))
        assert told.startswith(f"{file} has no certificate (")
        assert told.endswith("): look at ca")


@pytest.mark.club
@CLUB[1]
def test_a_broker_that_does_not_answer_any_more_is_left_and_has_the_state_once_it_does(
    tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(brokers, "KEEPALIVE_S", 1)
    monkeypatch.setattr(brokers, "TICK_S", 0.2)
    monkeypatch.setattr(brokers, "CONNECT_S", 1.0)
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    bridge = Bridged(
        tmp_path, BridgeSettings(Broker("127.0.0.1", broker.port)), TABLE, after(0), (), WHOLE
    )
    listener = Listener(broker.port)
    try:
        listener.kind("availability", online)
        broker.process.send_signal(signal.SIGSTOP)
        bridge.tell(after(1))
        until(lambda: "is lost" in caplog.text)
        broker.process.send_signal(signal.SIGCONT)
        back = time.monotonic()
        listener.kind("/state", lambda body: body["turn"] == 2)
        until(lambda: bridge.bridge.connected)
        assert time.monotonic() - back < 2 * link.LONGEST_PAUSE_S
    finally:
        broker.process.send_signal(signal.SIGCONT)
        bridge.stop()
        listener.stop()
        broker.stop()
