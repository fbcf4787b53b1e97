"""`companion backup`: everything that people made, in one text file."""

import contextlib
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TextIO

from companion.commands import whole_file
from companion.commands.backups import settings_files
from companion.commands.backups.reach import STANDARD, piece_of, reached_games
from companion.errors import BadInput, CompanionError, quantity
from companion.journal import backup
from companion.settings import Settings


def run(chosen: Settings, file: str, out: TextIO) -> int:
    """Write a backup to a file, or to standard output. Return the exit status."""
    with reached_games(chosen, must_exist=True) as ask:
        pieces = backup.all_pieces(partial(piece_of, ask), settings_files.chosen_settings())
        if file == STANDARD:
            out.writelines(pieces)
            out.flush()
            ask({"do": "backup"})
            return 0
        path = _check_target(Path(file), chosen)
        lines = _write_pieces(path, pieces)
        # Only now: the day of the last backup is that of one that people have.
        ask({"do": "backup"})
    print(f"{path}: {quantity(lines, 'line')}; `companion restore` takes it in", file=out)
    return 0


def _write_pieces(path: Path, pieces: Iterable[str]) -> int:
    """Write a backup, whole or not at all. Return how many lines it has."""
    lines = 0
    try:
        with whole_file.open_new_file(path) as file:
            for piece in pieces:
                file.write(piece.encode())
                lines += piece.count("\n")
    except OSError as error:
        raise CompanionError(
            f"{path} cannot be written: {error.strerror or error}; nothing was saved"
        ) from None
    return lines


def _check_target(path: Path, chosen: Settings) -> Path:
    """Return the path of a backup. Raises BadInput where the games or a device would be
    overwritten.
    """
    with contextlib.suppress(OSError):  # a folder that is not there holds no games
        if path.name.startswith("games.") and path.parent.samefile(chosen.state_dir):
            raise BadInput(f"{path} is where the games are; name another file")
    if path.exists() and not path.is_file():
        raise BadInput(f"{path} is no plain file; name another one")
    return path
