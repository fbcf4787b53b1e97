"""`companion backup`: everything that people made, in one text file."""

import contextlib
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TextIO

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
            out.writelines(backup.whole(source, settings_files.read()))
            out.flush()
            source.note()
            return 0
        path = _checked(Path(file), chosen)
        lines = _write(path, backup.whole(source, settings_files.read()))
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


def open_source(chosen: Settings) -> AbstractContextManager["_Companion | _Folder"]:
    """Open the games that a backup is made of."""
    return reached(chosen, _Companion, _Folder, must_exist=True)


class _Companion:
    """The companion that runs."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def begin(self) -> Json:
        """Return the beginning of the backup."""
        return self._tell({"get": "backup"})

    def go_on(self, tag: str, after: int, last: int) -> Json:
        """Return the lines after a place."""
        return self._tell({"get": "backup", "tag": tag, "after": after, "last": last})

    def note(self) -> None:
        """Note that the backup was made."""
        self._tell({"do": "backup"})


class _Folder:
    """The games in a folder that no companion uses."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(self) -> Json:
        """Return the beginning of the backup."""
        return backup.begin(self._store)

    def go_on(self, tag: str, after: int, last: int) -> Json:
        """Return the lines after a place."""
        return backup.go_on(self._store, int(tag, 16), after, last)

    def note(self) -> None:
        """Note that the backup was made, unless nothing can be written there."""
        store = self._store
        kept = backups.read_last_backup(store.kept.preferences)
        with contextlib.suppress(StoreError):
            store.prefer(*backups.keep_backup(kept._replace(at=clock.now(), game=store.latest())))
