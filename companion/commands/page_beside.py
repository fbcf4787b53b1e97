"""The page beside a companion: a process of its own that lives as long as the companion does.

It holds the reading end of a pipe whose other end only the companion has: when that one ends, however it
does, the pipe is closed.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from companion.commands import web
from companion.daemon.log import log

PATIENCE_S: Final = 3.0
"""Time that the page has to end by itself, in seconds."""


class PageBeside:
    """A page that can be started."""

    def __init__(self) -> None:
        """Raises NoTornado where it cannot be served."""
        if not web.installed():
            raise web.NoTornado
        self._process: subprocess.Popen[bytes] | None = None
        self._life = -1

    def start(self, view: Path) -> None:
        """Start it for the companion at this view socket; it says itself where it is found, or why not."""
        reading, self._life = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "companion", "web", "--view", str(view)],
            env={**os.environ, web.LIFELINE: str(reading)},
            pass_fds=(reading,),
            stdin=subprocess.DEVNULL,
        )
        os.close(reading)

    def stop(self) -> None:
        """End it."""
        if self._process is None:
            return
        os.close(self._life)
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            log.warning("the page did not end by itself")
            self._process.kill()
            self._process.wait()
