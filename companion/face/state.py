"""Where the face is: which screen, what is half chosen, what is being said."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from companion.face.preferences import Preferences
from companion.game.cards import Card
from companion.game.edition import CLASSIC
from companion.game.kinds import distinct_type
from companion.game.names import Names
from companion.game.setup import Setup
from companion.journal.repair import LineOutcome, Lines
from companion.journal.sitting import Sitting
from companion.panel import Labels


class ScreenName(StrEnum):
    """The name of each screen."""

    LANGUAGE = "language"
    WELCOME = "welcome"
    """Whether a group that has just got the device plays, or learns it first."""
    START = "start"
    EDITION = "edition"
    TABLE = "table"
    LOOK = "look"
    CHOOSING = "choosing"
    NAMING = "naming"
    TILE = "tile"
    MENU = "menu"
    TURNS = "turns"
    TURN = "turn"
    """What to do with the turn that is marked among the turns."""
    LEAVING = "leaving"
    """What to do with a repair in which turns do not fit."""
    MORE = "more"
    """What else can be opened, at the table, between games and on a question about a bonus tile."""
    AUDIT = "audit"
    ABOUT = "about"
    PHONE = "phone"
    """Where guests find the page, and their token."""
    END = "end"
    HALTED = "halted"
    """The display once the computer is off; no button does anything there."""


LISTS: Final = (ScreenName.MENU, ScreenName.TURN)
"""Screens with a list, whose line is selected."""
TABLES: Final = (ScreenName.TABLE, ScreenName.LOOK)
"""The table, and the look pages over it."""
PROMPTS: Final = frozenset({ScreenName.CHOOSING, ScreenName.NAMING, ScreenName.TILE})
"""Screens on which the player who acts is asked something: the seat blinks."""

_OF_LAST: Final = (ScreenName.END, ScreenName.AUDIT, ScreenName.NAMING)
"""Screens that the start screen's menu leads to, and that show the last game."""

LAST_ROUND: Final = "last_round"
"""The notice that says who still plays."""
NOTICE_S: Final = 4.0
"""Seconds that a notice stays."""

Items = tuple[str, ...]
"""Items of a question: of a cell, or those that are picked."""


@distinct_type
class Phrase(NamedTuple):
    """Something to say in any language: a key of the words, and the facts that fill it in."""

    key: str
    facts: Mapping[str, object] = {}


class Own(str):
    """A name that people gave: a fact that is said as it is, in every language."""

    __slots__ = ()


@distinct_type
class Notice(NamedTuple):
    """Something said for a while."""

    phrase: Phrase
    until: float | None
    """The time when it goes away; None for the next press."""
    refusal: bool = False
    """A press was refused."""
    effect: str = ""
    """What it tells of (`happened.EffectKind`); "" for something else."""
    counted: Phrase | None = None
    """What counted just before it, which is said first."""
    hold: str = ""
    """The button whose hold is told too."""

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """All that is said, a hold last; who still plays at the end gives way to nothing."""
        said = (self.phrase,) if self.counted is None else (self.counted, self.phrase)
        if said[0].key == LAST_ROUND:
            return said[:1]
        has_room = self.hold and self.counted is None
        return (*said, Phrase(f"tip_hold_{self.hold}")) if has_room else said


@distinct_type
class Taught(NamedTuple):
    """What the tips of holds have taught."""

    until: int = 0
    """The last game in which they come back for people who are new to an old device."""
    held: frozenset[str] = frozenset()
    """The buttons that were held for something."""
    undo_at: float = float("-inf")
    """When a misfire or a refusal named the undo."""


@distinct_type
class Draft(NamedTuple):
    """The next game, as the start screen has it so far."""

    setup: Setup
    names: Names = ()
    """The players by seat, so the first one begins."""
    first: int = 0
    """The place at the table of the player who begins."""
    others: Names = ()
    """The names at the places after the last one, where more played before."""
    preset: str = CLASSIC
    """The edition's name, where it was chosen by that."""


class Purpose(StrEnum):
    """What is chosen."""

    PLAY = "play"
    OUTCOME = "outcome"
    NAME = "name"
    NAME_LATE = "name late"
    TILE = "tile"
    LANGUAGE = "language"
    WELCOME = "welcome"
    LEAVING = "leaving"
    MORE = "more"


_SCREENS: Final = {
    Purpose.PLAY: ScreenName.CHOOSING,
    Purpose.OUTCOME: ScreenName.CHOOSING,
    Purpose.NAME: ScreenName.NAMING,
    Purpose.NAME_LATE: ScreenName.NAMING,
}
"""The screens of the purposes that have no screen of their own name."""


@distinct_type
class Choice(NamedTuple):
    """A question that is answered with three buttons."""

    purpose: Purpose
    path: Items = ()
    """The items picked so far."""
    spread: Items = ()
    """The items of the cell that was opened last, over the buttons."""

    @property
    def screen(self) -> ScreenName:
        """The screen that asks."""
        return _SCREENS.get(self.purpose) or ScreenName(self.purpose)

    @property
    def is_begun(self) -> bool:
        """Whether a part of the answer is chosen."""
        return bool(self.path or self.spread)


