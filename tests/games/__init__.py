"""Real games for the tests; README.md says where they come from."""

from collections.abc import Iterator
from pathlib import Path

from companion.game.actions import parse_action
from companion.game.record import Record, load_json, parse_record
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.state import State

REAL = Path(__file__).with_name("real-2p.jsonl")


def real_games(turns: int | None = None) -> list[Record]:
    """Return the games in the order of the file, whole or with the first turns of each."""
    games = [parse_record(load_json(line)) for line in REAL.read_text("utf-8").splitlines()]
    return [game._replace(actions=game.actions[:turns]) for game in games]


def turns(record: Record) -> Iterator[tuple[str, str | None, State]]:
    """Yield what a group enters in the detail colours (do, firework), and the state it leads to."""
    state = start(Setup(players=record.setup.players))
    for action in record.actions:
        do, suit = action["do"], None
        if do == "play":
            judged = apply(state, parse_action(action))
            do, suit = (
                ("misfire", None) if judged.errors > state.errors else ("play", action["card"][0])
            )
        entered = {"do": do, "suit": suit} if suit else {"do": do}
        state = apply(state, parse_action(entered))
        yield do, suit, state


def three_players() -> Record:
    """Return a whole game of three, with 20 clues, 11 discards, 24 plays and a misfire."""
    fitting = [f"{suit}{rank}" for rank in range(1, 6) for suit in "WRBYG"]
    spare = [*(f"{suit}1" for suit in "WRBYG" * 2), "W2", "R2"]
    plays = [
        {"do": "play", "card": card} for card in (*fitting[:12], spare.pop(0), *fitting[12:24])
    ]
    discards = [{"do": "discard", "card": card} for card in spare]
    turns: list[dict[str, str]] = []
    for number in range(35):
        turns += [{"do": "clue"}] * _share(18, 35, number)
        turns.append(discards.pop() if _share(11, 35, number) else plays.pop(0))
    turns += [plays.pop(0), {"do": "clue"}, {"do": "clue"}]
    return parse_record(
        {"format": "hanabi-companion/1", "players": 3, "detail": "cards", "actions": turns}
    )


def _share(some: int, of: int, number: int) -> int:
    """Whether the thing of that number is among some that are spread evenly."""
    return (number + 1) * some // of - number * some // of
