"""Setting a damaged file of games aside: kept as it is, under a name that says so, never overwritten."""

import os
import shutil
from itertools import count
from pathlib import Path
from typing import Final

_BESIDE: Final = ("", "-wal", "-shm")
"""What SQLite keeps beside a file that is open, by the ends of their names."""


def set_aside(path: Path, copied: bool) -> Path:
    """Give a file, and what lies beside it, another name; gives that of the file.

    copied: leave the file where it is, as somebody has it open who still would write to it, and put a
    copy aside; `clear` takes the original away then.

    Raises:
        OSError: it cannot be done; nothing is lost.
    """
    target = _free(path)
    for end in _BESIDE:
        source = path.with_name(path.name + end)
        if not source.exists():
            continue
        aside = target.with_name(target.name + end)
        if copied:
            _copy(source, aside)
        else:
            source.rename(aside)
    return target


def clear(path: Path) -> None:
    """Take away what a copy was made of.

    Raises:
        OSError: it cannot be done.
    """
    for end in _BESIDE:
        path.with_name(path.name + end).unlink(missing_ok=True)


def _free(path: Path) -> Path:
    """A name that nothing has yet."""
    for number in count(1):
        name = f"{path.stem}.damaged-{number}{path.suffix}"
        if not any(path.with_name(name + end).exists() for end in _BESIDE):
            return path.with_name(name)
    raise AssertionError("numbers never end")


def _copy(source: Path, target: Path) -> None:
    """Copy a file so that it is on disk, or not at all."""
    try:
        shutil.copy2(source, target)
        with target.open("rb") as copy:
            os.fsync(copy.fileno())
    except OSError:
        target.unlink(missing_ok=True)
        raise
