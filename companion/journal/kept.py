"""What is kept: the game on the table, and the group's preferences, stickers and names beside the
games. Each change of it is a row of the journal, and the last row of each kind is what counts.
"""

import json
from typing import Final

from companion.game.cards import CARDS
from companion.game.names import Names, distinct, is_name, name_key, real_names, told_apart
from companion.journal.lines import (
    APART,
    KEPT,
    NAMES,
    PREFER,
    RESTORE,
    STICKER,
    TABLE,
    TRIAL,
    WHOLLY_KEPT,
    Line,
    fields_of,
    texts_of,
)
from companion.journal.stickers import Sticker

LAST_BACKUP: Final = "backup"
"""The preference that says when the last backup was made."""
GUESTS: Final = "guests"
"""The preference that keeps the codes of the evening, as sums."""
_OF_ONE_DEVICE: Final = (LAST_BACKUP, GUESTS)
"""The preferences that no backup brings to another device."""
MOST_NAMES: Final = 30
"""How many of the names used last are offered."""
_REMEMBERED: Final = 300
"""How many of them are kept."""


class Kept:
    """What the rows say that were taken, one after the other."""

    def __init__(self) -> None:
        self.last = 0
        """The last row."""
        self.table = 0
        """The game on the table."""
        self.latest = 0
        """The highest number of a game."""
        self.preferences: dict[str, str] = {}
        self.stickers: dict[str, tuple[str, str]] = {}
        """The deck and the card of each tag, in the order of their enrolment."""
        self.names: dict[str, None] = {}
        """The names that are offered, the one used last at the end."""
        self.aliases: list[tuple[int, str, str]] = []
        """What names of earlier rows read as now: the row that says so, the key of the name, and
        the other one, "" for nobody's."""
        self.trials: dict[str, str] = {}
        """Whether games were trials, by their ids; "" for no."""
        self.in_block = False
        """Whether the rows are those of a backup."""

    @property
    def offered(self) -> Names:
        """The names that are offered, those used last first."""
        return distinct(filter(is_name, reversed(self.names)))[:MOST_NAMES]

    @property
    def cards(self) -> dict[str, Sticker]:
        """Every sticker by its tag."""
        known = self.stickers.items()
        return {tag: Sticker(deck, CARDS[card]) for tag, (deck, card) in known if card in CARDS}

    @property
    def line(self) -> Line:
        """All of it as a line, which `from_line` reads."""
        return Line(self.last, self.table, WHOLLY_KEPT, 0.0, json.dumps(vars(self)))

    @classmethod
    def from_line(cls, line: Line) -> "Kept":
        """Return what a line says."""
        kept = cls()
        vars(kept).update(fields_of(line))
        return kept

    def take_row(self, line: Line) -> None:
        """Take the next row; one that was taken says nothing."""
        if line.row <= self.last:
            return
        self.last = line.next_row - 1
        if line.is_event:
            self.latest = max(self.latest, line.game)
            if not self.in_block:
                self.table = line.game
                self.use_names_of(line)
            return
        if line.kind not in KEPT | {APART}:
            self.in_block = line.kind == RESTORE
            if line.kind == TABLE:
                self.table = line.game
            return
        self._keep_texts(line)

    def _keep_texts(self, line: Line) -> None:
        match line.kind, texts_of(line):
            case "names", names:
                self.names = dict.fromkeys(names)
            case "prefer", (key, value):
                self.preferences[key] = value
            case "sticker", (tag, deck, card):
                self.stickers.pop(tag, None)
                # Taken out before, so that it comes last.
                self.stickers[tag] = deck, card
            case "unsticker", (tag,):
                self.stickers.pop(tag, None)
            case "alias", (name, to):
                self._alias_name(line.row, name, to)
            case "trial", (game, yes):
                self.trials.update({game: yes})

    def _alias_name(self, row: int, name: str, to: str) -> None:
        """Have a name read otherwise; to itself, as it did before that was said last."""
        key = name_key(name)
        if name != to:
            self.aliases.append((row, key, to))
        elif last := self.last_alias(name):
            self.aliases.remove(last)
            self.names[name] = None
        read = (to if name_key(each) == key else each for each in self.names)
        self.names = dict.fromkeys(filter(None, read))

    def last_alias(self, name: str) -> tuple[int, str, str] | None:
        """Return what was said last of a name."""
        key = name_key(name)
        return next((one for one in reversed(self.aliases) if one[1] == key), None)

    def name_read(self, name: str, row: int) -> str:
        """Return what a name in a row reads as now, "" for nobody's."""
        for later, key, to in self.aliases:
            if later > row and key == name_key(name):
                name = to
        return name

    def is_trial(self, game: str) -> bool:
        """Return True if a game, by its id, was a trial: it does not count."""
        return bool(self.trials.get(game))

    def read_line(self, line: Line) -> Line:
        """Return a row with the players' names as they read now: every reader of games has it so.

        A place whose player has no name any more is called by its number.
        """
        fields = fields_of(line) if line.kind == "new" else {}
        players = fields.get("players")
        if not isinstance(players, list) or not all(map(is_name, players)):
            return line
        read = []
        for seat, name in enumerate(players, fields.get("first", 0)):
            read.append(self.name_read(name, line.row) or str(seat % len(players) + 1))
        fields["players"] = list(told_apart(read)) if real_names(tuple(read)) else len(read)
        return line._replace(data=json.dumps(fields))

    def use_names_of(self, line: Line) -> None:
        """Make the players' names of a new game those that were used last."""
        players = fields_of(line).get("players") if line.kind == "new" else None
        if not isinstance(players, list):
            return
        names = real_names(tuple(name for name in players if isinstance(name, str)))
        for name in reversed(names):
            self.names.pop(name, None)
            self.names[name] = None
        while len(self.names) > _REMEMBERED:
            del self.names[next(iter(self.names))]

    def row_without(self, name: str) -> tuple[str, str]:
        """Return the kind and the data of a row after which a name is offered no more."""
        key = name_key(name)
        return NAMES, json.dumps([each for each in self.names if name_key(each) != key])

    def names_lacking(self, other: "Kept") -> list[str]:
        """Return the names that only the other one offers, as they read here."""
        read = dict.fromkeys(self.name_read(name, 0) for name in other.names)
        return [name for name in read if name and name not in self.names]

    def rows_lacking(self, other: "Kept") -> list[tuple[str, str]]:
        """Return the kinds and the data of rows that bring what only the other one has."""
        rows = []
        for key, value in other.preferences.items():
            if key not in self.preferences and key not in _OF_ONE_DEVICE:
                rows.append((PREFER, json.dumps([key, value])))
        for tag, sticker in other.stickers.items():
            if tag not in self.stickers and sticker[1] in CARDS:
                rows.append((STICKER, json.dumps([tag, *sticker])))
        if names := self.names_lacking(other):
            rows.append((NAMES, json.dumps([*names, *self.names])))
        trials = (one for one in other.trials.items() if one[0] not in self.trials)
        rows.extend((TRIAL, json.dumps(one)) for one in trials)
        return rows
