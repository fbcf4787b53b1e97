"""Samples of cases whose whole product takes minutes, and of what is tried again and again."""

import os
import random
from collections.abc import Iterable
from itertools import cycle, product
from typing import Final, TypeVar

from companion import LANGUAGES
from tests.rig.waiting import PATIENCE

EVERY_CASE: Final = bool(os.environ.get("COMPANION_EVERY_CASE"))
_SOME: Final = os.environ.get("COMPANION_LANGUAGES", "en de fr").split()
SOME_LANGUAGES: Final = LANGUAGES if EVERY_CASE else tuple(_SOME)
"""The languages of tests that draw or play much; the room of every text of every language is
measured in `tests/words`.
"""

# Set for the processes too that run tests beside this one.
SEED: Final = int(os.environ.setdefault("COMPANION_SEED", str(random.randrange(1_000_000))))
"""What is drawn by chance in this run, which says it at its end: the variable draws it again."""

T = TypeVar("T")
U = TypeVar("U")


def sample(cases: Iterable[T], one_in: int) -> list[T]:
    """Return one in so many cases, the first among them; all for `make test-faults`."""
    return list(cases)[:: 1 if EVERY_CASE else one_in]


def paired(these: Iterable[T], those: Iterable[U]) -> list[tuple[T, U]]:
    """Return each of these with one of those after the other; with all for `make test-faults`."""
    return list(product(these, those) if EVERY_CASE else zip(these, cycle(those), strict=False))


def within(seconds: float) -> float:
    """Return how long something measured may take, which is meant for `make test-faults`.

    Else it is so long that only what hangs takes longer, whatever the machine does beside.
    """
    return seconds if EVERY_CASE else PATIENCE


def fewer(count: int, one_in: int) -> int:
    """Return how often something is tried; the whole count for `make test-faults`."""
    return count if EVERY_CASE else max(1, count // one_in)


def new_seeds(count: int) -> list[int]:
    """Return so many seeds that no other run has."""
    return [SEED * 1000 + number for number in range(count)]
