"""SQLite's log beside a file: which of its pages count, checked one by one (SQLite's file format, section 4).

SQLite itself stops at the first damaged page, and takes everything after it for leftovers.
"""

import struct
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from companion.table.sqlite import beside

HEADER: Final = 32
_FRAME: Final = 24
_MAGIC: Final = 0x377F0682
_PAGE: Final = 4096
_WORD: Final = 0xFFFFFFFF
_USED: Final = slice(16, 20)
"""Where the index beside the log has the number of pages that SQLite found to be good."""


class Frame(NamedTuple):
    """A page in the log: where it lies there, its number, whether it ends a transaction."""

    begin: int
    page: int
    commits: bool


def is_page_size(size: int) -> bool:
    """Whether SQLite has pages of so many bytes."""
    return 512 <= size <= 65536 and size & (size - 1) == 0


def page_size(log: bytes) -> int:
    """The size of the pages in a log; the usual one where its header makes no sense."""
    size = int.from_bytes(log[8:12], "big")
    return size if is_page_size(size) else _PAGE


def written(log: bytes) -> Iterator[Frame]:
    """The pages that were written since the log was begun last, good or damaged, as far as they are whole."""
    step = _FRAME + page_size(log)
    begins = range(HEADER, len(log) - step + 1, step)
    salts = log[16:24]
    if not _header_is_good(log):
        salts = next(iter(Counter(log[begin + 8 : begin + 16] for begin in begins).most_common(1)), (b"",))[0]
    for begin in begins:
        if log[begin + 8 : begin + 16] == salts:
            page, size = struct.unpack_from(">II", log, begin)
            yield Frame(begin, page, size > 0)


def good(log: bytes) -> Iterator[tuple[int, bytes]]:
    """The pages of all transactions that were finished, by their numbers, but for damaged ones."""
    size = page_size(log)
    order = _order(log)
    waiting: list[tuple[int, bytes]] = []
    for begin, page, commits in written(log):
        before = log[begin - size - 8 : begin - size] if begin > HEADER else log[24:32]
        content = log[begin + _FRAME : begin + _FRAME + size]
        if _checksum(log[begin : begin + 8] + content, before, order) == log[begin + 16 : begin + 24]:
            waiting.append((page, content))
        if commits:
            yield from waiting
            waiting.clear()


def overlooked(path: Path) -> bool:
    """Whether the log of an open file has finished transactions that SQLite does not see. Raises OSError.

    The last one may be torn: nothing ever said that it is on disk.
    """
    log, index = beside(path), beside(path, "-shm")
    if not index.exists() or not log.exists() or log.stat().st_size <= HEADER:
        return False
    with index.open("rb") as file:
        used = int.from_bytes(file.read(_USED.stop)[_USED], sys.byteorder)
    content = log.read_bytes()
    seen = HEADER + used * (_FRAME + page_size(content))
    unseen = [frame for frame in written(content) if frame.begin >= seen]
    return any(frame.commits for frame in unseen[:-1])


def _order(log: bytes) -> str:
    """The byte order of the numbers that are summed up: that of the machine which wrote the log."""
    magic = int.from_bytes(log[:4], "big")
    if magic & ~1 != _MAGIC:
        return "<" if sys.byteorder == "little" else ">"
    return ">" if magic & 1 else "<"


def _header_is_good(log: bytes) -> bool:
    return len(log) >= HEADER and _checksum(log[:24], bytes(8), _order(log)) == log[24:32]


def _checksum(data: bytes, before: bytes, order: str) -> bytes:
    """The sums over data, continued from those of what came before it."""
    first, second = struct.unpack(">II", before)
    numbers = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for one, other in zip(numbers, numbers, strict=True):
        first = (first + one + second) & _WORD
        second = (second + other + first) & _WORD
    return struct.pack(">II", first, second)
