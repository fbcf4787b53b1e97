"""Suits, ranks and cards."""

from typing import Final, NamedTuple

BASE_SUITS: Final = ("W", "R", "B", "Y", "G")
MULTICOLOUR: Final = "M"
BLACK: Final = "K"
SUITS: Final = (*BASE_SUITS, MULTICOLOUR, BLACK)
RANKS: Final = (1, 2, 3, 4, 5)
HIGHEST: Final = 5


class Card(NamedTuple):
    """A card's face; `str()` gives its name in records, such as `R3`."""

    suit: str
    rank: int

    def __str__(self) -> str:
        return f"{self.suit}{self.rank}"


CARDS: Final = {f"{suit}{rank}": Card(suit, rank) for suit in SUITS for rank in RANKS}
"""Every card that any edition has, by its name in records."""
NAMES: Final = {card: name for name, card in CARDS.items()}
"""The other way round."""


def ranks_in_order(suit: str) -> tuple[int, ...]:
    """Return the ranks as a firework takes them: black is played from 5 down to 1."""
    return RANKS[::-1] if suit == BLACK else RANKS


def _next_rank(suit: str, height: int) -> int | None:
    """Return the rank that a firework of this height takes next; None where it is complete."""
    return None if height == HIGHEST else ranks_in_order(suit)[height]


def next_card(suit: str, height: int) -> Card | None:
    """Return the card that a firework of this height takes next; None where it is complete."""
    rank = _next_rank(suit, height)
    return None if rank is None else Card(suit, rank)


def top_rank(suit: str, height: int) -> int:
    """Return the rank of the card on top of a firework, 0 where none lies there."""
    return ranks_in_order(suit)[height - 1] if height else 0


def ranks_on(suit: str, height: int) -> tuple[int, ...]:
    """Return the ranks that lie on a firework of this height, in their order."""
    return ranks_in_order(suit)[:height]
