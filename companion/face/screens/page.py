"""The page that every screen is drawn on: a canvas that knows its view and its words."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final

from PIL import Image

from companion.face import words
from companion.face.dialogue import choices
from companion.face.glyphs import Anchor, Canvas, FaceName, Rect, face, text_width, wrap
from companion.face.on_table import OnTable, on_table
from companion.face.screens.layout import (
    HEIGHT,
    LABELS,
    NO_BOXES,
    ONE_LINE,
    OVER_WORDS,
    TWO_LINES,
    TWO_LINES_WITH_ICON,
    WIDTH,
    WITH_ICON,
    Head,
    Layout,
    layout,
)
from companion.face.state import Phrase, ScreenName
from companion.face.view import View
from companion.panel import BUTTONS, Labels

_HEADS: Final = {
    ScreenName.MORE: OVER_WORDS,
    ScreenName.LANGUAGE: TWO_LINES,
    ScreenName.NAMING: WITH_ICON,
}
LABEL: Final[tuple[FaceName, ...]] = ("label", "tiny")
"""The faces of the labels."""
TEXT: Final[tuple[FaceName, ...]] = ("medium", "small", "tiny")
PLAIN: Final[tuple[FaceName, ...]] = ("small", "tiny")
_PACKED: Final[tuple[tuple[FaceName, int], ...]] = (
    ("small", 10),
    ("small", 9),
    ("tiny", 8),
    ("tiny", 7),
)
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

    @cached_property
    def layout(self) -> Layout:
        """Where the picture, the labels and the boxes of a question stand."""
        screen = self.view.face.screen
        found = layout(
            Labels() if screen == ScreenName.HALTED else self.view.face.labels, self._head
        )
        return found._replace(title=WIDTH) if self.columns else found

    @property
    def _head(self) -> Head:
        """What stands above the boxes of the question that is open."""
        face = self.view.face
        if face.choice is None or face.screen == ScreenName.LEAVING or self.columns:
            return NO_BOXES
        if (choices.DONE,) in self.offered.values():
            return NO_BOXES
        if face.screen != ScreenName.TILE:
            return _HEADS.get(face.screen, ONE_LINE)
        revealed = choices.revealed(face, self.view.sitting)
        if revealed is None:
            return ONE_LINE
        return WITH_ICON if revealed.either else TWO_LINES_WITH_ICON

    def key(self, control: str, rect: Rect) -> None:
        """Have a rectangle inverted while a button is pressed."""
        self.keys[control] = (rect,)

    def label(
        self, control: str, cell: tuple[int, int], taken: int, string: str, ink: int = 1
    ) -> None:
        """Draw the label of a button after what is `taken` of its cell; pressed, both are inverted."""
        left, width = cell
        if self.layout.beside:
            self._label_beside(control, string, ink)
            return
        room = width - taken
        name = best(string, room, LABEL)
        middle = left + taken + room // 2
        wide = self.fit(middle, LABELS - (name != LABEL[0]), string, room, LABEL, "centre", ink)
        begins = left if taken else max(left, middle - wide // 2 - 1)
        self.keys[control] = (strip(begins, min(left + width, middle - wide // 2 + wide + 1)),)

    def _label_beside(self, control: str, string: str, ink: int) -> None:
        """Draw the label of a button at the edge beside it."""
        left, row, width, _ = self.layout.labels[control]
        name = best(string, width - 1, LABEL)
        right = left + width - (text_width(string, name) < width)
        small = name != LABEL[0]
        top = row + 1 + 2 * small if row == 0 else row - small
        wide = self.fit(right, top, string, width, (name,), "right", ink)
        self.key(control, strip(max(left, right - wide - 2), left + width, row))

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
        """How wide the first rows are: the sign of what is wrong may stand at their end."""
        title = self.layout.title
        return title - 15 if self.sign and self.layout.sign == (title, 0) else title

    def erase(self, rect: Rect) -> None:
        """Darken a rectangle, and forget the texts that began in its rows."""
        self.fill(rect, 0)
        rows = range(rect[1], rect[1] + rect[3])
        self._said = [(row, string) for row, string in self._said if row not in rows]

    def flip(self) -> None:
        """Turn the picture upside down, for players opposite; the labels stay at their buttons."""
        for left, top, width, height in self.layout.parts:
            part = self.image.crop((left, top, left + width, top + height))
            self.image.paste(part.transpose(Image.Transpose.ROTATE_180), (left, top))

    def text(
        self, x: int, y: int, string: str, name: FaceName, anchor: Anchor = "left", ink: int = 1
    ) -> int:
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

    def dense(self, rect: Rect, string: str, anchor: Anchor = "left") -> None:
        """Draw a text in the middle rows of a rectangle, its lines as far apart as there is room."""
        left, top, width, room = rect
        name, pitch, lines = _packed(string, width, room)
        letters = face(name)
        high = pitch * (len(lines) - 1) + letters.cap + letters.below
        if high > room and string not in self.cut:
            self.cut.append(string)
        self._said.append((top, string))
        x = left if anchor == "left" else left + width // 2
        y = max(top, top + (room - high) // 2)
        for line in lines:
            super().text(x, y, line, name, anchor)
            y += pitch

    def heading(self, string: str, width: int) -> int:
        """Draw what a screen is about; returns how many rows more than one line it takes."""
        if text_width(string, PLAIN[-1]) <= width:
            self.fit(0, 1, string, width, PLAIN)
            return 0
        lines = wrap(string, PLAIN[-1], width)
        self._said.append((0, string))
        for number, line in enumerate(lines):
            super().text(0, 3 + 7 * number, line, PLAIN[-1])
        return 8 * (len(lines) - 1)

    def line(self, x: int, y: int, string: str, width: int) -> int:
        """Draw a line of a list, without its end where a narrow picture has no room for it."""
        return self.fit(
            x, y, shortened(string, width) if self.layout.beside else string, width, PLAIN
        )

    def name(self, x: int, y: int, string: str, width: int, anchor: Anchor = "left") -> int:
        """Draw what people called themselves, shortened where it is too wide."""
        return self.fit(x, y, shortened(string, width), width, PLAIN, anchor)


def strip(left: int, right: int, row: int = LABELS) -> Rect:
    """The rows of a label and one above them, from a column to before another."""
    top = max(0, row - 1)
    return left, top, right - left, row + 8 - top


@lru_cache(maxsize=256)
def best(string: str, width: int, names: tuple[FaceName, ...] = PLAIN) -> FaceName:
    """The largest of these faces in which a text fits; the smallest, where it fits in none."""
    return next((name for name in names if text_width(string, name) <= width), names[-1])


@lru_cache(maxsize=64)
def shortened(string: str, width: int) -> str:
    """A text that fits in the smallest face, without its end where it must be."""
    string = string[: max(0, width)]  # no letter takes less than a column
    while text_width(string, PLAIN[-1]) > width:
        string = string.removesuffix(_ELLIPSIS)[:-1] + _ELLIPSIS
    return string


@lru_cache(maxsize=64)
def _packed(string: str, width: int, room: int) -> tuple[FaceName, int, tuple[str, ...]]:
    """The largest face in which a text has room, how far its lines are apart, and the lines."""
    for name, pitch in _PACKED:
        letters = face(name)
        lines = tuple(wrap(string, name, width))
        whole = all(
            text_width(word, name) <= width for word in string.replace("\n", " ").split(" ")
        )
        if whole and pitch * (len(lines) - 1) + letters.cap + letters.below <= room:
            break
    return name, pitch, lines


def has_room(string: str, width: int, room: int) -> bool:
    """Return True if the lines of a text have room in so many columns and rows."""
    return _set(string, TEXT, width, room)[2] <= room


@lru_cache(maxsize=256)
def _set(
    string: str, names: tuple[FaceName, ...], width: int, room: int
) -> tuple[FaceName, tuple[str, ...], int]:
    """The largest face in which the lines of a text fit, the lines, and how high they are."""
    for name in names:
        letters = face(name)
        lines = tuple(wrap(string, name, width))
        high = letters.line * (len(lines) - 1) + letters.cap + letters.below
        whole = all(
            text_width(word, name) <= width for word in string.replace("\n", " ").split(" ")
        )
        if high <= room and whole:
            break
    return name, _balanced(string, name, width, lines), high


def _balanced(string: str, name: FaceName, width: int, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The same text in as many lines, none much longer than the others."""
    while len(lines) > 1:
        width = max(text_width(line, name) for line in lines) - 1
        narrower = tuple(wrap(string, name, width))
        if len(narrower) > len(lines) or any(
            text_width(word, name) > width for word in string.split(" ")
        ):
            break
        lines = narrower
    return lines
