"""Real games for the tests; README.md says where they come from."""

from collections.abc import Iterator
from pathlib import Path

from companion.game.actions import parse_action
from companion.game.record import Record, load_json, parse_record
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.state import State

REAL = Path(__file__).with_name("real-2p.jsonl")


def real_games() -> list[Record]:
    """The games in the order of the file."""
    return [parse_record(load_json(line)) for line in REAL.read_text("utf-8").splitlines()]


def turns(record: Record) -> Iterator[tuple[str, str | None, State]]:
    """What a group enters in the detail colours (do, firework), and the state it leads to."""
    state = start(Setup(players=record.setup.players))
    for action in record.actions:
        do, suit = action["do"], None
        if do == "play":
            judged = apply(state, parse_action(action))
            do, suit = ("misfire", None) if judged.errors > state.errors else ("play", action["card"][0])
        entered = {"do": do, "suit": suit} if suit else {"do": do}
        state = apply(state, parse_action(entered))
        yield do, suit, state
