"""What each gesture means on each screen: the whole grammar of the three buttons, as one table.

The README shows the same table. A gesture that a screen does not list is refused there.
"""

from collections.abc import Mapping
from typing import Final

from companion.face.gestures import Chord, Gesture, Hold, Tap
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
    "table": {
        "CLUE": "clue",
        "DISCARD": "discard",
        "PLAY": "choose",
        "hold CLUE": "undo",
        "hold PLAY": "misfire",
        "DISCARD+PLAY": "put back",
    },
    "choosing": {
        "CLUE": "left",
        "DISCARD": "middle",
        "PLAY": "right",
        "hold CLUE": "step back",
        "hold PLAY": "misfire",
    },
    "put back": {
        "CLUE": "drop first",
        "DISCARD": "put back one",
        "PLAY": "put back all",
        "hold CLUE": "leave",
    },
    "start": {
        "CLUE": "players",
        "DISCARD": "who starts",
        "PLAY": "begin",
        "hold CLUE": "undo",
        "DISCARD+PLAY": "put back",
    },
    "end": {
        "CLUE": "page back",
        "DISCARD": "page on",
        "PLAY": "next game",
        "hold CLUE": "undo",
        "DISCARD+PLAY": "put back",
    },
}

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


def meaning(screen: str, gesture: Gesture) -> str | None:
    """The intent of a gesture on a screen; None where it has none."""
    where = column(gesture)
    return GRAMMAR[screen].get(where) if where else None
