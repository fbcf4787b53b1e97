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
from typing import Final, NamedTuple

from companion import clock
from companion.errors import NotARecord, StoreError, quantity
from companion.game.actions import parse_action
from companion.game.hanab_live import imported_game
from companion.game.record import Record, load_json
from companion.game.refusals import ActionRefused
from companion.journal import events
from companion.journal.events import Began, Did, Event
from companion.journal.file import JournalFile, Piece
from companion.journal.index import GamesIndex
from companion.journal.lines import (
    BACKUP,
    END,
    PREFER,
    RESTORE,
    SETTING,
    STICKER,
    WHOLE,
    Line,
    encode,
    fields_of,
    header,
    new_tag,
    texts_of,
)
from companion.journal.merging import AT_ONCE, Merged
from companion.journal.reader import GamesReader, in_slices, sitting_of, unusable_file
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


class IncomingGame(NamedTuple):
    """A game of a backup."""

    id: str
    withdrawn: int
    problem: str
    """Why it cannot be taken in, "" where it can."""


class Restoring:
    """A backup on its way into the games."""

    def __init__(self) -> None:
        self.wrong = ""
        """Why this is no backup, "" for nothing."""
        self.why: ActionRefused | None = None
        """What is wrong with a game of Hanab Live, if it is one."""
        self._text = tempfile.NamedTemporaryFile()  # noqa: SIM115
        self._file: Final = JournalFile(Path(self._text.name))
        self._index: Final = GamesIndex(None)
        """What its rows say, as with the games that are here."""
        self._size = 0
        self._lines = 1
        """How many lines it has, with the first one."""
        self._counted: int | None = None
        """How many its last line says that there are; None for a copy of a journal."""
        self._games: dict[int, IncomingGame] = {}
        """The games that lost no row."""
        self._matches: dict[int, Match] = {}
        """Those that can be followed to their ends."""
        self._numbers: dict[int, int] = {}
        """Their numbers here, once they have one."""
        self._settings: dict[str, dict[str, str]] = {}
        self._problems: list[str] = []
        self._steps: Iterator[None] | None = None
        self._is_checked = False

    @property
    def fresh(self) -> int:
        """How many games are new here."""
        return list(self._matches.values()).count(Match.NEW)

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

    def check_games(self, store: GamesReader, seconds: float) -> bool:
        """Check for so long what is new in it; nothing is written. Return True at the end."""
        self._steps = self._steps or self._check_steps(store.path.parent)
        until = time.monotonic() + seconds
        try:
            for _ in self._steps:
                if time.monotonic() > until:
                    return False
        except OSError as error:
            self.wrong = unusable_file(self._file.path, error)
        except StoreError as error:
            self.wrong = str(error)
        self._is_checked = True
        return True

    def _check_steps(self, folder: Path) -> Iterator[None]:
        yield from self.read_backup()
        with closing(GamesReader(folder)) as here:
            ids = "SELECT born, id FROM game WHERE born != ''"
            known = {}
            if here.has_games:
                known = dict(here.consult(lambda db: db.execute(ids).fetchall()))
            for name, game in self._games.items():
                if game.problem:
                    self._problems.append(f"game {name}: {game.problem}")
                    continue
                number = known.get(game.id, 0)
                self._numbers[name] = number
                self._matches[name] = self._match(name, here.story(number)) if number else Match.NEW
                yield
        left = len(self._problems) - _MOST_NAMED
        self._problems[_MOST_NAMED:] = [f"{left} more"] if left > 0 else []

    def read_backup(self) -> Iterator[None]:
        """Read all of it, in slices; says what is wrong with it."""
        self._text.flush()
        try:
            self._translate_hanab_live()
            self._file.open()
        except (NotARecord, ActionRefused) as error:
            self.why = error if isinstance(error, ActionRefused) else None
            self.wrong = f"no backup, and no game of Hanab Live: {error}"
        except StoreError as error:
            self.wrong = str(error).replace(str(self._file.path), "a backup that")
        if self.wrong:
            return
        self._index.open(new_tag())
        merged = Merged(self._row_pieces())
        for lines in in_slices(merged, AT_ONCE):
            self._index.take_rows(lines)
            yield
        self._judge_damage(merged)
        query = """
        SELECT DISTINCT row.game, born, withdrawn, problem
        FROM row LEFT JOIN game ON game.id = row.game WHERE row.game > 0 ORDER BY row.game
        """
        games = self._index.consult(lambda db: db.execute(query).fetchall())
        for number, born, withdrawn, problem in games:
            why = problem if born else "its first row is not its beginning"
            if number not in merged.doubtful:
                self._games[number] = IncomingGame(born, withdrawn, why)

    def _translate_hanab_live(self) -> None:
        """Put a game of Hanab Live, which is JSON, as rows in the place of the text."""
        self._text.seek(0)
        start = self._text.read(_BLOCKS)
        if start.decode("utf-8-sig", "replace").lstrip().startswith("{"):
            content = (start + self._text.read()).decode("utf-8-sig", "replace")
            lines = _lines_of_record(imported_game(load_json(content)))
            self._text.seek(0)
            self._text.truncate()
            self._text.writelines([header(new_tag()), *map(encode, lines)])
            self._text.flush()

    def _judge_damage(self, merged: Merged) -> None:
        """Say what is wrong with it, and doubt the games that may have lost a row."""
        behind = merged.since + (self._counted == 0)
        if self._counted:
            # Lines that are gone before the last row leave a gap; the others were behind it.
            gone = self._counted - self._lines + merged.repeated - merged.missing
            behind += max(gone, 0)
        if behind:
            merged.doubt_games(behind + 1)
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

    def _row_pieces(self) -> Iterator[Piece]:
        """Yield the rows, and note what stands beside them."""
        for piece in self._file.pieces():
            line = piece.line
            if self._counted and not line:
                continue  # a mail goes on behind it
            self._lines += piece.begin > 0
            if line is None or line.row:
                yield piece
            elif line.kind == BACKUP:
                self._counted = 0
            elif line.kind == END:
                count = fields_of(line).get("lines")
                # It counts neither the first line nor itself.
                self._counted = count + 2 if is_integer(count) else 0
            elif line.kind == SETTING and len(texts := texts_of(line)) == 3:
                self._settings.setdefault(texts[0], {})[texts[1]] = texts[2]

    def _match(self, name: int, here: Sequence[Line]) -> Match:
        """Compare a game with what is here of it."""
        both = _moving_events(here), _moving_events(self._index.story(name))
        mine, theirs = ([_row_essence(line) for line in lines] for lines in both)
        if mine[: len(theirs)] == theirs:
            return Match.KNOWN
        return Match.GROWN if theirs[: len(mine)] == mine else Match.DIFFERS

    def whole_games(self) -> Iterator[Sitting]:
        """Yield the games of a text that came whole, but for those that were taken back."""
        for _ in self.read_backup():
            pass
        for number, game in self._games.items():
            if not game.withdrawn:
                yield sitting_of(number, self._index.story(number))

    # It is taken in

    def write_games(self, store: Store, base: int) -> Iterator[Json | None]:
        """Take it in, some games at a time; new ones are numbered after `base`.

        Yields at last the report, what the backup lacks, and the settings in it. Raises StoreError:
        then the same backup goes on later.
        """
        store.open()
        report = dict.fromkeys((*Match, "on_table", "name", "sticker", "preference"), 0)
        blocks: list[Line] = []
        for name, match in self._matches.items():
            if match == Match.NEW:
                base += 1
                self._numbers[name] = base
            if match == Match.GROWN and self._numbers[name] == store.current().game:
                report["on_table"] = self._numbers[name]
                continue
            report[match] += 1
            if match in (Match.NEW, Match.GROWN):
                blocks += self._block_of(name, store)
            if sum(len(line.data) for line in blocks) >= _BLOCKS:
                store.merge(blocks)
                blocks = []
                yield None
        kept = self._index.kept_copy()
        report["name"] = len(store.kept.names_lacking(kept))
        for kind, data in store.kept.rows_lacking(kept):
            blocks.append(Line(0, 0, kind, clock.now(), data))
            report["sticker"] += kind == STICKER
            report["preference"] += kind == PREFER
        if blocks:
            store.merge(blocks)
        table = self._numbers.get(kept.table, 0)
        if table and store.current() == EMPTY:
            store.merge([], table)
        yield {"report": report, "lacks": self._problems, "settings": self._settings}

    def take_in(self, store: Store, base: int | None = None) -> Json:
        """Take in all of it at once. Return what `write_games` yields at last."""
        *_, merged = self.write_games(store, store.latest() if base is None else base)
        return merged or {}

    def _block_of(self, name: int, store: Store) -> list[Line]:
        """Return the rows of a game that are not here, as a block."""
        number, now = self._numbers[name], clock.now()
        is_new = self._matches[name] == Match.NEW
        here = 0 if is_new else len(_moving_events(store.story(number)))
        later = _moving_events(self._index.story(name))[here:]
        # What they read as there they read as here; a name that was nobody's stays so.
        there = (line._replace(row=0, data=self._renumber_row(line)) for line in later)
        rows = [store.kept.read_line(line)._replace(game=number) for line in there]
        end = json.dumps({"withdrawn": True} if self._games[name].withdrawn else {})
        begin, whole = Line(0, number, RESTORE, now, "{}"), Line(0, number, WHOLE, now, end)
        return [begin, *rows, whole]

    def _renumber_row(self, line: Line) -> str:
        """Return the data of a row with the numbers that games have here."""
        if line.kind not in _OF_A_DEVICE:
            return line.data
        key = _OF_A_DEVICE[line.kind]
        fields = fields_of(line)
        return json.dumps({**fields, key: self._numbers.get(fields.get(key, 0), 0)})


def _lines_of_record(record: Record) -> list[Line]:
    """Return a game of which nobody knows when it was played as the rows of a backup. The same game
    has the same id.
    """
    story: list[Event] = [Began(record.setup, record.names)]
    story += [Did(parse_action(action)) for action in record.actions]
    rows = [events.event_row(event) for event in story]
    known_by = hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16]
    rows[0] = rows[0][0], json.dumps({"id": known_by, **json.loads(rows[0][1])})
    block = [(RESTORE, "{}"), *rows, (WHOLE, "{}")]
    return [Line(row, 1, kind, 0.0, data) for row, (kind, data) in enumerate(block, 1)]


def _moving_events(lines: Sequence[Line]) -> list[Line]:
    """Return the events that change something of a game."""
    return [line for line in lines if line.kind != _STILL]


def _row_essence(line: Line) -> tuple[str, Json]:
    """Return the kind and the fields of a row, without numbers that are those of its device."""
    fields = fields_of(line)
    fields.pop(_OF_A_DEVICE.get(line.kind, ""), None)
    if line.kind == "new":
        fields.pop("players", None)  # a name may read otherwise on the other one
    return line.kind, fields
