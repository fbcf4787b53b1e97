"""Typography: the one system of letters, lines and places that all screens are set in.

A screen has its title in the first rows and what it is about below, its figure the largest thing
in sight, its sentences as large as there is room for, and its labels in the last rows.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from companion.face.glyphs.letters import FaceName, face, text_width, wrap
from companion.game.kinds import distinct_type

Faces = tuple[FaceName, ...]
"""Faces to choose from, the largest first."""
LABEL: Final[Faces] = ("label", "tight")
"""What a button does, and what a screen is called: in capitals, which nothing hangs below."""
TITLE: Final[Faces] = ("medium", "small")
"""What a thing is called that has a screen for itself."""
PLAIN: Final[Faces] = ("small", "tight")
"""Lists, and all that stands beside something else."""
TEXT: Final[Faces] = ("medium", *PLAIN)
"""Sentences that have a screen or a panel for themselves."""

MARGIN: Final = 2
"""The first column of what stands at the left: letters, lists, figures."""
TITLE_ROW: Final = 1
"""The row of a title's capitals."""
BODY: Final = 10
"""The first row below a title."""
AIR: Final = 5
"""Columns between a figure and the words beside it."""

PITCHES: Final[dict[str, tuple[int, ...]]] = {
    "medium": (15,),
    "small": (10, 9),
    "label": (9,),
    "tight": (9, 8),
}
"""Rows from one line to the next, the roomiest first."""
_BETWEEN: Final = 4
"""The most rows between two sentences of a list, beside those between its lines."""
_ELLIPSIS: Final = "…"


@distinct_type
class Block(NamedTuple):
    """Texts in lines of one size: the rows between lines, between texts, and of all of them."""

    name: FaceName
    pitch: int
    between: int
    texts: tuple[tuple[str, ...], ...]
    height: int


@lru_cache(maxsize=256)
def best(string: str, width: int, names: Faces = PLAIN) -> FaceName:
    """Return the largest of these faces in which a text fits, else the smallest."""
    for name in names:
        if text_width(string, name) <= width:
            return name
    return names[-1]


@lru_cache(maxsize=64)
def short_text(string: str, width: int) -> str:
    """Return a text that fits in the smallest face, without its end where that is needed."""
    string = string[: max(0, width)]  # no letter takes less than a column
    while text_width(string, "tight") > width:
        string = string.removesuffix(_ELLIPSIS)[:-1] + _ELLIPSIS
    return string


def has_room_for(string: str, width: int, room: int, names: Faces = TEXT) -> bool:
    """Return True if the lines of a text have room in so many columns and rows."""
    return block((string,), (width,), room, names).height <= room


@lru_cache(maxsize=256)
def block(strings: tuple[str, ...], widths: tuple[int, ...], room: int, names: Faces) -> Block:
    """Return texts in the largest size in which all their lines fit, else in the smallest.

    No line is much longer than the others of its text.
    """
    # Large letters close together are read before small ones far apart.
    for name, pitch in [(each, pitch) for each in names for pitch in PITCHES[each]]:
        texts = tuple(map(_even_lines, strings, [name] * len(strings), widths))
        count = sum(map(len, texts))
        height = pitch * (count - 1) + face(name).cap + face(name).below
        if height <= room and all(map(_has_whole_words, strings, [name] * len(strings), widths)):
            break
    between = min(_BETWEEN, max(0, room - height) // len(strings))
    return Block(name, pitch, between, texts, height + between * (len(strings) - 1))


def _has_whole_words(string: str, name: FaceName, width: int) -> bool:
    """Return True if no word of a text is wider than a line."""
    words = string.replace("\n", " ").split(" ")
    return all(text_width(word, name) <= width for word in words)


@lru_cache(maxsize=256)
def _even_lines(string: str, name: FaceName, width: int) -> tuple[str, ...]:
    """Return a text in as few lines as have room, none much longer than the others."""
    even: list[str] = []
    for sentence in string.split("\n"):
        lines = wrap(sentence, name, width)
        while len(lines) > 1:
            # Narrower by a column each time, as long as it takes no more lines.
            narrow = max(text_width(line, name) for line in lines) - 1
            narrower = wrap(sentence, name, narrow)
            if len(narrower) > len(lines) or not _has_whole_words(sentence, name, narrow):
                break
            lines = narrower
        even += lines
    return tuple(even)
