"""The lines of the text copy: a row of the store in each, and a sum that shows damage.

hanabi-companion-games 1 6f1c20aa
a185e690 12 3 do 1764000000.25 {"do": "clue", "v": 2}
"""

import os
import zlib
from collections.abc import Iterable
from typing import Final, NamedTuple

FORMAT: Final = 1
"""The number of this format, in the first line. A backup may be of the one before or after it."""
_NAME: Final = b"hanabi-companion-games"
_TITLE: Final = b"%s %d " % (_NAME, FORMAT)


class Line(NamedTuple):
    """A row of the store's events; `id` is 0 for what is kept beside them (`kept`)."""

    id: int
    game: int
    kind: str
    data: str
    at: float


def header(tag: int) -> bytes:
    """Return the first line of a copy."""
    return _TITLE + b"%08x\n" % tag


def read_header(piece: bytes) -> tuple[int, int] | None:
    """Return the format and the tag in the first line of a text, of any format.

    None where it is no such line.
    """
    try:
        _, number, tag = piece.split(b" ")
        found = int(number), int(tag, 16)
    except ValueError:
        return None
    return found if piece == b"%s %d %08x\n" % (_NAME, *found) else None


def read_tag(piece: bytes) -> int:
    """Return the tag in the first line of a copy; 0 where the line is damaged."""
    found = read_header(piece)
    return found[1] if found and found[0] == FORMAT else 0


def new_tag() -> int:
    """Return a tag for a new store, which says that its two files belong together."""
    return int.from_bytes(os.urandom(4), "big") >> 1 or 1


def encode(line: Line) -> bytes:
    """Return a line as it stands in the file."""
    text = f"{line.id} {line.game} {line.kind} {line.at!r} {line.data}".encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def good_lines(pieces: Iterable[bytes]) -> list[Line]:
    """Read lines of the file, but for those whose sum is wrong."""
    return list(filter(None, map(decode, pieces)))


def decode(piece: bytes) -> Line | None:
    """Read a line of the file. Return None where its sum is wrong."""
    if not piece.endswith(b"\n") or piece[:9] != b"%08x " % zlib.crc32(piece[9:-1]):
        return None
    try:
        number, game, kind, at, data = piece[9:-1].decode().split(" ", 4)
        return Line(int(number), int(game), kind, data, float(at))
    except ValueError:
        return None
