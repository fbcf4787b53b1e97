"""Standings: what a group has reached over its games, game after game.

Games count once they have ended, by their last end. A withdrawn game does not count, nor does one
that was left unfinished. Each standing has a scope: the games that are compared with each other.
"""

import json
from dataclasses import replace
from typing import Any, Final, NamedTuple

from companion.game.edition import Edition
from companion.game.outlook import score
from companion.game.record import edition_json
from companion.game.state import State
from companion.table.events import Began

GOOD: Final = 20
"""A game of more points than this is a good one: the best three verdicts, and a won Final Flourish."""


class Scope(NamedTuple):
    """Games that are compared: of one edition, of so many players or of these; none of it for all."""

    edition: Edition | None = None
    players: int | None = None
    names: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The same for the same games: whoever sits where, however names are capitalised."""
        names = sorted(name.casefold() for name in self.names)
        return json.dumps({**self.json(), "players": names or self.players}, sort_keys=True)

    def json(self) -> dict[str, Any]:
        """The scope as scripts see it; null stands for any."""
        edition = None if self.edition is None else edition_json(self.edition)
        return {"edition": edition, "players": list(self.names) or self.players}


class Outcome(NamedTuple):
    """How a game ended: its score, whether every firework was complete, whether it was a good one."""

    score: int
    perfect: bool
    good: bool


class Figures(NamedTuple):
    """What came of the games of a scope up to one of them.

    best: the highest score, None without a game. streak: how many good games in a row there were up
    to that one, longest: the most that ever were.
    """

    games: int = 0
    best: int | None = None
    perfect: int = 0
    streak: int = 0
    longest: int = 0

    def after(self, outcome: Outcome) -> "Figures":
        """The figures with one more game."""
        streak = self.streak + 1 if outcome.good else 0
        return Figures(
            self.games + 1,
            outcome.score if self.best is None else max(self.best, outcome.score),
            self.perfect + outcome.perfect,
            streak,
            max(self.longest, streak),
        )


class Standing(NamedTuple):
    """What a finished game means to those who played it.

    day: when it ended, such as 2026-11-20; empty where the clock was never set. before: the figures
    of the games like it that came before it. ever: those of all games of the same people, of any
    edition, with it. named: the people are known by their names; else games of as many players are
    like it, and all games on the device are theirs.
    """

    game: int
    day: str
    before: Figures
    ever: Figures
    named: bool


def outcome(status: str, reason: str | None, points: int) -> Outcome | None:
    """How a game ended, from its summary; None for one that goes on."""
    return None if status == "playing" else Outcome(points, reason == "perfect", points > GOOD)


def outcome_of(state: State) -> Outcome | None:
    """How a game ended; None for one that goes on."""
    return outcome(state.status, state.reason, score(state))


def known(names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the names that are somebody's: a place whose player has none is called by its number."""
    stripped = (name.strip() for name in names)
    return tuple(name for name in stripped if name and not name.isdecimal())


def people(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names, where all of them are somebody's."""
    found = known(names)
    return found if len(found) == len(names) else ()


def scopes(began: Began) -> tuple[Scope, ...]:
    """The scopes that a game belongs to.

    The first one has the games like it, the second one all games of the same people, as far as they
    are known by their names.
    """
    edition = began.setup.edition
    if not edition.multicolour:
        edition = replace(edition, multicolour_clue="own")
    anybody = (Scope(edition, began.setup.players), Scope())
    names = people(began.names)
    return (Scope(edition, names=names), Scope(names=names), *anybody) if names else anybody
