"""The state of a game: everything that lies on the table, as the group can see it."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from companion.game.cards import HIGHEST, Card
from companion.game.setup import Setup

CLUE_TOKENS: Final = 8

Status = Literal["playing", "won", "lost", "finished"]
Reason = Literal["perfect", "fuses", "last_round", "dead_card", "conceded", "no_more_points"]


class State(NamedTuple):
    """A moment in a game; never changed, only replaced.

    seat: who acts, 0-based. turn: of the player who acts, 1-based; it stays at the turn that
    ended the game. fireworks: number of cards on each. unplaced: cards on fireworks that nobody
    named, `unplaced_complete` of those fireworks being complete (black among them or not).
    discards: the named cards of the pile; unnamed: the others. missing: cards that the table
    lost. turns_left: None before the last round. bonus_pending: a tile is revealed and the
    player has not drawn yet.
    """

    setup: Setup
    seat: int
    turn: int
    clues: int
    errors: int
    fireworks: Mapping[str, int]
    unplaced: int
    unplaced_complete: int
    black_complete: bool
    deck: int
    hands: tuple[int, ...]
    discards: Mapping[Card, int]
    unnamed: int
    missing: int
    tiles: tuple[str, ...]
    bonus_pending: bool
    turns_left: int | None
    status: Status
    reason: Reason | None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.status != "playing"

    @property
    def fuses(self) -> int:
        """Fuses that have not burnt yet."""
        return self.setup.edition.fuses - self.errors

    @property
    def played(self) -> int:
        """Cards on all fireworks."""
        return sum(self.fireworks.values()) + self.unplaced

    @property
    def complete(self) -> bool:
        """Whether every firework is complete."""
        return self.played == HIGHEST * len(self.fireworks)

    @property
    def pile(self) -> int:
        """Cards in the discard pile."""
        return sum(self.discards.values()) + self.unnamed

    @property
    def accounted(self) -> int:
        """All cards that are somewhere: they add up to the box."""
        return self.deck + sum(self.hands) + self.played + self.pile + self.missing
