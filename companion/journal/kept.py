"""What is kept beside the games: the group's preferences, the stickers, and the names that are
offered. Each change of it is a row of the journal.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from companion.game.cards import CARDS
from companion.game.names import Names, distinct, is_name, name_key
from companion.journal.lines import (
    NAMES,
    PREFER,
    RESTORE,
    STICKER,
    UNSTICKER,
    Line,
    fields_of,
    texts_of,
)
from companion.journal.statistics.standings import real_names
from companion.journal.stickers import Sticker

LAST_BACKUP: Final = "backup"
"""The preference that says when the last backup was made; it is of this device alone."""
MOST_NAMES: Final = 30
"""How many of the names used last are offered."""
_REMEMBERED: Final = 300
"""How many of them are kept: each new game writes all of them to the index."""

KeptEntry = tuple[str, str | None]
"""A key and its value (JSON) as the index has them; None for a key that goes."""


class Kept:
    """What is kept, as far as the lines say it that were taken."""

    def __init__(self, entries: Iterable[tuple[str, str]] = ()) -> None:
        self.preferences: dict[str, str] = {}
        self.stickers: dict[str, tuple[str, str]] = {}
        """The deck and the card of each tag, in the order of their enrolment."""
        self.names: dict[str, None] = {}
        """The names that are offered, the one used last at the end."""
        self._in_block = False
        """Whether the rows are those of a backup."""
        for key, value in entries:
            what, _, of = key.partition(" ")
            match what, json.loads(value):
                case "prefer", [text]:
                    self.preferences[of] = text
                case "sticker", [deck, card]:
                    self.stickers[of] = deck, card
                case "names", names:
                    self.names = dict.fromkeys(names)

    @property
    def offered(self) -> Names:
        """The names that are offered, those used last first."""
        return distinct(filter(is_name, reversed(self.names)))[:MOST_NAMES]

    @property
    def cards(self) -> dict[str, Sticker]:
        """Every sticker by its tag."""
        known = self.stickers.items()
        return {tag: Sticker(deck, CARDS[card]) for tag, (deck, card) in known if card in CARDS}

    def take(self, line: Line) -> list[KeptEntry]:
        """Take a line; gives what it changes. One that changes nothing of this is left out."""
        match line.kind:
            case "new" if not self._in_block:
                return self._use(fields_of(line).get("players"))
            case "restore" | "whole" | "table" | "lost":
                self._in_block = line.kind == RESTORE
            case "prefer" | "sticker" | "unsticker" | "names":
                return self._change(line.kind, texts_of(line))
        return []

    def _change(self, kind: str, values: tuple[str, ...]) -> list[KeptEntry]:
        match kind, values:
            case "prefer", (key, value):
                self.preferences[key] = value
                return [(f"prefer {key}", json.dumps([value]))]
            case "sticker", (tag, deck, card):
                self.stickers.pop(tag, None)
                self.stickers[tag] = deck, card
                return [(f"sticker {tag}", json.dumps([deck, card]))]
            case "unsticker", (tag,):
                self.stickers.pop(tag, None)
                return [(f"sticker {tag}", None)]
            case "names", names:
                self.names = dict.fromkeys(names)
                return [self._names]
        return []

    def _use(self, players: object) -> list[KeptEntry]:
        """Make the names of a new game those that were used last."""
        if not isinstance(players, list):
            return []
        seated = real_names(tuple(name for name in players if isinstance(name, str)))
        for name in reversed(seated):
            self.names.pop(name, None)
            self.names[name] = None
        for name in list(self.names)[:-_REMEMBERED]:
            del self.names[name]
        return [self._names] if seated else []

    @property
    def _names(self) -> KeptEntry:
        return "names", json.dumps(list(self.names))

    def entries(self) -> Iterator[tuple[str, str]]:
        """Yield all of it as the index has it."""
        for key, text in self.preferences.items():
            yield f"prefer {key}", json.dumps([text])
        for tag, sticker in self.stickers.items():
            yield f"sticker {tag}", json.dumps(sticker)
        if self.names:
            yield "names", json.dumps(list(self.names))

    def without(self, name: str) -> tuple[str, str]:
        """Return the kind and the data of a row after which a name is offered no more."""
        key = name_key(name)
        return NAMES, json.dumps([each for each in self.names if name_key(each) != key])

    def lacking(self, other: "Kept") -> list[tuple[str, str]]:
        """Return the kinds and the data of rows that bring what only the other one has."""
        rows = []
        for key, value in other.preferences.items():
            if key not in self.preferences and key != LAST_BACKUP:
                rows.append((PREFER, json.dumps([key, value])))
        for tag, sticker in other.stickers.items():
            if tag not in self.stickers and sticker[1] in CARDS:
                rows.append((STICKER, json.dumps([tag, *sticker])))
        names = [name for name in other.names if name not in self.names]
        if names:
            rows.append((NAMES, json.dumps([*names, *self.names])))
        return rows


def sticker_row(tag: str, sticker: Sticker | None) -> tuple[str, str]:
    """Return the kind and the data of the row of a sticker, or of one that goes."""
    if sticker is None:
        return UNSTICKER, json.dumps([tag])
    return STICKER, json.dumps([tag, sticker.deck, str(sticker.card)])
