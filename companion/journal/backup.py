"""A backup: the good lines of the journal, the settings, and a last line that counts them.

hanabi-companion-games 1 6f1c20aa
7e0c1f1b 0 0 backup 1764000000.25 {"companion": "1.4"}
...
5d0bfb1c 0 0 end 1764000000.25 {"lines": 62}

A copy of the journal is one too: it has neither, so it may be one of a while ago.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final, Protocol

import companion
from companion.errors import StoreError
from companion.journal.lines import (
    APART,
    BACKUP,
    KEPT,
    NAMES,
    SETTING,
    encode,
    ending,
    header,
    line_beside,
)
from companion.journal.reader import GamesReader
from companion.numbers import Json

_AT_ONCE: Final = 200
_LONGEST: Final = 1 << 15
"""Rows, and bytes from which on there is no further one, in a piece."""

SettingsTexts = Mapping[str, Mapping[str, str]]
"""For each settings file its keys, and their values as TOML."""


class PieceSource(Protocol):
    """What a backup is made of."""

    def begin(self) -> Json:
        """Return the beginning of the backup."""

    def go_on(self, tag: str, after: int, last: int) -> Json:
        """Return the lines after a place in the journal."""


def whole(source: PieceSource, settings: SettingsTexts | None = None) -> Iterator[str]:
    """Yield all of a backup, piece by piece, with these settings at its end."""
    begun = source.begin()
    tag, last, after = begun["tag"], begun["last"], 0
    count = 1
    yield begun["text"]
    while after < last:
        piece = source.go_on(tag, after, last)
        count += len(piece["lines"])
        yield "".join(piece["lines"])
        after = piece["after"]
    lines = [
        line_beside(SETTING, [file, key, value])
        for file, table in (settings or {}).items()
        for key, value in table.items()
    ]
    yield "".join([*lines, ending(count + len(lines))])


def begin(store: GamesReader) -> Json:
    """Return the beginning of the backup, the tag of the journal, and its end."""
    store.open()
    first = line_beside(BACKUP, {"companion": companion.__version__})
    tag, last = store.extent
    return {"tag": f"{tag:08x}", "last": last, "text": header(tag).decode() + first}


def go_on(store: GamesReader, tag: int, after: int, last: int, people_only: bool = False) -> Json:
    """Return the lines after a place in the journal, and the place after them.

    people_only: the games and the names alone. Raises StoreError if the journal is not the one in
    which the backup began, or has a spoilt line.
    """
    store.open()
    if store.extent[0] != tag:
        raise StoreError("the games were mended since the backup began: make it again")
    lines: list[str] = []
    size = 0
    for piece in islice(store.pieces(after, last), _AT_ONCE):
        after, line = piece.end, piece.line
        if line is None:
            raise StoreError("the games are being mended; try again in a moment")
        if people_only and line.kind in KEPT - {NAMES}:
            # Its number stays: a gap would count as a lost row.
            line = line._replace(kind=APART, data="{}")
        lines.append(encode(line).decode())
        size += len(lines[-1])
        if size >= _LONGEST:
            break
    # Where no line is left, the end is reached.
    return {"lines": lines, "after": after if size else last}
