"""The voice: from a turn to the first sample at the sound card."""

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.journal.store import Store
from tests.bench.figures import Figure, Sample, skipped
from tests.bench.memory import PYGAME
from tests.bench.processes import Running, companion, memory_disk

ESPEAK = shutil.which("espeak-ng")
AT_MOST_MS = 150.0
QUIET = 0.4
"""Seconds of silence after which a sentence is over."""


class Card:
    """A sound card that is a file: when it got a sound, and how long ago the last one was."""

    def __init__(self, path: Path) -> None:
        """Begin to listen; the player opens the card."""
        self._path = path
        self._first: float | None = None
        self._last = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        self._over.set()
        self._thread.join()

    def listen(self) -> None:
        """Forget the sounds so far."""
        self._first = None

    def heard(self) -> float:
        """Return when the first sound came, once the last one is over."""
        until = time.perf_counter() + 20
        while self._first is None or time.perf_counter() < self._last + QUIET:
            assert time.perf_counter() < until, "nothing is heard"
            time.sleep(0.01)
        return self._first

    def _listen(self) -> None:
        heard = 0
        while not self._over.wait(0.001):
            size = self._path.stat().st_size if self._path.exists() else 0
            if size <= heard:
                heard = min(heard, size)  # opened anew, it begins anew
                continue
            with self._path.open("rb") as file:
                file.seek(heard)
                got = file.read(size - heard)
            heard = size
            if any(got):
                self._last = time.perf_counter()
                self._first = self._first or self._last


@contextmanager
def speaking(sound: str) -> Iterator[tuple[Running, Card]]:
    """Run a companion with a full voice and sounds that loud, on a card that listens."""
    with tempfile.TemporaryDirectory(dir=memory_disk()) as folder:
        store = Store(Path(folder))
        for key, value in {"voice": "full", "sound": sound}.items():
            store.prefer(key, value)
        store.close()
        path = Path(folder) / "card"
        card = Card(path)
        driver = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(path)}
        try:
            with companion("--headless", directory=Path(folder), environ=driver) as running:
                running.tell(do="new", players=3)
                running.tell(do="press", control="clue")
                card.heard()
                yield running, card
        finally:
            card.close()


def voice(count: int) -> list[Figure]:
    """Measure turns with sounds off and on."""
    if not PYGAME or ESPEAK is None:
        return [skipped("the voice", "espeak-ng or pygame is not installed")]
    figures = []
    for sound, name in (("off", "its words"), ("2", "its sound, words behind it")):
        with speaking(sound) as (running, card):
            took = list(_turns(running, card, count))
            figures.append(
                Figure(
                    f"a turn to the first sample of {name}",
                    Sample(tuple(took), "ms"),
                    at_most=AT_MOST_MS,
                    judged="p99",
                )
            )
    return figures


def _turns(running: Running, card: Card, count: int) -> Iterator[float]:
    """Return milliseconds from a turn at the socket to the first sample, with the disk's time."""
    for number in range(count):
        card.listen()
        began = time.perf_counter()
        running.tell(do="action", action={"do": "discard" if number % 2 else "clue"})
        yield (card.heard() - began) * 1e3
