"""The head of a backup: the copy's first line, and one that says how many lines follow.

hanabi-companion-games 1 6f1c20aa
5d0bfb1c 0 0 backup 1764000000.25 {"lines": 61, "last": 60, "companion": "1.4"}

The copy itself has no such line, and needs none: it is compared with SQLite's rows.
"""

import json
import time
from collections.abc import Mapping
from typing import Final, NamedTuple

import companion
from companion.numbers import is_integer
from companion.table.copy import kept
from companion.table.copy.lines import FORMAT, Line, encode, header

BACKUP: Final = "backup"
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


def make(tag: int, promise: Promise) -> bytes:
    """Return the first two lines of a backup."""
    data = json.dumps({**promise._asdict(), "companion": companion.__version__})
    return header(tag) + encode(Line(0, 0, BACKUP, data, time.time()))


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
        told = json.loads(line.data)
        promise = Promise(told["lines"], told["last"])
    except (ValueError, KeyError, TypeError):
        return None
    return promise if all(map(is_integer, promise)) else None
