"""Intake: the text of a backup, read as it comes, with all that is wrong with it.

Its rows lie in a database of their own, so that memory does not grow with them; SQLite deletes its
file by itself.
"""

import math
import sqlite3
from typing import Final

from companion.errors import BadInput
from companion.journal.backup import head
from companion.journal.backup.head import Promise
from companion.journal.copy import kept
from companion.journal.copy.kept import Kept
from companion.journal.copy.lines import FORMAT, Line, decode, read_header
from companion.journal.events import Began, event_of
from companion.journal.statistics.standings import real_names

MOST_DAMAGED: Final = 1000
"""Damaged lines in a row at the beginning, after which a text counts as no backup."""
LONGEST: Final = 1 << 24
"""Bytes of a line; what is longer is none."""
_SCHEMA: Final = """
CREATE TABLE row (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL,
    at REAL NOT NULL
);
CREATE TABLE whole (game INTEGER PRIMARY KEY, rows INTEGER NOT NULL, withdrawn INTEGER);
CREATE TABLE doubtful (game INTEGER PRIMARY KEY);
"""
_KEPT: Final = (kept.PREFER, kept.STICKER, kept.UNSTICKER)
_HIGHEST: Final = 1 << 62
"""From here on a number is none of a row or of a game."""
_MARK: Final = b"\xef\xbb\xbf"
"""What some editors write at the beginning of a text."""


class NoBackup(BadInput):
    """A text that is no backup, or none of a format that is read here."""


class Intake:
    """The text of a backup as far as it came."""

    def __init__(self) -> None:
        self.db: Final = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        """The rows (`row`), what is said of each game (`whole`), and which may lack rows
        (`doubtful`)."""
        self.db.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_SCHEMA}")
        self.tag = 0
        """Of the store that the backup is of; 0 where the first line is damaged."""
        self.promise: Promise | None = None
        """What its head says of it; a copy has no head."""
        self.kept: Final = Kept()
        self.names: dict[str, None] = {}
        """The names that it offers, the one used last at the end."""
        self.settings: dict[str, dict[str, str]] = {}
        self.damaged: list[int] = []
        """The numbers of the lines whose sum is wrong."""
        self.unknown: list[tuple[int, str]] = []
        """The numbers and kinds of the lines that a later version wrote."""
        self.contradictions: list[int] = []
        """The numbers of the rows that stand there twice, and differ."""
        self.torn = False
        """Whether the last line is half written."""
        self.headless = False
        """Whether the first line is damaged."""
        self._rest = b""
        self._number = 0
        self._others = 0
        """How many lines of what is kept beside the rows there were."""

    @property
    def has_anything(self) -> bool:
        """Whether a line of it could be read."""
        return bool(self._others or self.promise or self.count_rows())

    def count_rows(self) -> int:
        """Return how many rows came."""
        return int(self.db.execute("SELECT count(*) FROM row").fetchone()[0])

    def count_lines(self) -> int:
        """Return how many good lines came after the head."""
        return self.count_rows() + self._others

    def feed(self, text: str) -> None:
        """Take some more of the text. Raises NoBackup."""
        *pieces, self._rest = (self._rest + text.encode("utf-8", "replace")).split(b"\n")
        for piece in pieces:
            self._take(piece)
        if len(self._rest) > LONGEST:
            raise NoBackup("no backup: a line is too long")

    def end(self) -> None:
        """Take the end of the text, whose last line may lack its own. Raises NoBackup."""
        if self._rest:
            before = len(self.damaged)
            self._take(self._rest)
            self.torn = len(self.damaged) > before
            if self.torn:
                self.damaged.pop()
        self._rest = b""
        begins = self._number and not self.headless
        if not begins and not self.has_anything:
            raise NoBackup("no backup: its first line is not that of one")

    def _take(self, piece: bytes) -> None:
        self._number += 1
        piece = piece.removesuffix(b"\r")
        if self._number == 1:
            self._take_header(piece.removeprefix(_MARK))
            return
        line = decode(piece + b"\n")
        if line is None or not _is_sane(line):
            self.damaged.append(self._number)
            if len(self.damaged) >= MOST_DAMAGED and not self.has_anything:
                raise NoBackup("no backup: none of its lines can be read")
        elif line.id:
            self._take_row(line)
        else:
            self._take_kept(line)

    def _take_header(self, piece: bytes) -> None:
        header = read_header(piece + b"\n")
        self.headless = header is None
        if header is None:
            return
        number, self.tag = header
        if number not in head.FORMATS:
            which = "later" if number > FORMAT else "earlier"
            raise NoBackup(
                f"a backup of the format {number}, of a much {which} version; this companion reads"
                f" {head.FORMATS[0]} to {head.FORMATS[-1]}"
            )

    def _take_row(self, line: Line) -> None:
        added = self.db.execute(
            "INSERT OR IGNORE INTO row (id, game, kind, data, at) VALUES (?, ?, ?, ?, ?)", line
        )
        if not added.rowcount:
            there = self.db.execute("SELECT * FROM row WHERE id = ?", (line.id,)).fetchone()
            if there != tuple(line):
                self.contradictions.append(line.id)
                games = [(line.game,), (there[1],)]
                self.db.executemany("INSERT OR IGNORE INTO doubtful (game) VALUES (?)", games)
            return
        began = event_of(line.kind, line.data) if line.kind == "new" else None
        if isinstance(began, Began):
            self._name(*reversed(real_names(began.names)))

    def _name(self, *names: str) -> None:
        for name in names:
            self.names.pop(name, None)
            self.names[name] = None

    def _take_kept(self, line: Line) -> None:
        """Take what is kept beside the rows."""
        match line.kind, kept.read(line):
            case head.BACKUP, _ if promise := head.read_promise(line):
                self.promise = promise
                return
            case head.WHOLE, _ if whole := head.read_whole(line):
                self.db.execute(
                    "INSERT OR IGNORE INTO whole (game, rows, withdrawn) VALUES (?, ?, ?)",
                    (line.game, *whole),
                )
            case head.SETTING, (file, key, value):
                self.settings.setdefault(file, {})[key] = value
            case kept.NAMES, names:
                self.names.clear()
                self._name(*names)
            case kind, _ if kind in _KEPT:
                self.kept.add(line)
            case kind, _:
                self.unknown.append((self._number, kind))
        self._others += 1


def _is_sane(line: Line) -> bool:
    """Return True if the numbers of a line are some that a store can hold."""
    return 0 <= line.id < _HIGHEST and 0 <= line.game < _HIGHEST and math.isfinite(line.at)