class MenuName(StrEnum):
    """The name of each list."""

    MAIN = "main"
    RULES = "rules"
    CORRECT = "correct"
    SEAT = "seat"
    """Who sits at a place."""
    FORGET = "forget"
    POWER = "power"
    TURN = "turn"
    """What can be done with the turn that is marked among the turns."""
    CONCEDED = "conceded"
    DEAD_CARD = "dead_card"
    NO_MORE_POINTS = "no_more_points"
    """Whether the game ends for this reason."""


ENDINGS: Final = (MenuName.CONCEDED, MenuName.DEAD_CARD, MenuName.NO_MORE_POINTS)


class CounterName(StrEnum):
    """The counters that can be corrected."""

    SEAT = "seat"
    """The player to act, by the place at the table, from 1."""
    CLUES = "clues"
    FUSES = "fuses"
    DECK = "deck"
    HANDS = "hands"
    UNPLACED = "unplaced"
    FIREWORKS = "fireworks"
    UNNAMED = "unnamed"
    MISSING = "missing"
    TURNS_LEFT = "turns_left"
    TILES = "tiles"


@distinct_type
class TableCounter(NamedTuple):
    """A counter that can be corrected."""

    name: CounterName
    part: str = ""
    """Which one of several: a seat, a suit or a tile."""


@distinct_type
class Menu(NamedTuple):
    """A list on the screen."""

    name: MenuName = MenuName.MAIN
    cursor: int = 0
    editing: bool = False
    """The value under the cursor is being changed."""
    staged: Mapping[TableCounter, int] = {}
    """The values changed so far."""
    place: int = 0
    """The place at the table that `SEAT` asks about, from 0."""


@distinct_type
class LaidCard(NamedTuple):
    """A card that was laid on the one reader, and counts for a turn until then."""

    tag: str
    card: Card
    until: float


class EntryKind(StrEnum):
    """How a turn that is entered among the turns relates to the marked line."""

    FORGOTTEN = "forgotten"
    """It was forgotten before that line."""
    ANOTHER = "another"
    """It takes the place of that line."""
    TILE = "tile"
    """Only the bonus tile of that line is asked for."""


@distinct_type
class Entry(NamedTuple):
    """A turn that is entered among the turns."""

    kind: EntryKind
    sitting: Sitting
    """The game up to that turn, with what was entered of it."""
    began: int
    """The number of steps before the turn."""
    least: int
    """The number of steps that cannot be taken back."""


@distinct_type
class Visit(NamedTuple):
    """A visit to the turns of a game."""

    sitting: Sitting
    """The game, which nothing changes until the visit is over."""
    lines: Lines
    """Its lines, as far as they are repaired."""
    outcomes: tuple[LineOutcome, ...]
    """How the lines count."""
    mark: int
    """The line that is marked; after the last one come now, and then what was undone."""
    changed: bool = False
    """Something was repaired, and of what came after not all fits."""
    entry: Entry | None = None
    from_menu: bool = False
    """A line of the menu led here."""

    @property
    def beyond(self) -> int:
        """How far the mark is beyond now; negative on a line."""
        return self.mark - len(self.lines)

    @property
    def marked(self) -> LineOutcome:
        """The line that is marked."""
        return self.outcomes[self.mark]


class Lesson(StrEnum):
    """The lessons of the practice, in their order."""

    CLUE = "clue"
    DISCARD = "discard"
    PLAY = "play"
    UNDO = "undo"
    DONE = "done"


@distinct_type
class Practice(NamedTuple):
    """A game that is only practised, its lesson, and the face that comes back afterwards."""

    sitting: Sitting
    lesson: Lesson
    back: "Face"


