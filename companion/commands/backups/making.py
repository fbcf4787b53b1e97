"""`companion backup`: everything that people made, in one text file."""

import contextlib
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import NamedTuple, TextIO

from companion import clock
from companion.commands import whole_file
from companion.commands.backups import settings_files
from companion.commands.backups.reach import STANDARD, Tell, reached
from companion.errors import BadInput, CompanionError, StoreError, quantity
from companion.face.dialogue import backups
from companion.journal import backup
from companion.journal.store import Store
from companion.numbers import Json
from companion.settings import Settings


def run(chosen: Settings, file: str, out: TextIO) -> int:
    """Write a backup to a file, or to standard output; gives the exit status."""
    with open_source(chosen) as source:
        if file == STANDARD:
            out.writelines(backup.whole(source.piece, settings_files.read()))
            out.flush()
            source.note()
            return 0
        path = _checked(Path(file), chosen)
        lines = _write(path, backup.whole(source.piece, settings_files.read()))
        source.note()
    print(f"{path}: {quantity(lines, 'line')}; `companion restore` takes it in", file=out)
    return 0


def _write(path: Path, pieces: Iterable[str]) -> int:
    """Write a backup, whole or not at all. Return how many lines it has."""
    lines = 0
    try:
        with whole_file.writing(path) as file:
            for piece in pieces:
                file.write(piece.encode())
                lines += piece.count("\n")
    except OSError as error:
        raise CompanionError(
            f"{path} cannot be written: {error.strerror or error}; nothing was saved"
        ) from None
    return lines


def _checked(path: Path, chosen: Settings) -> Path:
    """Return the path of a backup. Raises BadInput where the games or a device would be
    overwritten.
    """
    with contextlib.suppress(OSError):
        if path.name.startswith("games.") and path.parent.samefile(chosen.state_dir):
            raise BadInput(f"{path} is where the games are; name another file")
    if path.exists() and not path.is_file():
        raise BadInput(f"{path} is no plain file; name another one")
    return path


class Source(NamedTuple):
    """What a backup is made of."""

    piece: Callable[..., Json]
    """Gives its beginning, or its lines after a place."""
    note: Callable[[], object]
    """Notes that it was made."""


def open_source(chosen: Settings) -> AbstractContextManager[Source]:
    """Open the games that a backup is made of."""
    return reached(chosen, _of_companion, _of_folder, must_exist=True)


def _of_companion(tell: Tell) -> Source:
    return Source(lambda **place: tell({"get": "backup", **place}), lambda: tell({"do": "backup"}))


def _of_folder(store: Store) -> Source:
    def note() -> None:
        """Note that the backup was made, unless nothing can be written there."""
        kept = backups.read_last_backup(store.kept.preferences)
        with contextlib.suppress(StoreError):
            store.prefer(*backups.keep_backup(kept._replace(at=clock.now(), game=store.latest())))

    return Source(partial(backup.piece, store), note)
