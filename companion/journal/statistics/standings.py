"""Standings: what a group has reached over its games, game after game.

A game counts once it has ended, by its last end; a withdrawn or unfinished one does not. Each
standing has a scope: the games that are compared with each other.
"""

import json
from typing import Final, NamedTuple

from companion.game.edition import Edition
from companion.game.names import Names, name_key, real_names
from companion.game.record import edition_json
from companion.game.state import Reason, Status
from companion.journal.events import Began
from companion.numbers import Json

GOOD: Final = 20
"""A good game has more points than this: the best three verdicts, and a won Final Flourish."""


class Scope(NamedTuple):
    """Games that are compared; a field that is not set stands for any."""

    edition: Edition | None = None
    players: int | None = None
    names: Names = ()

    @property
    def key(self) -> str:
        """The same for the same games, in any order and spelling of the names."""
        names = sorted(map(name_key, self.names))
        return json.dumps({**self.json(), "players": names or self.players}, sort_keys=True)

    @property
    def number(self) -> int:
        """The same in a number."""
        from hashlib import blake2b  # a browser's Python would compile it at each start

        digest = blake2b(self.key.encode(), digest_size=8).digest()
        # As SQLite keeps it: its integers have a sign.
        return int.from_bytes(digest, "big", signed=True)

    def json(self) -> Json:
        """Return the scope as scripts see it; null stands for any."""
        edition = None if self.edition is None else edition_json(self.edition)
        return {"edition": edition, "players": list(self.names) or self.players}


class Outcome(NamedTuple):
    """How a game ended."""

    score: int
    perfect: bool
    """Every firework was complete."""
    good: bool
    """It has more than `GOOD` points."""


class Figures(NamedTuple):
    """The figures of a scope up to one of its games."""

    games: int = 0
    best: int | None = None
    """The highest score; None without a game."""
    perfect: int = 0
    streak: int = 0
    """How many good games in a row there were up to this one."""
    longest: int = 0
    """The longest streak so far."""

    def after(self, outcome: Outcome) -> "Figures":
        """Return the figures with one more game."""
        streak = self.streak + 1 if outcome.good else 0
        return Figures(
            self.games + 1,
            outcome.score if self.best is None else max(self.best, outcome.score),
            self.perfect + outcome.perfect,
            streak,
            max(self.longest, streak),
        )


class Standing(NamedTuple):
    """The place of a finished game among the others."""

    game: int
    day: str
    """When it ended, such as 2026-11-20; empty where the clock was never set."""
    before: Figures
    """Of the games like it that came before it."""
    ever: Figures
    """Of all games of the same people, of any edition, with this one."""
    named: bool
    """Its people are known by name.

    Otherwise like it are games of as many players, and all are theirs."""


def outcome_of(status: Status, reason: Reason | None, points: int) -> Outcome | None:
    """Return the outcome of a game by its summary; None for one that goes on."""
    return None if status == "playing" else Outcome(points, reason == "perfect", points > GOOD)


def people(names: Names) -> Names:
    """Return the names, if all of them are real."""
    found = real_names(names)
    return found if len(found) == len(names) else ()


def scopes_of(began: Began) -> tuple[Scope, ...]:
    """Return the scopes of a game: first the games like it, then all games of the same people."""
    edition = began.setup.edition
    unnamed = (Scope(edition, began.setup.players), Scope())
    names = people(began.names)
    return (Scope(edition, names=names), Scope(names=names), *unnamed) if names else unnamed
