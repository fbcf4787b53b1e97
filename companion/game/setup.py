"""What is settled before the first turn: the edition, how many play, how much is entered."""

from dataclasses import dataclass, field
from typing import Final, Literal

from companion.game.edition import PRESETS, Box, Edition, box

DETAILS: Final = ("tokens", "colours", "cards")
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5


@dataclass(frozen=True, slots=True)
class Setup:
    """A game before its first turn.

    detail: "tokens" (a play names no colour), "colours" (it names its firework) or "cards"
    (discards and misfires are named too).
    """

    players: int
    edition: Edition = PRESETS["classic"]
    detail: Literal["tokens", "colours", "cards"] = "colours"
    box: Box = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "box", box(self.edition))

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player: five for two or three, four for more."""
        return 5 if self.players <= 3 else 4
