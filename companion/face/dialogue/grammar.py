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


class Intent(StrEnum):
    """What gestures mean; `intents` carries each out, and a label is named after it."""

    CLUE = "clue"
    DISCARD = "discard"
    CHOOSE = "choose"
    UNDO = "undo"
    MORE = "more"
    MISFIRE = "misfire"
    NEXT_PAGE = "next_page"
    MARK_BACK = "mark_back"
    MARK_ON = "mark_on"
    COLOUR = "colour"
    TO_TABLE = "to_table"
    COLUMN = "column"
    STEP_BACK = "step_back"
    SKIP = "skip"
    NOTHING = "nothing"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    EARLIER = "earlier"
    LATER = "later"
    CHANGE_TURN = "change_turn"
    LEAVE = "leave"
    ADD_MISSING_TURN = "add_missing_turn"
    REPLACE_TURN = "replace_turn"
    UP = "up"
    DOWN = "down"
    SELECT = "select"
    BACK = "back"
    CLOSE = "close"
    PREVIOUS_EDITION = "previous_edition"
    NEXT_EDITION = "next_edition"
    TAKE_EDITION = "take_edition"
    PLAYERS = "players"
    FIRST_PLAYER = "first_player"
    BEGIN = "begin"
    TO_GAME = "to_game"
    EDITIONS = "editions"
    PAGE_BACK = "page_back"
    PAGE_ON = "page_on"
    NEXT_GAME = "next_game"
    NEXT_ADDRESS = "next_address"
    WITHDRAW = "withdraw"
    USE_TOUCHED = "use_touched"


def _grammar_row(buttons: str, controls: str) -> Mapping[str, Intent]:
    """Return a row of the table: the intents in the order of the columns, a blank cell for none."""
    cells = [cell.strip().replace(" ", "_") for cell in f"{buttons} | {controls}".split("|")]
    row = zip((*COLUMNS, *CONTROLS), cells, strict=True)
    return {column: Intent(cell) for column, cell in row if cell}


GRAMMAR: Final = {
    "table": _grammar_row(
        "clue | discard | choose | undo | more | misfire | | | |",
        "undo | more | next page | mark back | mark on | colour",
    ),
    "look pages": _grammar_row(
        "clue | discard | choose | to table | next page | misfire | | | |",
        "to table | more | next page | mark back | mark on | colour",
    ),
    "choosing by columns": _grammar_row(
        "column | column | column | step back | skip | misfire | column | column | column | column",
        "step back | | | nothing | nothing | colour",
    ),
    "choosing by cells": _grammar_row(
        "left | middle | right | step back | skip | misfire | | | |",
        "step back | | | nothing | nothing | colour",
    ),
    "bonus tile by columns": _grammar_row(
        "column | column | column | step back | more | | column | column | column | column",
        "step back | | | nothing | nothing | colour",
    ),
    "bonus tile by cells": _grammar_row(
        "left | middle | right | step back | more | | | | |",
        "step back | | | nothing | nothing | colour",
    ),
    "play or learn": _grammar_row(
        "left | middle | right | step back | more | | | | |",
        "step back | more | | nothing | nothing |",
    ),
    "more": _grammar_row(
        "left | middle | right | step back | step back | | | | |",
        "step back | step back | | nothing | nothing | colour",
    ),
    "turns": _grammar_row(
        "earlier | later | change turn | leave | add missing turn | replace turn | | | |",
        "leave | earlier | later | earlier | later |",
    ),
    "menu, other lists": _grammar_row(
        "up | down | select | back | close | | | | |", "back | up | down | up | down |"
    ),
    "editions": _grammar_row(
        "previous edition | next edition | take edition | step back | close | | | | |",
        "step back | previous edition | next edition | previous edition | next edition |",
    ),
    "start": _grammar_row(
        "players | first player | begin | to game | more | editions | | | |",
        "to game | more | | nothing | nothing |",
    ),
    "end": _grammar_row(
        "page back | page on | next game | undo | more | | | | |",
        "undo | more | | nothing | nothing |",
    ),
    "phone": _grammar_row(
        "next address | withdraw | back | back | | | | | |", "back | | | nothing | nothing |"
    ),
}
AT_TABLE: Final = ("table", "look pages")
BY_COLUMNS: Final = ("choosing by columns", "bonus tile by columns")
"""The rows of the table, and those of questions that have columns."""
ROWS: Final = {
    **dict.fromkeys((choice.screen for choice in map(Choice, Purpose)), "choosing by cells"),
    ScreenName.MENU: "menu, other lists",
    ScreenName.TURN: "menu, other lists",
    ScreenName.AUDIT: "menu, other lists",
    ScreenName.ABOUT: "menu, other lists",
    ScreenName.TABLE: "table",
    ScreenName.LOOK: "look pages",
    ScreenName.EDITION: "editions",
    ScreenName.TILE: "bonus tile by cells",
    ScreenName.WELCOME: "play or learn",
    ScreenName.MORE: "more",
    ScreenName.TURNS: "turns",
    ScreenName.START: "start",
    ScreenName.END: "end",
    ScreenName.PHONE: "phone",
}
"""The row of each screen; a question that has columns has the row of the columns instead."""
ONLY_ON: Final = {
    Intent.SKIP: (ScreenName.NAMING,),
    Intent.MISFIRE: (*TABLES, ScreenName.CHOOSING),
}
"""The screens of intents that mean nothing on others with the same row."""


def row_name(face: Face, sitting: Sitting) -> str:
    """Return the row that holds now."""
    if not question_columns(face, sitting):
        return ROWS[face.screen]
    return "bonus tile by columns" if face.screen == ScreenName.TILE else "choosing by columns"


def meaning(face: Face, sitting: Sitting, gesture: Gesture) -> Intent | None:
    """Return the intent of a gesture now; None where it has none."""
    match gesture:
        case Touch(target):
            return Intent.USE_TOUCHED if target else None
        case Sleeve():
            return None
        case Tap(control):
            column = COLOUR if control in SUITS else control.upper()
        case Hold(control):
            column = f"hold {control.upper()}"
        case Chord(controls):
            column = pressed_together(controls).upper()
    return GRAMMAR[row_name(face, sitting)].get(column)