class Token(str):
    """A secret: it is shown on the display, and never printed with anything else."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<token>"


@distinct_type
class GuestAccess(NamedTuple):
    """Guests, who look on and begin the next game by a page."""

    urls: tuple[str, ...] = ()
    """Where the page is found; nowhere, if empty."""
    token: Token = Token()
    """The code that is shown; empty until a guest is invited, and after a restart."""
    sums: tuple[str, ...] = ()
    """The sums of all codes that let guests in: that one, and those from before a restart."""
    until: float | None = None
    """When all of them die."""
    wrong: tuple[float, ...] = ()
    """When wrong tokens came lately."""


@distinct_type
class LastBackup(NamedTuple):
    """The last backup, and whether the group was told that there should be one."""

    at: float = 0.0
    """When it was made, in seconds since 1970; 0 for never."""
    game: int = 0
    """The number of the game then."""
    tipped: bool = False


@distinct_type
class Face(NamedTuple):
    """The face, apart from the game itself; never changed, only replaced."""

    scene: ScreenName | Choice
    """The question that is open, or a screen that asks none."""
    draft: Draft
    preferences: Preferences = Preferences()
    menu: Menu = Menu()
    origin: ScreenName = ScreenName.TABLE
    """The screen on which a menu or the turns were opened."""
    page: int = 0
    """The page of the look pages and of the end."""
    visit: Visit | None = None
    """The visit to the turns of the game, as long as it lasts."""
    marked: str | None = None
    """The firework that an encoder points at."""
    touched: float = 0.0
    """The last press on a prompt, a menu or a page; finite, since blinking counts from it."""
    acted: float = float("-inf")
    """The time when the last action counted."""
    elsewhere: Phrase | None = None
    """What another hand than one at the buttons did last, where that is told."""
    last: tuple[str, float] = ("", float("-inf"))
    """The control pressed last, and when it was let go."""
    recent: tuple[float, ...] = ()
    """The times when the last few gestures began."""
    notice: Notice | None = None
    laid: LaidCard | None = None
    """The card that waits for its button."""
    laid_at: float = float("-inf")
    """The time when a card was laid on a reader last."""
    can_switch_off: bool = False
    """The computer lets itself be switched off from here."""
    known: Names = ()
    """The names of players so far, those used last first."""
    lacks: frozenset[str] = frozenset()
    """The preferences that mean nothing on this build."""
    mute: bool = False
    """What makes the words of the voice is not installed."""
    shortcut: str = ""
    """What the build has beside the three buttons: `keys` or `pads`; empty for neither."""
    labels: Labels = Labels()
    """Where the labels of the three buttons stand."""
    practice: Practice | None = None
    """The game that is practised instead of the one on the table."""
    newcomers: bool = False
    """Only a few games were finished on this device so far."""
    taught: Taught = Taught()
    guests: GuestAccess = GuestAccess()
    backup: LastBackup = LastBackup()

    @property
    def screen(self) -> ScreenName:
        """The screen that is open."""
        return self.scene.screen if isinstance(self.scene, Choice) else self.scene

    @property
    def choice(self) -> Choice | None:
        """The question that is open, if one is."""
        return self.scene if isinstance(self.scene, Choice) else None

    @property
    def purpose(self) -> Purpose | None:
        """What is chosen, if a question is open."""
        return self.choice.purpose if self.choice else None

    @property
    def path(self) -> Items:
        """The items that are picked so far."""
        return self.choice.path if self.choice else ()

    @property
    def entry(self) -> Entry | None:
        """The turn that is entered among the turns, if one is."""
        return self.visit and self.visit.entry

    @property
    def is_unfinished(self) -> bool:
        """Whether people entered something that does not count yet: no clock drops it."""
        repairs = self.visit and (self.visit.changed or self.visit.entry)
        return bool(repairs or self.menu.staged)

    @property
    def starts_next(self) -> bool:
        """Whether the next game is set up, and nothing of the last one or a practised one shown."""
        of_last = self.visit or self.screen in _OF_LAST or self.menu.name == MenuName.CORRECT
        if of_last or self.practice:
            return False
        return ScreenName.START in (self.screen, self.origin)

    def of(self, screen: ScreenName) -> "Face":
        """Return the same face on a screen that asks and says nothing."""
        return self._replace(scene=screen, menu=Menu(), visit=None, marked=None, notice=None)


def face_at_rest(face: Face, sitting: Sitting) -> Face:
    """Return the face on the screen that a sitting rests on when nothing is chosen."""
    scene: ScreenName | Choice = ScreenName.TABLE
    if sitting.state is None:
        scene = ScreenName.START
    elif sitting.state.over:
        scene = ScreenName.END
    elif sitting.state.bonus_pending:
        scene = Choice(Purpose.TILE)
    return face._replace(
        scene=scene,
        menu=Menu(),
        origin=ScreenName.TABLE,
        page=0,
        visit=None,
        marked=None,
        laid=None,
    )


def face_at_home(face: Face, sitting: Sitting) -> Face:
    """Return the face where a menu or the turns were opened.

    That is the first question, the next game's start, or where the sitting rests.
    """
    rested = face_at_rest(face, sitting)
    if face.origin == ScreenName.WELCOME:
        return rested._replace(scene=Choice(Purpose.WELCOME), origin=face.origin)
    return rested._replace(scene=ScreenName.START) if face.origin == ScreenName.START else rested


def face_at_start(sitting: Sitting, preferences: Preferences = Preferences()) -> Face:  # noqa: B008 - immutable
    """Return the face at power-on: the table in mid-game, else the start of the next game."""
    face = Face(ScreenName.START, draft(sitting), preferences)
    if sitting.playing:
        return face_at_rest(face, sitting)
    return face if preferences.language else face._replace(scene=Choice(Purpose.LANGUAGE))


def draft(sitting: Sitting) -> Draft:
    """Return the next game as the last one was."""
    began = sitting.began
    if began is None:
        return Draft(Setup(players=3))
    return Draft(began.setup, began.names, began.first, preset=began.preset)
