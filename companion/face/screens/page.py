"""The page that every screen is drawn on: a canvas that knows its view and its words."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from PIL import Image

from companion.face import words
from companion.face.dialogue import choices
from companion.face.dialogue.names import by_place
from companion.face.glyphs import (
    Anchor,
    Canvas,
    FaceName,
    Rect,
    face,
    shown_name,
    text_width,
    wrap,
)
from companion.face.on_table import OnTable, on_table
from companion.face.screens.layout import (
    HEIGHT,
    LABELS,
    NO_BOXES,
    ONE_LINE,
    OVER_WORDS,
    SIGN,
    TWO_LINES,
    TWO_LINES_WITH_ICON,
    WIDTH,
    WITH_ICON,
    Head,
    Layout,
    layout,
)
from companion.face.state import Own, Phrase, ScreenName
from companion.face.view import View
from companion.game.kinds import kind
from companion.game.state import State
from companion.panel import Labels

_HEADS: Final = {
    ScreenName.MORE: OVER_WORDS,
    ScreenName.WELCOME: OVER_WORDS,
    ScreenName.LANGUAGE: TWO_LINES,
    ScreenName.NAMING: WITH_ICON,
}
Faces = tuple[FaceName, ...]
"""Faces to choose from, the largest first."""
LABEL: Final[Faces] = ("label", "tiny")
"""The faces of the labels."""
TITLE: Final[Faces] = ("medium", "small")
TEXT: Final[Faces] = (*TITLE, "tiny")
PLAIN: Final[Faces] = ("small", "tiny")
TINY: Final[Faces] = ("tiny",)
_Sizes = tuple[tuple[FaceName, int], ...]
"""Faces, and how far apart their lines stand."""
_PACKED: Final[_Sizes] = (("small", 10), ("small", 9), ("tiny", 8), ("tiny", 7))
_ELLIPSIS: Final = "…"
_BLANKS: Final = str.maketrans("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", "  ")


@kind
class _Block(NamedTuple):
    """A text in lines, and how many rows they take."""

    name: FaceName
    pitch: int
    lines: list[str]
    height: int


class Page(Canvas):
    """A canvas that remembers what it says, and what is inverted while buttons are down."""

    def __init__(self, view: View) -> None:
        """Make an empty page for a view."""
        super().__init__(WIDTH, HEIGHT)
        self.view: Final = view
        self.face: Final = view.face
        self.sitting: Final = view.sitting
        self.sign: Final = view.sign
        """The icon of what is wrong with the device."""
        self.lit = False
        """It is drawn dark on light."""
        self.signed = False
        """What is wrong with the device stands on it in words."""
        self.keys: Final[dict[str, Rect]] = {}
        """What is inverted while a button is down."""
        self.marks: Final[dict[str, Rect]] = {}
        """Where each button's mark stands, on builds whose buttons do not lie below the display."""
        self.targets: Final[list[tuple[Rect, str]]] = []
        """Where what can be touched stands, and what `gestures.Touch` says it is."""
        self._said: list[tuple[int, str]] = []

    @cached_property
    def game(self) -> OnTable:
        """The game on the table, for the screens of a game."""
        return on_table(self.sitting)

    @cached_property
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
        return choices.current_cells(self.face, self.sitting)

    @cached_property
    def layout(self) -> Layout:
        """Where the picture, the labels and the boxes of a question stand."""
        labels = Labels() if self.face.screen == ScreenName.HALTED else self.face.labels
        usual = layout(labels, self.head)
        if self.face.screen == ScreenName.START and usual.beside:  # who begins stands at the right
            return usual._replace(sign=(usual.title, 0))
        return usual._replace(title=WIDTH) if self.columns else usual

    @cached_property
    def width(self) -> int:
        """Columns of the picture, without labels beside it."""
        return self.layout.width

    @property
    def height(self) -> int:
        """Rows of the picture, without labels below it."""
        return self.layout.height

    @cached_property
    def beside(self) -> bool:
        """The labels stand at the right of the picture."""
        return self.layout.beside

    @property
    def head(self) -> Head:
        """What stands above the boxes of the question that is open; of lines and columns none."""
        screen = self.face.screen
        if self.face.choice is None or screen == ScreenName.LEAVING:
            return NO_BOXES
        if self.columns or (choices.DONE,) in self.items.values():
            return NO_BOXES
        if screen == ScreenName.LANGUAGE and any(len(cell) > 1 for cell in self.items.values()):
            return ONE_LINE
        if screen != ScreenName.TILE:
            return _HEADS.get(screen, ONE_LINE)
        revealed = choices.revealed_tile(self.face, self.sitting)
        if revealed is None:
            return ONE_LINE
        return WITH_ICON if revealed.either else TWO_LINES_WITH_ICON

    def label(self, control: str, cell: tuple[int, int], taken: int, string: str) -> None:
        """Draw the label of a button below the picture, after what is `taken` of its cell.

        Pressed, both are inverted.
        """
        left, width = cell
        room = width - taken
        middle = left + taken + room // 2
        wide = self.fit(middle, LABELS, string, room, LABEL, "centre")
        first = middle - wide // 2
        begins = left if taken else max(left, first - 1)
        self.keys[control] = strip(begins, min(left + width, first + wide + 1))

    def label_beside(self, control: str, string: str) -> None:
        """Draw the label of a button at the edge beside it."""
        left, row, width, _ = self.layout.labels[control]
        name = best(string, width - 1, LABEL)
        right = left + width - (text_width(string, name) < width)
        top = row or 8 - face(name).cap
        wide = self.fit(right, top, string, width, (name,), "right")
        self.keys[control] = strip(max(left, right - wide - 2), left + width, row)

    @property
    def is_covered(self) -> bool:
        """Return True if a panel lies over the screen."""
        return self.view.held is not None or self.face.notice is not None

    @property
    def texts(self) -> list[str]:
        """Every text on the page, in the order in which they were drawn."""
        return [string.translate(_BLANKS) for _, string in self._said]

    @property
    def room(self) -> int:
        """How wide the first rows are: the sign of what is wrong may stand at their end."""
        title = self.layout.title
        has_sign = self.sign or self.view.mistaken
        return title - SIGN - 2 if has_sign and self.layout.sign == (title, 0) else title

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
        self.remember(y, string)
        return super().text(x, y, string, name, anchor, ink)

    def remember(self, y: int, string: str) -> None:
        """Remember a text that stands in a row in another form than one line of letters."""
        self._said.append((y, string))

    def say(self, key: str, **facts: object) -> str:
        """Return a phrase in the language of the view."""
        return self.words(Phrase(key, facts))

    def words(self, phrase: Phrase) -> str:
        """Return a phrase that was made elsewhere, in the language of the view."""
        facts = {key: self._own(phrase, fact) for key, fact in phrase.facts.items()}
        key = phrase.key
        if key == "guest_name" and not self._shown(str(phrase.facts["name"])):
            key = "guest_unshown"
        return words.say(self.view.language, Phrase(key, facts))

    def _own(self, phrase: Phrase, fact: object) -> object:
        """Return a fact; a name as the glass can show it, by its place, or number in a list."""
        if not isinstance(fact, Own) or not fact:
            return fact
        draft = self.face.draft
        places = {
            name: place for place, name in enumerate(by_place(draft)[: draft.setup.players], 1)
        }
        place = phrase.facts.get("place", places.get(fact))
        if isinstance(place, int):
            return Own(self.called(fact, place - 1))
        return Own(shown_name(fact, self.face.known) or f"… {phrase.facts.get('number', '')}")

    def called(self, name: str, place: int) -> str:
        """Return what a player is called: by the place where the letters lack the name, or make it
        another player's.
        """
        if shown := self._shown(name):
            return shown
        string = self.say("player_at", place=place + 1)
        return string[:1].upper() + string[1:]

    def _shown(self, name: str) -> str:
        """Return a player's name in letters that the glass has, "" for one of other letters."""
        began = self.sitting.began
        return shown_name(name, (*self.face.draft.names, *(began.names if began else ())))

    def fit(
        self,
        x: int,
        y: int,
        string: str,
        width: int,
        names: Faces = PLAIN,
        anchor: Anchor = "left",
    ) -> int:
        """Draw a text in the largest of these faces in which it is at most `width` wide.

        Return its width.

        y: for the first face; smaller ones stand on the same line, or as far above it as they reach
        further below it.
        """
        name = best(string, width, names)
        if text_width(string, name) > width:
            self.cut.append(string)
        usual, letters = face(names[0]), face(name)
        top = y + usual.cap - letters.cap - max(0, letters.below - usual.below)
        return self.text(x, top, string, name, anchor, not self.lit)

    def centre(self, y: int, string: str, width: int, left: int = 0, names: Faces = PLAIN) -> None:
        """Draw a text in the middle of these columns, as `fit`."""
        self.fit(left + width // 2, y, string, width, names, "centre")

    def paragraph(
        self, rect: Rect, string: str, names: Faces = PLAIN, anchor: Anchor = "centre"
    ) -> None:
        """Draw a text in the middle of a rectangle, in the largest face whose lines fit there."""
        left, top, width, room = rect
        block = _fit_lines(string, names, width, room)
        x = left if anchor == "left" else left + width // 2
        y = top + (room - block.height + face(block.name).below) // 2
        self._draw_block((x, y), rect, string, block, anchor)

    def dense(self, rect: Rect, string: str) -> None:
        """Draw a text in the middle of a rectangle, its lines as far apart as there is room."""
        left, top, width, room = rect
        block = _block(string, _PACKED, width, room)
        y = top + max(0, (room - block.height) // 2)
        self._draw_block((left, y), rect, string, block)

    def _draw_block(
        self,
        at: tuple[int, int],
        rect: Rect,
        string: str,
        block: _Block,
        anchor: Anchor = "left",
    ) -> None:
        """Draw the lines of a text from a point of its rectangle on."""
        _, top, _, room = rect
        if block.height > room:
            self.cut.append(string)
        self.remember(top, string)
        self.lines(*at, block.lines, block.name, block.pitch, anchor)

    def lines(
        self,
        x: int,
        y: int,
        lines: Iterable[str],
        name: FaceName,
        pitch: int,
        anchor: Anchor = "left",
    ) -> int:
        """Draw the lines of a text that is remembered as a whole. Return the row after them."""
        for line in lines:
            super().text(x, y, line, name, anchor, not self.lit)
            y += pitch
        return y

    def heading(self, string: str, width: int) -> int:
        """Draw what a screen is about. Return how many rows it takes more than one line."""
        lines = wrap(string, "tiny", width)
        if len(lines) == 1:
            self.fit(0, 1, string, width)
            return 0
        self.remember(0, string)
        self.lines(0, 3, lines, "tiny", 7)
        return 8 * (len(lines) - 1)

    def line(self, x: int, y: int, string: str, width: int) -> int:
        """Draw a line of a list, without its end where a narrow picture has no room for it."""
        if self.beside:
            string = short_text(string, width)
        return self.fit(x, y, string, width)

    def name(self, x: int, y: int, string: str, width: int) -> int:
        """Draw what people are called, shortened where it is too wide."""
        return self.fit(x, y, short_text(string, width), width)


def strip(left: int, right: int, row: int = LABELS) -> Rect:
    """Return the rows of a label and one above them, from a column to before another."""
    return left, max(0, row - 1), right - left, 8


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
    while text_width(string, "tiny") > width:
        string = string.removesuffix(_ELLIPSIS)[:-1] + _ELLIPSIS
    return string


def has_room(string: str, width: int, room: int) -> bool:
    """Return True if the lines of a text have room in so many columns and rows."""
    return _fit_lines(string, TEXT, width, room).height <= room


@lru_cache(maxsize=256)
def _fit_lines(string: str, names: Faces, width: int, room: int) -> _Block:
    """Return a text in the largest face in which its lines fit, none much longer than others."""
    sizes = tuple((name, face(name).line) for name in names)
    block = _block(string, sizes, width, room)
    return block._replace(lines=_even_lines(string, block.name, block.lines))


@lru_cache(maxsize=256)
def _block(string: str, sizes: _Sizes, width: int, room: int) -> _Block:
    """Return a text in the largest of these sizes in which its lines fit, else the smallest."""
    for name, pitch in sizes:
        letters = face(name)
        lines = wrap(string, name, width)
        height = pitch * (len(lines) - 1) + letters.cap + letters.below
        if height <= room and _has_whole_words(string, name, width):
            break
    return _Block(name, pitch, lines, height)


def _has_whole_words(string: str, name: FaceName, width: int) -> bool:
    """Return True if no word of a text is wider than a line."""
    words = string.replace("\n", " ").split(" ")
    return all(text_width(word, name) <= width for word in words)


def _even_lines(string: str, name: FaceName, lines: list[str]) -> list[str]:
    """Return the same text in as many lines, none much longer than the others."""
    while len(lines) > 1:
        width = max(text_width(line, name) for line in lines) - 1
        narrower = wrap(string, name, width)
        if len(narrower) > len(lines) or not _has_whole_words(string, name, width):
            break
        lines = narrower
    return lines
