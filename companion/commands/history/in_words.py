"""In words: the players, results and rules of past games as the commands print them."""

import json
from typing import Final

from companion.game.edition import Edition, presets
from companion.game.names import isolated
from companion.game.state import Reason, Status

_REASONS: Final[dict[Reason, str]] = {
    "perfect": "every firework complete",
    "last_round": "after the last round",
    "no_more_points": "no more points",
    "fuses": "the last fuse burnt",
    "dead_card": "a needed card was gone",
    "conceded": "given up",
}


def players(who: int | list[str]) -> str:
    """Return the names, or how many played."""
    return (
        f"{who} players"
        if isinstance(who, int)
        else ", ".join(isolated(plain(name)) for name in who)
    )


def plain(name: str) -> str:
    """Return a name without characters that would control the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def ended(status: Status, reason: Reason | None) -> str:
    """Return the end of a game; one without an end is still being played, or was left."""
    if reason is None:
        return "not finished"
    return f"lost, {_REASONS[reason]}" if status == "lost" else _REASONS[reason]


def edition(rules: Edition) -> str:
    """Return the rulebooks' name of the rules.

    Of a group's own rules what differs from the base game.
    """
    if names := presets(rules):
        return "/".join(names)
    base = Edition()._asdict()
    own = {key: value for key, value in rules._asdict().items() if value != base[key]}
    return "own rules " + " ".join(f"{key}={json.dumps(value)}" for key, value in own.items())
