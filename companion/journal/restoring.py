"""Restoring: a backup, a copy of a journal, or a game of Hanab Live, merged into the games.

It is read as a journal is, and checked in slices. Then it is taken in, some games at a time, each
as a block of rows that ends with `whole`: one that was broken off is cut off by the next start, and
the same backup goes on where it was. Nothing is overwritten; the game on the table stays.
"""

import hashlib
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import Final

from companion import clock
from companion.errors import Damaged, NotARecord, StoreError, quantity
from companion.game.actions import parse_action
from companion.game.hanab_live import imported
from companion.game.record import Record, load_json
from companion.journal import events
from companion.journal.events import Began, Did, Event
from companion.journal.file import JournalFile, Piece
from companion.journal.kept import Kept
from companion.journal.lines import (
    BACKUP,
    END,
    PREFER,
    RESTORE,
    SETTING,
    STICKER,
    WHOLE,
    WITHDRAW,
    Line,
    encode,
    fields_of,
    header,
    new_tag,
    texts_of,
)
from companion.journal.merging import AT_ONCE, Merged
from companion.journal.reader import GamesReader, sentence, sitting_of
from companion.journal.sitting import EMPTY, Sitting
from companion.journal.store import Store
from companion.numbers import Json, is_integer

_LONGEST_NONSENSE: Final = 1 << 24
"""Bytes without a line that can be read, after which a text counts as no backup."""
_MOST_NAMED: Final = 5
"""How many games are named that are damaged."""
_BLOCKS: Final = 1 << 15
"""Bytes of games that are taken in at a time."""
_OF_A_DEVICE: Final = {"new": "previous", "withdraw": "game"}
"""The key of rows that is the number of a game on its device, by kind."""
_STILL: Final = "return"
"""The kind of events that change nothing of a game."""

RowToMerge = tuple[int, str, str, float]
"""A row without its number: its game, kind, data and time."""


class Match(StrEnum):
    """What is here of a game of a backup."""

    NEW = "games"
    """Nothing."""
    GROWN = "grown"
    """Its beginning."""
    KNOWN = "known"
    """All of it."""
    DIFFERS = "differ"
    """It went on otherwise here."""


class IncomingGame:
    """A game of a backup."""

    def __init__(self) -> None:
        self.spans: list[tuple[int, int]] = []
        """Where its lines lie in the text."""
        self.withdrawn = False
        self.id = ""
        self.match: Match | None = None
        """None for a damaged one."""
        self.number = 0
        """Its number here."""


