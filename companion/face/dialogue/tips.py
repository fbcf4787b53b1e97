"""Tips: a line in the prompt that it is about, in the first games, for what cannot be found out by looking.

A tip follows from the game alone. It stands above the fireworks or in a question until that prompt is
answered, and each comes once a game.
"""

from collections.abc import Mapping
from typing import Final

from companion.face.preferences import Help
from companion.face.state import Choice, Face, Phrase, Purpose, ScreenName
from companion.table.sitting import Sitting

GAMES: Final = 3
"""The number of finished games after which no tips come."""

TABLE: Final[Mapping[int, str]] = {1: "tip_press", 2: "tip_undo", 3: "tip_more"}
"""What the table says above its fireworks, by turn."""


def welcome(face: Face) -> bool:
    """Whether these may be people who have never seen the device, and who want help."""
    return face.newcomers and face.preferences.help != Help.OFF


def add_tip(face: Face, sitting: Sitting) -> Face:
    """Say how several undone turns come back. Return the face after a step."""
    notice = face.notice
    if notice is None or notice.phrase.key != "undid" or not welcome(face):
        return face
    if len(sitting.undone) < 2:
        return face  # a single undo is a wrong press, and the right one follows
    return face._replace(notice=notice._replace(phrase=notice.phrase._replace(key="undid_many")))


def at_table(face: Face, sitting: Sitting) -> Phrase | None:
    """What the table says above its fireworks, if anything."""
    state = sitting.state
    if face.screen != ScreenName.TABLE or face.practice is not None or face.visit is not None:
        return None
    if state is None or state.over or not welcome(face):
        return None
    if state.turn not in TABLE:
        return None
    return Phrase(TABLE[state.turn])


def in_question(face: Face, sitting: Sitting, choice: Choice) -> Phrase | None:
    """What the second question for a firework says beside it: what to do with a card that does not fit."""
    state = sitting.state
    if face.practice is not None or face.visit is not None:
        return None
    if state is None or choice.purpose != Purpose.PLAY:
        return None
    second = state.played == 1 and not state.errors
    return Phrase("tip_misfire") if second and welcome(face) else None
