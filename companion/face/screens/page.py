"""The page that every screen is drawn on: a canvas that knows its view and its words."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final

from PIL import Image

from companion.face import words
from companion.face.dialogue import choices
from companion.face.glyphs import Anchor, Canvas, FaceName, Rect, face, text_width, wrap
from companion.face.on_table import OnTable, on_table
from companion.face.state import Phrase
from companion.face.view import View
from companion.panel import BUTTONS, CLUE, DISCARD, PLAY

WIDTH: Final = 128
HEIGHT: Final = 64
LABELS: Final = 56
"""The first row of the button labels: they have the last eight rows, a page of the display's memory."""
UPPER: Final = 54
"""How many rows there are above the two that keep the labels apart."""
CELLS: Final[Mapping[str, tuple[int, int]]] = {CLUE: (0, 42), DISCARD: (42, 44), PLAY: (86, 42)}
"""Where each button's label begins, and how wide it may be."""
LABEL: Final[tuple[FaceName, ...]] = ("label", "tiny")
"""The faces of the labels."""
TEXT: Final[tuple[FaceName, ...]] = ("medium", "small", "tiny")
PLAIN: Final[tuple[FaceName, ...]] = ("small", "tiny")
_ELLIPSIS: Final = "…"
_BLANKS: Final = str.maketrans("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", "  ")


