"""Hands: what is shown of the cards that clues were about, as far as the group wants it.

All of it was said aloud. What a clue meant, and what fits, is never worked out.
"""

from collections.abc import Iterable
from typing import NamedTuple

from companion.face.on_table import on_table
from companion.face.preferences import Clues
from companion.game.actions import Value
from companion.game.cards import SUITS
from companion.game.kinds import kind
from companion.game.places import contradictions
from companion.journal.sitting import Sitting


@kind
class ShownCard(NamedTuple):
    """What is shown of a card."""

    touched: tuple[Value, ...] = ()
    """What it was pointed at for: suits, then ranks."""
    passed: tuple[Value, ...] = ()
    """What it was not pointed at for."""
    unknown: bool = False
    """A clue that may have been about it was not told."""
    false: bool = False
    """Its marks cannot all be true: something was entered wrongly."""


Hand = tuple[ShownCard, ...]
"""A hand, the newest card first."""


def hands(sitting: Sitting, level: str) -> tuple[Hand, ...]:
    """Return every hand as it is shown, by seat; with `off` nothing is said of a card."""
    shown = []
    for row in sitting.rows:
        cards = [ShownCard()] * len(row)
        if level != Clues.OFF:
            wrong = contradictions(on_table(sitting).setup.edition, row)
            for place, marks in enumerate(row, 1):
                passed = in_order(marks.passed) if level == Clues.ALL else ()
                touched = in_order(marks.touched)
                cards[place - 1] = ShownCard(touched, passed, not marks.whole, place in wrong)
        shown.append(tuple(cards))
    return tuple(shown)


def in_order(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return the values of clues in one order: suits as everywhere, then ranks."""
    named = frozenset(values)
    ranks = sorted(value for value in named if isinstance(value, int))
    return (*(suit for suit in SUITS if suit in named), *ranks)
