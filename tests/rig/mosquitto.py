"""A real Mosquitto with a folder of its own, and somebody who reads what it is told."""

import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.rig.servers import free_port
from tests.rig.waiting import until

PROGRAM = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
CLUB = [
    pytest.mark.club,
    pytest.mark.skipif(PROGRAM is None, reason="there is no Mosquitto here: apt install mosquitto"),
]
CLIENTS = pytest.mark.skipif(
    not shutil.which("mosquitto_sub"), reason="there are no clients of Mosquitto here"
)
CLUB_FOLDER = Path(__file__).parents[2] / "companion" / "club"
ACCESS = (CLUB_FOLDER / "mosquitto-access").read_text()
"""Who may do what, as the page has it."""


class Mosquitto:
    """A broker on a port of this computer that nothing else uses."""

    def __init__(self, folder: Path, *lines: str) -> None:
        """Set a broker up that is not started yet; the lines go to its configuration."""
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.port = free_port()
        self.lines = lines or ("allow_anonymous true",)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert PROGRAM is not None
        user = ["user root"] if os.getuid() == 0 else []
        lines = [
            *user,
            "persistence false",
            "log_type all",
            f"log_dest file {self.folder / 'mosquitto.log'}",
            f"listener {self.port} 127.0.0.1",
            *self.lines,
        ]
        config = self.folder / "mosquitto.conf"
        config.write_text("\n".join(lines) + "\n")
        with (self.folder / "start.log").open("ab") as out:
            self.process = subprocess.Popen([PROGRAM, "-c", str(config)], stdout=out, stderr=out)
        until(lambda: self._listens() or self.process.poll() is not None)
        assert self.process.poll() is None, self.log

    def stop(self, number: int = signal.SIGKILL) -> None:
        """End it; by default without a word."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(10)
            self.process = None

    @property
    def log(self) -> str:
        files = [self.folder / name for name in ("start.log", "mosquitto.log")]
        return "".join(file.read_text() for file in files if file.exists())

    def _listens(self) -> bool:
        with socket.socket() as sock:
            return sock.connect_ex(("127.0.0.1", self.port)) == 0


def with_passwords(folder: Path, access: str = "", **users: str) -> Mosquitto:
    """Return a broker with these users and their passwords.

    The access list, and what else they may do.
    """
    folder.mkdir()
    file = folder / "passwords"
    file.touch(0o600)
    for user, password in users.items():
        words = ["mosquitto_passwd", "-b", str(file), user, password]
        subprocess.run(words, check=True, capture_output=True)
    (folder / "access").write_text(ACCESS + access)
    (folder / "access").chmod(0o600)
    return Mosquitto(
        folder, "allow_anonymous false", f"password_file {file}", f"acl_file {folder / 'access'}"
    )


def broker_certificate(folder: Path, name: str) -> Path:
    """Return a certificate that signed itself; its key lies beside it."""
    made = folder / "broker.pem"
    words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30"
    files = ("-keyout", str(folder / "broker.key"), "-out", str(made))
    names = ("-subj", "/CN=broker", "-addext", f"subjectAltName={name}")
    subprocess.run([*words.split(), *files, *names], check=True, capture_output=True)
    return made


def _body(payload: bytes) -> Any:
    try:
        return json.loads(payload) if payload else None
    except (ValueError, RecursionError):
        return payload


MARK = "hanabi/nobody/mark"
"""What comes before this was told before it."""


class Told(NamedTuple):
    """A message."""

    topic: str
    body: Any
    """Bytes where it is no JSON, None where the topic was cleared."""
    retained: bool
    expires: int | None
    at: float
    """When it came, by the monotonic clock."""


class Listener:
    """Somebody who reads all topics of all tables, or others."""

    def __init__(self, port: int, user: str = "", password: str = "", *filters: str) -> None:
        import paho.mqtt.client as paho
        from paho.mqtt.enums import CallbackAPIVersion

        self.queue: queue.Queue[Told] = queue.Queue()
        self.ready = queue.Queue[None]()
        self.octets = 0
        """Of the topics and bodies of all messages."""
        self.client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        if user:
            self.client.username_pw_set(user, password)
        asked = [(one, 1) for one in filters or ("hanabi/#",)]
        self.client.on_connect = lambda client, *_: client.subscribe(asked)
        self.client.on_subscribe = lambda *_: self.ready.put(None)
        self.client.on_message = self._on_message
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        self.ready.get(timeout=10)

    def _on_message(self, client: Any, data: Any, message: Any) -> None:
        self.octets += len(message.topic) + len(message.payload)
        expires = getattr(message.properties, "MessageExpiryInterval", None)
        self.queue.put(
            Told(message.topic, _body(message.payload), message.retain, expires, time.monotonic())
        )

    def until(self, true: Callable[[Told], object], seconds: float = 10.0) -> Told:
        """Return the next message for which this is true."""
        end = time.monotonic() + seconds
        while True:
            told = self.queue.get(timeout=max(0.0, end - time.monotonic()))
            if true(told):
                return told

    def kind(self, topic: str, true: Callable[[Any], object] = lambda body: True) -> Told:
        """Return the next message whose topic ends so, with such a body."""
        return self.until(lambda told: told.topic.endswith(topic) and true(told.body))

    def rest(self, seconds: float = 0.3) -> list[Told]:
        """Return all that comes within a while."""
        time.sleep(seconds)
        return [self.queue.get_nowait() for _ in range(self.queue.qsize())]

    def kept(self) -> list[Told]:
        """Return all that is retained, for a listener that came just now."""
        self.client.publish(MARK, b"0", 1)
        found = [self.queue.get(timeout=10)]
        while found[-1].topic != MARK:
            found.append(self.queue.get(timeout=10))
        return found[:-1]

    def stop(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()
