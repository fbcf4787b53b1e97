"""The voice: espeak-ng speaks a sentence, a process for each, and the sound player's card plays it.

Its samples are read as they come and handed on in pieces, so that the first is heard long before
the last is made. The next sentence, or a press, ends both. An espeak-ng that fails, hangs or writes
no sound is ended, with its reason. The sound player imports this with the first sentence.
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
"""Time within which a card has played what was handed on, beside its own length, in seconds."""
_ESPEAK_RATE: Final = 22050
"""Samples a second of espeak-ng, half of the card's."""
FIRST: Final = 4096
"""Samples with which a sentence begins: 186 ms, in which even a busy machine makes the rest."""
_SOON_S: Final = 0.2
"""Time before a piece ends in which the next one is handed on, in seconds."""
_STEP_S: Final = 0.03
"""Time after which a voice that has more to hand on looks again, in seconds."""


class SpeechChannel:
    """A sentence at a time, on a channel of the mixer."""

    def __init__(self, block: int, program: str = PROGRAM) -> None:
        """Make a voice that is silent; `block` is the mixer's, in samples of the card."""
        self._block: Final = block // 2
        self._program: Final = program
        self._channel: pygame.mixer.Channel | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._made = bytearray()
        """Samples that were made and not handed on."""
        self._read = 0
        """Bytes that were made, with the header."""
        self._header = b""
        self._answers_by = 0.0
        """When the process is ended unless it writes more."""
        self._level = 1.0
        self._until = 0.0
        """When everything handed on has been heard."""
        self._begun = False

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

        `feed` plays it. Raise `OSError` if espeak-ng cannot be started.
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
        self._read = 0
        self._header = b""
        self._answers_by = time.monotonic() + ANSWERS_S
        self._level = level
        self._begun = False
        os.set_blocking(self._process.stdout.fileno(), False)  # type: ignore[union-attr]

    def hush(self) -> None:
        """End the sentence, its process and its samples; the mixer fades out what is heard."""
        import pygame

        if self._channel is not None and time.monotonic() < self._until:
            # Silence instead of the piece that waits: that would begin as the other ends.
            self._channel.queue(pygame.mixer.Sound(buffer=bytes(4 * self._block)))
        self._made.clear()
        self._until = 0.0
        self._end()

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
        self._read += len(chunk)
        skipped = _HEADER - len(self._header)
        self._header += chunk[:skipped]
        self._made += chunk[skipped:]
        if len(self._header) == _HEADER and b"\0\0" not in self._header:
            self._end_process("writes no sound")
        if self._read > _MOST:
            self._end_process("writes sound without end")

    def _finish(self) -> None:
        """Handle the end of the process's output; one that failed is heard as far as it came."""
        process = self._process
        assert process is not None
        assert process.stderr is not None
        with suppress(subprocess.TimeoutExpired):
            process.wait(_SOON_S)
        status = process.poll()
        os.set_blocking(process.stderr.fileno(), False)
        said = (process.stderr.read(1 << 12) or b"").decode(errors="replace").split("\n")[0][:200]
        del self._made[len(self._made) // 2 * 2 :]
        self._end()
        if status:
            why = f": {said}" if said.isprintable() and said else ""
            raise ChildProcessError(f"{PROGRAM} failed (exit status {status}){why}")
        if self._read <= _HEADER:
            raise ChildProcessError(f"{PROGRAM} made no sound")

    def _end_process(self, what: str) -> None:
        """End a process that does what no espeak-ng does."""
        self.hush()
        raise ChildProcessError(f"{PROGRAM} {what}")

    def feed(self) -> float | None:
        """Hand on what is due.

        Return the seconds until more is due, None for not before the next words. Raise
        `ChildProcessError` if espeak-ng does not answer.
        """
        now = time.monotonic()
        whole = self.output is None
        wait = None if whole else self._time_to_answer()
        least = self._block if self._begun else FIRST
        if whole:
            least = 1
        if len(self._made) < 2 * least:
            return wait
        assert self._channel is not None
        is_due = whole or now > self._until - _SOON_S
        if not self._begun:
            self._channel.stop()
            self._channel.set_volume(self._level)
            self._channel.play(self._take_samples(now, whole))
            self._begun = True
        elif not self._channel.get_busy():  # it was made too slowly
            self._channel.play(self._take_samples(now, whole))
        elif is_due and self._channel.get_queue() is None:
            self._channel.queue(self._take_samples(now, whole))
        return _STEP_S if self._made else wait

    def _time_to_answer(self) -> float:
        """Return the seconds that espeak-ng has to write more. End it if there are none."""
        wait = self._answers_by - time.monotonic()
        if wait <= 0:
            self._end_process("does not answer")
        return wait

    def _take_samples(self, now: float, whole: bool) -> "pygame.mixer.Sound":
        """Take the samples that were made, all of them if `whole`. Return them as a sound.

        Its length is a multiple of the mixer's block, so that pieces join.
        """
        import pygame

        count = len(self._made) // 2
        if not whole:
            count -= count % self._block
        samples = array("h", bytes(self._made[: 2 * count]))
        del self._made[: 2 * count]
        samples.extend([0] * (-len(samples) % self._block))
        self._until = max(now, self._until) + len(samples) / _ESPEAK_RATE
        return pygame.mixer.Sound(buffer=double_rate(samples).tobytes())

    def _end(self) -> None:
        """End the process, which says nothing more."""
        process = self._process
        self._process = None
        if process is not None and process.stdout is not None:
            assert process.stderr is not None
            process.stdout.close()
            process.kill()  # one that only hangs now
            process.wait()
            process.stderr.close()


def double_rate(samples: "array[int]") -> "array[int]":
    """Return the same sound at twice the rate: between two samples stands their mean."""
    sound = array("h", bytes(4 * len(samples)))
    sound[::2] = samples
    following = samples[1:] + samples[-1:]
    sound[1::2] = array("h", [(a + b) >> 1 for a, b in zip(samples, following, strict=True)])
    return sound
