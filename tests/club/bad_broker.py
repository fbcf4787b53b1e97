"""A broker that welcomes its client and then sends what no broker should."""

import contextlib
import socket
import threading
from collections.abc import Iterator

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
