"""The file of the journal: lines are appended to its good end, and nothing before it changes.

Offsets are our own, never those of O_APPEND: what a failed write left behind the good end is
written over.
"""

import contextlib
import errno
import io
import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import StoreError
from companion.journal.lines import FORMAT, Line, decode, header, read_header

_BLOCK: Final = 1 << 16
"""Bytes that are read at once."""
_LONGEST: Final = 1 << 24
"""Bytes of the longest line that is read as one."""


class Piece(NamedTuple):
    """A line of the file as it stands there."""

    begin: int
    end: int
    raw: bytes
    """Without the end of the line."""
    line: Line | None
    """None where its sum is wrong."""
    plain: bool = True
    """Whether it is as it was written: an editor puts CR before the end of each line."""

    @property
    def is_half(self) -> bool:
        """Whether its end was not written."""
        return self.end - self.begin == len(self.raw) and b"\0" not in self.raw


class JournalMoved(StoreError):
    """The file has not its name any more, or is not as long as it was written."""


class JournalFile:
    """An open journal; every method may raise OSError."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self.end = 0
        """Where the next line is written."""
        self.tag = 0
        """0 where the first line is spoilt, or there is none."""
        self.writable = False
        self._handle: int | None = None

    def open(self, tag: int = 0) -> None:
        """Open the file, to be read only where it cannot be written; a tag makes a new one.

        Raises StoreError where another version wrote it.
        """
        self.close()
        kind = os.O_CREAT | os.O_EXCL if tag else 0
        # Without O_NONBLOCK a pipe by this name would wait for its other end.
        flags = os.O_NONBLOCK | os.O_CLOEXEC | kind
        try:
            self._handle = os.open(self.path, os.O_RDWR | flags, 0o644)
            self.writable = True
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS, errno.EISDIR):
                raise
            self._handle = os.open(self.path, os.O_RDONLY | flags)
            self.writable = False
        if tag:
            give_to_owner(self._handle, self.path.parent)
        if not stat.S_ISREG(os.fstat(self._handle).st_mode):
            self.close()
            raise IsADirectoryError(errno.EINVAL, "it is no plain file", str(self.path))
        self.tag = tag
        self.end = 0 if tag else self.size
        if not tag:
            self._read_header()

    def _read_header(self) -> None:
        first = os.pread(self._descriptor, 64, 0).split(b"\n")[0]
        found = read_header(first.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\r"))
        if found and found[0] != FORMAT:
            self.close()
            raise StoreError(
                f"{self.path} was written by another version of the companion (format {found[0]}):"
                " update this one"
            )
        self.tag = found[1] if found else 0

    @property
    def _descriptor(self) -> int:
        if self._handle is None:
            raise OSError(errno.EBADF, f"{self.path.name} is not open")
        return self._handle

    @property
    def is_open(self) -> bool:
        """Whether the file could be opened."""
        return self._handle is not None

    @property
    def size(self) -> int:
        """How long the file is."""
        return os.fstat(self._descriptor).st_size

    @property
    def can_append(self) -> bool:
        """Whether it begins as a journal does, and can be written."""
        return bool(self.tag) and self.writable

    @property
    def in_place(self) -> bool:
        """Whether the open file has its name still."""
        with contextlib.suppress(OSError):
            return os.path.samestat(os.fstat(self._descriptor), os.stat(self.path))
        return False

    def close(self) -> None:
        """Let the file go."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                os.close(self._handle)
            self._handle = None

    # Reading

    def pieces(self, begin: int = 0, end: int | None = None) -> Iterator[Piece]:
        """Read the lines from an offset on, but for the first one of the file.

        end: by default that of the good lines, also of those that are written meanwhile.
        """
        at = begin
        block = _BLOCK
        while (left := (self.end if end is None else end) - at) > 0:
            content = os.pread(self._descriptor, min(block, left), at)
            whole = content.rfind(b"\n") + 1
            if not whole and len(content) == block < _LONGEST:
                block *= 8  # a long line
                continue
            if not content:
                return
            block = _BLOCK
            for raw in io.BytesIO(content[: whole or len(content)]):
                if at or not self.tag:
                    yield _piece(at, raw)
                at += len(raw)

    def tail(self, window: int) -> list[Piece]:
        """Return the lines within so many bytes before the end, the first one whole."""
        begin = max(self.size - window, 0)
        pieces = list(self.pieces(begin, self.size))
        return pieces[1:] if begin else pieces

    def copy(self, begin: int, end: int, target: int) -> None:
        """Append a part of the file to another one."""
        while begin < end:
            content = os.pread(self._descriptor, min(1 << 20, end - begin), begin)
            if not content:
                raise OSError(errno.EIO, f"{self.path.name} became shorter")
            write_all(target, content)
            begin += len(content)

    # Writing

    def append(self, content: bytes) -> None:
        """Write lines after the good ones; when this returns they are on disk.

        A failed flush proves nothing: the same bytes have to be written again, by a fresh
        descriptor. Raises JournalMoved, with nothing written.
        """
        handle = self._descriptor
        if not self.in_place:
            raise JournalMoved(f"{self.path} is not the file any more that it was")
        size = self.size
        if size < self.end:
            raise JournalMoved(f"{self.path} is shorter than it was written")
        begins = not self.end
        if begins:
            content = header(self.tag) + content
        if size != self.end:
            os.ftruncate(handle, self.end)
        if os.pwrite(handle, content, self.end) != len(content):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if begins:
            os.fsync(handle)
            sync_folder(self.path)
        else:
            os.fdatasync(handle)
        self.end += len(content)

    def cut_end(self) -> None:
        """Cut what is torn after the good lines; where that fails, the next line does it."""
        with contextlib.suppress(OSError):
            if self.can_append and self.size > self.end:
                os.ftruncate(self._descriptor, self.end)
                os.fdatasync(self._descriptor)

    def refresh(self) -> None:
        """Open the file anew: what a failed flush left in this descriptor is not trusted."""
        end, tag = self.end, self.tag
        fresh = JournalFile(self.path)
        fresh.open()
        if fresh.tag != tag and end:
            fresh.close()
            raise JournalMoved(f"{self.path} is not the file any more that it was")
        self.close()
        self._handle, self.writable = fresh._handle, fresh.writable

    def exchange(self, made: Path, tag: int) -> None:
        """Put a new file, whole and on disk, in the place of this one, and go on with it."""
        made.replace(os.path.realpath(self.path))
        sync_folder(self.path)
        self.open()
        self.tag = tag


