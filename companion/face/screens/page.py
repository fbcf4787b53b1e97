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
from companion.game.state import State
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
    """A canvas that remembers what it says, and what is inverted while buttons are down."""

    def __init__(self, view: View) -> None:
        """Make an empty page for a view."""
        super().__init__(WIDTH, HEIGHT)
        self.view: Final = view
        self.face: Final = view.face
        self.sitting: Final = view.sitting
        self.lit = False
        """It is drawn dark on light."""
        self.signed = False
        """What is wrong with the device stands on it in words."""
        self.keys: Final[dict[str, tuple[Rect, ...]]] = {}
        """What is inverted while a button is down."""
        self.marks: Final[dict[str, Rect]] = {}
        """Where each button's mark stands, on builds whose buttons do not lie below the display."""
        self._said: list[tuple[int, str]] = []

    @cached_property
    def game(self) -> OnTable:
        """The game on the table, for the screens of a game."""
        return on_table(self.sitting)

    @property
    def state(self) -> State:
        """The state of the game now."""
        return self.game.state

    @cached_property
    def items(self) -> Mapping[str, tuple[str, ...]]:
        """The items of the open question that each button stands for, and several together."""
        return choices.items_by_press(self.face, self.sitting)

    @cached_property
    def columns(self) -> choices.Columns:
        """The columns of the open question, gaps too; none where it has cells."""
        return choices.columns(self.face, self.sitting)

    @cached_property
    def cells(self) -> Mapping[str, tuple[str, ...]]:
        """The items at each button, gaps too."""
        return dict(zip(BUTTONS, choices.current_cells(self.face, self.sitting), strict=True))

    @cached_property
    def layout(self) -> Layout:
        """Where the picture, the labels and the boxes of a question stand."""
        face = self.face
        labels = Labels() if face.screen == ScreenName.HALTED else face.labels
        usual = layout(labels, self._head)
        return usual._replace(title=WIDTH) if self.columns else usual

    @property
    def width(self) -> int:
        """Columns of the picture, without labels beside it."""
        return self.layout.width

    @property
    def height(self) -> int:
        """Rows of the picture, without labels below it."""
        return self.layout.height

    @property
    def beside(self) -> bool:
        """The labels stand at the right of the picture."""
        return self.layout.beside

    @property
    def _head(self) -> Head:
        """What stands above the boxes of the question that is open."""
        face = self.face
        if face.choice is None or face.screen == ScreenName.LEAVING:
            return NO_BOXES
        if self.columns or (choices.DONE,) in self.items.values():
            return NO_BOXES
        if face.screen != ScreenName.TILE:
            return _HEADS.get(face.screen, ONE_LINE)
        revealed = choices.revealed_tile(face, self.sitting)
        if revealed is None:
            return ONE_LINE
        return WITH_ICON if revealed.either else TWO_LINES_WITH_ICON

    def key(self, control: str, rect: Rect) -> None:
        """Have a rectangle inverted while a button is pressed."""
        self.keys[control] = (rect,)

    def label(self, control: str, cell: tuple[int, int], taken: int, string: str) -> None:
        """Draw the label of a button after what is `taken` of its cell.

        Pressed, both are inverted.
        """
        left, width = cell
        if self.beside:
            self._label_beside(control, string)
            return
        room = width - taken
        name = best(string, room, LABEL)
        middle = left + taken + room // 2
        wide = self.fit(middle, LABELS - (name != LABEL[0]), string, room, LABEL, "centre")
        begins = left if taken else max(left, middle - wide // 2 - 1)
        self.keys[control] = (strip(begins, min(left + width, middle - wide // 2 + wide + 1)),)

    def _label_beside(self, control: str, string: str) -> None:
        """Draw the label of a button at the edge beside it."""
        left, row, width, _ = self.layout.labels[control]
        name = best(string, width - 1, LABEL)
        right = left + width - (text_width(string, name) < width)
        small = name != LABEL[0]
        top = row + 1 + 2 * small if row == 0 else row - small
        wide = self.fit(right, top, string, width, (name,), "right")
        self.key(control, strip(max(left, right - wide - 2), left + width, row))

    @property
    def is_covered(self) -> bool:
        """Return True if a panel lies over the screen."""
        return self.view.held is not None or self.face.notice is not None

    @property
    def texts(self) -> list[str]:
        """Every text on the page, in the order in which they were drawn."""
        return [string.translate(_BLANKS) for _, string in self._said]

    @property
    def sign(self) -> str:
        """The icon of what is wrong with the device."""
        return self.view.sign

    @property
    def room(self) -> int:
        """How wide the first rows are: the sign of what is wrong may stand at their end."""
        title = self.layout.title
        if self.sign and self.layout.sign == (title, 0):
            return title - 15
        return title

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
        """Return a phrase in the language of the view."""
        return words.say(self.view.language, Phrase(key, facts))

    def words(self, phrase: Phrase) -> str:
        """Return a phrase that was made elsewhere, in the language of the view."""
        return words.say(self.view.language, phrase)

    def fit(
        self,
        x: int,
        y: int,
        string: str,
        width: int,
        names: tuple[FaceName, ...] = PLAIN,
        anchor: Anchor = "left",
    ) -> int:
        """Draw a text in the largest of these faces in which it is at most `width` wide.

        Return its width.

        y: for the first face; smaller ones stand on the same line.
        """
        name = best(string, width, names)
        if text_width(string, name) > width and string not in self.cut:
            self.cut.append(string)
        top = y + face(names[0]).cap - face(name).cap
        return self.text(x, top, string, name, anchor, ink=not self.lit)

    def paragraph(
        self,
        rect: Rect,
        string: str,
        names: tuple[FaceName, ...] = TEXT,
        anchor: Anchor = "centre",
        ink: int = 1,
    ) -> None:
        """Draw a text in the middle of a rectangle, in the largest face whose lines fit there."""
        left, top, width, room = rect
        name, lines, high = _fit_lines(string, names, width, room)
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
        """Draw a text in the middle of a rectangle, its lines as far apart as there is room."""
        left, top, width, room = rect
        name, pitch, lines = _pack_lines(string, width, room)
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
        """Draw what a screen is about. Return how many rows it takes more than one line."""
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
        if self.beside:
            string = short_text(string, width)
        return self.fit(x, y, string, width, PLAIN)

    def name(self, x: int, y: int, string: str, width: int, anchor: Anchor = "left") -> int:
        """Draw what people called themselves, shortened where it is too wide."""
        return self.fit(x, y, short_text(string, width), width, PLAIN, anchor)


def strip(left: int, right: int, row: int = LABELS) -> Rect:
    """Return the rows of a label and one above them, from a column to before another."""
    top = max(0, row - 1)
    return left, top, right - left, row + 8 - top


@lru_cache(maxsize=256)
def best(string: str, width: int, names: tuple[FaceName, ...] = PLAIN) -> FaceName:
    """Return the largest of these faces in which a text fits, else the smallest."""
    for name in names:
        if text_width(string, name) <= width:
            return name
    return names[-1]


@lru_cache(maxsize=64)
def short_text(string: str, width: int) -> str:
    """Return a text that fits in the smallest face, without its end where that is needed."""
    string = string[: max(0, width)]  # no letter takes less than a column
    while text_width(string, PLAIN[-1]) > width:
        string = string.removesuffix(_ELLIPSIS)[:-1] + _ELLIPSIS
    return string


@lru_cache(maxsize=64)
def _pack_lines(string: str, width: int, room: int) -> tuple[FaceName, int, tuple[str, ...]]:
    """Return the largest face in which a text has room, the pitch of its lines, and the lines."""
    for name, pitch in _PACKED:
        letters = face(name)
        lines = tuple(wrap(string, name, width))
        high = pitch * (len(lines) - 1) + letters.cap + letters.below
        if high <= room and _has_whole_words(string, name, width):
            break
    return name, pitch, lines


def has_room(string: str, width: int, room: int) -> bool:
    """Return True if the lines of a text have room in so many columns and rows."""
    return _fit_lines(string, TEXT, width, room)[2] <= room


@lru_cache(maxsize=256)
def _fit_lines(
    string: str, names: tuple[FaceName, ...], width: int, room: int
) -> tuple[FaceName, tuple[str, ...], int]:
    """Return the largest face in which the lines of a text fit, the lines, and their height."""
    for name in names:
        letters = face(name)
        lines = tuple(wrap(string, name, width))
        high = letters.line * (len(lines) - 1) + letters.cap + letters.below
        if high <= room and _has_whole_words(string, name, width):
            break
    return name, _even_lines(string, name, lines), high


def _has_whole_words(string: str, name: FaceName, width: int) -> bool:
    """Return True if no word of a text is wider than a line."""
    words = string.replace("\n", " ").split(" ")
    return all(text_width(word, name) <= width for word in words)


def _even_lines(string: str, name: FaceName, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the same text in as many lines, none much longer than the others."""
    while len(lines) > 1:
        width = max(text_width(line, name) for line in lines) - 1
        narrower = tuple(wrap(string, name, width))
        is_broken = any(text_width(word, name) > width for word in string.split(" "))
        if is_broken or len(narrower) > len(lines):
            break
        lines = narrower
    return lines
