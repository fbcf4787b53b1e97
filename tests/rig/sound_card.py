"""A sound card that is a file: SDL writes there what a card would be sent."""

from array import array
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from hardware.sound.voice import _double_rate

RATE = 44100
MADE_OF_SDL_3 = (
    "pygame's SDL 2 is made of SDL 3, which gives other events, and a card's file in stereo"
)


def made_of_sdl_3() -> bool:
    """Return True if pygame is there, and its SDL 2 is one of sdl2-compat, whose patch levels begin
    at 50.
    """
    with suppress(ImportError):
        version: tuple[int, int, int] = import_module("pygame").get_sdl_version()
        return version >= (2, 30, 50) and version[2] >= 50
    return False


def lacks() -> str:
    """Return why the tests cannot listen to pygame's mixer here; nothing where they can."""
    with suppress(ImportError):
        import_module("pygame.mixer")
        return MADE_OF_SDL_3 if made_of_sdl_3() else ""
    try:
        import_module("pygame")
    except ImportError:
        return "pygame is not installed"
    return "pygame's mixer lacks a library (on Debian: apt install libglib2.0-0)"


NEEDS_MIXER = pytest.mark.skipif(bool(lacks()), reason=lacks())


class Card:
    """What a card was sent; SDL_AUDIODRIVER is `disk`, SDL_DISKAUDIOFILE its path."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def samples(self) -> "array[int]":
        raw = self.path.read_bytes() if self.path.exists() else b""
        return array("h", raw[: len(raw) // 2 * 2])

    def quiet(self, seconds: float = 0.3) -> bool:
        """Return True if it was open and quiet for so long."""
        last = self.samples[-int(seconds * RATE) :]
        return len(last) == int(seconds * RATE) and not any(last)

    def place(self, wanted: "array[int]", after: int = 0) -> int | None:
        """Return where it got exactly this sound, made at half its rate.

        The number of its sample.
        """
        got = self.samples[after:].tobytes()
        begin = next(number for number, value in enumerate(wanted) if value)
        found = got.find(_double_rate(wanted[begin : begin + 400])[:-1].tobytes())
        if found < 0 or found % 2:
            return None
        first = after + found // 2 - 2 * begin
        return first if self.samples[first : first + 2 * len(wanted) : 2] == wanted else None

    def spoke(self, wanted: "array[int]", after: int = 0) -> bool:
        """Return True if it got this sound, made at half its rate.

        On a busy machine with silence in between.
        """
        sound = without_silence(wanted)
        return any(sound in without_silence(self.samples[after + odd :: 2]) for odd in (0, 1))


def without_silence(samples: "array[int]") -> bytes:
    return array("h", filter(None, samples)).tobytes()
