"""The games as they were before another version had them."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from companion.commands.installing.host import Host
from companion.commands.installing.places import GAMES, NAME, STATE
from companion.commands.installing.versions import Version


class KeptGames:
    """A copy of the games, for a version that cannot use what a later one made of them."""

    def __init__(self, state: Path, copy: Path) -> None:
        self._state = state
        self._copy = copy
        self._is_kept = False

    def keep(self) -> None:
        """Copy the games, which nobody may use meanwhile."""
        _copy(self._state, self._copy)
        self._is_kept = True

    def give_back(self) -> None:
        """Put the copy in the place of the games, which stay beside it under another name."""
        if not self._is_kept:
            return
        later = next(
            name
            for number in count(1)
            if not (self._state / (name := f"games.later-{number}.sqlite3")).exists()
        )
        for file in self._state.glob(f"{GAMES}*"):
            file.rename(self._state / file.name.replace(GAMES, later))
        _copy(self._copy, self._state)


@contextmanager
def room_for(host: Host) -> Iterator[KeptGames]:
    """Make room for a copy of the games, for as long as it may be needed."""
    with tempfile.TemporaryDirectory() as folder:
        yield KeptGames(host.path(STATE), Path(folder))


def why_unreadable(host: Host, version: Version) -> str:
    """Return why a version cannot use the games, "" if it can.

    It is asked as the companion's user, since reading may make files beside them.
    """
    if not host.exists(STATE):
        return ""
    state = str(host.path(STATE))
    words = ("history", "--limit", "1", "--state-dir", state, "--socket", f"{state}/none")
    done = host.work(("runuser", "-u", NAME, "--", *version.command, *words))
    return "" if done.status == 0 else done.last_line.removeprefix("companion: ")


def _copy(source: Path, target: Path) -> None:
    for file in source.glob(f"{GAMES}*"):
        shutil.copy2(file, target)
        owner = file.stat()
        shutil.chown(target / file.name, owner.st_uid, owner.st_gid)
