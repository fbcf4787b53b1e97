"""Editions: all that a group can choose about the rules, and the cards that this puts in the box."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from companion.game.cards import BASE_SUITS, BLACK, MULTICOLOUR, RANKS, Card

FLOURISH: Final = "flourish"


@dataclass(frozen=True, slots=True)
class Edition:
    """The rules of one game.

    multicolour: how many cards of the sixth suit M are in the box, 0, 5 or 10.
    multicolour_clue: M is named as its "own" colour in clues, or counts as "every" colour.
    black: the suit K, played from 5 down to 1, is in the box.
    flamboyants: a firework that is completed with a 5 reveals a bonus tile.
    ending: "standard", or "flourish" (no end at the last card; all fireworks or nothing).
    fuses: how many errors end the game, 2 to 4.
    explosion: a game that the last fuse ended scores nothing ("lost") or its points ("score").
    """

    multicolour: Literal[0, 5, 10] = 0
    multicolour_clue: Literal["own", "every"] = "own"
    black: bool = False
    flamboyants: bool = False
    ending: Literal["standard", "flourish"] = "standard"
    fuses: Literal[2, 3, 4] = 3
    explosion: Literal["lost", "score"] = "lost"

    @property
    def flourish(self) -> bool:
        """Whether the Final Flourish is played: it is won complete or lost."""
        return self.ending == FLOURISH


PRESETS: Final[Mapping[str, Edition]] = MappingProxyType(
    {
        "classic": Edition(),
        "rr-variant-1": Edition(multicolour=10),
        "rr-variant-2": Edition(multicolour=5),
        "rr-variant-3": Edition(multicolour=10, multicolour_clue="every"),
        "rr-variant-4": Edition(ending="flourish"),
        "summary": Edition(multicolour=5, explosion="score"),
        "online": Edition(fuses=4),
        "colour-avalanche": Edition(multicolour=10, multicolour_clue="every"),
        "black-powder": Edition(black=True),
        "flamboyants": Edition(flamboyants=True),
        "final-flourish": Edition(ending="flourish"),
        "grand": Edition(multicolour=10, multicolour_clue="every", black=True, flamboyants=True),
    }
)
"""The rulebooks' games and variants, by name."""


def presets(edition: Edition) -> tuple[str, ...]:
    """The names of an edition: two rulebooks may have the same one, and the group's own has none."""
    return tuple(name for name, preset in PRESETS.items() if preset == edition)


class Box(NamedTuple):
    """The cards of an edition: its suits, how many copies of each card, and how many in all."""

    suits: tuple[str, ...]
    copies: Mapping[Card, int]
    total: int


_COPIES: Final = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}


@lru_cache(maxsize=64)
def box(edition: Edition) -> Box:
    """The cards of an edition (black has three 5s and one 1; a short multicolour suit one of each)."""
    suits = list(BASE_SUITS)
    copies = {Card(suit, rank): _COPIES[rank] for suit in BASE_SUITS for rank in RANKS}
    if edition.multicolour:
        suits.append(MULTICOLOUR)
        short = edition.multicolour == len(RANKS)
        copies |= {Card(MULTICOLOUR, rank): 1 if short else _COPIES[rank] for rank in RANKS}
    if edition.black:
        suits.append(BLACK)
        copies |= {Card(BLACK, rank): _COPIES[6 - rank] for rank in RANKS}
    return Box(tuple(suits), MappingProxyType(copies), sum(copies.values()))
