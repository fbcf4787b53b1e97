"""Names of players and decks: 1 to 16 printable characters, with blanks inside, from any source."""

from typing import Final
from unicodedata import normalize

LONGEST: Final = 16
Names = tuple[str, ...]
"""Names of players by their seats or places."""
RULE: Final = f"1 to {LONGEST} printable characters"


def key(name: str) -> str:
    """Return what all spellings of a name have in common: composed or not, in any capitals."""
    return normalize("NFC", normalize("NFC", name).casefold())


def is_name(value: object) -> bool:
    """Return True if this can be a name."""
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST:
        return False
    return value.isprintable() and not value.isspace()


def cut(name: str) -> str:
    """Return a name of an old file made valid, or ""; a very long one takes no longer."""
    return "".join(filter(str.isprintable, name[: 4 * LONGEST])).strip()[:LONGEST].strip()
