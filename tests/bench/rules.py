"""Actions through the rules, beside an engine in C++ that is called from Python in the same way."""

import io
import json
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from typing import Any, Final, NamedTuple

from companion.commands.replay import run
from companion.game.record import replay
from tests.bench.figures import Figure, Sample, skipped
from tests.games import REAL, real_games

THEIRS: Final = "hanabi-learning-environment, games known before"
HOW: Final = "hanabi-learning-environment is not installed: it needs a C++ compiler"
GAMES: Final = 40
LONG: Final = 20
"""So many moves a game has at least: one at random is soon over."""
AT_MOST: Final = 6.0
"""What Python may take beside C++."""

try:
    from hanabi_learning_environment import pyhanabi  # type: ignore[import-not-found]
except ImportError:
    pyhanabi = None


def rules(rounds: int, seconds: float) -> list[Figure]:
    """Count moves in a second of the processor: our rules, our command, the other engine.

    Ours replays real games, the other one its own. seconds: of the processor, for each.
    """
    records = real_games()
    games = [] if pyhanabi is None else list(islice(filter(_Game.is_long, _drawn()), GAMES))

    def through_rules() -> int:
        return sum(1 for record in records for _ in replay(record))

    def through_command() -> int:
        out = io.StringIO()
        run(str(REAL), out, out)
        return out.getvalue().count("\n")

    def through_theirs(tell: bool = False) -> int:
        return sum(game.replay(tell) for game in games)

    ours, command, theirs, told = [], [], [], []
    for _ in range(rounds):
        ours.append(_rate(through_rules, seconds))
        command.append(_rate(through_command, seconds))
        if games:
            theirs.append(_rate(through_theirs, seconds))
            told.append(_rate(partial(through_theirs, tell=True), seconds))
    return [
        _figure("actions a second through rules and state", ours, theirs, THEIRS),
        _figure("lines a second of a replay", command, told, f"{THEIRS}, each move told as JSON"),
    ]


def _figure(name: str, ours: list[float], theirs: list[float], against: str) -> Figure:
    """Return how much longer one of ours takes than one of theirs."""
    if not theirs:
        return skipped(name, HOW)._replace(ours=Sample(tuple(ours), "/s"))
    ratios = tuple(other / mine for mine, other in zip(ours, theirs, strict=True))
    return Figure(
        name, Sample(tuple(ours), "/s"), against, Sample(tuple(theirs), "/s"), ratios, AT_MOST
    )


def _rate(act: Callable[[], int], seconds: float) -> float:
    began, done = time.process_time(), act()
    while (took := time.process_time() - began) < seconds:
        done += act()
    return done / took


class _Game(NamedTuple):
    """A game of the other engine: the seed of its deck, and its moves."""

    seed: int
    moves: tuple[Any, ...]

    def is_long(self) -> bool:
        """Return True if it has as many moves as a real game may have."""
        return len(self.moves) >= LONG

    def replay(self, tell: bool) -> int:
        """Play it again, and with `tell` say after each move what `companion replay` says."""
        _game, state = _start(self.seed)
        for move in self.moves:
            state.apply_move(move)
            _deal(state)
            if tell:
                json.dumps(_told(state))
        return len(self.moves)


def _drawn() -> Iterator[_Game]:
    """Yield games whose moves are drawn at random."""
    for seed in count(1):
        dice = random.Random(seed)
        _game, state = _start(seed)
        moves = []
        while not state.is_terminal():
            move = dice.choice(state.legal_moves())
            state.apply_move(move)
            moves.append(move)
            _deal(state)
        yield _Game(seed, tuple(moves))


def _start(seed: int) -> tuple[Any, Any]:
    """Return a game, which has to live as long as its state, and the state."""
    assert pyhanabi is not None
    game = pyhanabi.HanabiGame({"players": 2, "seed": seed})
    state = game.new_initial_state()
    _deal(state)
    return game, state


def _deal(state: Any) -> None:
    """Deal what is to be dealt before a player acts; the game's seed says which cards."""
    while state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
        state.deal_random_card()


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
