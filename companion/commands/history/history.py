"""`companion history`: the games so far, and their statistics."""

import json
from typing import Final, TextIO

from companion import clock
from companion.commands.history import in_words, past
from companion.errors import BadInput, quantity
from companion.game.record import parse_edition
from companion.journal import past_games, times
from companion.numbers import Json
from companion.settings import Settings

MOST: Final = 1000
"""How many games can be listed at once."""


def games(chosen: Settings, limit: int, as_json: bool, out: TextIO) -> int:
    """Print a line a game, the newest first; gives the exit status."""
    if not 0 < limit <= MOST:
        raise BadInput(f"--limit must be a number from 1 to {MOST}")
    body = {"get": "history", "limit": limit}
    answer = past.answer(chosen, body, lambda store: past_games.history(store, limit))
    found = answer["history"] if answer else []
    lines = (
        [json.dumps(found)]
        if as_json
        else [f"game {game['game']}: {_line(game)}" for game in found]
    )
    print(*lines or ["no games yet"], sep="\n", file=out)
    return 0


def stats(chosen: Settings, as_json: bool, out: TextIO) -> int:
    """Print the statistics by players and edition; gives the exit status."""
    answer = past.answer(chosen, {"get": "stats"}, past_games.stats)
    found = answer["stats"] if answer else []
    lines = (
        [json.dumps(found)]
        if as_json
        else [_figures(scope) for scope in sorted(found, key=_breadth)]
    )
    print(*lines or ["no finished games yet"], sep="\n", file=out)
    return 0


def _line(game: Json) -> str:
    """Return a game in one line: its players, result, rules and time."""
    parts = [
        in_words.players(game["players"]),
        quantity(game["score"], "point"),
        f"turn {game['turn']}",
        in_words.ended(game["status"], game["reason"]),
        in_words.edition(parse_edition(game["edition"])),
        clock.in_words(game["changed"], clock.MINUTE),
        times.in_short(game.get("seconds")),
    ]
    return ", ".join(filter(None, parts))


def _breadth(scope: Json) -> tuple[bool, bool, bool]:
    """Sort all games before those of so many players, and these before those of named players."""
    return (
        scope["players"] is not None,
        isinstance(scope["players"], list),
        scope["edition"] is not None,
    )


def _figures(scope: Json) -> str:
    """Return the figures of a scope in one line."""
    who = "all games" if scope["players"] is None else in_words.players(scope["players"])
    edition = in_words.edition(parse_edition(scope["edition"])) if scope["edition"] else ""
    figures = (
        quantity(scope["games"], "game"),
        f"best {scope['best']}",
        f"perfect {scope['perfect']}",
        f"above 20 in a row now {scope['streak']}, at most {scope['longest_streak']}",
    )
    return f"{', '.join(filter(None, (who, edition)))}: {', '.join(figures)}"
