"""Files that are written whole or not at all: beside their place, to disk, and then renamed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from companion.errors import CompanionError
from companion.journal.file import sync_folder


@contextmanager
def open_new_file(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write to, which has its name once all is on disk.

    Of a file that is there, owner and mode stay, and a link stays one. Raises OSError, with what
    had the name as it was.
    """
    place = path.resolve()
    new = place.with_name(f"{place.name}.new")
    try:
        with new.open("wb") as file:
            if place.exists():
                was = place.stat()
                os.fchmod(file.fileno(), was.st_mode & 0o7777)
                os.fchown(file.fileno(), was.st_uid, was.st_gid)
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(place)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
    sync_folder(place)  # a name is on disk with its folder alone


def save_result(file: Path, content: bytes) -> None:
    """Write what a person asked for to the file that they named, as any program would."""
    try:
        file.write_bytes(content)
    except OSError as error:
        raise CompanionError(f"{file} cannot be written: {error.strerror or error}") from None


def write(path: Path, content: bytes) -> None:
    """Write a file, and its folder; a new one may be read by everybody. Raises OSError."""
    is_new = not path.exists()
    path.resolve().parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    with open_new_file(path) as file:
        if is_new:
            os.fchmod(file.fileno(), 0o644)
        file.write(content)
