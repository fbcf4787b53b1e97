"""espeak-ng in the tests: what it makes of words, as sound and as phonemes."""

import shutil
import subprocess
from array import array

import pytest

from hardware.sound.voice import OPTIONS

PROGRAM = shutil.which("espeak-ng")
NEEDS_ESPEAK = pytest.mark.skipif(PROGRAM is None, reason="espeak-ng is not installed")


SAMPLES = 22050
"""Samples a second."""


def speaks(language: str) -> bool:
    """Return True if it has a voice of this language."""
    if PROGRAM is None:
        return False
    told = subprocess.run(
        [PROGRAM, f"--voices={language}"], capture_output=True, text=True, check=True
    )
    return len(told.stdout.splitlines()) > 1


def sound(text: str, language: str) -> "array[int]":
    """Return the samples of a text."""
    made = _run(text, *OPTIONS, "-v", language)[44:]
    return array("h", made[: len(made) // 2 * 2])


def lasts(text: str, language: str) -> float:
    """Return how long a text takes at the usual speed, in seconds."""
    return len(sound(text, language)) / SAMPLES


def phonemes(sentences: list[str], language: str) -> list[list[str]]:
    """Return the phonemes of each sentence, without stress and pauses."""
    options = ("--stdin", "-b", "1", "-q", "-x", "--sep", "-v", language)
    told = _run("\n\n".join(sentences), *options).decode().splitlines()
    assert len(told) == len(sentences), told
    return [_bare_phonemes(line) for line in told]


def _bare_phonemes(line: str) -> list[str]:
    found = [phoneme.strip("',:;!_%=|") for phoneme in line.split()]
    return [phoneme for phoneme in found if phoneme]


def _run(text: str, *options: str) -> bytes:
    assert PROGRAM is not None
    command = [PROGRAM, *options]
    return subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout
