"""What each gesture means on each screen: the whole grammar of the controls, as one table.

The face's page shows the part of the three buttons. A gesture that a row does not list is refused
there. The optional controls are shortcuts for what the buttons do. An intent is the words that a
cell has; `intents` says what each does.
"""

from collections.abc import Mapping
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
TOUCHED: Final = "what is touched"
"""The intent of touching what stands on the display, on every screen."""


def _grammar_row(buttons: str, controls: str) -> Mapping[str, str]:
    """Return a row of the table: the intents in the order of the columns, a blank cell for none."""
    cells = [cell.strip() for cell in f"{buttons} | {controls}".split("|")]
    row = zip((*COLUMNS, *CONTROLS), cells, strict=True)
    return {column: cell for column, cell in row if cell}


GRAMMAR: Final = {
    "table": _grammar_row(
        "clue | discard | choose | undo | more | misfire | | | |",
        "undo | more | next page | mark back | mark on | colour",
    ),
    "look pages": _grammar_row(
        "clue | discard | choose | to the table | next page | misfire | | | |",
        "to the table | more | next page | mark back | mark on | colour",
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
        "earlier | later | this turn | leave | one was forgotten before this | this was another"
        " | | | |",
        "leave | earlier | later | earlier | later |",
    ),
    "menu, other lists": _grammar_row(
        "up | down | select | back | close | | | | |", "back | up | down | up | down |"
    ),
    "editions": _grammar_row(
        "the one before | the next one | take it | step back | close | | | | |",
        "step back | the one before | the next one | the one before | the next one |",
    ),
    "start": _grammar_row(
        "players | who starts | begin | to the game | more | editions | | | |",
        "to the game | more | | nothing | nothing |",
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
    "skip": (ScreenName.NAMING,),
    "misfire": (*TABLES, ScreenName.CHOOSING),
}
"""The screens of intents that mean nothing on others with the same row."""


def row_name(face: Face, sitting: Sitting) -> str:
    """Return the row that holds now."""
    if not question_columns(face, sitting):
        return ROWS[face.screen]
    return "bonus tile by columns" if face.screen == ScreenName.TILE else "choosing by columns"


def meaning(face: Face, sitting: Sitting, gesture: Gesture) -> str | None:
    """Return the intent of a gesture now; None where it has none."""
    match gesture:
        case Touch(target):
            return TOUCHED if target else None
        case Sleeve():
            return None
        case Tap(control):
            column = COLOUR if control in SUITS else control.upper()
        case Hold(control):
            column = f"hold {control.upper()}"
        case Chord(controls):
            column = pressed_together(controls).upper()
    return GRAMMAR[row_name(face, sitting)].get(column)
