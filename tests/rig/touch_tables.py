"""A companion of the build `touch`, and its touch table, both processes of their own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.settings import view_socket_beside
from tests.rig.daemons import Daemon, environ, launched
from tests.rig.pages import Pages
from tests.rig.servers import free_port
from tests.rig.waiting import until


class TouchTable(Pages):
    """A touch table that is served; `log` is the file of all that it said."""

    def __init__(self, port: int, log: Path) -> None:
        super().__init__(port)
        self.log = log

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def do(self, **body: Any) -> dict[str, Any]:
        """Say what a finger says. Return the answer."""
        answer: dict[str, Any] = self.post("/ask", body).json
        return answer

    def scene(self) -> dict[str, Any]:
        """Return the scene that an open page is told now."""
        reader = self.open("/live")
        try:
            scene: dict[str, Any] = reader.until("scene")
            return scene
        finally:
            reader.close()


@contextmanager
def touch_device(directory: Path) -> Iterator[Daemon]:
    """Run a companion of the build `touch`, and wait until it is ready."""
    sock = directory / "hanabi-companion.sock"
    words = ("-m", "companion", "run", "--panel", "touch", "--socket", str(sock))
    with launched(directory, *words) as running:
        running.ready()
        yield running


@contextmanager
def touch_table(directory: Path, sock: Path) -> Iterator[TouchTable]:
    """Serve the touch table of a companion, and wait until it answers."""
    port = free_port()
    words = (
        "web",
        "--port",
        str(port),
        "--socket",
        str(sock),
        "--view",
        str(view_socket_beside(sock)),
    )
    log = directory / "touch.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words],
            env=environ(directory),
            stdout=out,
            stderr=out,
        )
    table = TouchTable(port, log)
    try:
        until(lambda: answers(table))
        yield table
    finally:
        process.terminate()
        assert process.wait(10) == 0
        assert "Traceback" not in log.read_text()


def answers(table: TouchTable) -> bool:
    try:
        return table.get("/words").status == 200
    except OSError:
        return False