class Restoring:
    """A backup on its way into the games."""

    def __init__(self) -> None:
        self.wrong = ""
        """Why this is no backup, "" for nothing."""
        self._text = tempfile.NamedTemporaryFile()  # noqa: SIM115
        self._file: Final = JournalFile(Path(self._text.name))
        self._size = 0
        self._lines = 1
        """How many lines it has, with the first one."""
        self._counted: int | None = None
        """How many its last line says that there are; None for a copy of a journal."""
        self._games: dict[int, IncomingGame] = {}
        self._kept = Kept()
        self._settings: dict[str, dict[str, str]] = {}
        self._problems: list[str] = []
        self._steps: Iterator[None] | None = None
        self._is_checked = False

    @property
    def fresh(self) -> int:
        """How many games are new here."""
        return sum(game.match == Match.NEW for game in self._games.values())

    def refusal(self, partial: bool) -> str:
        """Return the reason why it is not restored, "" for none.

        partial: what is whole of a damaged one is wanted.
        """
        if self.wrong or not self._is_checked:
            return self.wrong or "the backup was not checked yet"
        if self._problems and not partial:
            damage = "; ".join(self._problems)
            return f"{damage}. Nothing was restored; --partial takes in the games that are whole"
        return ""

    # It is read, and compared with what is here

    def feed(self, text: str) -> None:
        """Take some more of its text."""
        if self.wrong:
            return
        was_short = self._size < _LONGEST_NONSENSE
        self._size += self._text.write(text.encode("utf-8", "replace"))
        if was_short and self._size >= _LONGEST_NONSENSE:
            self._text.flush()
            self._file.open()
            if not any(piece.line for piece in self._file.pieces()):
                self.wrong = "no backup: none of its lines can be read"

    def check(self, store: GamesReader, seconds: float) -> bool:
        """Check for so long what is new in it; nothing is written. Return True at the end."""
        self._steps = self._steps or self._check(store.path.parent)
        until = time.monotonic() + seconds
        try:
            for _ in self._steps:
                if time.monotonic() > until:
                    return False
        except OSError as error:
            self.wrong = sentence(self._file.path, error)
        except StoreError as error:
            self.wrong = str(error)
        self._is_checked = True
        return True

    def _check(self, folder: Path) -> Iterator[None]:
        yield from self.read()
        with closing(GamesReader(folder)) as here:
            known = here.ids() if here.has_games else {}
            for name, game in self._games.items():
                try:
                    lines = self._story(name)
                    _check_game(name, lines)
                except Damaged as error:
                    self._problems.append(f"game {name}: {error}")
                    continue
                game.number = known.get(game.id, 0)
                game.match = _match(lines, here.story(game.number)) if game.number else Match.NEW
                yield
        left = len(self._problems) - _MOST_NAMED
        self._problems[_MOST_NAMED:] = [f"{left} more"] if left > 0 else []

    def read(self) -> Iterator[None]:
        """Read all of it, in slices; says what is wrong with it."""
        self._text.flush()
        try:
            self._translate()
            self._file.open()
        except NotARecord as error:
            self.wrong = f"no backup, and no game of Hanab Live: {error}"
        except StoreError as error:
            self.wrong = str(error).replace(str(self._file.path), "a backup that")
        if self.wrong:
            return
        merged = Merged(self._rows())
        for number, line in enumerate(merged):
            self._sort(line, merged.piece)
            if number % AT_ONCE == 0:
                yield
        self._judge(merged)

    def _translate(self) -> None:
        """Put a game of Hanab Live, which is JSON, as rows in the place of the text."""
        self._text.seek(0)
        start = self._text.read(_BLOCKS)
        if start.decode("utf-8-sig", "replace").lstrip().startswith("{"):
            content = (start + self._text.read()).decode("utf-8-sig", "replace")
            lines = lines_of_record(imported(load_json(content)))
            self._text.seek(0)
            self._text.truncate()
            self._text.writelines([header(new_tag()), *map(encode, lines)])
            self._text.flush()

    def _judge(self, merged: Merged) -> None:
        """Say what is wrong with it, and leave out the games that may have lost a row."""
        behind = merged.since + (self._counted == 0)
        if self._counted:
            # Lines that are gone before the last row leave a gap; the others were behind it.
            gone = self._counted - self._lines + merged.repeated - merged.missing
            behind += max(gone, 0)
        if behind:
            merged.doubt(behind + 1)
        for game in merged.doubtful:
            self._games.pop(game, None)
        damaged = merged.spoilt + merged.since + merged.repeated
        if damaged:
            self._problems.append(quantity(damaged, "damaged line"))
        if merged.lost:
            self._problems.append(f"{quantity(merged.lost, 'row')} missing")
        if self._counted == 0:
            self._problems.append("its end is missing")
        elif self._counted not in (None, self._lines):
            self._problems.append(f"it has {self._lines} lines of {self._counted}")
        if not self._file.tag and not merged.last:
            self.wrong = "no backup: its first line is not that of one"

    def _rows(self) -> Iterator[Piece]:
        """Yield the rows, and note what stands beside them."""
        for piece in self._file.pieces():
            self._lines += piece.begin > 0
            if piece.line and not piece.line.row:
                self._take_beside(piece.line)
            else:
                yield piece

    def _take_beside(self, line: Line) -> None:
        """Take a line that is no row."""
        texts = texts_of(line)
        if line.kind == BACKUP:
            self._counted = 0
        elif line.kind == END:
            count = fields_of(line).get("lines")
            self._counted = count + 2 if is_integer(count) else 0
        elif line.kind == SETTING and len(texts) == 3:
            self._settings.setdefault(texts[0], {})[texts[1]] = texts[2]

    def _sort(self, line: Line, piece: Piece | None) -> None:
        """Note what a row says, and where it lies."""
        self._kept.take(line)
        fields = fields_of(line)
        if line.kind == WITHDRAW and is_integer(fields.get("game")):
            self._games.get(fields["game"], IncomingGame()).withdrawn = True
        is_of_game = line.game and (line.is_event or line.kind == WHOLE)
        if piece is None or not is_of_game:
            return
        game = self._games.setdefault(line.game, IncomingGame())
        game.withdrawn = bool(fields.get("withdrawn"))
        if line.kind == "new":
            game.id = str(fields.get("id", ""))
        if game.spans and game.spans[-1][1] == piece.begin:
            game.spans[-1] = game.spans[-1][0], piece.end
        else:
            game.spans.append((piece.begin, piece.end))

    def _story(self, game: int) -> list[Line]:
        """Return the events of a game."""
        pieces = (piece for span in self._games[game].spans for piece in self._file.pieces(*span))
        lines = [piece.line for piece in pieces]
        return [line for line in lines if line and line.game == game and line.is_event]

    def games(self) -> Iterator[Sitting]:
        """Yield the games of a text that came whole, but for those that were taken back."""
        for _ in self.read():
            pass
        for number, game in self._games.items():
            if not game.withdrawn:
                yield sitting_of(number, self._story(number))

    # It is taken in

    def write(self, store: Store, base: int) -> Iterator[Json | None]:
        """Take it in, some games at a time; new ones are numbered after `base`.

        Yields at last the report, what the backup lacks, and the settings in it. Raises StoreError:
        then the same backup goes on later.
        """
        report = dict.fromkeys((*Match, "on_table", "name", "sticker", "preference"), 0)
        blocks: list[RowToMerge] = []
        for name, game in self._games.items():
            if game.match == Match.NEW:
                base += 1
                game.number = base
            rows = self._lacking(name, store, report)
            if game.match in (Match.KNOWN, Match.DIFFERS) or rows:
                report[game.match or ""] += 1
            blocks += rows
            if sum(len(data) for _, _, data, _ in blocks) >= _BLOCKS:
                store.merge(blocks)
                blocks = []
                yield None
        if blocks:
            store.merge(blocks)
        self._write_kept(store, report)
        table = self._games.get(self._kept.table, IncomingGame()).number
        if table and store.current() == EMPTY:
            store.merge([], table)
        yield {"report": report, "lacks": self._problems, "settings": self._settings}

    def take_in(self, store: Store, base: int | None = None) -> Json:
        """Take in all of it at once; gives what `write` gives."""
        *_, merged = self.write(store, store.latest() if base is None else base)
        return merged or {}

    def _lacking(self, name: int, store: Store, report: dict[str, int]) -> list[RowToMerge]:
        """Return the rows of a game that are not here, as a block."""
        game = self._games[name]
        here = 0
        if game.match == Match.GROWN:
            here = len(_moving(store.story(game.number)))
            if game.number == store.current().game:
                report["on_table"] = game.number
                return []
        elif game.match != Match.NEW:
            return []
        now = clock.now()
        later = _moving(self._story(name))[here:]
        rows = [(game.number, line.kind, self._renumbered(line), line.at) for line in later]
        end = json.dumps({"withdrawn": True} if game.withdrawn else {})
        return [(game.number, RESTORE, "{}", now), *rows, (game.number, WHOLE, end, now)]

    def _renumbered(self, line: Line) -> str:
        """Return the data of a row with the numbers that games have here."""
        if line.kind not in _OF_A_DEVICE:
            return line.data
        key = _OF_A_DEVICE[line.kind]
        fields = fields_of(line)
        other = self._games.get(fields.get(key, 0))
        return json.dumps({**fields, key: other.number if other else 0})

    def _write_kept(self, store: Store, report: dict[str, int]) -> None:
        """Write what is kept beside the games, and is not here."""
        now = clock.now()
        report["name"] = len(self._kept.names.keys() - store.kept.names.keys())
        rows = store.kept.lacking(self._kept)
        report["sticker"] = sum(kind == STICKER for kind, _ in rows)
        report["preference"] = sum(kind == PREFER for kind, _ in rows)
        if rows:
            store.merge([(0, kind, data, now) for kind, data in rows])


