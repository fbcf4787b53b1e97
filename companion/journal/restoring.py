"""Restoring: a backup, or a copy of a journal, merged into the games.

Its text is read as it comes, into a file that has no name, and checked in slices. Then it is taken
in, some games at a time, each as a block of rows that ends with `whole`: one that was broken off is
cut off by the next start, and the same backup goes on where it was. Nothing is overwritten; the
game on the table stays.
"""

import json
import tempfile
import time
from collections.abc import Generator, Iterator, Sequence
from enum import StrEnum
from typing import Final

from companion import clock
from companion.errors import Damaged, quantity
from companion.journal import lines
from companion.journal.events import read
from companion.journal.kept import Kept
from companion.journal.lines import (
    BESIDE,
    FORMAT,
    KEPT,
    LOST,
    PREFER,
    RESTORE,
    STICKER,
    TABLE,
    WHOLE,
    Line,
    decode,
    fields_of,
    read_header,
    texts_of,
)
from companion.journal.reader import GamesReader
from companion.journal.sitting import EMPTY, Sitting, rebuild
from companion.journal.store import Store
from companion.numbers import Json, is_integer

MOST_DAMAGED: Final = 1000
"""Damaged lines at the beginning, after which a text counts as no backup."""
MOST_PARTS: Final = 1 << 12
"""Parts of a text, of thousands of letters each, that may come without the end of a line."""
_MOST_NAMED: Final = 5
"""How many lines or games are named that are damaged."""
_BLOCKS: Final = 1 << 15
"""Bytes of games that are taken in at a time."""
_OF_A_DEVICE: Final = {"new": "previous", "withdraw": "game"}
"""The key of rows that is the number of a game on its device, by kind."""
_STILL: Final = "return"
"""The kind of events that change nothing of a game."""
_MARK: Final = b"\xef\xbb\xbf"
"""What some editors write at the beginning of a text."""


RowToMerge = tuple[int, str, str, float]
"""A row without its number: its game, kind, data and time."""


class IncomingGame:
    """A game of a backup."""

    def __init__(self) -> None:
        self.spans: list[tuple[int, int]] = []
        """Where its lines lie in the text that came."""
        self.previous = 0
        self.doubtful = False
        """Whether it may have lost a row."""
        self.withdrawn = False
        self.id = ""


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


