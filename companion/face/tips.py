"""Tips: a short line on the table in the first games, about what nobody finds out by looking.

They come in the first turns of a game, and when something that they are about happens; where the
picture has something else to say there is none.
"""

from typing import Final

from companion.face.state import Face, Phrase
from companion.game.cards import HIGHEST
from companion.game.outlook import reach
from companion.table.sitting import Sitting

GAMES: Final = 3
"""After so many finished games there are none any more."""

TURNS: Final = ("tip_press", "tip_undo", "tip_misfire", "tip_look", "tip_menu", "tip_forgotten")
"""By turn, from the first one on."""


def welcome(face: Face) -> bool:
    """Whether these may be people who have never seen the device, and who want help."""
    return face.newcomers and face.preferences.help != "off"


def tip(face: Face, sitting: Sitting) -> Phrase | None:
    """The line for this turn, if there is one and room for it."""
    state = sitting.state
    if state is None or not welcome(face) or face.marked or len(state.fireworks) > 6:
        return None
    if any(height == HIGHEST or reach(state, suit) < HIGHEST for suit, height in state.fireworks.items()):
        return None
    if len(sitting.undone) > 1:  # a single one is a wrong press, and the right one follows
        return Phrase("tip_turns")
    if not state.clues:
        return Phrase("tip_no_token")
    return Phrase(TURNS[state.turn - 1]) if state.turn <= len(TURNS) else None
