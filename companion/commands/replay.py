"""`companion replay`: runs records through the rules and prints each state as a JSON line."""

import json
import sys
from pathlib import Path
from typing import Final, TextIO

from companion.errors import CompanionError, NotARecord
from companion.game.record import load_json, parse_record, replay, split
from companion.game.refusals import ActionRefused
from companion.game.view import state_json

ILLEGAL: Final = 1
NO_RECORD: Final = 2
_ENCODE: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def _input_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`. Raises NotARecord."""
    try:
        if name == "-" and sys.stdin is None:
            raise NotARecord("cannot be read: standard input is closed")
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotARecord(f"no record: byte {error.start + 1} is no UTF-8 text") from None
    except OSError as error:
        raise NotARecord(f"cannot be read: {error.strerror or error}") from None


def run(name: str, out: TextIO, err: TextIO) -> int:
    """Replay every record of a file. Return the exit status: 0, `ILLEGAL` or `NO_RECORD`.

    A refused record gets its line on `err`, and the next one is replayed.
    """
    try:
        texts = split(_input_text(name))
    except NotARecord as error:
        print(f"{name}: {error}", file=err)
        return NO_RECORD
    several = len(texts) > 1
    status = 0
    for game, (line, text) in enumerate(texts):
        try:
            _print_states(text, game if several else None, out)
        except CompanionError as error:
            where = f"line {line}: " if several else ""
            is_illegal = isinstance(error, ActionRefused)
            print(f"{where}{error}" if is_illegal else f"{name}: {where}{error}", file=err)
            status = max(status, ILLEGAL if is_illegal else NO_RECORD)
    return status


def _print_states(text: str, game: int | None, out: TextIO) -> None:
    record = parse_record(load_json(text))
    head = {} if game is None else {"game": game}
    for number, (action, state) in enumerate(replay(record)):
        line = {**head, "n": number, "do": action, "state": state_json(state)}
        print(_ENCODE(line), file=out)