class _LinesOnDisk:
    """Lines in a file without a name, so that memory does not grow with them."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115
        self._size = 0

    def keep(self, line: bytes) -> tuple[int, int]:
        """Keep a line; gives where it lies."""
        begin = self._size
        self._file.seek(begin)
        self._file.write(line)
        self._size += len(line)
        return begin, len(line)

    def read(self, span: tuple[int, int]) -> bytes:
        """Return a line."""
        self._file.seek(span[0])
        return self._file.read(span[1])


class _Damage:
    """What is wrong with a text."""

    def __init__(self) -> None:
        self.lines: list[int] = []
        """The numbers of the lines that are damaged."""
        self.gaps: list[str] = []
        """Which rows are missing."""
        self.is_backup = False
        """Whether it says that a line which counts the others comes last."""
        self.counted: int | None = None
        """The lines that this one counts."""

    @property
    def lacks_end(self) -> bool:
        """Whether the last line of a backup is missing."""
        return self.is_backup and self.counted is None

    def sentences(self, number: int) -> list[str]:
        """Return what is wrong with a text of so many lines."""
        found = []
        if self.lines:
            named = ", ".join(map(str, self.lines[:_MOST_NAMED]))
            more = ", ..." if len(self.lines) > _MOST_NAMED else ""
            found.append(f"{quantity(len(self.lines), 'damaged line')} ({named}{more})")
        found += some(self.gaps, "more rows are missing")
        if self.lacks_end:
            found.append("its end is missing")
        elif self.counted not in (None, number):
            found.append(f"it has {number} lines of {self.counted}")
        return found


class Incoming:
    """The text of a backup as far as it came, with all that is wrong with it."""

    def __init__(self) -> None:
        self.wrong = ""
        """Why this is no backup, "" for nothing."""
        self.games: Final[dict[int, IncomingGame]] = {}
        self.kept: Final = Kept()
        self.settings: Final[dict[str, dict[str, str]]] = {}
        self.table = 0
        """The game on the table."""
        self.damage: Final = _Damage()
        self._number = 0
        """How many lines came."""
        self._rest: list[bytes] = []
        """The line that came in part."""
        self._last = Line(0, 0, "", 0.0, "")
        """The last row."""
        self._since = 0
        """How many damaged lines there were since."""
        self._in_doubt = False
        """Whether the next row's game may have lost one."""
        self._last_game = 0
        self._in_block = False
        self._text = _LinesOnDisk()

    # The text comes

    def feed(self, text: str) -> None:
        """Take some more of its text."""
        if self.wrong:
            return
        first, *others = text.encode("utf-8", "replace").split(b"\n")
        self._rest.append(first)
        for other in others:
            self._take(b"".join(self._rest))
            self._rest = [other]
        if len(self._rest) > MOST_PARTS:
            self.wrong = "no backup: a line is too long"

    def _take(self, piece: bytes) -> None:
        self._number += 1
        piece = piece.removesuffix(b"\r")
        if self._number == 1:
            self._take_header(piece.removeprefix(_MARK))
            return
        line = decode(piece)
        if line is None:
            self.damage.lines.append(self._number)
            self._since += 1
            if len(self.damage.lines) >= MOST_DAMAGED and not self._last.row:
                self.wrong = "no backup: none of its lines can be read"
        elif line.row:
            self._take_row(line, piece)
        else:
            self._take_other(line)

    def _take_header(self, piece: bytes) -> None:
        found = read_header(piece)
        if found is None:
            self.damage.lines.append(1)
        elif found[0] != FORMAT:
            self.wrong = (
                f"a backup of the format {found[0]}, of another version; this companion reads"
                f" {FORMAT}"
            )

    def _take_other(self, line: Line) -> None:
        """Take a line that is no row."""
        match line.kind:
            case lines.BACKUP:
                self.damage.is_backup = True
            case lines.END:
                count = fields_of(line).get("lines")
                self.damage.counted = count + 2 if is_integer(count) else 0
            case lines.SETTING:
                texts = texts_of(line)
                if len(texts) == 3:
                    self.settings.setdefault(texts[0], {})[texts[1]] = texts[2]

    def _take_row(self, line: Line, piece: bytes) -> None:
        lost = line.row - self._last.next if self._last.row else line.row - 1
        if lost < 0:  # it stands there twice
            self._doubt(line.game)
            self.damage.gaps.append(f"row {line.row} stands there after row {self._last.row}")
            return
        if lost:
            rows = (
                f"row {line.row - 1}" if lost == 1 else f"rows {line.row - lost} to {line.row - 1}"
            )
            self.damage.gaps.append(f"{rows} are missing" if lost > 1 else f"{rows} is missing")
            self._in_doubt = True
            self._doubt(self._last_game, lost)
        self._last = line
        self._since = 0
        self.kept.take(line)
        if line.kind in (RESTORE, WHOLE, TABLE):
            self._in_block = line.kind == RESTORE
        if line.kind == WHOLE:
            self._game(line.game).withdrawn = bool(fields_of(line).get("withdrawn"))
        self.table = line.game if line.kind == TABLE else self.table
        if line.kind not in BESIDE:
            self._take_event(line, piece)
        self._in_doubt = self._in_doubt and line.kind in KEPT | {LOST}

    def _take_event(self, line: Line, piece: bytes) -> None:
        self.table = self.table if self._in_block else line.game
        fields = fields_of(line)
        if line.kind == "withdraw" and fields.get("game") in self.games:
            self._game(fields["game"]).withdrawn = True
        if not line.game:
            return
        game = self._game(line.game)
        game.withdrawn = False
        if line.kind == "new":
            game.doubtful = bool(game.spans)
            game.id = str(fields.get("id", ""))
            game.previous = fields["previous"] if is_integer(fields.get("previous")) else 0
        elif self._in_doubt:
            game.doubtful = True
        game.spans.append(self._text.keep(piece))
        self._last_game = line.game

    def _game(self, game: int) -> IncomingGame:
        return self.games.setdefault(game, IncomingGame())

    def _doubt(self, game: int, rows: int = 1) -> None:
        """Doubt that a game, and those before it as many rows can reach, have all their rows."""
        for _ in range(rows):
            if game not in self.games:
                return
            self.games[game].doubtful = True
            game = self.games[game].previous

    def end(self) -> None:
        """Take the end of the text, whose last line may lack its own."""
        damage = self.damage
        rest = b"".join(self._rest)
        if rest:
            known = len(damage.lines)
            self._take(rest)
            if len(damage.lines) > known and not damage.is_backup:
                damage.lines.pop()  # a copy that was made in the middle of a line
                self._since -= 1
        begins = self._number and 1 not in damage.lines
        if not begins and not self._last.row:
            self.wrong = "no backup: its first line is not that of one"
        if damage.counted == self._number and not damage.lines:
            damage.gaps.clear()  # what a guest does not get, or was never whole
            for game in self.games.values():
                game.doubtful = False
        if damage.lacks_end or self._since:
            self._doubt(self._last_game, self._since + 1)

    @property
    def problems(self) -> list[str]:
        """What is wrong with it."""
        return self.damage.sentences(self._number)

    def lines_of(self, game: int) -> list[Line]:
        """Return the events of a game."""
        lines = []
        for span in self.games[game].spans:
            line = decode(self._text.read(span))
            assert line is not None
            lines.append(line)
        return lines


