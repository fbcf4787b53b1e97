"""The state of a game: everything on the table that the group can see."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from companion.game.actions import Tile
from companion.game.cards import HIGHEST, Card
from companion.game.setup import Setup

CLUE_TOKENS: Final = 8

Status = Literal["playing", "won", "lost", "finished"]
Reason = Literal["perfect", "fuses", "last_round", "dead_card", "conceded", "no_more_points"]


class State(NamedTuple):
    """A moment in a game; never changed, only replaced."""

    setup: Setup
    fireworks: Mapping[str, int]
    """The number of cards on each."""
    deck: int
    hands: tuple[int, ...]
    discards: Mapping[Card, int]
    """The named cards of the pile."""
    tiles: tuple[Tile, ...]
    """The bonus tiles that were not turned yet."""
    seat: int = 0
    """Who acts, 0-based."""
    turn: int = 1
    """Of the player who acts, 1-based; it stays at the turn that ended the game."""
    clues: int = CLUE_TOKENS
    errors: int = 0
    unplaced: int = 0
    """Cards on fireworks that were not named."""
    unplaced_complete: int = 0
    """How many fireworks these have completed."""
    black_complete: bool = False
    """Whether black is among them."""
    unnamed: int = 0
    """The other cards of the pile."""
    missing: int = 0
    """Cards that are not on the table any more."""
    bonus_pending: bool = False
    """A tile is turned, and the player has not drawn yet."""
    turns_left: int | None = None
    """None before the last round."""
    status: Status = "playing"
    reason: Reason | None = None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.status != "playing"

    @property
    def fuses(self) -> int:
        """Fuses that have not burnt yet."""
        return self.setup.edition.fuses - self.errors

    @property
    def cards_played(self) -> int:
        """Cards on all fireworks."""
        return sum(self.fireworks.values()) + self.unplaced

    @property
    def complete(self) -> bool:
        """Whether every firework is complete."""
        return self.cards_played == HIGHEST * len(self.fireworks)

    @property
    def pile(self) -> int:
        """Cards in the discard pile."""
        return sum(self.discards.values()) + self.unnamed

    @property
    def card_total(self) -> int:
        """All cards that are somewhere: they add up to the box."""
        return self.deck + sum(self.hands) + self.cards_played + self.pile + self.missing
