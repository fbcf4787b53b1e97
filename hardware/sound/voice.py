"""The voice: espeak-ng makes a sentence, a process for each, and the sound player's card plays it.

It takes some hundredths of a second for all of it, so that it is played once it is whole. The sound
player imports this with the first sentence.
"""

import os
import subprocess
import time
from array import array
from contextlib import suppress
from typing import BinaryIO, Final

PROGRAM: Final = "espeak-ng"
OPTIONS: Final = ("--stdin", "--stdout", "-b", "1", "-z")
"""What espeak-ng reads and writes, in UTF-8; without the silence that it adds to the end, 0.3 s."""
_HEADER: Final = 44
"""Bytes of the header of a WAV file."""
ANSWERS_S: Final = 5.0
"""An espeak-ng that has not made a sentence by then is ended."""
_MOST: Final = 300 * 2 * 22050
"""Bytes of five minutes: no sentence is as long."""


class Sentence:
    """A sentence that an espeak-ng makes, into memory: neither of the two waits for the other."""

    def __init__(self, text: str, language: str, level: float) -> None:
        """Start espeak-ng; raise `OSError` if that cannot be."""
        self.level: Final = level
        """The volume, above 0 to 1."""
        self._late_at: Final = time.monotonic() + ANSWERS_S
        self._made: Final = _memory_file()
        self._said: Final = _memory_file()
        self._process: Final = subprocess.Popen(
            (PROGRAM, *OPTIONS, "-v", language),
            stdin=subprocess.PIPE,
            stdout=self._made,
            stderr=self._said,
        )
        assert self._process.stdin is not None
        with suppress(OSError):  # one that ended at once says nothing
            self._process.stdin.write(text.encode())
            self._process.stdin.close()

    def made_samples(self) -> "array[int] | None":
        """Return the sound of the sentence, None while it is made.

        Raise `ChildProcessError` if espeak-ng fails, hangs or writes no sound.
        """
        status = self._process.poll()
        if status is None:
            endless = os.fstat(self._made.fileno()).st_size > _MOST
            if endless or time.monotonic() > self._late_at:
                self.end_process()
                what = "writes sound without end" if endless else "does not answer"
                raise ChildProcessError(f"{PROGRAM} {what}")
            return None
        self._made.seek(0)
        self._said.seek(0)
        made = self._made.read()
        said = self._said.read(1 << 12).decode(errors="replace").split("\n")[0][:200]
        if status:
            why = f": {said}" if said.isprintable() and said else ""
            raise ChildProcessError(f"{PROGRAM} failed (exit status {status}){why}")
        if len(made) <= _HEADER or not made.startswith(b"RIFF"):
            raise ChildProcessError(f"{PROGRAM} made no sound")
        return _double_rate(array("h", made[_HEADER : len(made) // 2 * 2]))

    def end_process(self) -> None:
        """End the process, if it runs still."""
        self._process.kill()
        self._process.wait()


def _memory_file() -> BinaryIO:
    return open(os.memfd_create("speech"), "r+b")


def _double_rate(samples: "array[int]") -> "array[int]":
    """Return the samples at twice the rate: between two of them stands their mean."""
    sound = array("h", bytes(4 * len(samples)))
    sound[::2] = samples
    following = samples[1:] + samples[-1:]
    sound[1::2] = array("h", [(a + b) >> 1 for a, b in zip(samples, following, strict=True)])
    return sound
