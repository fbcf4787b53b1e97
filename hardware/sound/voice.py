"""The voice: espeak-ng makes a sentence, a process for each, and the sound player's card plays it.

It takes some hundredths of a second for all of it, so that it is played once it is whole. The next
sentence, or a press, ends both. An espeak-ng that fails, hangs or writes no sound is ended, with
its reason. The sound player imports this with the first sentence.
"""

import os
import subprocess
import time
from array import array
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pygame

PROGRAM: Final = "espeak-ng"
OPTIONS: Final = ("--stdin", "--stdout", "-b", "1", "-z")
"""What espeak-ng reads and writes, in UTF-8; without the silence that it adds to the end, 0.3 s."""
_HEADER: Final = 44
"""Bytes of the header of a WAV file. It has zeros side by side, as text and noise have not."""
ANSWERS_S: Final = 5.0
"""An espeak-ng that writes nothing for this time is ended."""
_MOST: Final = 300 * 2 * 22050
"""Bytes of five minutes: no sentence is as long."""
_LATENCY_S: Final = 2.0
"""Time within which a card has played what it got, beside its own length, in seconds."""
_ESPEAK_RATE: Final = 22050
"""Samples a second of espeak-ng, half of the card's."""
_ENDS_S: Final = 0.2
"""Time within which a process ends that has closed its output, in seconds."""


class SpeechChannel:
    """A sentence at a time, on a channel of the mixer."""

    def __init__(self, program: str = PROGRAM) -> None:
        """Make a voice that is silent."""
        self._program: Final = program
        self._channel: pygame.mixer.Channel | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._made = bytearray()
        """The file that the process has written so far, until it is played."""
        self._answers_by = 0.0
        """When the process is ended unless it writes more."""
        self._level = 1.0
        self._until = 0.0
        """When the sentence has been heard."""

    @property
    def output(self) -> int | None:
        """The output of the process while it makes a sentence."""
        if self._process is None or self._process.stdout is None:
            return None
        return self._process.stdout.fileno()

    @property
    def busy(self) -> bool:
        """Whether something is spoken, or will be."""
        return self.output is not None or bool(self._made) or time.monotonic() < self._until

    @property
    def stuck(self) -> bool:
        """Whether the card does not play what it got."""
        is_late = 0.0 < self._until < time.monotonic() - _LATENCY_S
        return is_late and self._channel is not None and self._channel.get_busy()

    def say(self, text: str, language: str, level: float, channel: "pygame.mixer.Channel") -> None:
        """Make the sound of a text, at a level above 0 to 1, instead of the one before.

        `play_made` plays it. Raise `OSError` if espeak-ng cannot be started.
        """
        self.hush()
        self._process = subprocess.Popen(
            (self._program, *OPTIONS, "-v", language),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        assert self._process.stdin is not None
        with suppress(OSError):  # one that ended at once says nothing
            self._process.stdin.write(text.encode())
        self._process.stdin.close()
        self._channel = channel
        self._answers_by = time.monotonic() + ANSWERS_S
        self._level = level
        os.set_blocking(self._process.stdout.fileno(), False)  # type: ignore[union-attr]

    def hush(self) -> None:
        """End the sentence and its process; the mixer fades out what is heard."""
        self._made.clear()
        self._until = 0.0
        process = self._process
        self._process = None
        if process is not None and process.stdout is not None:
            assert process.stderr is not None
            process.stdout.close()
            process.kill()  # one that only hangs now
            process.wait()
            process.stderr.close()

    def read(self) -> None:
        """Take what was made. Raise `ChildProcessError` if espeak-ng failed."""
        if self._process is None or self._process.stdout is None:
            return
        try:
            chunk = self._process.stdout.read(1 << 20)
        except OSError:
            chunk = b""
        if chunk is None:
            return
        if not chunk:
            self._finish()
            return
        self._answers_by = time.monotonic() + ANSWERS_S
        self._made += chunk
        if len(self._made) >= _HEADER and b"\0\0" not in self._made[:_HEADER]:
            self._give_up("writes no sound")
        if len(self._made) > _MOST:
            self._give_up("writes sound without end")

    def _finish(self) -> None:
        """Handle the end of the process's output, which is a whole sentence unless it failed."""
        process = self._process
        assert process is not None
        assert process.stderr is not None
        with suppress(subprocess.TimeoutExpired):
            process.wait(_ENDS_S)
        status = process.poll()
        os.set_blocking(process.stderr.fileno(), False)
        said = (process.stderr.read(1 << 12) or b"").decode(errors="replace").split("\n")[0][:200]
        made = bytes(self._made)
        self.hush()
        if status:
            why = f": {said}" if said.isprintable() and said else ""
            raise ChildProcessError(f"{PROGRAM} failed (exit status {status}){why}")
        if len(made) <= _HEADER:
            raise ChildProcessError(f"{PROGRAM} made no sound")
        self._made += made

    def _give_up(self, what: str) -> None:
        """End a process that does what no espeak-ng does."""
        self.hush()
        raise ChildProcessError(f"{PROGRAM} {what}")

    def play_made(self) -> float | None:
        """Play a sentence that is whole.

        Return the seconds that espeak-ng has to write more of it, None where it has not to. Raise
        `ChildProcessError` if it does not answer.
        """
        import pygame

        if self.output is not None:
            wait = self._answers_by - time.monotonic()
            if wait <= 0:
                self._give_up("does not answer")
            return wait
        if self._made:
            assert self._channel is not None
            end = len(self._made) // 2 * 2
            samples = array("h", bytes(self._made[_HEADER:end]))
            self._made.clear()
            self._channel.set_volume(self._level)
            self._channel.play(pygame.mixer.Sound(buffer=double_rate(samples).tobytes()))
            self._until = time.monotonic() + len(samples) / _ESPEAK_RATE
        return None


def double_rate(samples: "array[int]") -> "array[int]":
    """Return the same sound at twice the rate: between two samples stands their mean."""
    sound = array("h", bytes(4 * len(samples)))
    sound[::2] = samples
    following = samples[1:] + samples[-1:]
    sound[1::2] = array("h", [(a + b) >> 1 for a, b in zip(samples, following, strict=True)])
    return sound
