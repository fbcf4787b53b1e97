"""The head of a backup, and the lines of it that the copy of a store does not have.

hanabi-companion-games 1 6f1c20aa
5d0bfb1c 0 0 backup 1764000000.25 {"lines": 62, "last": 60, "companion": "1.4"}
0c7f5a11 1 1 new 1763990000.5 {...}
4be1e8a9 0 1 whole 1763990000.5 {"rows": 60, "withdrawn": false}

They say how many lines follow, and how many rows each game has, so that a game which lost none is
known in a damaged backup. The copy needs neither: it is compared with SQLite's rows.
"""

import json
from collections.abc import Mapping
from typing import Final, NamedTuple

import companion
from companion import clock
from companion.journal.copy import kept
from companion.journal.copy.lines import FORMAT, Line, encode, header
from companion.numbers import is_integer

BACKUP: Final = "backup"
WHOLE: Final = "whole"
SETTING: Final = "setting"
"""A line of a settings file: the file, the key, and the value as TOML."""
FORMATS: Final = range(FORMAT - 1, FORMAT + 2)
"""The formats that are read: this one, the one before it and the one after it."""
NAME: Final = "hanabi-backup.txt"
"""What a backup is called where nobody chose a name."""

SettingsTexts = Mapping[str, Mapping[str, str]]
"""For each settings file its keys, and their values as TOML."""


class Promise(NamedTuple):
    """What the head of a backup says of it."""

    lines: int
    """How many lines follow."""
    last: int
    """The number of the last row."""


class Whole(NamedTuple):
    """What a backup says of a game."""

    rows: int
    """How many it has."""
    withdrawn: bool
    """Whether it was taken back, and did not return."""


def whole_line(game: int, whole: Whole, at: float) -> Line:
    """Return what is said of a game, as a line."""
    return Line(0, game, WHOLE, json.dumps(whole._asdict()), at)


def read_whole(line: Line) -> Whole | None:
    """Return what a line says of its game; None where it makes no sense."""
    try:
        fields = json.loads(line.data)
        whole = Whole(fields["rows"], bool(fields["withdrawn"]))
    except (ValueError, KeyError, TypeError):
        return None
    return whole if is_integer(whole.rows) else None


def make(tag: int, promise: Promise) -> bytes:
    """Return the first two lines of a backup."""
    data = json.dumps({**promise._asdict(), "companion": companion.__version__})
    return header(tag) + encode(Line(0, 0, BACKUP, data, clock.now()))


def setting_lines(settings: SettingsTexts) -> list[bytes]:
    """Return settings as lines."""
    lines = []
    for file, table in settings.items():
        for key, value in table.items():
            lines.append(encode(kept.line(SETTING, file, key, value)))
    return lines


def read_promise(line: Line) -> Promise | None:
    """Return what a line says of its backup; None where it makes no sense."""
    try:
        fields = json.loads(line.data)
        promise = Promise(fields["lines"], fields["last"])
    except (ValueError, KeyError, TypeError):
        return None
    return promise if all(map(is_integer, promise)) else None
