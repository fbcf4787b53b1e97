"""Salvage: everything that can still be read of a damaged file of games, page by page.

SQLite finds rows through the pages above them, so one bad page can hide thousands of good rows. Rows of
events never change, so each of their pages is read for itself here, whether it lies in the file or in the
log beside it (SQLite's file format, sections 1.6, 2.1 and 4).
"""

import math
import mmap
import struct
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from companion.errors import StoreError
from companion.game.cards import CARDS
from companion.table import events
from companion.table.damage import wal
from companion.table.events import Event
from companion.table.sqlite import FILE_HEADER, MAGIC, beside

_LEAF: Final = 0x0D
_LONGEST: Final = 1 << 20
_WIDTHS: Final = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)

Value = int | float | str | bytes | None

EVENT: Final = "INSERT OR REPLACE INTO found.event (id, game, kind, data, at) VALUES (?, ?, ?, ?, ?)"
PREFERENCE: Final = "INSERT OR REPLACE INTO preference (key, value) VALUES (?, ?)"
STICKER: Final = "INSERT OR REPLACE INTO sticker (tag, deck, card) VALUES (?, ?, ?)"

Found = tuple[str, tuple[Value, ...]]
"""What was read, as one of these statements and its values."""


def salvage(path: Path) -> Iterator[Found]:
    """Read a damaged file and its log, a little at a time, the newest copy of a row last. Raises OSError."""
    pages = _Pages(path)
    for number, page, newest in pages.every():
        for rowid, row in _rows(page, FILE_HEADER if number == 1 else 0, pages):
            if (found := _sort(rowid, row, newest)) is not None:
                yield found


def _sort(rowid: int, row: list[Value], newest: bool) -> Found | None:
    """The statement that keeps a row, by the row's form; None for a row of no table that is kept.

    newest: whether it stands in the newest copy of its page; of rows that can change only that one counts.
    """
    match row:
        case [None, int(game), str(kind), str(data), (int() | float()) as at] if math.isfinite(at):
            return (EVENT, (rowid, game, kind, data, float(at))) if event_of(kind, data) else None
        case [str(key), str(value)] if newest:
            return PREFERENCE, (key, value)
        case [str(tag), str(deck), str(card)] if newest and card in CARDS:
            return STICKER, (tag, deck, card)
    return None


@lru_cache(maxsize=4096)
def event_of(kind: str, data: str) -> Event | None:
    """The event of a row, None where it is none; most rows are like others."""
    try:
        return events.read(kind, data)
    except StoreError:
        return None


class _Pages:
    """The pages of a file of games and its log."""

    def __init__(self, path: Path) -> None:
        self._file = _mapped(path)
        log = beside(path)
        content = log.read_bytes() if log.exists() else b""
        self._size = _page_size(self._file, content)
        reserved = self._file[20:21] if self._file[:16] == MAGIC else b""
        self.usable = self._size - int.from_bytes(reserved, "big")
        self._log = list(wal.good(content)) if wal.page_size(content) == self._size else []
        self._newest = dict(self._log)

    def every(self) -> Iterator[tuple[int, bytes, bool]]:
        """Each page, older ones first: its number, its bytes, and whether it is the newest copy."""
        for number in range(1, len(self._file) // self._size + 2):
            yield number, self._in_file(number).ljust(self._size, b"\0"), number not in self._newest
        for number, page in self._log:
            yield number, page, page is self._newest[number]

    def page(self, number: int) -> bytes:
        """The newest copy of a page; empty for one that is not there."""
        return self._newest.get(number) or (self._in_file(number) if number > 0 else b"")

    def _in_file(self, number: int) -> bytes:
        return self._file[(number - 1) * self._size : number * self._size]


def _mapped(path: Path) -> bytes | mmap.mmap:
    """A file as bytes that the system reads as they are wanted, and lets go."""
    if not path.exists() or not path.stat().st_size:
        return b""
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _page_size(file: bytes | mmap.mmap, log: bytes) -> int:
    """The size of a page by the header of the file, or else of its log; else the usual one."""
    size = int.from_bytes(file[16:18], "big") if file[:16] == MAGIC else 0
    size = 65536 if size == 1 else size
    return size if wal.is_page_size(size) else wal.page_size(log)


def _rows(page: bytes, offset: int, pages: _Pages) -> Iterator[tuple[int, list[Value]]]:
    """The rows of a page that holds some of a table, each with its id; what makes no sense is left out."""
    if page[offset] != _LEAF:
        return
    count = int.from_bytes(page[offset + 3 : offset + 5], "big")
    pointers = page[offset + 8 : offset + 8 + 2 * count]
    for place in range(0, len(pointers) - 1, 2):
        try:
            yield _cell(page, int.from_bytes(pointers[place : place + 2], "big"), pages)
        except (IndexError, ValueError, struct.error):
            continue


def _cell(page: bytes, place: int, pages: _Pages) -> tuple[int, list[Value]]:
    """A row, with what of it lies on other pages. Raises IndexError, ValueError or struct.error."""
    length, place = _varint(page, place)
    rowid, place = _varint(page, place)
    if length > _LONGEST:
        raise ValueError(length)
    here = _local(length, pages.usable)
    payload = page[place : place + here]
    following = int.from_bytes(page[place + here : place + here + 4], "big")
    while len(payload) < length:
        more = pages.page(following)
        if len(more) < 5:
            raise ValueError(following)
        following = int.from_bytes(more[:4], "big")
        payload += more[4 : pages.usable][: length - len(payload)]
    return rowid, _record(payload)


def _local(length: int, usable: int) -> int:
    """How much of a row lies on its own page."""
    if length <= usable - 35:
        return length
    least = (usable - 12) * 32 // 255 - 23
    here = least + (length - least) % (usable - 4)
    return here if here <= usable - 35 else least


def _record(payload: bytes) -> list[Value]:
    size, place = _varint(payload, 0)
    types = []
    while place < size:
        kind, place = _varint(payload, place)
        types.append(kind)
    row: list[Value] = []
    place = size
    for kind in types:
        width = _WIDTHS[kind] if kind < len(_WIDTHS) else (kind - 12) // 2
        raw = payload[place : place + width]
        if len(raw) < width:
            raise ValueError(kind)
        row.append(_value(kind, raw))
        place += width
    return row


def _value(kind: int, raw: bytes) -> Value:
    match kind:
        case 0:
            return None
        case 7:
            number: float = struct.unpack(">d", raw)[0]
            return number
        case 8 | 9:
            return kind - 8
        case _ if kind < 7:
            return int.from_bytes(raw, "big", signed=True)
        case _ if kind >= 12:
            return raw if kind % 2 == 0 else raw.decode()
    raise ValueError(kind)


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next thing begins."""
    value = 0
    for _ in range(8):
        byte = data[place]
        place += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place
    return value << 8 | data[place], place + 1