class Restoring:
    """A backup on its way into the games."""

    def __init__(self) -> None:
        self._incoming = Incoming()
        self._unreadable: list[str] = []
        self._matches: dict[int, Match] = {}
        self._numbers: dict[int, int] = {}
        """The numbers that games have here, by those in the backup."""
        self._work: Iterator[None] | None = None
        self._ended = False
        self._checked = False

    @property
    def fresh(self) -> int:
        """How many games are new here."""
        return sum(match == Match.NEW for match in self._matches.values())

    @property
    def is_wrong(self) -> bool:
        """Whether the text is that of no backup."""
        return bool(self._incoming.wrong)

    @property
    def problems(self) -> list[str]:
        """What is wrong with the backup."""
        games = some(self._unreadable, "more games cannot be read")
        return [*self._incoming.problems, *games]

    def refusal(self, partial: bool) -> str:
        """Return why it is not restored, "" for no reason.

        partial: what is whole of a damaged one is wanted.
        """
        if self._incoming.wrong or not self._checked:
            return self._incoming.wrong or "the backup was not checked yet"
        if self.problems and not partial:
            damage = "; ".join(self.problems)
            return f"{damage}. Nothing was restored; --partial takes in the games that are whole"
        return ""

    # It is compared with what is here

    def feed(self, text: str) -> None:
        """Take some more of its text."""
        if self._work is None:
            self._incoming.feed(text)

    def check(self, store: GamesReader, seconds: float) -> bool:
        """Check for so long what is new in it. Return True once all is checked.

        Raises StoreError; nothing is written.
        """
        if self._work is None:
            if not self._ended:
                self._incoming.end()
            self._ended = True
            self._work = self._check(store)
        until = time.monotonic() + seconds
        try:
            for _ in self._work:
                if time.monotonic() > until:
                    return False
        except BaseException:  # another connection may answer: it checks from the beginning
            self._work = None
            self._matches.clear()
            self._unreadable.clear()
            raise
        self._checked = True
        return True

    def _check(self, store: GamesReader) -> Iterator[None]:
        if self.is_wrong:
            return
        here = store.ids()
        yield
        for game, came in self._incoming.games.items():
            if came.doubtful or not came.spans:
                continue
            try:
                lines = self._incoming.lines_of(game)
                _check_game(game, lines)
            except Damaged as error:
                self._unreadable.append(f"game {game}: {error}")
                continue
            known = here.get(came.id, 0)
            self._matches[game] = _match(lines, store.story(known)) if known else Match.NEW
            if known:
                self._numbers[game] = known
            yield

    # It is taken in

    def write(self, store: Store, base: int) -> Generator[None, None, Json]:
        """Take it in, some games at a time; new ones are numbered after `base`.

        Gives the report, what the backup lacks, and the settings in it. Raises StoreError: then the
        same backup goes on later.
        """
        report = dict.fromkeys((*Match, "on_table", "name", "sticker", "preference"), 0)
        blocks: list[RowToMerge] = []
        for game, match in self._matches.items():
            rows: list[RowToMerge] = []
            if match == Match.NEW:
                base += 1
                self._numbers[game] = base
                rows = self._block(game, 0)
            elif match == Match.GROWN and self._numbers[game] == store.current().game:
                report["on_table"] = self._numbers[game]
            elif match == Match.GROWN:
                rows = self._block(game, len(_moving(store.story(self._numbers[game]))))
            report[match] += match in (Match.KNOWN, Match.DIFFERS) or bool(rows)
            blocks += rows
            if sum(len(data) for _, _, data, _ in blocks) >= _BLOCKS:
                _merge(store, blocks)
                blocks = []
                yield
        if blocks:
            _merge(store, blocks)
        self._write_kept(store, report)
        table = self._numbers.get(self._incoming.table, 0)
        if table and store.current() == EMPTY:
            store.take_up(table)
        return {"report": report, "lacks": self.problems, "settings": self._incoming.settings}

    def take_in(self, store: Store, base: int | None = None) -> Json:
        """Take in all of it at once; gives what `write` gives."""
        steps = self.write(store, store.latest() if base is None else base)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]

    def games(self) -> Iterator[Sitting]:
        """Yield the games of a text that came whole, but for those that were taken back."""
        self._incoming.end()
        for game, came in self._incoming.games.items():
            if came.spans and not came.withdrawn:
                lines = self._incoming.lines_of(game)
                yield rebuild(game, [read(line.kind, line.data) for line in lines])

    def _block(self, game: int, here: int) -> list[RowToMerge]:
        """Return the rows of a game, but for so many events that are here, as a block."""
        number = self._numbers[game]
        now = clock.now()
        later = _moving(self._incoming.lines_of(game))[here:]
        rows = [(number, line.kind, self._renumbered(line), line.at) for line in later]
        end = json.dumps({"withdrawn": True} if self._incoming.games[game].withdrawn else {})
        return [(number, RESTORE, "{}", now), *rows, (number, WHOLE, end, now)]

    def _renumbered(self, line: Line) -> str:
        """Return what a row says with the numbers that games have here."""
        if line.kind not in _OF_A_DEVICE:
            return line.data
        key = _OF_A_DEVICE[line.kind]
        fields = fields_of(line)
        return json.dumps({**fields, key: self._numbers.get(fields.get(key, 0), 0)})

    def _write_kept(self, store: Store, report: dict[str, int]) -> None:
        """Write what is kept beside the games, and is not here."""
        now = clock.now()
        report["name"] = len(self._incoming.kept.names.keys() - store.kept.names.keys())
        rows = store.kept.lacking(self._incoming.kept)
        report["sticker"] = sum(kind == STICKER for kind, _ in rows)
        report["preference"] = sum(kind == PREFER for kind, _ in rows)
        if rows:
            store.merge([(0, kind, data, now) for kind, data in rows])


