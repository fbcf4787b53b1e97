"""Commands of the companion that serve a port: started, asked, ended."""

import http.client
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.rig.companions import environ


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


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


@contextmanager
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
