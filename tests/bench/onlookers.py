"""Programs that look on at a companion that is pressed, with the priority of their units."""

import os
import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Final
from unittest.mock import patch

from companion import settings
from tests.bench.pressed import Pressed
from tests.rig.daemons import launched
from tests.rig.mosquitto import Mosquitto
from tests.rig.servers import free_port, page_words
from tests.rig.waiting import until

NICE: Final = 20
"""How far behind the companion (-10) the unit of such a program (10) has it."""


@contextmanager
def pages(table: Pressed, count: int) -> Iterator[None]:
    """Run its page, which so many browsers follow."""
    port = free_port()
    words = page_words(port, settings.view_socket_beside(table.socket))
    with _beside(table, *words), ExitStack() as opened:
        readers = [opened.enter_context(_stream(port)) for _ in range(count)]
        over = threading.Event()
        thread = threading.Thread(target=_read, args=(readers, over))
        thread.start()
        opened.callback(thread.join)
        opened.callback(over.set)
        yield


@contextmanager
def bridge(table: Pressed) -> Iterator[None]:
    """Run its bridge to a broker."""
    folder = table.directory / "bridge"
    broker = Mosquitto(folder)
    broker.start()
    file = folder / "companion.toml"
    file.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\n')
    view = ("--view", str(settings.view_socket_beside(table.socket)))
    try:
        with (
            patch.dict(os.environ, COMPANION_CONFIG=str(file)),
            _beside(table, "mqtt", *view),
        ):
            yield
    finally:
        broker.stop()


@contextmanager
def _beside(table: Pressed, *words: str) -> Iterator[None]:
    """Run a program of the companion's, as far behind it as its unit has it."""
    outside = table.directory / words[0]
    outside.mkdir(exist_ok=True)
    nice = ("nice", "-n", str(NICE))
    with launched(
        table.directory, "-m", "companion", *words, under=nice, outside=outside
    ) as program:
        # So far behind everything else it starts late on a busy machine.
        until(lambda: "the page is at" in program.log or "knows" in program.log, 120, 0.05)
        yield


@contextmanager
def _stream(port: int) -> Iterator[socket.socket]:
    """Open a browser's stream."""
    with socket.create_connection(("127.0.0.1", port), 10) as sock:
        sock.sendall(b"GET /live?lang=en HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
        assert b" 200 " in sock.recv(4096)
        sock.settimeout(0)
        yield sock


def _drain(reader: socket.socket) -> None:
    with suppress(BlockingIOError):
        reader.recv(1 << 20)


def _read(readers: list[socket.socket], over: threading.Event) -> None:
    """Take what comes; these browsers would run elsewhere, so this does no more."""
    os.nice(NICE)
    with selectors.DefaultSelector() as selector:
        for reader in readers:
            selector.register(reader, selectors.EVENT_READ, partial(_drain, reader))
        while not over.is_set():
            for key, _ in selector.select(0.1):
                key.data()
