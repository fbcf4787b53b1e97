"""TOML from any hand: the result is a table, or a few sentences that say what is wrong with it.

Later readers need not think of what is refused here: text that cannot be printed (it would steer a
terminal and is no XML), numbers of more than 64 bits, tables nested too deeply.
"""

import os
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from companion.errors import quotation, unprintable

MOST_BYTES: Final = 1 << 16
MOST_DOTS: Final = 100
"""In a line: the parser's time and memory grow with the square of a dotted key's length."""
DEEPEST: Final = 16
_HIGHEST: Final = 1 << 63
"""TOML promises no integers beyond 64 bits."""


class NoToml(Exception):
    """The file cannot be used; `problems` has a sentence for each reason, without its name."""

    def __init__(self, *problems: str) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(problems))


def read_regular_file(path: Path) -> str:
    """Return the text of a file; a pipe or a device is never waited for."""
    try:
        with open(
            path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)
        ) as file:
            if stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
                raise NoToml("the file cannot be read: it is a pipe")
            raw = file.read(MOST_BYTES + 1) or b""  # None of a device that has nothing yet
    except OSError as error:
        raise NoToml(f"the file cannot be read: {error.strerror or error}") from None
    if len(raw) > MOST_BYTES:
        raise NoToml(f"the file cannot be read: it has more than {MOST_BYTES} bytes")
    try:
        return raw.decode("utf-8-sig")  # some editors begin with a mark
    except UnicodeDecodeError:
        raise NoToml("the file is not text in UTF-8; save it as such") from None


def parse_table(text: str) -> dict[str, Any]:
    """Return the table that a text stands for."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > MOST_DOTS:
            raise NoToml(
                f"line {number} has more than {MOST_DOTS} dots; nothing is nested so deeply"
            )
    try:
        values = tomllib.loads(text)
    except RecursionError:
        raise NoToml("this is not TOML: something is nested very deeply") from None
    except ValueError as error:  # of an integer with thousands of digits too
        raise NoToml(f"this is not TOML: {error}") from None
    if problems := list(_problems_of(values, "", 0)):
        raise NoToml(*problems)
    return values


def _problems_of(value: object, path: str, depth: int) -> Iterator[str]:
    """Yield the values that are refused, each with its key path."""
    if depth > DEEPEST:
        yield f"{path}: is nested more than {DEEPEST} deep"
    elif isinstance(value, dict):
        for key, entry in value.items():
            place = f"{path}.{_path_key(key)}" if path else _path_key(key)
            if bad := unprintable(key):
                yield f"{place}: the key has {bad}"
            yield from _problems_of(entry, place, depth + 1)
    elif isinstance(value, list):
        for number, entry in enumerate(value):
            yield from _problems_of(entry, f"{path}[{number}]", depth + 1)
    elif isinstance(value, str) and (bad := unprintable(value)):
        yield f"{path}: has {bad}; write it without"
    elif isinstance(value, int) and not -_HIGHEST <= value < _HIGHEST:
        yield f"{path}: the number has more than 64 bits"


def _path_key(key: str) -> str:
    """Return a key as it stands in a path."""
    return key if len(key) <= 40 and key.isprintable() else quotation(key)