def _piece(at: int, raw: bytes) -> Piece:
    text = raw.removesuffix(b"\n")
    line = decode(text) if raw.endswith(b"\n") else None
    plain = line is not None
    if not plain and raw.endswith(b"\r\n"):
        text = text[:-1]
        line = decode(text)
    return Piece(at, at + len(raw), text, line, plain)


def is_journal(path: Path) -> bool:
    """Return True if a file begins like a journal."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return read_header(file.readline(64).rstrip(b"\r\n")) is not None
    except OSError:
        return False


def set_aside(path: Path, why: str, beside: Sequence[str] = ()) -> Path:
    """Rename a file to one that is kept, `damaged` or `other`; gives its name.

    beside: the ends of the names of what lies beside it, and goes with it.
    """
    aside = _free(path, why)
    path.rename(aside)
    for end in beside:
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
    sync_folder(path)
    return aside


def keep(path: Path, why: str) -> Path:
    """Keep a file under another name too, before a new one takes its own; gives that name."""
    real = Path(os.path.realpath(path))
    aside = _free(real, why)
    try:
        os.link(real, aside)
    except OSError:  # a file system without links
        shutil.copy(real, aside)
    return aside


def _free(path: Path, why: str) -> Path:
    """Return a name that is not taken yet."""
    numbers = (path.with_name(f"{path.stem}.{why}-{number}{path.suffix}") for number in count(1))
    return next(aside for aside in numbers if not os.path.lexists(aside))


def give_to_owner(file: int | Path, folder: Path) -> None:
    """Give what root made in a folder to the owner of the folder."""
    if os.geteuid() == 0:
        owner = folder.stat()
        with contextlib.suppress(OSError):
            os.chown(file, owner.st_uid, owner.st_gid)


def write_all(handle: int, content: bytes) -> None:
    """Write all of it. Raises OSError."""
    while content:
        written = os.write(handle, content)
        content = content[written:]


def sync_folder(path: Path) -> None:
    """Write the names in the folder of a file to disk, where the file system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
