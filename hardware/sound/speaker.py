"""The speaker: has sounds played by a process of its own, started at the first sound that is wanted.

pygame keeps Python's lock while it is imported and while it opens a card, and that takes as long as it
takes. In this process every press would wait for it; beside it nothing does, whatever the card is up to.
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
"""Within this time a player that lost its input ends."""

_log: Final = logging.getLogger("companion")


class _Wanted(NamedTuple):
    name: str
    level: float
    at: float


class Speaker:
    """Sounds by their names; nothing waits for them, and of those that pile up the newest is played.

    With SDL_AUDIODRIVER=dummy nobody would hear anything, so nothing is started.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, player: Sequence[str] = PLAYER) -> None:
        """A silent speaker; `player` is the command that plays what it is told."""
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
        """Play a sound, now; what still plays fades."""
        if self._silent:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
            self._thread.start()
        self._wanted.put(_Wanted(name, self._level, time.monotonic()))

    def volume(self, level: float) -> None:
        """How loud sounds are from now on, above 0 to 1."""
        self._level = level

    def close(self) -> None:
        """Be silent, and have the player end."""
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
        """Wait for a sound; of several that wait already only the last one counts."""
        newest = self._wanted.get()
        while newest is not None:
            try:
                newest = self._wanted.get_nowait()
            except Empty:
                break
        return newest

    def _there(self) -> bool:
        """Whether there is a player, one that is started now perhaps."""
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
                start_new_session=True,  # what interrupts the companion at a terminal leaves it alone
            )
        except OSError as error:
            self._failed(f"its player cannot be started: {error.strerror or error}")
            return False
        assert self._player.stdin is not None
        os.set_blocking(self._player.stdin.fileno(), False)
        return True

    def _failed(self, why: str) -> None:
        """Go on in silence; the same reason is told once."""
        self._again = self._clock() + AGAIN_S
        if why != self._told:
            self._told = why
            _log.info("sound: %s; going on without it", why)

    def _tell(self, wanted: _Wanted) -> None:
        assert self._player is not None
        assert self._player.stdin is not None
        line = f"{wanted.name} {wanted.level:.3f} {wanted.at:.3f}\n"
        try:
            self._player.stdin.write(line.encode())  # one that hangs, and takes no more, gets no more
        except OSError:
            with suppress(subprocess.TimeoutExpired):  # its card may keep it for longer
                self._player.wait(ENDS_S)  # what it ended with, the next sound asks for

    def _end(self, player: subprocess.Popen[bytes]) -> None:
        assert player.stdin is not None
        player.stdin.close()
        try:
            player.wait(ENDS_S)
        except subprocess.TimeoutExpired:
            player.kill()
            player.wait()
