"""The voice: what the card gets of words, what ends them, and what becomes of an espeak-ng that fails."""

from array import array
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.panel import Words
from hardware.sound.speaker import Speaker
from hardware.sound.voice import doubled
from tests.rig import espeak
from tests.rig.waiting import until

pytestmark = [
    espeak.NEEDS_ESPEAK,
    pytest.mark.skipif(find_spec("pygame") is None, reason="pygame is not installed"),
]
RATE = 44100


class Card:
    """What a card of its own was sent."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def samples(self) -> "array[int]":
        raw = self.path.read_bytes() if self.path.exists() else b""
        return array("h", raw[: len(raw) // 2 * 2])

    def quiet(self, seconds: float = 0.3) -> bool:
        """Whether it was open and quiet for so long."""
        last = self.samples[-int(seconds * RATE) :]
        return len(last) == int(seconds * RATE) and not any(last)

    def place(self, wanted: "array[int]", after: int = 0) -> int | None:
        """Where it got exactly this sound, made at half its rate; the number of its sample."""
        got = self.samples[after:].tobytes()
        begin = next(number for number, value in enumerate(wanted) if value)
        key = doubled(wanted[begin : begin + 400])[:-1].tobytes()
        found = got.find(key)
        if found < 0 or found % 2:
            return None
        first = after + found // 2 - 2 * begin
        return first if self.samples[first : first + 2 * len(wanted) : 2] == wanted else None


@pytest.fixture
def card(tmp_path, monkeypatch) -> Card:
    path = tmp_path / "card.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(path))
    return Card(path)


@pytest.fixture
def speaker(card) -> Iterator[Speaker]:
    """A speaker with an open card that is quiet."""
    one = Speaker()
    one.hush()
    until(card.quiet, pause=0.1)
    yield one
    one.close()


def words(text: str, language: str = "en") -> Callable[[], Words]:
    return lambda: Words(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Blue 3.", "en"),
        ("Ann: blue 3, 15 points; Ben to act.", "en"),
        ("Zoé : 3 bleue, 15 points ; à jouer : Ben.", "fr"),
        ("-w /etc/passwd --version", "en"),
        ("Ann; rm -rf / `id` $(id) & 'x' \"y\"", "en"),
    ],
)
def test_the_card_gets_what_espeak_ng_makes_of_the_words(speaker, card, text, language):
    wanted = espeak.sound(text, language)
    assert len(wanted) > 5000
    speaker.say(words(text, language))
    until(lambda: card.place(wanted) is not None, pause=0.1)