def _merge(store: Store, blocks: list[RowToMerge]) -> None:
    """Write games; the one on the table stays."""
    store.merge([*blocks, (store.current().game, TABLE, "{}", clock.now())])


def _check_game(game: int, lines: Sequence[Line]) -> None:
    """Raise Damaged where a game cannot be followed from its beginning to its end."""
    if lines[0].kind != "new" or not fields_of(lines[0]).get("id"):
        raise Damaged("its first row is not its beginning")
    if any(line.kind == "new" for line in lines[1:]):
        raise Damaged("it begins twice")
    rebuild(game, [read(line.kind, line.data) for line in lines])


def _match(came: Sequence[Line], here: Sequence[Line]) -> Match:
    mine, theirs = ([_essence(line) for line in _moving(lines)] for lines in (here, came))
    if mine[: len(theirs)] == theirs:
        return Match.KNOWN
    return Match.GROWN if theirs[: len(mine)] == mine else Match.DIFFERS


def _moving(lines: Sequence[Line]) -> list[Line]:
    """Return the events that change something of a game."""
    return [line for line in lines if line.kind != _STILL]


def _essence(line: Line) -> tuple[str, Json]:
    """Return what a row says, apart from numbers that are those of its device."""
    fields = fields_of(line)
    fields.pop(_OF_A_DEVICE.get(line.kind, ""), None)
    return line.kind, fields


def some(sentences: Sequence[str], more: str) -> list[str]:
    """Return the first of some sentences, and how many more there are."""
    left = len(sentences) - _MOST_NAMED
    return [*sentences[:_MOST_NAMED], *([f"{left} {more}"] if left > 0 else [])]
