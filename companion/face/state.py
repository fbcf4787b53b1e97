"""Where the face is: which screen, what is half chosen, what is being said."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from companion.face.preferences import Preferences
from companion.game.cards import Card
from companion.game.setup import Setup
from companion.table.repair import Lines, Moment
from companion.table.sitting import Sitting

LANGUAGE: Final = "language"
START: Final = "start"
EDITION: Final = "edition"
TABLE: Final = "table"
LOOK: Final = "look"
CHOOSING: Final = "choosing"
NAMING: Final = "naming"
TILE: Final = "tile"
MENU: Final = "menu"
TURNS: Final = "turns"
TURN: Final = "turn"
"""What shall become of the turn that is marked among the turns."""
LEAVING: Final = "leaving"
"""What shall become of a repair in which turns do not fit."""
AUDIT: Final = "audit"
ABOUT: Final = "about"
END: Final = "end"
HALTED: Final = "halted"
"""What stays on the display when the computer goes down; no button does anything there."""

PROMPTS: Final = frozenset({CHOOSING, NAMING, TILE})
"""Screens on which the player who acts is asked something: the seat blinks."""

NOTICE: Final = 4.0
"""Seconds that a notice stays."""


class Phrase(NamedTuple):
    """Something to say in any language: a key of the words, and the facts that fill it in."""

    key: str
    facts: Mapping[str, object] = {}


class Own(str):
    """What people called something themselves: a fact that is said as it is, in every language."""

    __slots__ = ()


class Notice(NamedTuple):
    """Something said for a while.

    until: None for "until the next press". refusal: a press was refused.
    """

    phrase: Phrase
    until: float | None
    refusal: bool = False


class Draft(NamedTuple):
    """The next game, as the start screen has it so far.

    names: by seat, so the first one begins. first: the place at the table of whoever begins. others:
    the names at the places after the last one, where more played before. preset: the edition's name, where
    it was chosen by that.
    """

    setup: Setup
    names: tuple[str, ...] = ()
    first: int = 0
    others: tuple[str, ...] = ()
    preset: str = "classic"


class Choice(NamedTuple):
    """What is being chosen with three buttons.

    purpose: "play", "outcome", "name", "name late", "tile", "edition", "language", "turn" or "leaving".
    path: what was picked so far. spread: the items of the cell that was opened last, over the buttons.
    """

    purpose: str
    path: tuple[str, ...] = ()
    spread: tuple[str, ...] = ()


class Menu(NamedTuple):
    """A list on the screen. editing: the value under the cursor is being changed; staged: the
    values changed so far, by counter.
    """

    name: str = "main"
    cursor: int = 0
    editing: bool = False
    staged: Mapping[str, int] = {}


class Tap(NamedTuple):
    """A card that was tapped on the one reader, and counts for a turn until then."""

    tag: str
    card: Card
    until: float


class Entry(NamedTuple):
    """A turn that is told among the turns.

    kind: it was "forgotten" before the marked line, it was "another" than that one, or the "tile" of that
    one is asked for. sitting: the game up to that turn, and what was told of it. began: the number of
    steps before the turn. least: of those that cannot be taken back.
    """

    kind: Literal["forgotten", "another", "tile"]
    sitting: Sitting
    began: int
    least: int


class Visit(NamedTuple):
    """A visit to the turns of a game.

    sitting: the game, which nothing changes until the visit is over. lines: its lines, as far as they
    are repaired. moments: what becomes of them. mark: the line that is marked; after the last one now, and
    then what was undone. changed: something was repaired, and of what came after not all fits.
    """

    sitting: Sitting
    lines: Lines
    moments: tuple[Moment, ...]
    mark: int
    changed: bool = False
    entry: Entry | None = None


Lesson = Literal["clue", "discard", "play", "misfire", "undo", "turns", "forgotten", "late", "done"]


class Practice(NamedTuple):
    """A game that is only practised, the lesson that it is at, and the face that comes back afterwards."""

    sitting: Sitting
    lesson: Lesson
    back: "Face"


class Face(NamedTuple):
    """The face, apart from the game itself; never changed, only replaced.

    origin: where a menu was opened, START or else. page: of the look pages and the end. visit: to the
    turns of the game, as long as it lasts. marked: the firework that an
    encoder points at. touched: the last press on a prompt, a menu or a page. acted: when the last
    action counted. last: the control pressed last, and when it was let go. recent: when the last
    few gestures began. tap: the card that waits for its button. tapped_at: when a card was laid on a
    reader last. can_switch_off: the computer lets itself be switched off from here. known: the
    names of players so far, those used last first. lacks: the preferences that mean nothing here.
    practice: the game that is practised instead of the one on the table. newcomers: only a few games
    were finished on this device so far.
    """

    screen: str
    draft: Draft
    preferences: Preferences = Preferences()
    choice: Choice | None = None
    menu: Menu = Menu()
    origin: str = TABLE
    page: int = 0
    visit: Visit | None = None
    marked: str | None = None
    touched: float = float("-inf")
    acted: float = float("-inf")
    last: tuple[str, float] = ("", float("-inf"))
    recent: tuple[float, ...] = ()
    notice: Notice | None = None
    tap: Tap | None = None
    tapped_at: float = float("-inf")
    can_switch_off: bool = False
    known: tuple[str, ...] = ()
    lacks: frozenset[str] = frozenset()
    practice: Practice | None = None
    newcomers: bool = False

    def of(self, screen: str) -> "Face":
        """The same face on a screen that asks and says nothing."""
        return self._replace(screen=screen, choice=None, menu=Menu(), visit=None, marked=None, notice=None)


def rest(face: Face, sitting: Sitting) -> Face:
    """The face on the screen that a sitting rests on when nobody chooses anything."""
    face = face._replace(choice=None, menu=Menu(), origin=TABLE, page=0, visit=None, marked=None, tap=None)
    state = sitting.state
    if state is None:
        return face._replace(screen=START)
    if state.over:
        return face._replace(screen=END)
    if state.bonus_pending:
        return face._replace(screen=TILE, choice=Choice("tile"))
    return face._replace(screen=TABLE)


def home(face: Face, sitting: Sitting) -> Face:
    """Where a menu or the turns were opened from: the next game's start, or where the sitting rests."""
    if face.origin == START:
        return rest(face, sitting)._replace(screen=START, choice=None)
    return rest(face, sitting)


def wake(sitting: Sitting, preferences: Preferences = Preferences()) -> Face:  # noqa: B008 - immutable
    """The face at power-on: the table in mid-game, else the start of the next game."""
    face = Face(START, draft(sitting), preferences)
    if sitting.playing:
        return rest(face, sitting)
    if not preferences.language:
        return face._replace(screen=LANGUAGE, choice=Choice("language"))
    return face


def draft(sitting: Sitting) -> Draft:
    """The next game as the last one was."""
    if sitting.began is None:
        return Draft(Setup(players=3))
    began = sitting.began
    return Draft(began.setup, began.names, began.first, preset=began.preset)
