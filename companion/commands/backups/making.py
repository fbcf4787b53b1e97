"""`companion backup`: everything that people made, in one text file."""

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Protocol, TextIO

from companion.commands.backups import settings_files
from companion.commands.backups.whole_file import writing
from companion.commands.ctl import NotAllowed, Unanswered, conversation
from companion.errors import BadInput, CompanionError, StoreError, quantity
from companion.face.dialogue import backups
from companion.numbers import Json
from companion.settings import Settings
from companion.table.backup import head, pieces
from companion.table.backup.head import Promise
from companion.table.lock import Lock
from companion.table.store import Store

PATIENCE_S: Final = 60.0
"""Time within which a companion answers that has other questions to answer, in seconds."""
STANDARD: Final = "-"
"""What stands for standard input and output in the place of a file."""


class BackupSource(Protocol):
    """What a backup is made of."""

    def begin(self) -> Json:
        """Return what the backup begins with."""

    def go_on(self, tag: str, after: int, last: int) -> Json:
        """Return the lines after a row."""

    def note(self) -> None:
        """Note that the backup was made."""


def run(chosen: Settings, file: str, out: TextIO) -> int:
    """Write a backup to a file, or to standard output; gives the exit status."""
    with open_source(chosen) as source:
        if file == STANDARD:
            out.writelines(texts(source, chosen))
            out.flush()
            source.note()
            return 0
        path = _checked(Path(file), chosen)
        size = 0
        with writing(path) as write:
            for text in texts(source, chosen):
                write(text)
                size += text.count("\n")
        source.note()
    print(f"{path}: {quantity(size, 'line')}; `companion restore` takes it in", file=out)
    return 0


def _checked(path: Path, chosen: Settings) -> Path:
    """Return the path of a backup. Raises BadInput where it would overwrite the games."""
    with contextlib.suppress(OSError):
        if path.name.startswith("games.") and path.parent.samefile(chosen.state_dir):
            raise BadInput(f"{path} is where the games are; name another file")
    return path


def texts(source: BackupSource, chosen: Settings | None = None) -> Iterator[str]:
    """Yield a backup, piece by piece, with the settings files if there are any."""
    begun = source.begin()
    tag, last = begun["tag"], begun["last"]
    found = settings_files.read(chosen) if chosen else {}
    settings = [line.decode() for line in head.setting_lines(found)]
    others = [*begun["kept"], *settings]
    yield head.make(int(tag, 16), Promise(begun["lines"] + len(settings), last)).decode()
    after = 0
    while after < last:
        piece = source.go_on(tag, after, last)
        yield "".join(piece["lines"])
        after = piece["after"]
    yield "".join(others)


@contextlib.contextmanager
def open_source(chosen: Settings) -> Iterator[BackupSource]:
    """Give the companion that runs, else the store, which is locked meanwhile."""
    with contextlib.ExitStack() as stack:
        source: BackupSource
        try:
            source = _Companion(stack.enter_context(conversation(chosen.socket, PATIENCE_S)))
        except NotAllowed:
            raise
        except Unanswered:
            source = stack.enter_context(_locked(chosen.state_dir))
        yield source


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator["_Folder"]:
    """Give the games in a folder, which no companion can use meanwhile."""
    if not Store(folder).path.exists():
        raise CompanionError(f"there are no games in {folder}: nothing to save")
    lock = Lock(folder)
    lock.take()
    try:
        with contextlib.closing(Store(folder, read_only=True)) as store:
            yield _Folder(store, folder)
    finally:
        lock.release()


class _Companion:
    """The companion that runs."""

    def __init__(self, tell: Callable[[Json], Json]) -> None:
        self._tell = tell

    def begin(self) -> Json:
        """Return what the backup begins with."""
        return self._tell({"get": "backup"})

    def go_on(self, tag: str, after: int, last: int) -> Json:
        """Return the lines after a row."""
        return self._tell({"get": "backup", "tag": tag, "after": after, "last": last})

    def note(self) -> None:
        """Note that the backup was made."""
        self._tell({"do": "backup"})


class _Folder:
    """The games in a folder that no companion uses."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder

    def begin(self) -> Json:
        """Return what the backup begins with."""
        return pieces.begin(self._store)

    def go_on(self, tag: str, after: int, last: int) -> Json:
        """Return the lines after a row."""
        return pieces.go_on(self._store, int(tag, 16), after, last)

    def note(self) -> None:
        """Note that the backup was made, unless nothing can be written there."""
        kept = backups.read(self._store.preferences())
        made = kept._replace(at=time.time(), game=self._store.latest())
        with contextlib.suppress(StoreError), contextlib.closing(Store(self._folder)) as store:
            store.prefer(*backups.note(made))
