"""The lines of the journal: a row in each, and a sum that shows damage.

hanabi-companion-games 1 6f1c20aa
a185e690 12 3 do 1764000000.25 {"do": "clue"}
"""

import json
import math
import os
import zlib
from typing import Any, Final, NamedTuple

from companion import clock
from companion.numbers import is_integer

FORMAT: Final = 1
"""The number of this format, in the first line."""
NAME: Final = b"hanabi-companion-games"
"""What the first line begins with."""

WITHDRAW: Final = "withdraw"
"""Another game was undone as a whole."""
TABLE: Final = "table"
"""The game of the row lies on the table, which is not the one of the last `new`."""
RESTORE: Final = "restore"
"""The rows of a game out of a backup follow, up to `WHOLE`."""
WHOLE: Final = "whole"
LOST: Final = "lost"
"""The rows from this one `to` another were damaged, and stood nowhere else."""
PREFER: Final = "prefer"
STICKER: Final = "sticker"
UNSTICKER: Final = "unsticker"
NAMES: Final = "names"
"""All names that are offered, the one used last at the end."""
ALIAS: Final = "alias"
"""A name of the rows before reads otherwise from now on; "" for nobody's."""
TRIAL: Final = "trial"
"""A game, by its id, was a trial and does not count; or, with "", it counts again."""
APART: Final = "apart"
"""Something is kept beside the games that a guest's backup leaves out."""
BASE: Final = "base"
"""In an index: up to which row all rows are there."""
WHOLLY_KEPT: Final = "kept"
"""In an index: all that is kept after a row."""
BACKUP: Final = "backup"
"""A backup begins, whose last line counts the others. The row of such lines is 0."""
END: Final = "end"
SETTING: Final = "setting"
"""A line of a settings file: the file, the key, and the value as TOML."""
BACKUP_NAME: Final = "hanabi-backup.txt"
"""What a backup is called where nobody chose a name."""
KEPT: Final = frozenset({PREFER, STICKER, UNSTICKER, NAMES, ALIAS, TRIAL})
"""What is kept beside the games."""
BESIDE: Final = KEPT | {TABLE, RESTORE, WHOLE, LOST, APART}
"""The kinds of rows that are no event of a game."""


class Line(NamedTuple):
    """A row of the journal."""

    row: int
    """Its number, from 1 on, without a gap; 0 in a backup for what is no row of a journal."""
    game: int
    """The number of its game, 0 for what is kept beside the games."""
    kind: str
    at: float
    """Seconds since 1970; less than a billion where the clock was never set."""
    data: str
    """JSON."""

    @property
    def is_event(self) -> bool:
        """Whether it is an event of a game."""
        return self.kind not in BESIDE

    @property
    def next_row(self) -> int:
        """The number of the row after it; a row that says what is lost may stand for more."""
        if self.kind != LOST:
            return self.row + 1
        to = fields_of(self).get("to", self.row)
        return to + 1 if is_integer(to) and self.row <= to < 1 << 62 else self.row + 1


def header(tag: int) -> bytes:
    """Return the first line of a journal."""
    return b"%s %d %08x\n" % (NAME, FORMAT, tag)


def read_header(piece: bytes) -> tuple[int, int] | None:
    """Return the format and the tag in a first line; None where it is none."""
    try:
        _, number, tag = piece.split(b" ")
        found = int(number), int(tag, 16)
    except ValueError:
        return None
    # Made again, it shows whether it stands exactly as it is written.
    return found if piece == b"%s %d %08x" % (NAME, *found) else None


def is_a_bit_off(piece: bytes, right: bytes) -> bool:
    """Return True if one flipped bit makes the difference between two first lines."""
    bits = int.from_bytes(piece, "big") ^ int.from_bytes(right, "big")
    return len(piece) == len(right) and bits.bit_count() == 1


def new_tag() -> int:
    """Return a tag for a new journal, which says which index belongs to it."""
    # 0 stands for no tag.
    return int.from_bytes(os.urandom(4), "big") or 1


def new_id() -> str:
    """Return an id for a new game, by which it is known on every device."""
    return os.urandom(8).hex()


def encode(line: Line) -> bytes:
    """Return a line as it stands in the file."""
    # `repr` of a float reads back as the same one.
    text = f"{line.row} {line.game} {line.kind} {line.at!r} {line.data}".encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def decode(piece: bytes) -> Line | None:
    """Read a line of the file, without its end. Return None where its sum is wrong."""
    if piece[:9] != b"%08x " % zlib.crc32(piece[9:]):
        return None
    try:
        row, game, kind, at, data = piece[9:].decode().split(" ", 4)
        line = Line(int(row), int(game), kind, float(at), data)
    except ValueError:
        return None
    sane = 0 <= line.row < 1 << 62 and 0 <= line.game < 1 << 62 and math.isfinite(line.at)
    return line if sane else None


def line_beside(kind: str, data: object) -> str:
    """Return a line of a backup that is no row of a journal."""
    return encode(Line(0, 0, kind, clock.now(), json.dumps(data))).decode()


def ending(lines: int) -> str:
    """Return the last line of a backup that has so many before it, without the first one."""
    return line_beside(END, {"lines": lines})


def fields_of(line: Line) -> dict[str, Any]:
    """Return the fields of a line; none where they make no sense."""
    fields = _value_of(line)
    return fields if isinstance(fields, dict) else {}


def texts_of(line: Line) -> tuple[str, ...]:
    """Return the texts of a line about what is kept; none where they make no sense."""
    values = _value_of(line)
    fit = isinstance(values, list) and all(isinstance(value, str) for value in values)
    return tuple(values) if fit else ()


def _value_of(line: Line) -> Any:
    try:
        return json.loads(line.data)
    except (ValueError, RecursionError):
        return None
