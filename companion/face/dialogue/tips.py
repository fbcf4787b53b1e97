"""Tips: in the first games, a line in a prompt about what cannot be found out by looking.

A tip follows from the game alone. It stands above the fireworks in the first turn, or in a question
until that is answered, and each comes once a game.
"""

from typing import Final

from companion.face.preferences import Help
from companion.face.state import Face, Phrase, Purpose, ScreenName
from companion.journal.sitting import Sitting

GAMES: Final = 3
"""The number of finished games after which no tips come."""
_FIRST: Final = {"": "tip_press", "keys": "tip_keys", "pads": "tip_pads"}
"""The tip of the first turn, by what a build has beside the three buttons."""


def welcome(face: Face) -> bool:
    """Return True if tips help: the group may be new to the device, and wants help."""
    return face.newcomers and face.preferences.help != Help.OFF


def at_table(face: Face, sitting: Sitting) -> Phrase | None:
    """Return the tip above the table's fireworks, if there is one."""
    state = sitting.state
    if state is None or state.over:
        return None
    if face.screen != ScreenName.TABLE or not _in_game(face):
        return None
    return Phrase(_FIRST[face.shortcut]) if state.turn == 1 else None


def in_question(face: Face, sitting: Sitting) -> Phrase | None:
    """Return the tip of the second question for a firework: what to do with a card that misfits."""
    state = sitting.state
    if state is None or face.purpose != Purpose.PLAY:
        return None
    second = state.cards_played == 1 and not state.errors
    return Phrase("tip_misfire") if second and _in_game(face) else None


def _in_game(face: Face) -> bool:
    """Return True if tips help, and presses act on the game of the group."""
    return welcome(face) and face.practice is None and face.visit is None
