"""The page that every screen is drawn on: a canvas that knows its view and its words."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Final

from PIL import Image

from companion.face import words
from companion.face.dialogue import choices
from companion.face.dialogue.names import by_place
from companion.face.glyphs.canvas import Anchor, Canvas, Rect, icon
from companion.face.glyphs.letters import FaceName, face, fits, shown_name, text_width, wrap
from companion.face.on_table import OnTable, on_table
from companion.face.screen_texts import ScreenText, screen_text_of
from companion.face.screens.layout import (
    BESIDE,
    HEIGHT,
    LABELS,
    ROWS,
    SIGN,
    UPPER,
    WIDTH,
    Layout,
    layout_of,
)
from companion.face.screens.typography import (
    BODY,
    LABEL,
    MARGIN,
    PLAIN,
    TITLE_ROW,
    Block,
    Faces,
    best,
    block,
    has_room_for,
    short_text,
)
from companion.face.shown import Said
from companion.face.state import Own, Phrase, ScreenName, Visit
from companion.face.view import View
from companion.game.state import State
from companion.panel import Labels

_BAR: Final = 9
_OVER_WORDS: Final = 10
_WITH_ICON: Final = 16
"""Rows of the bar of a question: over figures, over words, and with a sign."""
_BETWEEN: Final = (27, 0, 64, 20)
"""The bar over columns: between the table's clue tokens and its deck."""
_BESIDE_BAR: Final = 3
"""Columns at the ends of a bar, and on both sides of its sign."""
_INDENT: Final = 10
"""Columns of a suit's symbol before a sentence."""
_PITCH: Final = 9
"""Rows of a title's line where it takes several."""
_BLANKS: Final = str.maketrans("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", "  ")


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
        self.has_said = False
        """What is being said stands in place of what is asked."""
        self.is_covered = False
        """A panel lies over it."""
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

    @property
    def visit(self) -> Visit:
        """The visit to the turns, for the screens of one."""
        assert self.face.visit is not None
        return self.face.visit

    @cached_property
    def items(self) -> Mapping[str, tuple[str, ...]]:
        """The items of the open question that each button stands for, and several together."""
        return choices.items_by_press(self.face, self.sitting)

    @cached_property
    def columns(self) -> choices.Columns:
        """The columns of the open question, gaps too; none where it has cells."""
        return choices.question_columns(self.face, self.sitting)

    @cached_property
    def own_text(self) -> ScreenText:
        """The texts of the screen."""
        return screen_text_of(self.view)

    @cached_property
    def lines(self) -> list[str]:
        """The texts of the screen from above, in words."""
        title, lines = self.own_text
        phrases = [phrase for _, phrase in lines]
        return [self.words(phrase) for phrase in ([title, *phrases] if title else phrases)]

    @cached_property
    def cells(self) -> Mapping[str, tuple[str, ...]]:
        """The items at each button, gaps too."""
        return choices.current_cells(self.face, self.sitting)

    @cached_property
    def layout(self) -> Layout:
        """Where the picture, the labels and the boxes of a question stand."""
        # Without labels the last picture has the whole display.
        labels = Labels() if self.face.screen == ScreenName.HALTED else self.face.labels
        layout = layout_of(labels, self.bar_rows)
        # Columns have no labels: their bar has the first rows of the whole display.
        if self.columns:
            return layout._replace(bar=(0, 0, WIDTH, _BETWEEN[3]), sign=(WIDTH, 0))
        return layout

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
    def bar_rows(self) -> int:
        """How many rows what is asked has over boxes; 0 where there are none."""
        screen = self.face.screen
        if self.face.choice is None or screen == ScreenName.LEAVING:
            return 0
        if self.columns or (choices.DONE,) in self.items.values():
            return 0
        if screen in (ScreenName.MORE, ScreenName.WELCOME):
            return _OVER_WORDS
        shows = screen == ScreenName.TILE and choices.revealed_tile(self.face, self.sitting)
        return _WITH_ICON if shows or screen == ScreenName.NAMING else _BAR

    def label(self, control: str, cell: tuple[int, int], taken: int, string: str) -> None:
        """Draw the label of a button below the picture, after what is `taken` of its cell. Pressed,
        both are inverted.
        """
        left, width = cell
        room = width - taken
        middle = left + taken + room // 2
        wide = self.fit(middle, LABELS, string, room, LABEL, "centre")
        first = middle - wide // 2
        begins = left if taken else max(left, first - 1)
        self.keys[control] = strip(begins, min(left + width, first + wide + 1))

    @property
    def texts(self) -> list[str]:
        """Every text on the page, in the order in which they were drawn."""
        return [string.translate(_BLANKS) for _, string in self._said]

    @property
    def room(self) -> int:
        """How wide the first rows are: the sign of what is wrong may stand at their end."""
        if self.beside and not self.columns:
            return self.width
        return WIDTH - SIGN - 2 if self.sign or self.view.mistaken else WIDTH

    def erase(self, rect: Rect) -> None:
        """Darken a rectangle, and forget the texts that began in its rows."""
        self.fill(rect, 0)
        rows = range(rect[1], rect[1] + rect[3])
        self._said = [(row, string) for row, string in self._said if row not in rows]

    @property
    def parts(self) -> tuple[Rect, ...]:
        """The parts of the picture, each of which is turned round for players opposite."""
        if not self.beside or self.columns:
            return ((0, 0, WIDTH, UPPER + 1),)  # the last row is that around complete fireworks
        upper = (0, 0, self.width, UPPER + 1)
        lower = (0, UPPER + 1, self.width, ROWS - UPPER - 1)
        gaps = self.layout.gaps
        return upper, lower, *((BESIDE, gap.start, WIDTH - BESIDE, len(gap)) for gap in gaps)

    def flip(self) -> None:
        """Turn the picture upside down, for players opposite; the labels stay at their buttons."""
        for left, top, width, height in self.parts:
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
        return words.say(self.view.language, Phrase(phrase.key, facts))

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
        """Return a player's name; the place where the letters lack it, or make it another's."""
        began = self.sitting.began
        names = (*self.face.draft.names, *(began.names if began else ()))
        if shown := shown_name(name, names):
            return shown
        string = self.say("player_at", place=place + 1)
        return string[:1].upper() + string[1:]

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
        """Draw a text in the middle of a rectangle, in the largest size whose lines fit there."""
        left, top, width, room = rect
        found = block((string,), (width,), room, names)
        spare = max(0, room - found.height)
        # Few lines have descenders at their end: it is the letters that stand in the middle.
        y = top + min(spare, (spare + face(found.name).below) // 2)
        x = left if anchor == "left" else left + width // 2
        if found.height > room:
            self.cut.append(string)
        for part in string.split("\n"):
            self.remember(top, part)
        self._lines_of(x, y, found, found.texts[0], anchor)

    def sentences(self, rect: Rect, phrases: Sequence[Said]) -> None:
        """Draw sentences, each beside the symbol of the suit that it is about."""
        if not phrases:
            return
        left, top, width, room = rect
        said = [(suit, self.words(phrase)) for suit, phrase in phrases]
        indents = [_INDENT if suit else 0 for suit, _ in said]
        widths = tuple(width - indent for indent in indents)
        found = block(tuple(text for _, text in said), widths, room, PLAIN)
        if found.height > room:
            self.cut.extend(text for _, text in said)
        y = top
        for (suit, text), indent, lines in zip(said, indents, found.texts, strict=True):
            if suit:
                self.symbol(left, y - (7 - face(found.name).cap) // 2, suit, 7)
            self.remember(y, text)
            y = self._lines_of(left + indent, y, found, lines) + found.between

    def _lines_of(
        self, x: int, y: int, found: Block, lines: Sequence[str], anchor: Anchor = "left"
    ) -> int:
        """Draw the lines of a text that is remembered as a whole. Return the row after them."""
        for line in lines:
            super().text(x, y, line, found.name, anchor, not self.lit)
            y += found.pitch
        return y

    def title(self, string: str, width: int = 0) -> int:
        """Draw what a screen is about or asks, in its first rows. Return the first row below.

        width: 0 for all of the first rows.
        """
        width = (width or self.room) - MARGIN
        if fits(string, LABEL[-1], width):
            self.fit(MARGIN, TITLE_ROW, string, width, LABEL)
            return BODY
        rows = _PITCH * len(wrap(string, LABEL[-1], width))
        self.paragraph((MARGIN, TITLE_ROW, width, rows), string, LABEL[-1:], "left")
        return TITLE_ROW + rows

    def question(self, string: str, sign: str = "") -> bool:
        """Draw what is asked in a lit bar, after a sign where the bar has room for one. Return True
        if the bar stands between the table's counters.

        What is being said stands there instead, so that it covers no answer.
        """
        notice = self.face.notice
        said = [self.words(phrase) for phrase in notice.phrases] if notice else []
        said = [" ".join(said), said[0]] if said else []
        for text, bar, drawn in product([*said, string], self._bars(), dict.fromkeys((sign, ""))):
            left, top, width, high = bar
            if drawn and high < _WITH_ICON:
                continue
            x = left + _BESIDE_BAR
            taken = icon(drawn).width + _BESIDE_BAR if drawn else 0
            rect = (x + taken, top + 1, width - taken - 2 * _BESIDE_BAR, high - 2)
            names: Faces = ("medium", *LABEL) if high >= _WITH_ICON else LABEL
            if has_room_for(text, *rect[2:], names):
                break
        self.has_said = text in said
        self.paragraph(rect, text, names)
        if drawn:
            mask = icon(drawn)
            self.icon(x, top + (high - mask.mask.height) // 2 - mask.top, drawn)
        self.invert(bar)
        is_between: bool = bar == _BETWEEN
        return is_between

    def _bars(self) -> list[Rect]:
        """Return the places of what is asked, the one that changes least first."""
        left, top, width, high = self.layout.bar
        usual = (left, top, min(width, WIDTH if top else self.room), high)
        # The counters beside it stay: half of the bytes, and as many for the table after it.
        return [_BETWEEN, usual] if self.columns and self.room == WIDTH else [usual]

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
