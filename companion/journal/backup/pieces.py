"""A backup out of a store, in pieces: no press waits long for one of them.

The rows up to the last one at the beginning belong to it. They never change, so the table may play
on meanwhile.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from companion.errors import StoreError
from companion.journal.backup import head
from companion.journal.backup.head import Promise, Whole
from companion.journal.copy import rows
from companion.journal.copy.kept import NAMES, Kept
from companion.journal.copy.lines import Line, encode
from companion.journal.store import Store
from companion.numbers import Json

_COUNTS: Final = "SELECT count(*), count(DISTINCT nullif(game, 0)) FROM event"
_OF_GAME: Final = """
SELECT count(*), (SELECT withdrawn FROM game WHERE id = :game)
FROM event WHERE game = :game AND id <= :last
"""
_ROWS: Final = 200
_LONGEST: Final = 1 << 15
"""Rows, and bytes from which on there is no further one, in a piece."""


class PieceSource(Protocol):
    """What a backup is made of."""

    def begin(self) -> Json:
        """Return what the backup begins with."""

    def go_on(self, tag: str, after: int, last: int) -> Json:
        """Return the lines after a row."""


def whole(source: PieceSource, settings: Sequence[str] = ()) -> Iterator[str]:
    """Yield all of a backup, piece by piece, with these lines of settings at its end."""
    begun = source.begin()
    tag, last = begun["tag"], begun["last"]
    yield head.make(int(tag, 16), Promise(begun["lines"] + len(settings), last)).decode()
    after = 0
    while after < last:
        piece = source.go_on(tag, after, last)
        yield "".join(piece["lines"])
        after = piece["after"]
    yield "".join([*begun["kept"], *settings])


def begin(store: Store, people_only: bool = False) -> Json:
    """Return what a backup begins with: the store's tag, the number of lines, the last row, and
    the lines of what is kept beside the rows, which come last.

    people_only: of that the names alone.
    """
    db = store.open()
    changes = store.consult(lambda _: Kept().changes_to(rows.kept(db)))
    if people_only:
        changes = [line for line in changes if line.kind == NAMES]
    count, games = store.consult(lambda _: db.execute(_COUNTS).fetchone())
    return {
        "tag": f"{store.consult(rows.tag):08x}",
        "last": store.consult(rows.last),
        "lines": count + games + len(changes),
        "kept": list(map(_text, changes)),
    }


def go_on(store: Store, tag: int, after: int, last: int) -> Json:
    """Return the lines after a row, and the last row among them.

    Raises StoreError if the store is not the one in which the backup began.
    """
    if store.consult(rows.tag) != tag:
        raise StoreError("the games were mended since the backup began: make it again")
    lines = store.consult(lambda db: rows.between(db, range(after + 1, last + 1), _ROWS))
    piece = list(_not_too_long(lines))
    texts = []
    for line in piece:
        texts.append(_text(line))
        if line.kind == "new":
            texts.append(_text(_whole(store, line, last)))
    return {"lines": texts, "after": piece[-1].id if piece else last}


def _whole(store: Store, begun: Line, last: int) -> Line:
    """Return the line that says how many rows the game has that began with this one."""
    places = {"game": begun.game, "last": last}
    count, withdrawn = store.consult(lambda db: db.execute(_OF_GAME, places).fetchone())
    return head.whole_line(begun.game, Whole(count, bool(withdrawn)), begun.at)


def _not_too_long(lines: list[Line]) -> Iterator[Line]:
    """Yield the first lines; at least one of them, if there is one."""
    size = 0
    for line in lines:
        yield line
        size += len(line.data)
        if size >= _LONGEST:
            return


def _text(line: Line) -> str:
    return encode(line).decode()
