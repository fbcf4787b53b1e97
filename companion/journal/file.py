"""The file of the journal: lines are appended to its good end, and nothing before it changes.

Offsets are our own, never those of O_APPEND: what a failed write left behind the good end is
written over.
"""

import contextlib
import errno
import io
import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import StoreError
from companion.journal.lines import (
    FORMAT,
    NAME,
    Line,
    decode,
    header,
    is_a_bit_off,
    read_header,
)

_BLOCK: Final = 1 << 16
"""Bytes that are read at once."""
_LONGEST: Final = 1 << 24
"""Bytes of the longest line that is read as one."""
_SPAN: Final = 1 << 20
"""Bytes that are searched at once."""
_TAIL: Final = 256
"""Bytes before the end by which a file is known again."""


class Piece(NamedTuple):
    """A line of the file as it stands there."""

    begin: int
    end: int
    line: Line | None
    """None where its sum is wrong."""
    plain: bool
    """Whether it is as it was written: an editor puts CR before the end of each line."""
    half: bool
    """Whether its end was not written."""


class OtherVersion(StoreError):
    """The first line names another format."""


class JournalFile:
    """An open journal; every method may raise OSError."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self.end = 0
        """Where the next line is written."""
        self.tag = 0
        """0 where nobody knows it."""
        self.begins_well = True
        """Whether the first line is as it was written."""
        self.has_others = False
        """Whether lines of another journal were met behind its own; they are passed over."""
        self.writable = False
        self._handle: int | None = None
        self._is_doubtful = False
        """Whether a write failed: what that left in this descriptor is not trusted."""
        self._mark: tuple[int, ...] = ()
        """The file, its length and its time, which stay while nobody else writes to it."""
        self._tail = b""
        """The bytes before its end."""

    def open(self, tag: int = 0, known: int = 0) -> None:
        """Open the file, to be read only where it cannot be written; a tag makes a new one.

        Raises OtherVersion, unless one flipped bit makes its first line that of a known tag.
        """
        self.close()
        self._handle, self.writable = self._open_descriptor(os.O_CREAT | os.O_EXCL if tag else 0)
        self.tag = tag
        self.end = 0 if tag else self.size
        self.begins_well = True
        self.has_others = self._is_doubtful = False
        if tag:
            give_to_owner(self._handle, self.path.parent)
        else:
            first = self.read(0, min(64, self.end)).split(b"\n")[0]
            # An editor may have put a byte order mark before it, and CR behind it.
            first = first.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\r")
            found = read_header(first)
            number, self.tag = found or (0, 0)
            self.begins_well = number == FORMAT
            if not (self.begins_well or found is None or is_a_bit_off(first, header(known)[:-1])):
                self.close()
                raise OtherVersion(
                    f"{self.path} was written by another version of the companion (format"
                    f" {number}): update this one"
                )
        self._note_state()

    def _open_descriptor(self, how: int) -> tuple[int, bool]:
        """Open the file. Return its descriptor, and whether it can be written."""
        # Without O_NONBLOCK a pipe by this name would wait for its other end.
        how |= os.O_NONBLOCK | os.O_CLOEXEC
        writable = True
        try:
            handle = os.open(self.path, os.O_RDWR | how, 0o644)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS, errno.EISDIR):
                raise
            handle = os.open(self.path, os.O_RDONLY | how)
            writable = False
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise IsADirectoryError(errno.EINVAL, "it is no plain file", str(self.path))
        return handle, writable

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

    def close(self) -> None:
        """Let the file go."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                os.close(self._handle)
            self._handle = None

    # A restore whose client left is dropped with its file open.
    def __del__(self) -> None:
        self.close()

    # Reading

    def read(self, begin: int, end: int) -> bytes:
        """Return a part of the file."""
        content = os.pread(self._descriptor, end - begin, begin)
        if len(content) < end - begin:
            raise OSError(errno.EIO, f"{self.path.name} became shorter")
        return content

    def pieces(self, begin: int = 0, end: int | None = None) -> Iterator[Piece]:
        """Read the lines from an offset on, but for the first one of the file.

        Blank ones are left out. end: by default that of the good lines, also of those that are
        written meanwhile.
        """
        at = begin
        block = _BLOCK
        is_other = False
        first = int(self.begins_well)
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
                if raw.startswith(NAME):
                    is_other = self._begins_others(at, raw)
                elif not (is_other or at < first) and raw.strip():
                    yield _piece_at(at, raw)
                at += len(raw)

    def _begins_others(self, at: int, raw: bytes) -> bool:
        """Return True if a first line is that of another journal, joined or laid there."""
        if not (at or self.begins_well):
            return False
        _, tag = read_header(raw.strip()) or (0, self.tag)
        self.tag = self.tag or tag
        self.has_others |= tag != self.tag
        return tag != self.tag

    def is_joined(self) -> bool:
        """Return True if a first line stands among the others: sooner told than by reading them."""
        at = 0
        while len(content := os.pread(self._descriptor, _SPAN, at)) > len(NAME):
            if b"\n" + NAME in content:
                return True
            at += len(content) - len(NAME)
        return False

    def lines_with(self, words: re.Pattern[bytes]) -> Iterator[Line]:
        """Yield the good lines in which some words are found: sooner than by reading them all."""
        at = 0
        while content := os.pread(self._descriptor, _SPAN, at):
            whole = content.rfind(b"\n") + 1 or len(content)
            for found in words.finditer(content, 0, whole):
                begin = content.rfind(b"\n", 0, found.start()) + 1
                line = decode(content[begin : content.find(b"\n", found.end())].strip())
                if line:
                    yield line
            at += whole

    def last_pieces(self, window: int) -> list[Piece]:
        """Return the lines within so many bytes before the end, the first one whole."""
        begin = max(self.size - window, 0)
        pieces = list(self.pieces(begin, self.size))
        return pieces[1:] if begin else pieces

    # Writing

    @property
    def is_touched(self) -> bool:
        """Whether another program may have written to the file, or taken its name."""
        try:
            return self._is_doubtful or self._mark != _mark_of(os.stat(self.path))
        except OSError:
            return True

    def is_as_left(self) -> bool:
        """Return True if what has the name is what was written; it is gone on with then.

        A file that an editor saved unchanged is another one, with the same lines.
        """
        try:
            handle, writable = self._open_descriptor(0)
        except (FileNotFoundError, IsADirectoryError):
            return False
        size = os.fstat(handle).st_size
        start = header(self.tag) if self.end else b""
        there = os.pread(handle, len(start), 0)
        there += os.pread(handle, len(self._tail), self.end - len(self._tail))
        # What a failed write left behind the end is written over.
        fits = size == self.end or (self._is_doubtful and size > self.end)
        if fits and there == start + self._tail:
            self.close()
            self._handle, self.writable = handle, writable
            self._note_state()
            return True
        os.close(handle)
        return False

    def append_lines(self, content: bytes) -> None:
        """Write lines after the good ones; when this returns they are on disk.

        A failed flush proves nothing: the same bytes have to be written again, by a fresh
        descriptor, which `is_as_left` opens.
        """
        handle = self._descriptor
        size = self.size
        self._is_doubtful = True
        if size != self.end:
            os.ftruncate(handle, self.end)
        if not self.end:
            content = header(self.tag) + content
        if os.pwrite(handle, content, self.end) != len(content):
            # So much of it had room.
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self.end:  # the new length is written too, and the name is on disk already
            os.fdatasync(handle)
        else:
            os.fsync(handle)
            sync_folder(self.path)
        self.end += len(content)
        self._is_doubtful = False
        self._note_state(content)

    def _note_state(self, written: bytes = b"") -> None:
        """Note how the file is left, whose last bytes were written, or are read."""
        self._mark = _mark_of(os.fstat(self._descriptor))
        begin = max(self.end - _TAIL, 0)
        self._tail = written[-_TAIL:] or os.pread(self._descriptor, self.end - begin, begin)

    def cut_end(self, end: int) -> None:
        """Cut what is torn after the good lines; where that fails, the next line does it."""
        self.end = end
        with contextlib.suppress(OSError):
            if self.writable and self.size > end:
                os.ftruncate(self._descriptor, end)
                os.fdatasync(self._descriptor)
        self._note_state()

    def exchange_file(self, made: Path) -> None:
        """Put a new file, whole and on disk, in the place of this one, and go on with it."""
        made.replace(real_place(self.path))
        sync_folder(self.path)
        self.open()


