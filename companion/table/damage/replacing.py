"""Replacing: a damaged file of games is set aside, and a new one takes its place.

The damaged file is kept as it is, under a name that says so, and never overwritten. The new one is made
whole before, so neither a full disk nor a power cut ever leaves the group without its games.
"""

import contextlib
import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

from companion.table.sqlite import beside

_BESIDE: Final = ("", "-wal", "-shm")
"""The files that SQLite keeps for an open database, by the ends of their names."""
FOUND: Final = "-found"
"""The end of the name of the database that is needed while the new file is made."""
_WAITING: Final = ".next"
"""The end of the name of a new file that is whole, and is to take the place of the damaged one."""


def making(path: Path) -> Path:
    """The path at which the new file is made; what an earlier try left there is deleted."""
    made = path.with_name(f"{path.stem}.making{path.suffix}")
    for end in ("", "-journal", FOUND):
        beside(made, end).unlink(missing_ok=True)
    return made


def exchange(path: Path, made: Path, let_go: Callable[[], None]) -> Path:
    """Set a file and what lies beside it aside, and put the new one in its place; gives the file's new name.

    let_go: closes the file, which SQLite leaves alone once it has another name. Raises OSError; `finish`
    goes on with it.
    """
    aside = _free(path)
    waiting = beside(aside, _WAITING)
    made.replace(waiting)
    _sync(path.parent)
    _swap(path, aside, let_go)
    return aside


def finish(path: Path) -> None:
    """Complete an exchange that a power cut interrupted. Raises OSError if it cannot be done now."""
    for waiting in path.parent.glob(f"{path.stem}.damaged-*{path.suffix}{_WAITING}"):
        _swap(path, waiting.with_name(waiting.name.removesuffix(_WAITING)))


def put_log_aside(path: Path) -> None:
    """Set the log of a lost file aside, so that another file in its place does not get it. Raises OSError."""
    aside = _free(path)
    for end in _BESIDE[1:]:
        with contextlib.suppress(FileNotFoundError):
            beside(path, end).rename(beside(aside, end))


def _swap(path: Path, aside: Path, let_go: Callable[[], None] = lambda: None) -> None:
    for end in _BESIDE:
        if not beside(aside, end).exists():
            with contextlib.suppress(FileNotFoundError):
                beside(path, end).rename(beside(aside, end))
    let_go()
    beside(aside, _WAITING).replace(path)
    _sync(path.parent)


def _free(path: Path) -> Path:
    """A name that is not taken yet."""
    for number in count(1):
        aside = path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
        if not any(beside(aside, end).exists() for end in (*_BESIDE, _WAITING)):
            return aside
    raise AssertionError("numbers never end")


def _sync(folder: Path) -> None:
    """Write the names in a folder to disk, where the file system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
