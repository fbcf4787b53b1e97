"""How long every pixel of the display shines: evenings of play in virtual time, on the real
drivers.

An evening without hurry: a turn takes half a minute, a chat follows a game, and the device stays
on.
"""

import random
from typing import NamedTuple

from companion.game.record import Record
from tests.games import real_games, turns
from tests.rig.rig import Rig

PIXELS = 128 * 64
DAY = 86400.0
_EXACT = 1000
"""Times are counted in milliseconds."""


class Counters:
    """A sum for each pixel: bit by bit, each of them a number as wide as a picture."""

    def __init__(self) -> None:
        self._sums: list[int] = []

    def add(self, picture: int, amount: int) -> None:
        """Add an amount to every pixel that is lit in a picture."""
        at = 0
        while amount >> at:
            if amount >> at & 1:
                self._carry(picture, at)
            at += 1

    def _carry(self, picture: int, at: int) -> None:
        while picture:
            while at >= len(self._sums):
                self._sums.append(0)
            self._sums[at], picture = self._sums[at] ^ picture, self._sums[at] & picture
            at += 1

    def totals(self) -> list[int]:
        """Return the sum of each pixel, from the lower right one."""
        return [
            sum((bits >> pixel & 1) << at for at, bits in enumerate(self._sums))
            for pixel in range(PIXELS)
        ]


class Wear(NamedTuple):
    """Seconds: of all, of those in which the display shone, and of the pixel that shone longest.

    aged: the longest of any pixel, each second counted as bright as it was.
    """

    seconds: float
    awake: float
    longest: float
    aged: float

    def __str__(self) -> str:
        return (
            f"{self.longest / self.seconds:.1%} of the time, {self.longest / self.awake:.0%} of the"
            f" {self.awake / 3600:.1f} h in which the display shone; dimmed seconds counted as dim,"
            f" {self.aged / self.awake:.0%}"
        )


class Watched(Rig):
    """A companion whose glass is watched."""

    def __init__(self) -> None:
        self._shone, self._aged = Counters(), Counters()
        self._seen, self._level = 0, 0.0
        self._since = self._began = 1000.0
        self.awake = 0.0
        super().__init__()

    def settle(self) -> None:
        self._count()
        super().settle()
        self._seen = int.from_bytes(self.glass.tobytes())
        self._level = self.device.brightness()

    def _count(self) -> None:
        passed, self._since = self.now - self._since, self.now
        if self._seen and passed:
            self.awake += passed
            self._shone.add(self._seen, round(passed * _EXACT))
            self._aged.add(self._seen, round(passed * self._level * _EXACT))

    def wear(self) -> Wear:
        """Return what came of it until now."""
        self._count()
        longest, aged = (max(counters.totals()) / _EXACT for counters in (self._shone, self._aged))
        return Wear(self.now - self._began, self.awake, longest, aged)


def _play(rig: Watched, record: Record, dice: random.Random) -> None:
    rig.ask(do="new", players=record.setup.players)
    for do, suit, _state in turns(record):
        rig.wait(dice.uniform(5, 55))
        rig.enter(do, suit)
    rig.wait(dice.uniform(60, 600))


def evenings(days: int, games: int, seed: int = 1) -> Wear:
    """Play games in the evenings of some days. Return how the display wore."""
    dice = random.Random(seed)
    records = iter(real_games())
    with Watched() as rig:
        for day in range(days):
            rig.wait(1000.0 + (day + 0.8) * DAY - rig.now)
            for _ in range(games):
                _play(rig, next(records), dice)
        rig.wait(1000.0 + days * DAY - rig.now)
        return rig.wear()
