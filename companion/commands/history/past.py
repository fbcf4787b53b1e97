"""Past games: asked of the running companion, or else read from its files, which are
not written to.
"""

import contextlib
from collections.abc import Callable
from typing import Final

from companion.commands.ctl import NotAllowed, Unanswered, ask
from companion.errors import BadInput, CompanionError
from companion.journal import past_games
from companion.journal.reader import GamesReader
from companion.numbers import Json
from companion.settings import Settings

HIGHEST: Final = (1 << 63) - 1
"""The highest number that a game can have."""


def game(chosen: Settings, number: int) -> Json:
    """Return a game as a `record`, and its `summary`.

    A number that no game has raises a `CompanionError`.
    """
    if not 0 < number <= HIGHEST:
        raise BadInput("N must be the number of a game, from 1: see `companion history`")
    body = {"get": "record", "game": number}
    found = answer(chosen, body, lambda store: past_games.past(store, number))
    if found is None:
        raise past_games.no_game(number)
    return found


def answer(chosen: Settings, body: Json, question: Callable[[GamesReader], Json]) -> Json | None:
    """Return what the companion answers, or else its files; None before the first game."""
    told = unanswered = None
    try:
        told = next(ask(chosen.socket, body), None)
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
