"""The page beside a companion: a process of its own that lives as long as the companion does.

It holds the reading end of a pipe whose other end only the companion has: when that one ends,
however it does, the pipe is closed. A page that dies is started again, a few times more and more
seldom.
"""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Final

from companion.commands import web
from companion.commands.looking_on import this_program
from companion.daemon.log import log

PATIENCE_S: Final = 3.0
"""Time that the page has to end by itself, in seconds."""
PAUSES_S: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Time until a page that died is started again, the first time, the second one ..., in seconds."""
LASTING_S: Final = 60.0
"""A page that lived so long is not counted among those that died before, in seconds."""
_USAGE: Final = 2
"""The exit status of a page whose settings have mistakes, which no further start mends."""


class PageBeside:
    """A page that can be started."""

    def __init__(self) -> None:
        """Start the page, or raise NoTornado where it cannot be served."""
        if not web.installed():
            raise web.NoTornado
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._stopping: Final = threading.Event()
        self._life = -1

    def start(self, view: Path) -> None:
        """Start it for the companion at this view socket.

        It says itself where it is found, or why not.
        """
        reading, self._life = os.pipe()
        self._thread = threading.Thread(
            target=self._keep, args=(view, reading), name="page", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End it."""
        if self._thread is None:
            return
        self._stopping.set()
        os.close(self._life)
        self._thread.join(PATIENCE_S)
        if self._thread.is_alive() and self._process is not None:
            log.warning("the page did not end by itself")
            self._process.kill()
            self._thread.join()

    def _keep(self, view: Path, reading: int) -> None:
        """Run it until the companion ends, or until it died too often."""
        died = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            status, how = self._run(view, reading)
            died = 0 if time.monotonic() - began > LASTING_S else died
            if status == _USAGE or died == len(PAUSES_S):
                log.error(
                    "web: the page ended (%s), and is not started again: `companion web` serves it",
                    how,
                )
                break
            # Where both ended, as by Ctrl-C, there is nothing to tell.
            if not self._stopping.wait(PAUSES_S[died]):
                log.warning("web: the page ended (%s), and is started again", how)
            died += 1
        os.close(reading)

    def _run(self, view: Path, reading: int) -> tuple[int, str]:
        """Run it once; its exit status, and how it ended in words."""
        try:
            self._process = subprocess.Popen(
                this_program("web", "--view", str(view)),
                env={**os.environ, web.LIFELINE: str(reading)},
                pass_fds=(reading,),
                stdin=subprocess.DEVNULL,
            )
        except OSError as error:
            return -1, f"it cannot be started: {error.strerror or error}"
        status = self._process.wait()
        return (
            status,
            f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}",
        )
