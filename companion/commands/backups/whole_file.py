"""A file that is written whole or not at all: beside its place, to disk, and then renamed."""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

from companion.errors import BadInput, CompanionError
from companion.table.copy.file import sync_folder


@contextlib.contextmanager
def writing(path: Path) -> Iterator[Callable[[str], object]]:
    """Give a function that writes text; the file has its name once all is on disk.

    Raises BadInput or CompanionError, with what had the name before as it was.
    """
    if path.exists() and not path.is_file():
        raise BadInput(f"{path} is no plain file; name another one")
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("w", encoding="utf-8", newline="\n") as file:
            yield file.write
            _flush(file)
        new.replace(path)
    except OSError as error:
        _drop(new)
        raise CompanionError(
            f"{path} cannot be written: {error.strerror or error}; nothing was saved"
        ) from None
    except BaseException:
        _drop(new)
        raise
    sync_folder(path)


def _flush(file: TextIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _drop(new: Path) -> None:
    with contextlib.suppress(OSError):
        new.unlink()
