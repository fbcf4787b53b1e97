"""The companion as a program of its own: run to its end, or started, asked and ended."""

import contextlib
import http.client
import json
import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.rig import daemons


def environ(directory: Path) -> dict[str, str]:
    """Return the environment; SDL chooses by itself, and a service manager is the test's."""
    quiet = {
        key: value for key, value in daemons.environ(directory).items() if key != "SDL_VIDEODRIVER"
    }
    manager = ("NOTIFY_SOCKET", "WATCHDOG_USEC")
    return {**quiet, **{key: os.environ[key] for key in manager if key in os.environ}}


def companion(*words: str, directory: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        env=environ(directory),
        input=text,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def free_port() -> int:
    """Return a free port, below those that the system gives to the connections that it makes."""
    while True:
        with socket.socket() as sock, contextlib.suppress(OSError):
            port = random.SystemRandom().randrange(15_000, 32_000)
            sock.bind(("127.0.0.1", port))
            return port


def page_words(port: int, view: Path) -> tuple[str, ...]:
    """Return the command that serves the page to this computer, for the device at a view socket."""
    return ("web", "--port", str(port), "--host", "127.0.0.1", "--view", str(view))


def get(port: int, path: str) -> dict:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    found: dict = json.loads(connection.getresponse().read())
    connection.close()
    return found


def answers(port: int) -> bool:
    try:
        return bool(get(port, "/words")["en"]["version"])
    except OSError:
        return False


@contextlib.contextmanager
def started(directory: Path, *words: str, **more: str) -> Iterator[tuple[subprocess.Popen, Path]]:
    """Run a command that goes on. Yield its process, and the file of what it says."""
    said = directory / "said.log"
    with said.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words],
            env={**environ(directory), **more},
            stdout=out,
            stderr=out,
        )
    try:
        yield process, said
    finally:
        process.kill()
        process.wait()
