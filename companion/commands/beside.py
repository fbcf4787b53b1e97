"""An onlooker beside a companion: a process of its own that lives as long as the companion does.

It holds the reading end of a pipe whose other end only the companion has: when that one ends,
however it does, the pipe is closed.
"""

import os
import signal
import subprocess
import threading
from collections.abc import Sequence
from typing import Final

from companion.commands.looking_on import LIFELINE
from companion.daemon.log import log
from companion.onlookers import this_program

PATIENCE_S: Final = 3.0
"""Time that it has to end by itself, in seconds."""
LONGEST_PAUSE_S: Final = 30.0
_USAGE: Final = 2
"""The exit status of one whose settings have mistakes, which no further start mends."""


class OnlookerProcess(threading.Thread):
    """Runs an onlooker for a companion.

    One that dies is started again, more and more seldom.
    """

    def __init__(self, command: str, name: str, sockets: Sequence[str]) -> None:
        """Make the process of a command ready; its name is what people call it.

        sockets: the options that name the companion's sockets.
        """
        super().__init__(name=name, daemon=True)
        self._command: Final = command
        self._sockets: Final = sockets
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping: Final = threading.Event()
        # The process does not inherit the other end: it would never be closed then.
        self._reading, self._life = os.pipe()

    def run(self) -> None:
        """Run it until the companion ends."""
        pause, told = 1.0, f"{self._command}: the {self.name} ended"
        while True:
            how = self._run_once()
            if how == f"exit status {_USAGE}":
                log.error("%s (%s), and is not started again", told, how)
                return
            # Where both ended, as by Ctrl-C, there is nothing to tell.
            if self._stopping.wait(pause):
                return
            log.warning("%s (%s), and is started again", told, how)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def _run_once(self) -> str:
        """Run it until it ends. Return how it ended, in words."""
        self._process = subprocess.Popen(
            this_program(self._command, *self._sockets),
            env={**os.environ, LIFELINE: str(self._reading)},
            pass_fds=(self._reading,),
            stdin=subprocess.DEVNULL,
        )
        status = self._process.wait()
        if status < 0:
            return f"killed by {signal.Signals(-status).name}"
        return f"exit status {status}"

    def stop(self) -> None:
        """End it."""
        self._stopping.set()
        os.close(self._life)
        self.join(PATIENCE_S)
        if self.is_alive() and self._process is not None:
            log.warning("the %s did not end by itself", self.name)
            self._process.kill()