def lines_of_record(record: Record) -> list[Line]:
    """Return a game of which nobody knows when it was played as the rows of a backup.

    The same game has the same id.
    """
    story: list[Event] = [Began(record.setup, record.names)]
    story += [Did(parse_action(action)) for action in record.actions]
    rows = [events.write(event) for event in story]
    known_by = hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16]
    rows[0] = rows[0][0], json.dumps({"id": known_by, **json.loads(rows[0][1])})
    block = [(RESTORE, "{}"), *rows, (WHOLE, "{}")]
    return [Line(row, 1, kind, 0.0, data) for row, (kind, data) in enumerate(block, 1)]


def _check_game(game: int, lines: Sequence[Line]) -> None:
    """Raise Damaged where a game cannot be followed from its beginning to its end."""
    if [line.kind for line in lines[:1]] != ["new"] or not fields_of(lines[0]).get("id"):
        raise Damaged("its first row is not its beginning")
    if any(line.kind == "new" for line in lines[1:]):
        raise Damaged("it begins twice")
    sitting_of(game, lines)


def _match(came: Sequence[Line], here: Sequence[Line]) -> Match:
    mine, theirs = ([_essence(line) for line in _moving(lines)] for lines in (here, came))
    if mine[: len(theirs)] == theirs:
        return Match.KNOWN
    return Match.GROWN if theirs[: len(mine)] == mine else Match.DIFFERS


def _moving(lines: Sequence[Line]) -> list[Line]:
    """Return the events that change something of a game."""
    return [line for line in lines if line.kind != _STILL]


def _essence(line: Line) -> tuple[str, Json]:
    """Return the kind and the fields of a row, without numbers that are those of its device."""
    fields = fields_of(line)
    fields.pop(_OF_A_DEVICE.get(line.kind, ""), None)
    return line.kind, fields
