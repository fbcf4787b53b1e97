"""Actions through the rules, beside an engine in C++ that is called from Python in the same way."""

import io
import json
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from companion.commands.replay import run
from companion.game.record import replay
from tests.bench.figures import Figure, Sample, skipped
from tests.games import REAL, real_games

THEIRS = "hanabi-learning-environment, random legal moves"
HOW = "hanabi-learning-environment is not installed: it needs a C++ compiler"

try:
    from hanabi_learning_environment import pyhanabi  # type: ignore[import-not-found]
except ImportError:
    pyhanabi = None


def rules(rounds: int, seconds: float) -> list[Figure]:
    """Count moves in a second of the processor: our rules, our command, the other engine.

    Ours play real games. seconds: of the processor, for each.
    """
    records = real_games()

    def through_rules() -> int:
        return sum(1 for record in records for _ in replay(record))

    def through_command() -> int:
        out = io.StringIO()
        run(str(REAL), out, out)
        return out.getvalue().count("\n")

    ours, command, theirs, told = [], [], [], []
    for _ in range(rounds):
        ours.append(_rate(through_rules, seconds))
        command.append(_rate(through_command, seconds))
        if pyhanabi is not None:
            theirs.append(_rate(_random_game, seconds))
            told.append(_rate(partial(_random_game, tell=True), seconds))
    return [
        _figure("actions a second through rules and state", ours, theirs, THEIRS),
        _figure(
            "lines a second of a replay",
            command,
            told,
            f"{THEIRS}, each told as JSON too",
        ),
    ]


def _figure(name: str, ours: list[float], theirs: list[float], against: str) -> Figure:
    """Return how much longer one of ours takes than one of theirs: not slower is at most 1."""
    if not theirs:
        return skipped(name, HOW)._replace(ours=Sample(tuple(ours), "/s"))
    ratios = tuple(other / mine for mine, other in zip(ours, theirs, strict=True))
    return Figure(
        name, Sample(tuple(ours), "/s"), against, Sample(tuple(theirs), "/s"), ratios, 1.0
    )


def _rate(act: Callable[[], int], seconds: float) -> float:
    began, done = time.process_time(), act()
    while (took := time.process_time() - began) < seconds:
        done += act()
    return done / took


def _random_game(tell: bool = False) -> int:
    """Return a game of the other engine; gives its moves.

    Tell: with what `companion replay` tells of each.
    """
    assert pyhanabi is not None
    game: Any = pyhanabi.HanabiGame({"players": 2})
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
            state.deal_random_card()
        else:
            state.apply_move(random.choice(state.legal_moves()))
            moves += 1
            if tell:
                json.dumps(_told(state))
    return moves


def _told(state: Any) -> dict[str, Any]:
    """Return what its bindings say of a state."""
    return {
        "seat": state.cur_player(),
        "clues": state.information_tokens(),
        "fuses": state.life_tokens(),
        "fireworks": state.fireworks(),
        "deck": state.deck_size(),
        "discards": [str(card) for card in state.discard_pile()],
        "score": state.score(),
    }
