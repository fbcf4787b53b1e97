"""`companion history`: the games so far, and their statistics."""

import contextlib
import json
from collections.abc import Callable
from typing import Final, TextIO

from companion import clock
from companion.commands.ctl import NotAllowed, Unanswered, stream_answers
from companion.commands.history import in_words
from companion.errors import BadInput, CompanionError, quantity
from companion.game.record import parse_edition
from companion.journal import past_games, times
from companion.journal.reader import GamesReader
from companion.numbers import Json
from companion.settings import Settings

MOST: Final = 1000
"""How many games can be listed at once."""
HIGHEST: Final = (1 << 63) - 1
"""The highest number that a game can have."""


def list_games(chosen: Settings, limit: int, as_json: bool, out: TextIO) -> int:
    """Print a line a game, the newest first. Return the exit status."""
    if not 0 < limit <= MOST:
        raise BadInput(f"--limit must be a number from 1 to {MOST}")
    body = {"get": "history", "limit": limit}
    told = _ask_games(chosen, body, lambda store: past_games.history_json(store, limit))
    found = told["history"] if told else []
    lines = (
        [json.dumps(found)]
        if as_json
        else [f"game {game['game']}: {_game_line(game)}" for game in found]
    )
    print(*lines or ["no games yet"], sep="\n", file=out)
    return 0


def print_statistics(chosen: Settings, as_json: bool, out: TextIO) -> int:
    """Print the statistics by players and edition. Return the exit status."""
    told = _ask_games(chosen, {"get": "stats"}, past_games.stats)
    found = told["stats"] if told else []
    lines = (
        [json.dumps(found)]
        if as_json
        else [_scope_line(scope) for scope in sorted(found, key=_scope_breadth)]
    )
    print(*lines or ["no finished games yet"], sep="\n", file=out)
    return 0


def _game_line(game: Json) -> str:
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


def _scope_breadth(scope: Json) -> tuple[bool, bool, bool]:
    """Sort all games before those of so many players, and these before those of named players."""
    return (
        scope["players"] is not None,
        isinstance(scope["players"], list),
        scope["edition"] is not None,
    )


def _scope_line(scope: Json) -> str:
    who = "all games" if scope["players"] is None else in_words.players(scope["players"])
    edition = in_words.edition(parse_edition(scope["edition"])) if scope["edition"] else ""
    figures = (
        quantity(scope["games"], "game"),
        f"best {scope['best']}",
        f"perfect {scope['perfect']}",
        f"above 20 in a row now {scope['streak']}, at most {scope['longest_streak']}",
    )
    return f"{', '.join(filter(None, (who, edition)))}: {', '.join(figures)}"


def recorded_game(chosen: Settings, number: int) -> Json:
    """Return a game as a `record`, and its `summary`. Raises CompanionError where it is none."""
    if not 0 < number <= HIGHEST:
        raise BadInput("N must be the number of a game, from 1: see `companion history`")
    body = {"get": "record", "game": number}
    found = _ask_games(chosen, body, lambda store: past_games.past_game(store, number))
    if found is None:
        raise past_games.no_game(number)
    return found


def _ask_games(
    chosen: Settings, body: Json, question: Callable[[GamesReader], Json]
) -> Json | None:
    """Return the answer of the companion, or of its files; None before the first game."""
    told = unanswered = None
    try:
        told = next(stream_answers(chosen.socket, body), None)
    except Unanswered as error:
        unanswered = error
    if told is not None and told["ok"]:
        return told
    # It does not run, or hung up, or has no place for one more client, or cannot read its games.
    with contextlib.closing(GamesReader(chosen.state_dir)) as store:
        try:
            there = store.has_games
        except PermissionError:
            if isinstance(unanswered, NotAllowed):  # the same group may do both
                raise unanswered from None
            raise
        if there:
            return question(store)
    if told is not None:
        raise CompanionError(told["error"])
    return None
