"""A check of a file of games before SQLite opens it, for damage that SQLite would misread."""

import contextlib
import errno
import stat
from pathlib import Path
from typing import Final

from companion.errors import Damaged
from companion.table.damage import wal
from companion.table.sqlite import FILE_HEADER, MAGIC, beside

_SIZE: Final = slice(16, 18)
_CHANGES: Final = slice(24, 28)
_PAGES: Final = slice(28, 32)
_VERSION: Final = slice(60, 64)
_VALID: Final = slice(92, 96)
"""What `_CHANGES` was when `_PAGES` was written."""
_FORMATS: Final = (1, 2)
_FRACTIONS: Final = bytes((64, 32, 32))


def look(path: Path) -> int:
    """Check that SQLite may open a file; gives the version of its tables. Raises Damaged, or OSError.

    To SQLite an empty file is a new one, whose log it deletes; a file that is marked with a later format of
    SQLite can be read, but never written again.
    """
    refuse_strange(path)
    header = b""
    if path.exists():
        with path.open("rb") as file:
            header = file.read(FILE_HEADER)
    version = int.from_bytes(header[_VERSION], "big") if header.startswith(MAGIC) else 0
    log = beside(path)
    if log.exists() and log.stat().st_size > wal.HEADER:
        if not header:
            raise Damaged(f"{path} is empty, but there are games in its log")
        _measure(path, header, {frame.page for frame in wal.written(log.read_bytes())})
        return version  # the log may have a newer header
    if not header or beside(path, "-journal").exists():
        return 0
    if len(header) < FILE_HEADER or not header.startswith(MAGIC):
        raise Damaged(f"{path} is no file of games")
    if header[18] not in _FORMATS or header[19] not in _FORMATS or header[21:24] != _FRACTIONS:
        raise Damaged(f"the header of {path} is damaged")
    _measure(path, header, set())
    return version


def refuse_strange(path: Path) -> None:
    """Raise OSError for what is no plain file: opening a pipe would never return."""
    for each in (path, beside(path), beside(path, "-shm")):
        with contextlib.suppress(FileNotFoundError):
            if not stat.S_ISREG(each.stat().st_mode):
                raise OSError(errno.EINVAL, f"{each.name} is no plain file: move it away")


def _measure(path: Path, header: bytes, in_log: set[int]) -> None:
    """Check that pages missing from the file are in its log; else SQLite would write new ones there."""
    size = int.from_bytes(header[_SIZE], "big")
    if not header.startswith(MAGIC) or not size or header[_CHANGES] != header[_VALID]:
        return
    first_missing = path.stat().st_size // size + 1
    if not in_log.issuperset(range(first_missing, int.from_bytes(header[_PAGES], "big") + 1)):
        raise Damaged(f"{path} was cut off")
