"""A companion and its page as processes of their own, as on the device."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion import settings
from tests.rig.chromium import own_address
from tests.rig.daemons import Daemon, environ, launched
from tests.rig.running import Script
from tests.rig.servers import answers, free_port
from tests.rig.waiting import PATIENCE, until


class Beside:
    """Both processes; each can be ended and started again."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self.url = f"http://{own_address()}:{self.port}"
        self.daemon: Daemon | None = None
        self._daemons = ExitStack()
        self._page: subprocess.Popen[bytes] | None = None

    @property
    def script(self) -> Script:
        return Script(self.daemon.sock)

    def start_daemon(self) -> None:
        self.daemon = self._daemons.enter_context(launched(self.directory))
        self.daemon.ready()

    def end_daemon(self) -> None:
        self.daemon.end()

    def start_page(self) -> None:
        view = settings.view_socket_beside(self.daemon.sock)
        words = ("-m", "companion", "web", "--port", str(self.port), "--view", str(view))
        log = (self.directory / "page.log").open("ab")
        self._page = subprocess.Popen(
            [sys.executable, *words], env=environ(self.directory), stdout=log, stderr=log
        )
        log.close()
        until(lambda: answers(self.port))

    def end_page(self) -> None:
        self._page.terminate()
        self._page.wait(PATIENCE)

    def stop(self) -> None:
        if self._page is not None:
            self._page.kill()
            self._page.wait()
        self._daemons.close()


@contextmanager
def beside(directory: Path) -> Iterator[Beside]:
    """Run both of them until they are ready."""
    both = Beside(directory)
    try:
        both.start_daemon()
        both.start_page()
        yield both
    finally:
        both.stop()
