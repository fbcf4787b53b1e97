"""What each gesture means on each screen: the whole grammar of the controls, as one table.

The face's page shows the part of the three buttons. A gesture that a row does not list is refused
there. The optional controls are shortcuts for what the buttons do.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from companion.face.dialogue.choices import pressed_together, question_columns
from companion.face.gestures.gestures import Chord, Gesture, Hold, Sleeve, Tap, Touch
from companion.face.state import TABLES, Choice, Face, Purpose, ScreenName
from companion.game.cards import SUITS
from companion.journal.sitting import Sitting


class Intent(StrEnum):
    """What a gesture can mean."""

    CLUE = "clue"
    DISCARD = "discard"
    CHOOSE = "choose"
    UNDO = "undo"
    MISFIRE = "misfire"
    NEXT_PAGE = "next page"
    TO_TABLE = "to the table"
    COLOUR = "colour"
    MARK_BACK = "mark back"
    MARK_ON = "mark on"
    COLUMN = "column"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    STEP_BACK = "step back"
    SKIP = "skip"
    MORE = "more"
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
    EDITIONS = "editions"
    EDITION_BEFORE = "the one before"
    EDITION_AFTER = "the next one"
    TAKE_EDITION = "take it"
    PAGE_BACK = "page back"
    PAGE_ON = "page on"
    NEXT_GAME = "next game"
    NEXT_ADDRESS = "next address"
    WITHDRAW = "withdraw"
    TOUCHED = "what is touched"
    NOTHING = "nothing"
    """It is no mistake, and changes nothing."""


class ScreenGroup(StrEnum):
    """Screens on which gestures mean the same."""

    TABLE = "table"
    LOOK = "look pages"
    COLUMNS = "choosing by columns"
    CELLS = "choosing by cells"
    TILE_COLUMNS = "bonus tile by columns"
    TILE_CELLS = "bonus tile by cells"
    WELCOME = "play or learn"
    MORE = "more"
    TURNS = "turns"
    MENU = "menu, other lists"
    EDITIONS = "editions"
    START = "start"
    END = "end"
    PHONE = "phone"


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
    "CLUE+DISCARD+PLAY",
)
"""The gestures of the three buttons."""
COLOUR: Final = "COLOUR"
"""A colour key."""
CONTROLS: Final = ("UNDO", "UP", "DOWN", "LEFT", "RIGHT", COLOUR)
"""The optional controls; the encoder means LEFT or RIGHT."""


def grammar_row(buttons: str, controls: str) -> Mapping[str, Intent]:
    """Return a row of the table: the intents in the order of the columns, a blank cell for none."""
    cells = [cell.strip() for cell in f"{buttons} | {controls}".split("|")]
    return {
        column: Intent(cell)
        for column, cell in zip((*COLUMNS, *CONTROLS), cells, strict=True)
        if cell
    }


GRAMMAR: Final = {
    ScreenGroup.TABLE: grammar_row(
        "clue | discard | choose | undo | more | misfire | | | |",
        "undo | more | next page | mark back | mark on | colour",
    ),
    ScreenGroup.LOOK: grammar_row(
        "clue | discard | choose | to the table | next page | misfire | | | |",
        "to the table | more | next page | mark back | mark on | colour",
    ),
    ScreenGroup.COLUMNS: grammar_row(
        "column | column | column | step back | skip | misfire | column | column | column | column",
        "step back | | | nothing | nothing | colour",
    ),
    ScreenGroup.CELLS: grammar_row(
        "left | middle | right | step back | skip | misfire | | | |",
        "step back | | | nothing | nothing | colour",
    ),
    ScreenGroup.TILE_COLUMNS: grammar_row(
        "column | column | column | step back | more | | column | column | column | column",
        "step back | | | nothing | nothing | colour",
    ),
    ScreenGroup.TILE_CELLS: grammar_row(
        "left | middle | right | step back | more | | | | |",
        "step back | | | nothing | nothing | colour",
    ),
    ScreenGroup.WELCOME: grammar_row(
        "left | middle | right | step back | more | | | | |",
        "step back | more | | nothing | nothing |",
    ),
    ScreenGroup.MORE: grammar_row(
        "left | middle | right | step back | step back | | | | |",
        "step back | step back | | nothing | nothing | colour",
    ),
    ScreenGroup.TURNS: grammar_row(
        "earlier | later | this turn | leave | one was forgotten before this | this was another"
        " | | | |",
        "leave | earlier | later | earlier | later |",
    ),
    ScreenGroup.MENU: grammar_row(
        "up | down | select | back | close | | | | |", "back | up | down | up | down |"
    ),
    ScreenGroup.EDITIONS: grammar_row(
        "the one before | the next one | take it | step back | close | | | | |",
        "step back | the one before | the next one | the one before | the next one |",
    ),
    ScreenGroup.START: grammar_row(
        "players | who starts | begin | undo | more | editions | | | |",
        "undo | more | | nothing | nothing |",
    ),
    ScreenGroup.END: grammar_row(
        "page back | page on | next game | undo | more | | | | |",
        "undo | more | | nothing | nothing |",
    ),
    ScreenGroup.PHONE: grammar_row(
        "next address | withdraw | back | back | | | | | |", "back | | | nothing | nothing |"
    ),
}

ROWS: Final = {
    **dict.fromkeys((choice.screen for choice in map(Choice, Purpose)), ScreenGroup.CELLS),
    **dict.fromkeys(
        (ScreenName.MENU, ScreenName.TURN, ScreenName.AUDIT, ScreenName.ABOUT), ScreenGroup.MENU
    ),
    ScreenName.TABLE: ScreenGroup.TABLE,
    ScreenName.LOOK: ScreenGroup.LOOK,
    ScreenName.EDITION: ScreenGroup.EDITIONS,
    ScreenName.TILE: ScreenGroup.TILE_CELLS,
    ScreenName.WELCOME: ScreenGroup.WELCOME,
    ScreenName.MORE: ScreenGroup.MORE,
    ScreenName.TURNS: ScreenGroup.TURNS,
    ScreenName.START: ScreenGroup.START,
    ScreenName.END: ScreenGroup.END,
    ScreenName.PHONE: ScreenGroup.PHONE,
}
"""The row of each screen; a question that has columns has the row of the columns instead."""
ONLY_ON: Final = {
    Intent.SKIP: (ScreenName.NAMING,),
    Intent.MISFIRE: (*TABLES, ScreenName.CHOOSING),
}
"""The screens of intents that mean nothing on others with the same row."""


def row_name(face: Face, sitting: Sitting) -> ScreenGroup:
    """Return the row that holds now."""
    if not question_columns(face, sitting):
        return ROWS[face.screen]
    return ScreenGroup.TILE_COLUMNS if face.screen == ScreenName.TILE else ScreenGroup.COLUMNS


def current_row(face: Face, sitting: Sitting) -> Mapping[str, Intent]:
    """Return the intents of the gestures now, by column."""
    return GRAMMAR[row_name(face, sitting)]


def meaning(face: Face, sitting: Sitting, gesture: Gesture) -> Intent | None:
    """Return the intent of a gesture now; None where it has none."""
    match gesture:
        case Touch(target):
            return Intent.TOUCHED if target else None
        case Sleeve():
            return None
        case Tap(control):
            column = COLOUR if control in SUITS else control.upper()
        case Hold(control):
            column = f"hold {control.upper()}"
        case Chord(controls):
            column = pressed_together(controls).upper()
    return GRAMMAR[row_name(face, sitting)].get(column)
