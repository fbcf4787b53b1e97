"""Names of players and decks: 1 to 16 characters that people write names with, from any source."""

from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

LONGEST: Final = 16
Names = tuple[str, ...]
"""Names of players by their seats or places."""
RULE: Final = f"1 to {LONGEST} printable characters"
_JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Persian and the scripts of India need them between letters."""
_DIRECTIONS: Final = "\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}\N{ARABIC LETTER MARK}"


def name_key(name: str) -> str:
    """Return the one form of all spellings of a name: composed or not, in any capitals."""
    return normalize("NFC", normalize("NFC", name).casefold())


def distinct(names: Iterable[str]) -> Names:
    """Return the names, the first spelling of each."""
    by_key: dict[str, str] = {}
    for name in names:
        by_key.setdefault(name_key(name), name)
    return tuple(by_key.values())


def composed(name: str) -> str:
    """Return a name as it is kept."""
    return normalize("NFC", name.strip())


def is_name(value: object) -> bool:
    """Return True if this can be a name."""
    if not isinstance(value, str) or not 0 < len(value) <= 4 * LONGEST:
        return False
    name = normalize("NFC", value)
    return len(name) <= LONGEST and not name.isspace() and _printable_name(name) == name


def cut_name(name: str) -> str:
    """Return a name of an old file made valid, or ""; a very long one takes no longer."""
    return _printable_name(normalize("NFC", name[: 4 * LONGEST])).strip()[:LONGEST].strip()


def _printable_name(name: str) -> str:
    """Return a name without what nobody sees: joiners stay between letters, directions inside."""
    first = len(name) - len(name.lstrip())
    last = len(name.rstrip()) - 1
    kept = []
    for number, char in enumerate(name):
        inside = first < number < last
        if char in _JOINERS:
            fits = inside and all(
                category(beside)[0] in "LM" for beside in (name[number - 1], name[number + 1])
            )
        else:
            fits = inside if char in _DIRECTIONS else char.isprintable()
        if fits:
            kept.append(char)
    return "".join(kept)
