"""The store: the games of a group, in the journal and its index.

A row is on disk when `record` returns; then it counts. `follow_up` brings it to the index, before
the next one is written: only one of the two files is ever being written, so a power cut that takes
the block in flight takes nothing that the other file lacks. An index that cannot be written stops
nothing.
"""

import contextlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from companion import clock
from companion.errors import Damaged, StoreError, nearest_advice, quotation
from companion.game.names import name_key
from companion.journal import events
from companion.journal.agreeing import WINDOWS, GamesFiles
from companion.journal.events import Began, Event
from companion.journal.file import Piece, good_lines
from companion.journal.index import GamesIndex
from companion.journal.lines import (
    ALIAS,
    PREFER,
    STICKER,
    TABLE,
    TRIAL,
    UNSTICKER,
    Line,
    new_id,
)
from companion.journal.past_games import no_game
from companion.journal.reader import BEING_MADE, GamesReader, sitting_of
from companion.journal.sitting import EMPTY, Sitting
from companion.journal.statistics import tables
from companion.journal.statistics.standings import Standing
from companion.journal.stickers import Sticker
from companion.journal.writer_messages import Mended, MendedKind, Opened


class Row(NamedTuple):
    """An event to be written, and the sitting that it leads to."""

    event: Event
    sitting: Sitting


class Store(GamesFiles):
    """Both files; every method may raise StoreError, and changes nothing then."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self._sitting = EMPTY

    def _start_files(self) -> None:
        super()._start_files()
        try:
            self._sitting = sitting_of(self.kept.table, self.story(self.kept.table))
        except Damaged as error:
            self._sitting = EMPTY
            self.told.append(Mended(MendedKind.LOST, "", f"{error}; the table is empty"))

    # Rows are written

    def record(self, rows: Sequence[Row]) -> None:
        """Write events; when this returns they are on disk, all or none of them."""
        now = clock.now()
        self.write_rows([_line_of_row(row, now) for row in rows])
        self._sitting = rows[-1].sitting

    def keep_beside(self, kind: str, data: str) -> None:
        """Keep something beside the games."""
        self.write_rows([Line(0, 0, kind, clock.now(), data)])
        self.follow_up()

    def prefer(self, key: str, value: str) -> None:
        """Keep a preference."""
        self.keep_beside(PREFER, json.dumps([key, value]))

    def enrol(self, tag: str, sticker: Sticker | None) -> None:
        """Keep a sticker, or forget it."""
        if sticker is None:
            self.keep_beside(UNSTICKER, json.dumps([tag]))
        else:
            self.keep_beside(STICKER, json.dumps([tag, sticker.deck, str(sticker.card)]))

    def remove_name(self, name: str) -> None:
        """Offer the name of a player no more."""
        self.open()
        self.keep_beside(*self.kept.row_without(name))

    def keep_alias(self, name: str, to: str) -> tuple[str, str]:
        """Have a name of all games so far read otherwise, "" for nobody's; to itself, as it did
        before that was said last. Return a name and what it reads as.
        """
        self.open()
        known = {key for _, key, _ in self.kept.aliases}
        if name != to:
            known = {*self.consult(tables.names_played), *self.kept.offered}
        if name_key(name) not in map(name_key, known):
            advice = nearest_advice(name, known) if known else "there is none"
            sentence = f"{quotation(name)} is no name that can be changed; {advice}"
            raise StoreError(sentence, "no_such_name")
        last = self.kept.last_alias(name)
        self._keep_of_games(ALIAS, [name, to])
        was = last[2] if last and name == to else ""
        if not was or name_key(was) in map(name_key, self.consult(tables.names_played)):
            return name, to
        self.remove_name(was)  # it was a slip of the finger
        return was, name

    def keep_trial(self, game: int, counts: bool) -> None:
        """Have a game count among the others, or not, since it was a trial."""
        born = self.consult(lambda db: tables.id_of(db, game))
        if not born:
            raise no_game(game)
        self._keep_of_games(TRIAL, [born, "" if counts else "yes"])

    def _keep_of_games(self, kind: str, texts: list[str]) -> None:
        """Keep something by which games read otherwise, that on the table too."""
        self.keep_beside(kind, json.dumps(texts))
        self._sitting = sitting_of(self._sitting.game, self.story(self._sitting.game))

    def merge(self, rows: Sequence[Line], table: int | None = None) -> None:
        """Write rows of a backup; the game on the table stays, or another one is laid there."""
        self.open()
        sitting = self._sitting if table is None else self.load_game(table)
        self.write_rows([*rows, Line(0, sitting.game, TABLE, clock.now(), "{}")])
        self._sitting = sitting
        self.follow_up()

    # Queries

    def _whole_index(self) -> GamesIndex:
        """Return the index once it has all rows that were written."""
        self.open()
        self.follow_up()
        if self._index.base < self.kept.last:
            raise StoreError(BEING_MADE, "being_made")
        return self._index

    def story(self, game: int) -> list[Line]:
        """Return the rows of everything that happened to a game, by the index or the journal."""
        with contextlib.suppress(StoreError):
            return super().story(game)
        for window in WINDOWS:
            found = self._story_among(game, self._file.last_pieces(window))
            if found and found[0].kind == "new":
                return found
        return self._story_among(game, self._file.pieces())

    def _story_among(self, game: int, pieces: Iterable[Piece]) -> list[Line]:
        lines = (line for line in good_lines(pieces) if line.game == game and line.is_event)
        return list(map(self.kept.read_line, lines))

    def current(self) -> Sitting:
        """Return the game on the table."""
        self.open()
        return self._sitting

    def latest(self) -> int:
        """Return the highest number that a game has, 0 for none."""
        self.open()
        return self.kept.latest

    def opened(self) -> Opened:
        """Return the games as the group left them, even if the journal cannot be opened."""
        problem = None
        try:
            self.open()
        except StoreError as error:
            problem = str(error)
            with contextlib.closing(GamesReader(self.path.parent)) as reader:
                self._sitting, self.kept = reader.current(), reader.what_is_kept()
        kept = self.kept
        finished = kept.latest  # while the index cannot say it
        if not problem:
            with contextlib.suppress(StoreError):
                finished = self.consult(tables.count_finished)
        preferences = dict(kept.preferences)
        return Opened(
            self._sitting,
            kept.latest,
            problem,
            preferences,
            kept.cards,
            kept.offered,
            finished,
        )

    def standing(self, sitting: Sitting) -> Standing | None:
        """Return the place of a game that ended now among those before it.

        None for one that has not ended, and while the index cannot say it.
        """
        is_over = sitting.state is not None and sitting.state.over
        if not is_over or self._index.base + len(self._behind) < self.kept.last:
            return None
        at = clock.now()
        try:
            return self._index.consult(lambda db: tables.standing_of(db, sitting, at))
        except StoreError:
            return None


def _line_of_row(row: Row, at: float) -> Line:
    """Return an event as a row of the journal; a new game gets its id."""
    kind, data = events.event_row(row.event)
    if isinstance(row.event, Began):
        data = json.dumps({"id": new_id(), **json.loads(data)})
    return Line(0, row.sitting.game, kind, at, data)
