"""Merging: the games that a store lacks, and what else it lacks, are written in one transaction.

Their rows keep their order, and get new numbers. The game on the table stays the last one: its
last row, or one that changes nothing, is written once more after them.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from sqlite3 import Connection
from typing import Final, NamedTuple

from companion.game.outlook import score
from companion.journal import events
from companion.journal.backup.matching import ORIGIN, Finding, Match, Origin
from companion.journal.copy import kept, rows
from companion.journal.events import Began, Returned, Withdrew, event_of
from companion.journal.sitting import Sitting
from companion.journal.statistics import summaries, tables
from companion.journal.store import Store

_INSERT: Final = "INSERT INTO event (game, kind, data, at) VALUES (?, ?, ?, ?)"
_TAKEN: Final = """
SELECT row.id, row.game, kind, data, at FROM row
WHERE game = 0 OR game IN (SELECT game FROM taken) ORDER BY id
"""
_SAID: Final = "SELECT withdrawn FROM whole WHERE game = ?"
_LATER: Final = "SELECT 1 FROM row WHERE game = ? AND id > ? LIMIT 1"


class Summary(NamedTuple):
    """A row of the summaries, without the number of its game."""

    began: float
    setup: str
    changed: float
    turn: int
    score: int
    status: str
    reason: str | None
    withdrawn: bool = False


def summary_of(began: Began, sitting: Sitting, began_at: float, changed: float) -> Summary:
    """Return the summary of a game that was followed from its beginning to its end."""
    state = sitting.state
    assert state is not None
    reached = (state.turn, score(state), state.status, state.reason)
    return Summary(began_at, events.write(began)[1], changed, *reached)


class Comer(NamedTuple):
    """A game of a backup of which the store lacks at least the end."""

    game: int
    """Its number in the backup."""
    came: Origin
    match: Match
    summary: Summary
    sitting: Sitting | None = None
    """The whole game, where the store has its beginning."""


class Extra(NamedTuple):
    """What is kept beside the games, and the store lacks."""

    preferences: Mapping[str, str] = {}
    stickers: Mapping[str, tuple[str, str]] = {}
    names: Sequence[str] = ()
    """The one used last at the end."""

    def __bool__(self) -> bool:
        return bool(self.preferences or self.stickers or self.names)


class Report(NamedTuple):
    """What came of a backup."""

    games: int = 0
    """So many are new."""
    grown: int = 0
    """So many went on."""
    known: int = 0
    """So many were there already."""
    on_table: int = 0
    """The game that would have gone on, but is on the table."""
    names: int = 0
    stickers: int = 0
    preferences: int = 0


class Merge:
    """Games and the rest of a backup, as one change of a store."""

    def __init__(
        self,
        scratch: Connection,
        comers: Sequence[Comer],
        known: Mapping[int, int],
        extra: Extra,
        base: int,
    ) -> None:
        """Prepare the change.

        scratch: has the rows of the backup. known: the numbers in the store of games that it has,
        by those in the backup. base: the number after which new ones are numbered.
        """
        self._scratch = scratch
        self._base = base
        self._extra = extra
        self._known = known
        self._fresh = [comer for comer in comers if comer.match.finding == Finding.NEW]
        self._grown = [comer for comer in comers if comer.match.finding == Finding.GROWN]
        self._withdrawals = _withdrawals(scratch)
        self._on_table = 0

    def write(self, store: Store) -> Report:
        """Write it. Raises StoreError, with all as it was."""
        if not (self._fresh or self._grown or self._extra):
            return Report(known=len(self._known))
        store.change(self._change)
        store.behind = store.behind or bool(self._fresh)
        extra = self._extra
        for key, value in extra.preferences.items():
            store.copying.keep(kept.PREFER, key, value)
        for tag, sticker in extra.stickers.items():
            store.copying.keep(kept.STICKER, tag, *sticker)
        if extra.names:
            store.copying.keep(kept.NAMES, *store.consult(rows.names))
        return Report(
            len(self._fresh),
            len(self._grown),
            len(self._known),
            self._on_table,
            len(extra.names),
            len(extra.stickers),
            len(extra.preferences),
        )

    def _change(self, db: Connection) -> None:
        last = db.execute("SELECT game, kind, data, at FROM event ORDER BY id DESC LIMIT 1")
        on_table = last.fetchone()
        self._leave_table(on_table[0] if on_table else 0)
        if self._fresh or self._grown:
            self._write_games(db)
            if on_table:
                db.execute(_INSERT, _once_more(*on_table))
        self._write_extra(db)

    def _leave_table(self, game: int) -> None:
        """Leave the game on the table as it is."""
        if not game:
            return
        staying = [comer for comer in self._grown if comer.match.game == game]
        if staying:
            self._on_table = game
            self._grown = [comer for comer in self._grown if comer.match.game != game]

    def _write_games(self, db: Connection) -> None:
        numbers = dict(self._known)
        for number, comer in enumerate(self._fresh, self._base + 1):
            numbers[comer.game] = number
        for comer in self._grown:
            numbers[comer.game] = comer.match.game
        db.executemany(_INSERT, self._rows(numbers))
        for comer in self._fresh:
            withdrawn = self._is_withdrawn(comer.game)
            summaries.put(db, numbers[comer.game], comer.summary._replace(withdrawn=withdrawn))
        for comer in self._grown:
            self._let_grow(db, comer)
        if self._fresh:
            tables.count_later(db, self._base)

    def _rows(self, numbers: Mapping[int, int]) -> Iterator[tuple[int, str, str, float]]:
        """Yield the rows that the store lacks, with the numbers that they have there."""
        taken = {comer.game: comer for comer in (*self._fresh, *self._grown)}
        fresh = {comer.game for comer in self._fresh}
        scratch = self._scratch
        scratch.execute("CREATE TEMP TABLE IF NOT EXISTS taken (game INTEGER PRIMARY KEY)")
        scratch.execute("DELETE FROM taken")
        scratch.executemany("INSERT INTO taken (game) VALUES (?)", ((game,) for game in taken))
        for number, game, kind, data, at in scratch.execute(_TAKEN):
            if game:
                comer = taken[game]
                if number > comer.match.upto:
                    yield numbers[game], kind, _renumbered(kind, data, numbers, comer.came), at
            elif _withdrawn(kind, data) in fresh:
                yield 0, kind, _renumbered(kind, data, numbers, Origin(0, 0)), at

    def _is_withdrawn(self, game: int) -> bool:
        """Return True if a game of the backup was taken back, and did not return."""
        said = self._scratch.execute(_SAID, (game,)).fetchone()
        if said and said[0] is not None:
            return bool(said[0])
        last = self._withdrawals.get(game, 0)
        return bool(last) and not self._scratch.execute(_LATER, (game, last)).fetchone()

    def _let_grow(self, db: Connection, comer: Comer) -> None:
        """Bring the summary and the statistics of a game up to its end."""
        assert comer.sitting is not None
        sitting = comer.sitting._replace(game=comer.match.game)
        summaries.note(db, Returned(), sitting, comer.summary.changed)
        tables.note(db, Returned(), sitting)

    def _write_extra(self, db: Connection) -> None:
        """Write what is kept beside the games; names become those that were used first."""
        extra = self._extra
        db.executemany(
            "INSERT INTO preference (key, value) VALUES (?, ?)", extra.preferences.items()
        )
        db.executemany(
            "INSERT INTO sticker (tag, deck, card) VALUES (?, ?, ?)",
            [(tag, *sticker) for tag, sticker in extra.stickers.items()],
        )
        tables.offer_before(db, extra.names)


def _withdrawals(scratch: Connection) -> dict[int, int]:
    """Return for each game that was taken back the last row that says so."""
    taken_back = "SELECT id, kind, data FROM row WHERE kind = 'withdraw' ORDER BY id"
    return {_withdrawn(kind, data): number for number, kind, data in scratch.execute(taken_back)}


def _withdrawn(kind: str, data: str) -> int:
    """Return the game that a row takes back, 0 for none."""
    event = event_of(kind, data)
    return event.game if isinstance(event, Withdrew) else 0


def _renumbered(kind: str, data: str, numbers: Mapping[int, int], came: Origin) -> str:
    """Return what a row says with the numbers that games have in the store."""
    if kind not in ("new", "withdraw"):
        return data
    fields = json.loads(data)
    if kind == "withdraw":
        return json.dumps({**fields, "game": numbers.get(fields["game"], 0)})
    fields["previous"] = numbers.get(fields["previous"], 0)
    if came.tag:
        fields[ORIGIN] = str(came)
    return json.dumps(fields)


def _once_more(game: int, kind: str, data: str, at: float) -> tuple[int, str, str, float]:
    """Return a row after which a game is on the table, and that changes nothing of it.

    Before the first game that is its last row, a game that was taken back.
    """
    if not game:
        return game, kind, data, at
    return (game, *events.write(Returned()), at)