def _mark_of(state: os.stat_result) -> tuple[int, ...]:
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def _piece_at(at: int, raw: bytes) -> Piece:
    text = raw.removesuffix(b"\n")
    line = decode(text)
    plain = line is not None and text != raw
    # Zeros are what a power cut leaves of a block, and no half of a line.
    half = line is None and text == raw and b"\0" not in raw
    # An editor puts CR before the end of a line, a mail blanks; the last one may have lost its end.
    return Piece(at, at + len(raw), line or decode(text.strip()), plain, half)


def good_lines(pieces: Iterable[Piece]) -> Iterator[Line]:
    """Yield the good lines among pieces."""
    return (piece.line for piece in pieces if piece.line)


def set_aside(path: Path, why: str, beside: Sequence[str] = ()) -> str:
    """Rename a file to one that is kept, `damaged` or `other`. Return its name.

    beside: the ends of the names of what lies beside it, and goes with it.
    """
    aside = _free_name(path, why)
    path.rename(aside)
    for end in beside:
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
    sync_folder(path)
    return aside.name


def keep_old(path: Path, why: str) -> str:
    """Keep a file under another name too, before a new one takes its own. Return that name."""
    real = real_place(path)
    aside = _free_name(real, why)
    try:
        os.link(real, aside)
    except OSError:  # a file system without links
        shutil.copy(real, aside)
    return aside.name


def real_place(path: Path) -> Path:
    """Return where a file lies, or belongs, that a link may lead to. A link to a device, a pipe or
    a folder leads to no such place: it is itself what a file replaces.
    """
    real = Path(os.path.realpath(path))
    return real if real.is_file() or not real.exists() else path


def _free_name(path: Path, why: str) -> Path:
    numbers = (path.with_name(f"{path.stem}.{why}-{number}{path.suffix}") for number in count(1))
    return next(aside for aside in numbers if not os.path.lexists(aside))


def give_to_owner(file: int | Path, folder: Path) -> None:
    """Give what root made in a folder to the owner of the folder."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # a browser's Python has no users
        owner = folder.stat()
        with contextlib.suppress(OSError):
            os.chown(file, owner.st_uid, owner.st_gid)


def sync_folder(path: Path) -> None:
    """Write the names in the folder of a file to disk, where the file system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
