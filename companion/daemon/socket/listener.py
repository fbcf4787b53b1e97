"""The listener: the socket's file, made for its user or its group alone, and removed at the end."""

import contextlib
import errno
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.errors import CompanionError

BACKLOG: Final = 1024
"""Clients that may wait to be accepted; one more cannot connect."""
OWN_MODE: Final = 0o600
GROUP_MODE: Final = 0o660
_PATIENCE_S: Final = 1.0
"""Time after which a folder is used even if another companion has it locked, in seconds."""


class SocketError(CompanionError):
    """The control socket cannot be made."""


class Listener:
    """A Unix socket at a path."""

    def __init__(self, path: Path, shared: bool = False) -> None:
        """Make the socket; one that a crash left there is replaced.

        shared: its group may use it, and not its user alone.

        Raises:
            SocketError: another companion listens there, or the path cannot be used.
        """
        self._path = path
        self._mode = GROUP_MODE if shared else OWN_MODE
        self.sock: Final = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(0)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with _locked_folder(path.parent):
                self._make_listener()
                self._mark: Final = _file_identity(path)
        except OSError as error:
            self.sock.close()
            reason = error.strerror or str(error)
            # Python raises this one itself, without a number by which it could be told.
            if "too long" in str(error):
                reason = "the path is too long"
            raise SocketError(f"the control socket {path} cannot be made: {reason}") from None
        except SocketError:
            self.sock.close()
            raise

    @property
    def in_place(self) -> bool:
        """Whether the file at the path is still this socket."""
        return _file_identity(self._path) == self._mark

    def close(self) -> None:
        """Stop listening, and remove the file unless another one took its place; never raises."""
        with contextlib.suppress(OSError), _locked_folder(self._path.parent):
            if self.in_place:
                self._path.unlink()
        self.sock.close()

    def _make_listener(self) -> None:
        path = self._path
        if path.is_socket():
            if _is_served(path):
                raise SocketError(f"another companion listens at {path}; stop it")
            path.unlink()
        elif path.exists():
            raise SocketError(f"the control socket {path} cannot be made: something else is there")
        self.sock.bind(str(path))
        # No client can connect before `listen`, so the mode until here does not matter.
        path.chmod(self._mode)
        self.sock.listen(BACKLOG)


@contextlib.contextmanager
def _locked_folder(directory: Path) -> Iterator[None]:
    """Lock a folder against other companions' listeners, if the system has abstract socket names.

    The lock file in the folder cannot serve: it is that of the games, which may be in the same
    folder.
    """
    name = "\0hanabi-companion {} {}".format(*_file_identity(directory) or (0, 0))
    end = time.monotonic() + _PATIENCE_S
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as lock:
        while is_taken(lock, name) and time.monotonic() < end:
            time.sleep(0.01)
        yield


def is_taken(lock: socket.socket, name: str) -> bool:
    """Take an abstract name if that is possible. Return True if another program has it."""
    try:
        lock.bind(name)
    except OSError as error:
        return error.errno == errno.EADDRINUSE
    return False


def _file_identity(path: Path) -> tuple[int, int] | None:
    """Return the identity of a file; None for no file."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _is_served(path: Path) -> bool:
    """Return True if a companion listens there. Raises OSError if that cannot be tried."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(0)
        try:
            probe.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except BlockingIOError:  # its queue is full
            return True
    return True