class Page(Canvas):
    """A canvas that remembers what it says, and what is inverted while buttons are down (`keys`).

    lit: it is drawn dark on light. signed: what is wrong with the device stands on it in words.
    """

    def __init__(self, view: View) -> None:
        """An empty page for a view."""
        super().__init__(WIDTH, HEIGHT)
        self.view: Final = view
        self.lit = False
        self.signed = False
        self.keys: Final[dict[str, tuple[Rect, ...]]] = {}
        self.marks: Final[dict[str, Rect]] = {}
        """Where each button's mark stands, on builds whose buttons do not lie below the display."""
        self._said: list[tuple[int, str]] = []

    @cached_property
    def game(self) -> OnTable:
        """The game on the table, for the screens of a game."""
        return on_table(self.view.sitting)

    @cached_property
    def offered(self) -> Mapping[str, tuple[str, ...]]:
        """The items of the open question that each button stands for, and several together."""
        return choices.offered(self.view.face, self.view.sitting)

    @cached_property
    def columns(self) -> choices.Columns:
        """The columns of the open question, gaps too; none where it has cells."""
        return choices.columns(self.view.face, self.view.sitting)

    @cached_property
    def shown(self) -> Mapping[str, tuple[str, ...]]:
        """The items at each button, gaps too."""
        return dict(zip(BUTTONS, choices.shown(self.view.face, self.view.sitting), strict=True))

    def key(self, control: str, cell: tuple[int, int] | None = None) -> tuple[int, int]:
        """Where the label of a button begins, and how wide it may be; pressed, all of that is inverted."""
        left, width = cell or CELLS[control]
        self.keys[control] = (strip(left, left + width),)
        return left, width

    def label(self, control: str, cell: tuple[int, int], taken: int, string: str, ink: int = 1) -> None:
        """Draw the label of a button after what is `taken` of its cell; pressed, both are inverted."""
        left, width = cell
        room = width - taken
        name = best(string, room, LABEL)
        middle = left + taken + room // 2
        wide = self.fit(middle, LABELS - (name != LABEL[0]), string, room, LABEL, "centre", ink)
        begins = left if taken else max(left, middle - wide // 2 - 1)
        self.keys[control] = (strip(begins, min(left + width, middle - wide // 2 + wide + 1)),)

    @property
    def texts(self) -> list[str]:
        """Every text on the page, in the order in which they were drawn."""
        return [string.translate(_BLANKS) for _, string in self._said]

    @property
    def sign(self) -> str:
        """The icon of what is wrong with the device, if anything: nothing is saved, or the supply is weak."""
        if not self.view.saved:
            return "unsaved"
        return "weak" if self.view.weak else ""

    @property
    def room(self) -> int:
        """How wide the first rows are: the sign of what is wrong stands at their end."""
        return WIDTH - 15 if self.sign else WIDTH

    def erase(self, rect: Rect) -> None:
        """Darken a rectangle, and forget the texts that began in its rows."""
        self.fill(rect, 0)
        rows = range(rect[1], rect[1] + rect[3])
        self._said = [(row, string) for row, string in self._said if row not in rows]

    def flip(self, rows: int) -> None:
        """Turn the first rows upside down, for players opposite; the labels stay at their buttons."""
        upper = self.image.crop((0, 0, WIDTH, rows))
        self.image.paste(upper.transpose(Image.Transpose.ROTATE_180), (0, 0))

    def text(self, x: int, y: int, string: str, name: FaceName, anchor: Anchor = "left", ink: int = 1) -> int:
        """Draw a line of text and remember it."""
        self._said.append((y, string))
        return super().text(x, y, string, name, anchor, ink)

    def remember(self, y: int, string: str) -> None:
        """Remember a text that stands in a row in another form than letters."""
        self._said.append((y, string))

    def say(self, key: str, **facts: object) -> str:
        """A phrase in the language of the view."""
        return words.say(self.view.language, Phrase(key, facts))

    def words(self, phrase: Phrase) -> str:
        """A phrase that was made elsewhere, in the language of the view."""
        return words.say(self.view.language, phrase)

    def fit(
        self,
        x: int,
        y: int,
        string: str,
        width: int,
        names: tuple[FaceName, ...] = PLAIN,
        anchor: Anchor = "left",
        ink: int = 1,
    ) -> int:
        """Draw a text in the largest of these faces in which it is at most `width` wide.

        `y` is for the first face; smaller ones stand on the same line. Returns the width.
        """
        name = best(string, width, names)
        if text_width(string, name) > width and string not in self.cut:
            self.cut.append(string)
        return self.text(x, y + face(names[0]).cap - face(name).cap, string, name, anchor, ink)

    def paragraph(
        self,
        rect: Rect,
        string: str,
        names: tuple[FaceName, ...] = TEXT,
        anchor: Anchor = "centre",
        ink: int = 1,
    ) -> None:
        """Draw a text in the middle rows of a rectangle, in the largest face whose lines fit there."""
        left, top, width, room = rect
        name, lines, high = _set(string, names, width, room)
        if high > room and string not in self.cut:
            self.cut.append(string)
        self._said.append((top, string))
        letters = face(name)
        x = {"left": left, "centre": left + width // 2, "right": left + width}[anchor]
        y = top + (room - high + letters.below) // 2
        for line in lines:
            super().text(x, y, line, name, anchor, ink)
            y += letters.line

    def name(self, x: int, y: int, string: str, width: int, anchor: Anchor = "left") -> int:
        """Draw what people called themselves, shortened where it is too wide."""
        return self.fit(x, y, shortened(string, width), width, PLAIN, anchor)


def strip(left: int, right: int) -> Rect:
    """The rows of the labels and one above them, from a column to before another."""
    return left, LABELS - 1, right - left, HEIGHT - LABELS + 1


@lru_cache(maxsize=256)
def best(string: str, width: int, names: tuple[FaceName, ...] = PLAIN) -> FaceName:
    """The largest of these faces in which a text fits; the smallest, where it fits in none."""
    return next((name for name in names if text_width(string, name) <= width), names[-1])


@lru_cache(maxsize=64)
def shortened(string: str, width: int) -> str:
    """A text that fits in the smallest face, without its end where it must be."""
    string = string[:width]  # no letter takes less than a column
    while text_width(string, PLAIN[-1]) > width:
        string = string.removesuffix(_ELLIPSIS)[:-1] + _ELLIPSIS
    return string


@lru_cache(maxsize=256)
def _set(
    string: str, names: tuple[FaceName, ...], width: int, room: int
) -> tuple[FaceName, tuple[str, ...], int]:
    """The largest face in which the lines of a text fit, the lines, and how high they are."""
    for name in names:
        letters = face(name)
        lines = tuple(wrap(string, name, width))
        high = letters.line * (len(lines) - 1) + letters.cap + letters.below
        whole = all(text_width(word, name) <= width for word in string.replace("\n", " ").split(" "))
        if high <= room and whole:
            break
    return name, _balanced(string, name, width, lines), high


def _balanced(string: str, name: FaceName, width: int, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The same text in as many lines, none much longer than the others."""
    while len(lines) > 1:
        width = max(text_width(line, name) for line in lines) - 1
        narrower = tuple(wrap(string, name, width))
        if len(narrower) > len(lines) or any(text_width(word, name) > width for word in string.split(" ")):
            break
        lines = narrower
    return lines
