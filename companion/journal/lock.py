"""The lock on a folder of games: two companions would mix their turns in one game."""

import contextlib
import fcntl
import os
from pathlib import Path

from companion.errors import StoreError


class Lock:
    """Holds a folder while its games are used; the system releases it however the process ends."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._handle: int | None = None

    def take(self) -> None:
        """Lock the folder, and make it. Raises StoreError if another companion has locked it."""
        # What keeps a folder from being made or opened is told when its games are opened.
        with contextlib.suppress(OSError):
            self._directory.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(self._directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        if self._handle is None:
            return
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise StoreError(
                f"another companion uses the games in {self._directory}: stop it, or give another"
                " --state-dir"
            ) from None
        except OSError:  # a file system without locks
            self.release()

    def release(self) -> None:
        """Unlock the folder."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
