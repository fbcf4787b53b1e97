"""Salvage: everything that can still be read of a damaged file of games, page by page.

SQLite finds rows through the pages above them, so that one bad page can hide thousands of good rows
from it. Rows of events are never changed, so every page of theirs can be read for itself, wherever it
lies: in the file, or in the log beside it (SQLite's file format, sections 1.6, 2.1 and 4).
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import StoreError
from companion.game.cards import CARDS
from companion.table import events
from companion.table.events import Event
from companion.table.stickers import Sticker

_MAGIC: Final = b"SQLite format 3\0"
_PAGE: Final = 4096
_LEAF: Final = 0x0D
_WAL_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_LONGEST: Final = 1 << 20
_WIDTHS: Final = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)

Value = int | float | str | bytes | None


class Found(NamedTuple):
    """An event as it was saved; `at` is when, in seconds since 1970."""

    game: int
    event: Event
    at: float


class Salvaged(NamedTuple):
    """What could be read, the events by their ids."""

    events: dict[int, Found]
    preferences: dict[str, str]
    stickers: dict[str, Sticker]


def salvage(path: Path) -> Salvaged:
    """Read what there is in a damaged file and its log; changes neither.

    Raises:
        OSError: they cannot be read at all.
    """
    pages = _Pages(path)
    found = Salvaged({}, {}, {})
    for page, offset in pages.every():
        for rowid, row in _rows(page, offset, pages):
            _sort(found, rowid, row)
    return found


def _sort(found: Salvaged, rowid: int, row: list[Value]) -> None:
    """Put a row where it belongs, by its form; what belongs nowhere is left out."""
    match row:
        case [None, int(game), str(kind), str(data), (int() | float()) as at]:
            try:
                found.events[rowid] = Found(game, events.read(kind, data), float(at))
            except StoreError:
                return
        case [str(key), str(value)]:
            found.preferences[key] = value
        case [str(tag), str(deck), str(card)] if card in CARDS:
            found.stickers[tag] = Sticker(deck, CARDS[card])


class _Pages:
    """The pages of a file of games and its log."""

    def __init__(self, path: Path) -> None:
        self._file = path.read_bytes() if path.exists() else b""
        log = path.with_name(f"{path.name}-wal")
        self._log = log.read_bytes() if log.exists() else b""
        self._size = _page_size(self._file, self._log)
        self.usable = self._size - (self._file[20] if self._file.startswith(_MAGIC) else 0)
        self._newest = dict(self._frames())

    def every(self) -> Iterator[tuple[bytes, int]]:
        """Each page, older ones first, and where in it what it holds begins."""
        for number in range((len(self._file) + self._size - 1) // self._size):
            page = self._file[number * self._size : (number + 1) * self._size]
            yield page.ljust(self._size, b"\0"), 0 if number else 100
        for number, page in self._frames():
            yield page, 100 if number == 1 else 0

    def page(self, number: int) -> bytes:
        """The newest copy of a page; empty for one that is not there."""
        begin = (number - 1) * self._size
        return self._newest.get(number) or (self._file[begin : begin + self._size] if number > 0 else b"")

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        """The pages in the log that were written since it was begun last."""
        salts = self._log[16:24]
        step = _FRAME_HEADER + self._size
        for begin in range(_WAL_HEADER, len(self._log) - step + 1, step):
            if self._log[begin + 8 : begin + 16] == salts:
                number = int.from_bytes(self._log[begin : begin + 4], "big")
                yield number, self._log[begin + _FRAME_HEADER : begin + step]


def _page_size(file: bytes, log: bytes) -> int:
    """The size that the file says it has, or its log; else the usual one."""
    for size in (
        int.from_bytes(file[16:18], "big") if file.startswith(_MAGIC) else 0,
        int.from_bytes(log[8:12], "big"),
    ):
        size = 65536 if size == 1 else size
        if 512 <= size <= 65536 and size & (size - 1) == 0:
            return size
    return _PAGE


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
    """A row, with what of it lies on other pages.

    Raises:
        IndexError, ValueError, struct.error: it makes no sense.
    """
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
