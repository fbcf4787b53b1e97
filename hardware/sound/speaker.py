"""The speaker: a separate process plays the sounds and speaks the words; the first one starts it.

pygame holds Python's lock while it is imported and opens a card: here every press would wait.
"""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple

from companion.errors import one_line
from companion.panel import Clock, Speech
from hardware.sound import player as sound_player
from hardware.sound.player import AGAIN_S, NO_PYGAME, NOTHING

PLAYER: Final = (sys.executable, "-P", sound_player.__file__)
ENDS_S: Final = 1.0
"""A player that lost its input ends within this time."""
MOST: Final = 3000
"""Bytes of words at most: a line must go into the pipe as a whole."""

_log: Final = logging.getLogger("companion")

_Words = Callable[[], Speech | None]


class _WantedSound(NamedTuple):
    name: str
    level: float
    at: float
    words: _Words | None


class MixerSpeaker:
    """Plays sounds by name, and speaks, without blocking; of several the newest.

    With SDL's dummy driver nothing is played.
    """

    def __init__(self, clock: Clock = time.monotonic, player: Sequence[str] = PLAYER) -> None:
        """Take the command `player`, which plays what is written to it."""
        self._clock: Final = clock
        self._command: Final = player
        self._level = 1.0
        self._wanted: SimpleQueue[_WantedSound | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._player: subprocess.Popen[bytes] | None = None
        self._retry_at = float("-inf")
        """The earliest time of the next start, AGAIN_S after the one before."""
        self._failure = ""
        self._silent: Final = os.environ.get("SDL_AUDIODRIVER") == "dummy"

    def play(self, name: str) -> None:
        """Play a sound now; what is still heard fades out."""
        self._queue_sound(name)

    def say(self, words: _Words, sound: str = "") -> None:
        """Play a sound, if one is named, and speak after it; what is still heard fades out.

        words: makes the words, in the speaker's thread; None for none.
        """
        self._queue_sound(sound or NOTHING, words)

    def hush(self) -> None:
        """End what is heard, and make ready for words."""
        self._queue_sound(NOTHING)

    def _queue_sound(self, name: str, words: _Words | None = None) -> None:
        if self._silent:
            return
        wanted = _WantedSound(name, self._level, time.monotonic(), words)
        if self._thread is None:
            self._thread = Thread(target=self._run, name="speaker", daemon=True)
            self._thread.start()
        self._wanted.put(wanted)

    def can_speak(self) -> bool:
        """Return True if espeak-ng is installed."""
        import shutil  # no start should wait for these

        from hardware.sound.voice import PROGRAM

        return shutil.which(PROGRAM) is not None

    def set_volume(self, level: float) -> None:
        """Set the volume from now on, above 0 to 1."""
        self._level = level

    def close(self) -> None:
        """Stop all sound, and end the player."""
        if self._thread is not None:
            self._wanted.put(None)
            self._thread.join(2 * ENDS_S)

    def _run(self) -> None:
        while waiting := self._take_waiting():
            for wanted in reversed(waiting):
                line = _player_line(wanted)
                if line:  # else its words turned out to be none
                    break
            if line and self._start_player():
                self._write_to_player(line)
        player = self._player
        if player is not None:
            assert player.stdin is not None
            assert player.stdout is not None
            player.stdin.close()
            player.stdout.close()
            _end_player(player)

    def _take_waiting(self) -> list[_WantedSound]:
        """Wait for a sound. Return all sounds that wait already; none at the end."""
        waiting = []
        wanted = self._wanted.get()
        while wanted is not None:
            waiting.append(wanted)
            try:
                wanted = self._wanted.get_nowait()
            except Empty:
                return waiting
        return []

    def _start_player(self) -> bool:
        """Start a player, unless one runs. Return True if one runs now."""
        player = self._player
        if player is not None:
            if player.poll() is None:
                return True
            self._player = None
            if self._clock() >= self._retry_at:
                self._failure = ""  # it played for a while: this failure is another one
            self._continue_in_silence(_why_ended(player))
        if self._clock() < self._retry_at:
            return False
        self._retry_at = self._clock() + AGAIN_S
        if find_spec("pygame") is None:
            self._continue_in_silence("pygame is not installed")
            return False
        try:
            self._player = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl+C at the companion's terminal must not reach it
            )
        except OSError as error:
            self._continue_in_silence(f"its player cannot be started: {error.strerror or error}")
            return False
        assert self._player.stdin is not None
        os.set_blocking(self._player.stdin.fileno(), False)
        return True

    def _continue_in_silence(self, why: str) -> None:
        """Continue in silence, and log the reason; the same one once."""
        if why != self._failure:
            self._failure = why
            _log.info("sound: %s; going on without it", why)

    def _write_to_player(self, line: str) -> None:
        assert self._player is not None
        assert self._player.stdin is not None
        try:
            # A player that hangs and reads nothing gets nothing more.
            self._player.stdin.write(line.encode())
        except OSError:  # it ends, or would never read again
            _end_player(self._player)  # the next sound looks at its status


def _end_player(player: subprocess.Popen[bytes]) -> None:
    try:
        player.wait(ENDS_S)
    except subprocess.TimeoutExpired:
        player.kill()
        player.wait()


def _why_ended(player: subprocess.Popen[bytes]) -> str:
    """Return the reason why a player ended; without pygame it printed what is missing."""
    assert player.stdin is not None
    assert player.stdout is not None
    with player.stdin, player.stdout:
        reason = player.stdout.read().decode(errors="replace").strip()
    if player.returncode == -signal.SIGALRM:
        return "the card or the sound server does not answer"
    if player.returncode != NO_PYGAME:
        return f"its player ended ({player.returncode})"
    return f"pygame cannot be used: {one_line(reason)}"


def _player_line(wanted: _WantedSound) -> str:
    """Return the player's line of a sound, "" for words alone that turn out to be none."""
    line = f"{wanted.name} {wanted.level:.3f} {wanted.at:.3f}"
    if wanted.words:
        speech = wanted.words()
        if speech is not None:
            # A line's end in the text would begin another request.
            text = " ".join(speech.text.split()).encode()[:MOST].decode(errors="ignore")
            return f"{line} {speech.language} {text}\n"
        if wanted.name == NOTHING:
            return ""
    return f"{line}\n"
