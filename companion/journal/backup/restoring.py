"""Restoring: a backup merged into a store, checked in slices and written in one transaction.

Nothing of the store is overwritten: what it has stays, and so does the game on the table, whose
last row is written once more after those that came.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Final

from companion.errors import Damaged
from companion.game.cards import CARDS
from companion.game.names import is_name
from companion.journal.backup import lacks, matching
from companion.journal.backup.intake import Intake, NoBackup
from companion.journal.backup.matching import EventRow, Finding
from companion.journal.backup.merging import Comer, Extra, Merge, summary_of
from companion.journal.copy import rows
from companion.journal.copy.kept import LAST_BACKUP, Kept
from companion.journal.events import Began, Event, read
from companion.journal.sitting import rebuild
from companion.journal.store import Store
from companion.numbers import Json

_AT_ONCE: Final = 100
"""Games of the store that are noted at a time."""
_MOST_NAMED: Final = 5
"""How many games are named that cannot be restored."""


class Restoring:
    """A backup on its way into a store."""

    def __init__(self) -> None:
        self._intake = Intake()
        self._intake.db.executescript(matching.SCHEMA)
        self._work: Iterator[None] | None = None
        self._store: Store | None = None
        self._problems: list[str] = []
        self._unreadable: list[str] = []
        self._comers: list[Comer] = []
        self._known: dict[int, int] = {}
        """The numbers in the store of games that it has, by those in the backup."""
        self._wrong = ""
        """Why this is no backup, "" for nothing."""
        self._checked = False

    @property
    def fresh(self) -> int:
        """How many games the store lacks."""
        return sum(comer.match.finding == Finding.NEW for comer in self._comers)

    @property
    def problems(self) -> list[str]:
        """What is wrong with the backup."""
        named = self._unreadable[:_MOST_NAMED]
        if len(self._unreadable) > _MOST_NAMED:
            named.append(f"{len(self._unreadable) - _MOST_NAMED} more games cannot be read")
        return [*self._problems, *named]

    @property
    def is_wrong(self) -> bool:
        """Whether the text is that of no backup."""
        return bool(self._wrong)

    def refusal(self, partial: bool) -> str:
        """Return why it is not restored, "" for no reason.

        partial: what is whole of a damaged one is wanted.
        """
        if self._wrong or not self._checked:
            return self._wrong or "the backup was not checked yet"
        if self.problems and not partial:
            damage = "; ".join(self.problems)
            return f"{damage}. Nothing was restored; --partial takes in the games that are whole"
        return ""

    def feed(self, text: str) -> None:
        """Take some more of its text."""
        if self._work is not None or self._wrong:
            return
        try:
            self._intake.feed(text)
        except NoBackup as error:
            self._wrong = str(error)

    def check(self, store: Store, seconds: float) -> bool:
        """Check for so long what a store lacks of it. Return True once all is checked.

        Raises StoreError; nothing is written to the store.
        """
        if self._work is None:
            self._work = self._check()
        self._store = store
        until = time.monotonic() + seconds
        try:
            for _ in self._work:
                if time.monotonic() > until:
                    return False
        except NoBackup as error:
            self._wrong = str(error)
        self._checked = True
        return True

    def _check(self) -> Iterator[None]:
        intake = self._intake
        intake.end()
        intake.db.execute("CREATE INDEX row_of_game ON row (game, id)")
        self._problems = lacks.find(intake)
        yield
        assert self._store is not None
        tag = self._store.consult(rows.tag)
        noted: int | None = 0
        while noted is not None:
            noted = matching.note_known(intake.db, self._store, tag, noted, _AT_ONCE)
            yield
        query = "SELECT DISTINCT game FROM row WHERE game NOT IN (SELECT game FROM doubtful)"
        for (game,) in intake.db.execute(query).fetchall():
            if game:
                self._check_game(game)
                yield

    def _check_game(self, game: int) -> None:
        """Find what the store has of a game; one that the rules refuse is a problem."""
        assert self._store is not None
        query = "SELECT id, kind, data, at FROM row WHERE game = ? ORDER BY id"
        stamped = self._intake.db.execute(query, (game,)).fetchall()
        try:
            events = [read(kind, data) for _, kind, data, _ in stamped]
            began = _beginning(events)
            sitting = rebuild(game, events)
        except Damaged as error:
            self._unreadable.append(f"game {game}: {error}")
            return
        game_rows: list[EventRow] = [(number, kind, data) for number, kind, data, _ in stamped]
        first = game_rows[0]
        came = matching.origin(first[2], self._intake.tag, first[0])
        matched = matching.match(self._intake.db, self._store, came, game_rows)
        if matched.finding == Finding.KNOWN:
            self._known[game] = matched.game
            return
        summary = summary_of(began, sitting, stamped[0][3], stamped[-1][3])
        whole = sitting if matched.finding == Finding.GROWN else None
        self._comers.append(Comer(game, came, matched, summary, whole))

    def write(self, store: Store, base: int) -> Json:
        """Merge it into a store, in one transaction. Raises StoreError, with all as it was.

        Gives the report, what the backup lacks, and the settings in it.

        base: the number in the store after which its games are numbered.
        """
        merge = Merge(self._intake.db, self._comers, self._known, self._extra(store), base)
        report = merge.write(store)
        settings = self._intake.settings
        return {"report": report._asdict(), "lacks": self.problems, "settings": settings}

    def _extra(self, store: Store) -> Extra:
        """Return what is kept beside the games that a store lacks."""
        intake = self._intake
        there = store.consult(rows.kept)
        preferences = dict(intake.kept.preferences)
        preferences.pop(LAST_BACKUP, None)
        names = [name for name in intake.names if is_name(name)]
        stickers = intake.kept.stickers
        return Extra(
            {key: preferences[key] for key in preferences.keys() - there.preferences.keys()},
            {tag: stickers[tag] for tag in stickers if _is_missing(tag, stickers[tag], there)},
            [name for name in names if name not in (there.names or ())],
        )


def _beginning(events: Sequence[Event]) -> Began:
    """Return the beginning of a game, which is its first row and no later one. Raises Damaged."""
    began = events[0]
    if not isinstance(began, Began):
        raise Damaged("its first row is not its beginning")
    if any(isinstance(event, Began) for event in events[1:]):
        raise Damaged("it begins twice")
    return began


def _is_missing(tag: str, sticker: tuple[str, str], there: Kept) -> bool:
    """Return True for a sticker that a store lacks, of a card that there is."""
    return tag not in there.stickers and sticker[1] in CARDS
