"""Tips: a sentence over the table in the first games, about what cannot be found out by looking.

They come once a turn is taken, in the first turns of a game and when something that they are about happens,
and go like any other notice; where something else is said there is none.
"""

from typing import Final

from companion.face.preferences import Help
from companion.face.state import NOTICE_S, Face, Notice, Phrase, ScreenName
from companion.table.sitting import Sitting

GAMES: Final = 3
"""The number of finished games after which no tips come."""

TURNS: Final = ("tip_press", "tip_undo", "tip_misfire", "tip_more")
"""By turn, from the first one on."""


def welcome(face: Face) -> bool:
    """Whether these may be people who have never seen the device, and who want help."""
    return face.newcomers and face.preferences.help != Help.OFF


def told(face: Face, sitting: Sitting, now: float) -> Face:
    """The face after a step, with a tip where one is due."""
    if face.screen != ScreenName.TABLE or face.practice is not None or not welcome(face):
        return face
    notice = face.notice
    if notice is not None and notice.phrase.key == "undid" and len(sitting.undone) > 1:
        # A single undo is a wrong press, and the right one follows.
        return face._replace(notice=notice._replace(phrase=notice.phrase._replace(key="undid_many")))
    phrase = tip(sitting)
    if phrase is None or notice is not None:
        return face
    return face._replace(notice=Notice(phrase, now + NOTICE_S))


def tip(sitting: Sitting) -> Phrase | None:
    """What is worth saying in this turn, if anything."""
    state = sitting.state
    if state is None:
        return None
    if not state.clues and sum(not step.state.clues for step in sitting.steps) == 1:
        return Phrase("tip_no_token")
    return Phrase(TURNS[state.turn - 1]) if state.turn <= len(TURNS) else None
