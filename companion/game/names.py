"""Names of players and decks: 1 to 16 signs that people write names with, from any source."""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import bidirectional, category, normalize

LONGEST: Final = 16
Names = tuple[str, ...]
"""Names of players by their seats or places."""
RULE: Final = f"1 to {LONGEST} printable characters"
_JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Persian and the scripts of India need them between letters."""
_SIGN: Final = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"  # a flag
    "|.[\ufe0f\u20e3\U0001f3fb-\U0001f3ff]*(?:\u200d[^\\w\\s][\ufe0f\U0001f3fb-\U0001f3ff]*)*",
    re.DOTALL,
)
"""What people see as one sign: an emoji may be several, with colours of skin and joiners."""
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
    return len(_signs(name)) <= LONGEST and not name.isspace() and _printable_name(name) == name


def real_names(names: Names) -> Names:
    """Return the names that are real: a place without a name is called by its number."""
    stripped = (name.strip() for name in names)
    return tuple(name for name in stripped if name and not name.isdecimal())


def told_apart(names: Iterable[str]) -> Names:
    """Return the names of a table; of two that are one name the later one has a number, as "Ann 2".
    Places without a name are told apart already.
    """
    names = tuple(names)
    taken = set(map(name_key, names))
    seen: set[str] = set()
    apart = []
    for name in names:
        number = 1
        told = name
        while name_key(told) in seen or (number > 1 and name_key(told) in taken):
            number += 1
            told = f"{first_signs(name, LONGEST - 2)} {number}"
        seen.add(name_key(told))
        apart.append(told)
    return tuple(apart)


def isolated(name: str) -> str:
    """Return a name for a list: one that is read from right to left moves no other one."""
    reads_back = any(bidirectional(char) in ("R", "AL", "AN") for char in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if reads_back else name


def cut_name(name: str) -> str:
    """Return a name of an old file made valid, or ""; a very long one takes no longer."""
    printable = _printable_name(normalize("NFC", name[: 4 * LONGEST])).strip()
    return first_signs(printable, LONGEST)


def first_signs(name: str, count: int) -> str:
    """Return the first signs of a name; no emoji is cut in two."""
    return "".join(_signs(name)[:count]).strip()


def _signs(name: str) -> list[str]:
    return _SIGN.findall(name)


def _printable_name(name: str) -> str:
    """Return a name without what nobody sees: joiners stay between letters, directions inside."""
    first = len(name) - len(name.lstrip())
    last = len(name.rstrip()) - 1
    kept = []
    for number, char in enumerate(name):
        inside = first < number < last
        if char in _JOINERS:
            kinds = {category(beside)[0] for beside in name[number - 1 : number + 2 : 2]}
            # Letters on both sides, or the parts of one emoji.
            fits = inside and (kinds <= {"L", "M"} or (kinds <= {"S", "M"} and "S" in kinds))
        else:
            fits = inside if char in _DIRECTIONS else char.isprintable()
        if fits:
            kept.append(char)
    return "".join(kept)
