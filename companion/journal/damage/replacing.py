"""Replacing: a damaged file of games is set aside with its copy, and new ones take their place.

The damaged files are kept as they are, under a name that says so, and never overwritten. The new
ones are made whole before, so neither a full disk nor a power cut ever leaves the group without its
games.
"""

import contextlib
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

from companion.journal.copy.file import COPY, sync_folder
from companion.journal.sqlite import beside

_LOG: Final = ("-wal", "-shm")
"""The files that SQLite keeps beside an open database, by the ends of their names."""
FOUND: Final = "-found"
"""The end of the name of the database that is needed while the new file is made."""
_WAITING: Final = ".next"
"""The end of the name of a new file that is whole, and is to take the place of the damaged one."""
_COPY_WAITING: Final = f"{_WAITING}{COPY}"
"""The same of its copy."""


def making(path: Path) -> Path:
    """Return the path at which the new file is made; what an earlier try left there is deleted."""
    made = path.with_name(f"{path.stem}.making{path.suffix}")
    for end in ("", "-journal", "-wal", "-shm", FOUND, f"{COPY}.new"):
        beside(made, end).unlink(missing_ok=True)
    return made


def exchange(path: Path, made: Path, made_copy: Path, let_go: Callable[[], None]) -> Path:
    """Set a file and what lies beside it aside, and put new ones in their place.

    Gives the file's new name.

    let_go: closes the file, which SQLite leaves alone once it has another name. Raises OSError;
    `finish` goes on with it.
    """
    aside = _free(path)
    made_copy.replace(beside(aside, _COPY_WAITING))
    made.replace(beside(aside, _WAITING))
    sync_folder(path)
    _swap(path, aside, let_go)
    return aside


def finish(path: Path) -> None:
    """Complete an exchange that a power cut interrupted.

    Raises OSError if it cannot be done now.
    """
    for waiting in path.parent.glob(f"{path.stem}.damaged-*{path.suffix}{_WAITING}"):
        _swap(path, waiting.with_name(waiting.name.removesuffix(_WAITING)))


def put_log_aside(path: Path) -> None:
    """Set the log of a lost file aside, so that another file in its place does not get it.

    Raises OSError.
    """
    aside = _free(path)
    for end in _LOG:
        _move(path, aside, end)


def put_copy_aside(path: Path) -> Path:
    """Set a damaged copy aside; gives its new name. Raises OSError."""
    aside = _free(path)
    _move(path, aside, COPY)
    return beside(aside, COPY)


def put_other_copy_aside(path: Path) -> Path:
    """Set a copy of other games aside; gives its new name. Raises OSError."""
    for number in count(1):
        aside = path.with_name(f"{path.stem}.other-{number}")
        if not beside(aside, COPY).exists():
            break
    _move(path, aside, COPY)
    sync_folder(path)
    return beside(aside, COPY)


def _swap(path: Path, aside: Path, let_go: Callable[[], None] = lambda: None) -> None:
    for end in ("", *_LOG):
        if not beside(aside, end).exists():
            _move(path, aside, end)
    let_go()
    copy_waiting = beside(aside, _COPY_WAITING)
    if copy_waiting.exists():
        if not beside(aside, COPY).exists():
            _move(path, aside, COPY)
        copy_waiting.replace(beside(path, COPY))
    beside(aside, _WAITING).replace(path)
    sync_folder(path)


def _move(path: Path, aside: Path, end: str) -> None:
    """Rename what lies beside a file under this end of the name, where there is one."""
    with contextlib.suppress(FileNotFoundError):
        beside(path, end).rename(beside(aside, end))


def _free(path: Path) -> Path:
    """Return a name that is not taken yet."""
    for number in count(1):
        aside = path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
        if not any(
            beside(aside, end).exists() for end in ("", *_LOG, COPY, _WAITING, _COPY_WAITING)
        ):
            return aside
    raise AssertionError("numbers never end")
