"""Practice: a clue, a discard, a play and an undo, in a game of its own.

That game is part of the face alone: it never reaches the store, the history or the game on the
table, and leaving it leads back to where it was opened.
"""

from typing import Final, NamedTuple

from companion.face.command import Command, Do, Reaction, SwitchOff, Undo
from companion.face.dialogue.outcomes import refuse_press
from companion.face.gestures.gestures import Gesture, Hold, Tap, Touch
from companion.face.state import Face, Lesson, Phrase, Practice, ScreenName
from companion.game.actions import TILES, Clue, Discard, Play
from companion.game.kinds import distinct_type
from companion.game.setup import Setup
from companion.journal.events import Began
from companion.journal.sitting import Sitting, begin
from companion.panel import CLUE, DISCARD, PLAY

GAME: Final = -1
"""The number of the game that is practised: none that a store has."""


@distinct_type
class Way(NamedTuple):
    """How a lesson is done."""

    control: str
    held: bool = False
    asks: type | None = None
    """What it asks of the game."""


WAYS: Final = {
    Lesson.CLUE: Way(CLUE, asks=Clue),
    Lesson.DISCARD: Way(DISCARD, asks=Discard),
    Lesson.PLAY: Way(PLAY, asks=Play),
    Lesson.UNDO: Way(CLUE, held=True, asks=Undo),
    Lesson.DONE: Way(PLAY),
}
"""How each lesson is done."""


def start_practice(face: Face, back: Face) -> Face:
    """Return the face at the first lesson, at a table like that of the next game.

    back: the face that comes back afterwards.
    """
    draft = face.draft
    sitting = begin(GAME, Began(Setup(draft.setup.players), draft.names, draft.first, TILES))
    return face.of(ScreenName.TABLE)._replace(practice=Practice(sitting, Lesson.CLUE, back))


def leave_practice(face: Face) -> Face:
    """Return the face where the practice was opened; the same face where nothing is practised."""
    if face.practice is None:
        return face
    # What fingers and guests did meanwhile stays done.
    return face.practice.back._replace(
        touched=face.touched,
        acted=face.acted,
        last=face.last,
        recent=face.recent,
        notice=None,
        guests=face.guests,
    )


def lesson_phrase(face: Face) -> Phrase:
    """Return the task of the lesson."""
    lesson = face.practice.lesson if face.practice else Lesson.DONE
    choosing = "_choose" if face.screen == ScreenName.CHOOSING else ""
    button = Phrase(f"control_{WAYS[lesson].control}")
    return Phrase(f"practice_{lesson}{choosing}", {"button": button})


def leaves(face: Face, gesture: Gesture) -> bool:
    """Return True if a gesture leaves the practice.

    That is the one that undoes elsewhere; after the last lesson whatever is tapped or touched.
    """
    if isinstance(gesture, Hold):
        return holding_leaves(face, gesture.control)
    is_done = face.practice is not None and face.practice.lesson == Lesson.DONE
    return is_done and isinstance(gesture, Tap | Touch)


def holding_leaves(face: Face, control: str) -> bool:
    """Return True if holding this button leaves the practice."""
    if face.practice is None or face.screen != ScreenName.TABLE:
        return False
    return control == CLUE and face.practice.lesson != Lesson.UNDO


def may_hold(face: Face, control: str) -> bool:
    """Return True if holding this button does something, as far as a lesson goes."""
    if face.practice is None or face.screen != ScreenName.TABLE:
        return True
    way = WAYS[face.practice.lesson]
    return way.held and control == way.control


def check_lesson(before: Face, reaction: Reaction, now: float) -> Reaction:
    """Return the reaction to a press if the lesson wants it; else the lesson in other words.

    Whatever else would be said of the press gives way to those: they are what helps.
    """
    face, command = reaction
    practice = face.practice
    if before.practice is None or practice is None:
        return reaction
    if isinstance(command, SwitchOff):
        return Reaction(leave_practice(face), command)
    notice = face.notice  # but for a card that waits for its button
    says_else = notice is not None and (notice.refusal or face.laid is None)
    if not says_else and _is_wanted(face, command, WAYS[practice.lesson]):
        return reaction
    # The guards against hasty fingers count this press too.
    stayed = before._replace(touched=face.touched, last=face.last, recent=face.recent)
    wanted = lesson_phrase(before)
    return refuse_press(stayed, now, f"{wanted.key}_again", **wanted.facts)


def _is_wanted(face: Face, command: Command | None, way: Way) -> bool:
    """Return True if a press did what the lesson is about, or is on the way there."""
    if command is not None:
        asked = command.action if isinstance(command, Do) else command
        return way.asks is not None and isinstance(asked, way.asks)
    chooses = way.asks is Play and face.screen == ScreenName.CHOOSING
    return chooses or face.screen == ScreenName.TABLE


def advance(face: Face, practice: Practice, after: Sitting) -> Face:
    """Return the face at the next lesson, once a step is done.

    What is said of the step gives way to that lesson, which begins with it.
    """
    lessons = list(Lesson)
    lesson = lessons[lessons.index(practice.lesson) + 1]
    practice = practice._replace(sitting=after, lesson=lesson)
    return face._replace(practice=practice, notice=None)
