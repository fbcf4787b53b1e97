"""The file of the text copy: the end is read, and lines are appended at an offset of our own."""

import contextlib
import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from companion.journal.copy.lines import Line, decode, encode, header, read_tag

COPY: Final = ".txt"
"""The end of the copy's name after that of SQLite's file."""
_NEW: Final = ".new"
"""The end of the name of a copy that is not whole yet."""
_WINDOW: Final = 8192
"""Bytes of the end that are read first."""
_GROWTH: Final = 8
"""How many times more are read while no good row is among them: a tail of zeros may be long."""
_LONGEST: Final = 1 << 24
"""Bytes of a line; what is longer is none."""
_SLICE: Final = 200
"""Pieces that are read at a time."""


class End(NamedTuple):
    """The good lines at the end of a copy, and where they end."""

    lines: Sequence[Line]
    last: int
    """The last row, 0 for none."""
    offset: int
    """Where the next line is to be written."""
    sound: bool
    """Whether nothing but the last write can be damaged: a power cut may have torn that."""
    torn: bool
    """Whether something follows the good lines, such as zeros."""


def read_end(content: bytes, begin: int) -> End:
    """Read the last bytes of a copy, which begin at an offset."""
    lines = []
    last = end = offset = 0
    torn = damaged = False
    for number, piece in enumerate(BytesIO(content)):
        line = decode(piece)
        offset += len(piece)
        if line:
            lines.append(line)
            last = line.id or last
            damaged = damaged or torn
        elif number == 0 and _is_start(piece, begin):
            pass
        elif piece.endswith(b"\n") and b"\0" not in piece:
            damaged = True
            continue
        else:
            torn = True
            continue
        end = offset
    return End(lines, last, begin + end, not damaged, end < len(content))


def _is_start(piece: bytes, begin: int) -> bool:
    """Return True for the header, and for half a line where less than all is read."""
    return begin > 0 or bool(read_tag(piece))


def find_end(handle: int) -> End:
    """Read the end of an open copy, as far back as it takes to find a row. Raises OSError."""
    size = os.fstat(handle).st_size
    span = _WINDOW
    while True:
        begin = max(size - span, 0)
        end = read_end(os.pread(handle, size - begin, begin), begin)
        if end.last or not begin:
            return end
        span *= _GROWTH


class CopyFile:
    """A copy that lines are appended to. Every method but `close` may raise OSError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tag = 0
        self.last = 0
        """The last row that is on disk."""
        self.size = 0
        """Where its good lines end, in bytes; more may follow that a power cut tore."""
        self._length: int | None = None
        """How long the file is; None after a failure, which may have left anything."""
        self._handle: int | None = None

    def open(self) -> End:
        """Open the copy, or make it; gives its end."""
        self.close()
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        self._handle = handle
        self.tag = read_tag(os.pread(handle, len(header(0)), 0))
        end = find_end(handle)
        self.last = end.last
        self.size = end.offset
        self._length = os.fstat(handle).st_size
        return end

    def in_place(self) -> bool:
        """Return whether the copy is open, and still has its name and its length: no editor wrote
        into it.
        """
        if self._handle is None:
            return False
        with contextlib.suppress(OSError):
            mine = os.fstat(self._handle)
            same = os.path.samestat(mine, os.stat(self.path))
            return same and self._length in (None, mine.st_size)
        return False

    def append(self, lines: Sequence[Line], tag: int) -> None:
        """Write lines after the good ones; when this returns they are on disk.

        After a failure the same bytes are written again: a disk that failed to flush may call it
        done the second time. tag: for a copy that is empty.
        """
        handle = self._handle
        if handle is None:
            raise OSError(errno.EBADF, f"{self.path.name} is not open")
        begins = not self.size
        content = b"".join([header(tag)] * begins + [encode(line) for line in lines])
        self._length = None
        os.ftruncate(handle, self.size)
        if os.pwrite(handle, content, self.size) != len(content):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if begins:
            os.fsync(handle)
            sync_folder(self.path)
            self.tag = tag
        else:
            os.fdatasync(handle)
        self.size += len(content)
        self._length = self.size
        self.last = max((line.id for line in lines), default=0) or self.last

    def close(self) -> None:
        """Let the copy go."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                os.close(self._handle)
            self._handle = None


def make(path: Path, tag: int, lines: Iterable[Line]) -> Path:
    """Write a whole copy beside its place; gives its name there. Raises OSError."""
    made = path.with_name(path.name + _NEW)
    with made.open("wb") as file:
        file.write(header(tag))
        file.writelines(map(encode, lines))
        file.flush()
        os.fsync(file.fileno())
    return made


def slices(path: Path) -> Iterator[list[bytes]]:
    """Read a copy, but for an end that was torn, a few pieces at a time.

    None where there is no copy.

    Raises OSError.
    """
    with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
        end = find_end(file.fileno())
        left = end.offset if end.sound else os.fstat(file.fileno()).st_size
        while left > 0:
            pieces = _read_slice(file, left)
            left -= sum(map(len, pieces))
            if not pieces[-1]:
                return
            yield pieces


def _read_slice(file: BinaryIO, most: int) -> list[bytes]:
    """Read the next lines, of so many bytes at most; an empty last one is the end of the file."""
    pieces = []
    for _ in range(_SLICE):
        piece = file.readline(min(most, _LONGEST))
        pieces.append(piece)
        most -= len(piece)
        if not piece or not most:
            break
    return pieces


def sync_folder(path: Path) -> None:
    """Write the names in the folder of a file to disk, where the file system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
