"""What each gesture means on each screen: the whole grammar of the controls, as one table.

The README shows the part of the three buttons. A gesture that a row does not list is refused there. The
optional controls are shortcuts for what the buttons do.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from companion.face.gestures.gestures import Chord, Gesture, Hold, Tap
from companion.face.state import ScreenName
from companion.game.cards import SUITS
from companion.panel import CLUE, DISCARD, PLAY


class Intent(StrEnum):
    """What a gesture can mean."""

    CLUE = "clue"
    DISCARD = "discard"
    CHOOSE = "choose"
    UNDO = "undo"
    OTHER_DISCARD = "other discard"
    MISFIRE = "misfire"
    MENU = "menu"
    NEXT_PAGE = "next page"
    TURNS = "turns"
    COLOUR = "colour"
    MARK_BACK = "mark back"
    MARK_ON = "mark on"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    STEP_BACK = "step back"
    SKIP = "skip"
    EARLIER = "earlier"
    LATER = "later"
    THIS_TURN = "this turn"
    LEAVE = "leave"
    FORGOTTEN = "one was forgotten before this"
    ANOTHER = "this was another"
    UP = "up"
    DOWN = "down"
    SELECT = "select"
    BACK = "back"
    CLOSE = "close"
    PLAYERS = "players"
    WHO_STARTS = "who starts"
    BEGIN = "begin"
    EDITION = "edition"
    PAGE_BACK = "page back"
    PAGE_ON = "page on"
    NEXT_GAME = "next game"
    NOTHING = "nothing"
    """It is no mistake, and changes nothing."""


class Row(StrEnum):
    """Screens on which gestures mean the same."""

    TABLE = "table, look pages"
    CHOOSING = "choosing, naming, tile"
    TURNS = "turns"
    MENU = "menu"
    START = "start"
    END = "end"


COLUMNS: Final = (
    "CLUE",
    "DISCARD",
    "PLAY",
    "hold CLUE",
    "hold DISCARD",
    "hold PLAY",
    "CLUE+PLAY",
    "CLUE+DISCARD",
    "DISCARD+PLAY",
)
"""The gestures of the three buttons."""
COLOUR: Final = "COLOUR"
"""A colour key."""
CONTROLS: Final = ("UNDO", "UP", "DOWN", "LEFT", "RIGHT", COLOUR)
"""The optional controls; the encoder means LEFT or RIGHT."""

GRAMMAR: Final[Mapping[Row, Mapping[str, Intent]]] = {
    Row.TABLE: {
        "CLUE": Intent.CLUE,
        "DISCARD": Intent.DISCARD,
        "PLAY": Intent.CHOOSE,
        "hold CLUE": Intent.UNDO,
        "hold DISCARD": Intent.OTHER_DISCARD,
        "hold PLAY": Intent.MISFIRE,
        "CLUE+PLAY": Intent.MENU,
        "CLUE+DISCARD": Intent.NEXT_PAGE,
        "DISCARD+PLAY": Intent.TURNS,
        "UNDO": Intent.UNDO,
        "UP": Intent.MENU,
        "DOWN": Intent.NEXT_PAGE,
        "LEFT": Intent.MARK_BACK,
        "RIGHT": Intent.MARK_ON,
        COLOUR: Intent.COLOUR,
    },
    Row.CHOOSING: {
        "CLUE": Intent.LEFT,
        "DISCARD": Intent.MIDDLE,
        "PLAY": Intent.RIGHT,
        "hold CLUE": Intent.STEP_BACK,
        "hold DISCARD": Intent.SKIP,
        "hold PLAY": Intent.MISFIRE,
        "UNDO": Intent.STEP_BACK,
        "LEFT": Intent.NOTHING,
        "RIGHT": Intent.NOTHING,
        COLOUR: Intent.COLOUR,
    },
    Row.TURNS: {
        "CLUE": Intent.EARLIER,
        "DISCARD": Intent.LATER,
        "PLAY": Intent.THIS_TURN,
        "hold CLUE": Intent.LEAVE,
        "hold DISCARD": Intent.FORGOTTEN,
        "hold PLAY": Intent.ANOTHER,
        "CLUE+PLAY": Intent.LEAVE,
        "CLUE+DISCARD": Intent.LEAVE,
        "DISCARD+PLAY": Intent.LEAVE,
        "UNDO": Intent.LEAVE,
        "UP": Intent.EARLIER,
        "DOWN": Intent.LATER,
        "LEFT": Intent.EARLIER,
        "RIGHT": Intent.LATER,
    },
    Row.MENU: {
        "CLUE": Intent.UP,
        "DISCARD": Intent.DOWN,
        "PLAY": Intent.SELECT,
        "hold CLUE": Intent.BACK,
        "CLUE+PLAY": Intent.CLOSE,
        "UNDO": Intent.BACK,
        "UP": Intent.UP,
        "DOWN": Intent.DOWN,
        "LEFT": Intent.UP,
        "RIGHT": Intent.DOWN,
    },
    Row.START: {
        "CLUE": Intent.PLAYERS,
        "DISCARD": Intent.WHO_STARTS,
        "PLAY": Intent.BEGIN,
        "hold CLUE": Intent.UNDO,
        "hold DISCARD": Intent.EDITION,
        "CLUE+PLAY": Intent.MENU,
        "DISCARD+PLAY": Intent.TURNS,
        "UNDO": Intent.UNDO,
        "UP": Intent.MENU,
        "LEFT": Intent.NOTHING,
        "RIGHT": Intent.NOTHING,
    },
    Row.END: {
        "CLUE": Intent.PAGE_BACK,
        "DISCARD": Intent.PAGE_ON,
        "PLAY": Intent.NEXT_GAME,
        "hold CLUE": Intent.UNDO,
        "CLUE+PLAY": Intent.MENU,
        "DISCARD+PLAY": Intent.TURNS,
        "UNDO": Intent.UNDO,
        "UP": Intent.MENU,
        "LEFT": Intent.NOTHING,
        "RIGHT": Intent.NOTHING,
    },
}

ROWS: Final[Mapping[ScreenName, Row]] = {
    ScreenName.TABLE: Row.TABLE,
    ScreenName.LOOK: Row.TABLE,
    ScreenName.CHOOSING: Row.CHOOSING,
    ScreenName.NAMING: Row.CHOOSING,
    ScreenName.TILE: Row.CHOOSING,
    ScreenName.EDITION: Row.CHOOSING,
    ScreenName.LANGUAGE: Row.CHOOSING,
    ScreenName.TURN: Row.CHOOSING,
    ScreenName.LEAVING: Row.CHOOSING,
    ScreenName.TURNS: Row.TURNS,
    ScreenName.MENU: Row.MENU,
    ScreenName.AUDIT: Row.MENU,
    ScreenName.ABOUT: Row.MENU,
    ScreenName.START: Row.START,
    ScreenName.END: Row.END,
}
"""The row of each screen."""

_CHORDS: Final = {
    frozenset({CLUE, PLAY}): "CLUE+PLAY",
    frozenset({CLUE, DISCARD}): "CLUE+DISCARD",
    frozenset({DISCARD, PLAY}): "DISCARD+PLAY",
}


def column(gesture: Gesture) -> str | None:
    """The column of the table that a gesture belongs to; None for one that is never meant."""
    match gesture:
        case Tap(control):
            return COLOUR if control in SUITS else control.upper()
        case Hold(control):
            return f"hold {control.upper()}"
        case Chord(controls):
            return _CHORDS.get(controls)
    return None


def row(screen: ScreenName) -> Mapping[str, Intent]:
    """What the gestures mean on a screen, by column."""
    return GRAMMAR[ROWS[screen]]


def meaning(screen: ScreenName, gesture: Gesture) -> Intent | None:
    """The intent of a gesture on a screen; None where it has none."""
    where = column(gesture)
    return row(screen).get(where) if where else None
