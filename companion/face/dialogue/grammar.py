"""What each gesture means on each screen: the whole grammar of the three buttons, as one table.

The README shows the same table. A gesture that a row does not list is refused there. The optional
controls are shortcuts for the same steps.
"""

from collections.abc import Mapping
from typing import Final

from companion.face import state as screens
from companion.face.gestures.gestures import Chord, Gesture, Hold, Tap
from companion.panel import CLUE, DISCARD, PLAY

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

GRAMMAR: Final[Mapping[str, Mapping[str, str]]] = {
    "table, look pages": {
        "CLUE": "clue",
        "DISCARD": "discard",
        "PLAY": "choose",
        "hold CLUE": "undo",
        "hold DISCARD": "other discard",
        "hold PLAY": "misfire",
        "CLUE+PLAY": "menu",
        "CLUE+DISCARD": "next page",
        "DISCARD+PLAY": "turns",
    },
    "choosing, naming, tile": {
        "CLUE": "left",
        "DISCARD": "middle",
        "PLAY": "right",
        "hold CLUE": "step back",
        "hold DISCARD": "skip",
        "hold PLAY": "misfire",
    },
    "turns": {
        "CLUE": "earlier",
        "DISCARD": "later",
        "PLAY": "this turn",
        "hold CLUE": "leave",
        "hold DISCARD": "one was forgotten before this",
        "hold PLAY": "this was another",
        "CLUE+PLAY": "leave",
        "CLUE+DISCARD": "leave",
        "DISCARD+PLAY": "leave",
    },
    "menu": {
        "CLUE": "up",
        "DISCARD": "down",
        "PLAY": "select",
        "hold CLUE": "back",
        "CLUE+PLAY": "close",
    },
    "start": {
        "CLUE": "players",
        "DISCARD": "who starts",
        "PLAY": "begin",
        "hold CLUE": "undo",
        "hold DISCARD": "edition",
        "CLUE+PLAY": "menu",
        "DISCARD+PLAY": "turns",
    },
    "end": {
        "CLUE": "page back",
        "DISCARD": "page on",
        "PLAY": "next game",
        "hold CLUE": "undo",
        "CLUE+PLAY": "menu",
        "DISCARD+PLAY": "turns",
    },
}

ROWS: Final[Mapping[str, str]] = {
    screens.TABLE: "table, look pages",
    screens.LOOK: "table, look pages",
    screens.CHOOSING: "choosing, naming, tile",
    screens.NAMING: "choosing, naming, tile",
    screens.TILE: "choosing, naming, tile",
    screens.EDITION: "choosing, naming, tile",
    screens.LANGUAGE: "choosing, naming, tile",
    screens.TURN: "choosing, naming, tile",
    screens.LEAVING: "choosing, naming, tile",
    screens.TURNS: "turns",
    screens.MENU: "menu",
    screens.AUDIT: "menu",
    screens.ABOUT: "menu",
    screens.START: "start",
    screens.END: "end",
}
"""The row of each screen."""
LISTS: Final = frozenset({"menu", "turns"})
"""The rows of lists, through which one moves up and down."""

_CHORDS: Final = {
    frozenset({CLUE, PLAY}): "CLUE+PLAY",
    frozenset({CLUE, DISCARD}): "CLUE+DISCARD",
    frozenset({DISCARD, PLAY}): "DISCARD+PLAY",
}


def column(gesture: Gesture) -> str | None:
    """The column of the table that a gesture belongs to; None for nobody's intention."""
    match gesture:
        case Tap(control):
            return control.upper()
        case Hold(control):
            return f"hold {control.upper()}"
        case Chord(controls):
            return _CHORDS.get(controls)
    return None


def row(screen: str) -> Mapping[str, str]:
    """What the gestures mean on a screen, by column."""
    return GRAMMAR[ROWS[screen]]


def meaning(screen: str, gesture: Gesture) -> str | None:
    """The intent of a gesture on a screen; None where it has none."""
    where = column(gesture)
    return row(screen).get(where) if where else None
