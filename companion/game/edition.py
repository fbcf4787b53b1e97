"""Editions: what a group can choose about the rules, and the cards that this puts in the box."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from companion.game.cards import BASE_SUITS, BLACK, MULTICOLOUR, RANKS, Card

FLOURISH: Final = "flourish"
CLASSIC: Final = "classic"


class Edition(NamedTuple):
    """The rules of one game."""

    multicolour: Literal[0, 5, 10] = 0
    """The number of cards of the sixth suit M."""
    multicolour_clue: Literal["own", "every"] = "own"
    """M is named as its own colour in clues, or counts as every colour."""
    black: bool = False
    """The suit K, played from 5 down to 1, is in the box."""
    flamboyants: bool = False
    """A firework that is completed with a 5 turns a bonus tile."""
    ending: Literal["standard", "flourish"] = "standard"
    """Flourish: no end at the last card; all fireworks or nothing."""
    fuses: Literal[2, 3, 4] = 3
    """The number of errors that end the game."""
    explosion: Literal["lost", "score"] = "lost"
    """A game that the last fuse ended scores nothing, or its points."""

    @property
    def flourish(self) -> bool:
        """Whether the Final Flourish is played: the game is won complete, or lost."""
        return self.ending == FLOURISH


PRESETS: Final[Mapping[str, Edition]] = MappingProxyType(
    {
        CLASSIC: Edition(),
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


def meant(edition: Edition) -> Edition:
    """Return the same rules, without what says nothing beside the others: so they have one name."""
    if not edition.multicolour:
        edition = edition._replace(multicolour_clue="own")
    # Final Flourish is all or nothing.
    return edition._replace(explosion="lost") if edition.flourish else edition


def presets(edition: Edition) -> tuple[str, ...]:
    """Return the names of an edition: two rulebooks may have the same one. A group's own has
    none.
    """
    return tuple(name for name, preset in PRESETS.items() if preset == edition)


class Box(NamedTuple):
    """The cards of an edition: its suits, how many copies of each card, and how many in all."""

    suits: tuple[str, ...]
    copies: Mapping[Card, int]
    total: int


_COPIES: Final = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}


@lru_cache(maxsize=64)
def box(edition: Edition) -> Box:
    """Return the cards of an edition: black has three 5s and one 1, short multicolour one each."""
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
