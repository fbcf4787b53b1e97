"""Tips: in the first games, a line in a prompt about what cannot be found out by looking.

A tip follows from the game alone. It stands above the fireworks or in a question until that prompt
is answered, and each comes once a game.
"""

from typing import Final

from companion.face.preferences import Help
from companion.face.state import Choice, Face, Phrase, Purpose, ScreenName
from companion.journal.sitting import Sitting

GAMES: Final = 3
"""The number of finished games after which no tips come."""

TABLE: Final = {1: "tip_press", 2: "tip_undo", 3: "tip_more"}
"""What the table says above its fireworks, by turn."""


def welcome(face: Face) -> bool:
    """Return True if tips help: the group may be new to the device, and wants help."""
    return face.newcomers and face.preferences.help != Help.OFF


def add_tip(face: Face, sitting: Sitting) -> Face:
    """Say how several undone turns come back. Return the face after a step."""
    notice = face.notice
    if not _in_game(face) or len(sitting.undone) < 2:
        return face  # a single undo is a wrong press, and the right one follows
    if notice is None or notice.phrase.key != "undid":
        return face
    return face._replace(notice=notice._replace(phrase=notice.phrase._replace(key="undid_many")))


def at_table(face: Face, sitting: Sitting) -> Phrase | None:
    """Return what the table says above its fireworks, if anything."""
    state = sitting.state
    if state is None or state.over:
        return None
    if face.screen != ScreenName.TABLE or not _in_game(face):
        return None
    tip = TABLE.get(state.turn)
    return Phrase(tip) if tip else None


def in_question(face: Face, sitting: Sitting, choice: Choice) -> Phrase | None:
    """Return the tip of the second question for a firework: what to do with a card that misfits."""
    state = sitting.state
    if state is None or choice.purpose != Purpose.PLAY:
        return None
    second = state.cards_played == 1 and not state.errors
    return Phrase("tip_misfire") if second and _in_game(face) else None


def _in_game(face: Face) -> bool:
    """Return True if tips help, and presses act on the game of the group."""
    return welcome(face) and face.practice is None and face.visit is None
