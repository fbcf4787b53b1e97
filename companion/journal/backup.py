"""A backup: the good lines of the journal, the settings, and a last line that counts them.

hanabi-companion-games 1 6f1c20aa
7e0c1f1b 0 0 backup 1764000000.25 {"companion": "1.4"}
...
5d0bfb1c 0 0 end 1764000000.25 {"lines": 62}

A copy of the journal is one too: it has neither, so it may be one of a while ago.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final

import companion
from companion.errors import StoreError
from companion.journal.kept import Kept
from companion.journal.lines import (
    ALIAS,
    APART,
    BACKUP,
    KEPT,
    NAMES,
    SETTING,
    TRIAL,
    Line,
    encode,
    ending,
    header,
    line_beside,
    texts_of,
)
from companion.journal.reader import GamesReader
from companion.numbers import Json

_AT_ONCE: Final = 200
_LONGEST: Final = 1 << 15
"""Rows, and bytes from which on there is no further one, in a piece."""

SettingsTexts = Mapping[str, Mapping[str, str]]
"""For each settings file its keys, and their values as TOML."""


def all_pieces(ask: Callable[..., Json], settings: SettingsTexts | None = None) -> Iterator[str]:
    """Yield all of a backup, these settings at its end; `ask` gives each `piece_after` of it."""
    begun = ask()
    tag, last, after = begun["tag"], begun["last"], 0
    count = 1
    yield begun["text"]
    while after < last:
        told = ask(tag=tag, after=after, last=last)
        count += len(told["lines"])
        yield "".join(told["lines"])
        after = told["after"]
    lines = [
        line_beside(SETTING, [file, key, value])
        for file, table in (settings or {}).items()
        for key, value in table.items()
    ]
    yield "".join([*lines, ending(count + len(lines))])


def piece_after(
    store: GamesReader,
    tag: str = "",
    after: int | None = None,
    last: int = 0,
    people_only: bool = False,
) -> Json:
    """Return the lines after a place in the journal, and the place after them; without a place the
    beginning of a backup, with the tag of the journal, and its end.

    The names are as they read now, so no row says what they read as before. people_only: the games
    and the names alone. Raises StoreError if the journal is not the one in
    which the backup began, or has a spoilt line.
    """
    store.open()
    number, end = store.extent
    found = f"{number:08x}"
    if after is None:
        first = line_beside(BACKUP, {"companion": companion.__version__})
        return {"tag": found, "last": end, "text": header(number).decode() + first}
    if found != tag:
        raise StoreError("the games were mended since the backup began: make it again")
    kept = store.what_is_kept()
    lines: list[str] = []
    size = 0
    for one in islice(store.pieces(after, last), _AT_ONCE):
        after, line = one.end, one.line
        if line is None:
            raise StoreError("the games are being mended; try again in a moment")
        line = _line_as_read(kept, line, people_only)
        lines.append(encode(line).decode())
        size += len(lines[-1])
        if size >= _LONGEST:
            break
    # Where no line is left, the end is reached.
    return {"lines": lines, "after": after if size else last}


def _line_as_read(kept: Kept, line: Line, people_only: bool) -> Line:
    """Return a line of the journal as a backup has it."""
    left_out = KEPT - {NAMES, TRIAL} if people_only else {ALIAS}
    if line.kind in left_out:
        # Its number stays: a gap would count as a lost row.
        return line._replace(kind=APART, data="{}")
    if line.kind == NAMES:
        read = (kept.name_read(name, line.row) for name in texts_of(line))
        return line._replace(data=json.dumps(list(filter(None, read))))
    return kept.read_line(line)
