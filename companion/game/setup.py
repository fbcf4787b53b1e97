"""What is settled before the first turn: the edition, the number of players, the detail
of entries.
"""

from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from companion.game.edition import CLASSIC, PRESETS, Box, Edition, box

Detail = Literal["tokens", "colours", "cards"]
"""A play names no colour, or it names its firework, or discards and misfires are named too."""

DETAILS: Final[tuple[Detail, ...]] = get_args(Detail)
TOKENS: Final = "tokens"
COLOURS: Final = "colours"
CARDS: Final = "cards"
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5


@dataclass(frozen=True, slots=True)
class Setup:
    """A game before its first turn."""

    players: int
    edition: Edition = PRESETS[CLASSIC]
    detail: Detail = COLOURS
    box: Box = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "box", box(self.edition))

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player: five for two or three, four for more."""
        return 5 if self.players <= 3 else 4
