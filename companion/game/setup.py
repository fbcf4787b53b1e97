"""What is settled before the first turn: the edition, the number of players, the detail
of entries.
"""

from typing import Final, Literal, NamedTuple, get_args

from companion.game.actions import MOST_PLAYERS as MOST_PLAYERS
from companion.game.edition import CLASSIC, PRESETS, Box, Edition, box
from companion.game.kinds import distinct_type

Detail = Literal["tokens", "colours", "cards", "hands"]
"""A play names no colour, or it names its firework, or discards and misfires are named too.

In `hands` screens that are touched also ask for the places that clues touch and cards leave."""

DETAILS: Final[tuple[Detail, ...]] = get_args(Detail)
TOKENS, COLOURS, CARDS, HANDS = DETAILS
FEWEST_PLAYERS: Final = 2


@distinct_type
class Setup(NamedTuple):
    """A game before its first turn."""

    players: int
    edition: Edition = PRESETS[CLASSIC]
    detail: Detail = COLOURS

    @property
    def box(self) -> Box:
        """The cards of the edition."""
        return box(self.edition)

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player: five for two or three, four for more."""
        return 5 if self.players <= 3 else 4
