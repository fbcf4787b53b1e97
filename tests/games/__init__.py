"""Real games for the tests; README.md says where they come from."""

from pathlib import Path

from companion.game.record import Record, load_json, parse_record

REAL = Path(__file__).with_name("real-2p.jsonl")


def real_games() -> list[Record]:
    """The games in the order of the file."""
    return [parse_record(load_json(line)) for line in REAL.read_text("utf-8").splitlines()]
