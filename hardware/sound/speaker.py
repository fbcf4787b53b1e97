"""The speaker: a separate process plays the sounds, started with the first one.

pygame holds Python's lock while it is imported and opens a card; in this process every press would wait.
"""

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from hardware.sound import player as sound_player
from hardware.sound.player import AGAIN_S, NO_PYGAME

PLAYER: Final = (sys.executable, "-P", sound_player.__file__)
ENDS_S: Final = 1.0
"""A player that lost its input ends within this time."""

_log: Final = logging.getLogger("companion")


class _Wanted(NamedTuple):
    name: str
    level: float
    at: float


class Speaker:
    """Plays sounds by name without blocking, of several the newest; with SDL's dummy driver it plays none."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, player: Sequence[str] = PLAYER) -> None:
        """`player` is the command that plays what is written to it."""
        self._clock: Final = clock
        self._command: Final = player
        self._level = 1.0
        self._wanted: SimpleQueue[_Wanted | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._player: subprocess.Popen[bytes] | None = None
        self._again = float("-inf")
        self._told = ""
        self._silent: Final = os.environ.get("SDL_AUDIODRIVER") == "dummy"

    def play(self, name: str) -> None:
        """Play a sound now; one that is still playing fades out."""
        if self._silent:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
            self._thread.start()
        self._wanted.put(_Wanted(name, self._level, time.monotonic()))

    def volume(self, level: float) -> None:
        """Set the volume from now on, above 0 to 1."""
        self._level = level

    def close(self) -> None:
        """Stop all sound, and end the player."""
        if self._thread is not None:
            self._wanted.put(None)
            self._thread.join(2 * ENDS_S)

    def _run(self) -> None:
        while (wanted := self._newest()) is not None:
            if self._there():
                self._tell(wanted)
        if self._player is not None:
            self._end(self._player)

    def _newest(self) -> _Wanted | None:
        """Wait for a sound; of several that wait already, the last."""
        newest = self._wanted.get()
        while newest is not None:
            try:
                newest = self._wanted.get_nowait()
            except Empty:
                break
        return newest

    def _there(self) -> bool:
        """Whether a player runs; starts one if necessary."""
        if self._player is not None and self._player.poll() is None:
            return True
        if self._player is not None:
            status, self._player = self._player.returncode, None
            self._failed("pygame cannot be used" if status == NO_PYGAME else f"its player ended ({status})")
        if self._clock() < self._again:
            return False
        if find_spec("pygame") is None:
            self._failed("pygame is not installed")
            return False
        try:
            self._player = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,  # Ctrl+C at the companion's terminal must not reach it
            )
        except OSError as error:
            self._failed(f"its player cannot be started: {error.strerror or error}")
            return False
        assert self._player.stdin is not None
        os.set_blocking(self._player.stdin.fileno(), False)
        return True

    def _failed(self, why: str) -> None:
        """Continue in silence; the same reason is logged once."""
        self._again = self._clock() + AGAIN_S
        if why != self._told:
            self._told = why
            _log.info("sound: %s; going on without it", why)

    def _tell(self, wanted: _Wanted) -> None:
        assert self._player is not None
        assert self._player.stdin is not None
        line = f"{wanted.name} {wanted.level:.3f} {wanted.at:.3f}\n"
        try:
            self._player.stdin.write(line.encode())  # a player that hangs and reads nothing gets nothing more
        except OSError:
            with suppress(subprocess.TimeoutExpired):  # its card may block it for longer
                self._player.wait(ENDS_S)  # the next sound looks at its status

    def _end(self, player: subprocess.Popen[bytes]) -> None:
        assert player.stdin is not None
        player.stdin.close()
        try:
            player.wait(ENDS_S)
        except subprocess.TimeoutExpired:
            player.kill()
            player.wait()
