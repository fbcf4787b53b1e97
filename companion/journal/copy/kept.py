"""What is kept beside the events, as lines of the copy: the group's preferences, stickers and
names.
"""

import json
from collections.abc import Sequence
from typing import Final

from companion import clock
from companion.journal.copy.lines import Line
from companion.journal.sqlite import all_texts

PREFER: Final = "prefer"
STICKER: Final = "sticker"
UNSTICKER: Final = "unsticker"
NAMES: Final = "names"
"""All names that are offered, the one used last at the end."""
LAST_BACKUP: Final = "backup"
"""The preference that says when the last backup was made; it is of this device alone."""


def line(kind: str, *values: str) -> Line:
    """Return a change of what is kept as a line of the copy."""
    return Line(0, 0, kind, json.dumps(values), clock.now())


def read(line: Line) -> tuple[str, ...]:
    """Return the texts of a change; none where the line makes no sense."""
    try:
        values = json.loads(line.data)
    except ValueError:
        return ()
    return tuple(values) if isinstance(values, list) and all_texts(values) else ()


class Kept:
    """What is kept, as far as the lines of a copy say it."""

    def __init__(self) -> None:
        self.preferences: dict[str, str] = {}
        self.stickers: dict[str, tuple[str, str]] = {}
        self.names: Sequence[str] | None = None

    def add(self, changed: Line) -> None:
        """Take a line; one that changes nothing of this is left out."""
        match changed.kind, read(changed):
            case "prefer", (key, value):
                self.preferences[key] = value
            case "sticker", (tag, deck, card):
                self.stickers.pop(tag, None)
                self.stickers[tag] = deck, card
            case "unsticker", (tag,):
                self.stickers.pop(tag, None)
            case "names", names:
                self.names = names

    def changes_to(self, other: "Kept") -> list[Line]:
        """Return the lines that lead from here to what else is kept."""
        preferences = other.preferences.items() - self.preferences.items()
        changes = [line(PREFER, *pair) for pair in sorted(preferences)]
        changes += [line(UNSTICKER, tag) for tag in self.stickers if tag not in other.stickers]
        for tag, sticker in other.stickers.items():
            if self.stickers.get(tag) != sticker:
                changes.append(line(STICKER, tag, *sticker))
        if self.names is None and other.names:
            changes.append(line(NAMES, *other.names))
        return changes
