"""Practice: a clue, a discard, two plays, a misfire, an undo and a forgotten turn, in its own game.

That game is part of the face alone: it never reaches the store, the history or the game on the
table, and leaving it leads back to where it was opened.
"""

from typing import Final, NamedTuple

from companion.face.command import Command, Do, Reaction, SwitchOff, Undo
from companion.face.dialogue.choices import SUIT_PRESSES
from companion.face.dialogue.outcomes import refuse
from companion.face.gestures.gestures import Gesture, Hold, Tap
from companion.face.state import Face, Lesson, Phrase, Practice, ScreenName
from companion.game.actions import TILES, Clue, Discard, Misfire, Play
from companion.game.kinds import kind
from companion.game.setup import Setup
from companion.journal.events import Began
from companion.journal.sitting import Sitting, begin
from companion.panel import BUTTONS, CLUE, DISCARD, PLAY

GAME: Final = -1
"""The number of the game that is practised: none that a store has."""


@kind
class Way(NamedTuple):
    """How a lesson is done."""

    controls: tuple[str, ...]
    held: bool = False
    asks: type | None = None
    """What it asks of the game."""
    screen: ScreenName = ScreenName.TABLE
    leads: ScreenName | None = None
    """The screen that it opens, where it asks nothing of the game."""
    together: int = 0
    """So many buttons together stand for the firework that it chooses; 0 where it chooses none."""


WAYS: Final = {
    Lesson.CLUE: Way((CLUE,), asks=Clue),
    Lesson.DISCARD: Way((DISCARD,), asks=Discard),
    Lesson.PLAY: Way((PLAY,), asks=Play, together=1),
    Lesson.PAIR: Way((PLAY,), asks=Play, together=2),
    Lesson.MISFIRE: Way((PLAY,), held=True, asks=Misfire),
    Lesson.UNDO: Way((CLUE,), held=True, asks=Undo),
    Lesson.MORE: Way((DISCARD,), held=True, leads=ScreenName.MORE),
    Lesson.TURNS: Way((CLUE,), screen=ScreenName.MORE, leads=ScreenName.TURNS),
    Lesson.FORGOTTEN: Way((DISCARD,), held=True, screen=ScreenName.TURNS, leads=ScreenName.TABLE),
    Lesson.LATE: Way((CLUE,), asks=Clue),
    Lesson.DONE: Way((PLAY,)),
}
"""How each lesson is done."""


def start(face: Face, back: Face) -> Face:
    """Return the face at the first lesson, at a table like that of the next game.

    back: the face that comes back afterwards.
    """
    draft = face.draft
    sitting = begin(GAME, Began(Setup(draft.setup.players), draft.names, draft.first, TILES))
    return face.of(ScreenName.TABLE)._replace(practice=Practice(sitting, Lesson.CLUE, back))


def leave(face: Face) -> Face:
    """Return the face where the practice was opened; the same face where nothing is practised."""
    if face.practice is None:
        return face
    return face.practice.back._replace(
        touched=face.touched,
        acted=face.acted,
        last=face.last,
        recent=face.recent,
        notice=None,
        guests=face.guests,
    )


def line(face: Face) -> Phrase:
    """Return what to do next."""
    lesson = face.practice.lesson if face.practice else Lesson.DONE
    key = f"practice_{lesson}"
    choosing = WAYS[lesson].together and face.screen == ScreenName.CHOOSING
    if choosing and not face.preferences.single:
        key = f"{key}_choose"
    return Phrase(key)


def leaves(face: Face, gesture: Gesture) -> bool:
    """Return True if a gesture leaves the practice.

    That is the one that undoes or leaves elsewhere; after the last lesson any button.
    """
    if face.practice is None:
        return False
    match gesture:
        case Hold(control):
            return holding_leaves(face, control)
        case Tap(control):
            return face.practice.lesson == Lesson.DONE and control in BUTTONS
    return False


def holding_leaves(face: Face, control: str) -> bool:
    """Return True if holding this button leaves the practice."""
    if face.screen not in (ScreenName.TABLE, ScreenName.MORE, ScreenName.TURNS):
        return False
    if face.practice is None or control != CLUE:
        return False
    return face.practice.lesson != Lesson.UNDO


def may_hold(face: Face, control: str) -> bool:
    """Return True if holding this button does something, as far as a lesson goes."""
    if face.practice is None or face.screen != ScreenName.TABLE:
        return True
    way = WAYS[face.practice.lesson]
    return way.held and control in way.controls


def check_lesson(before: Face, reaction: Reaction, now: float) -> Reaction:
    """Return what a press led to, if the lesson wants it; else the face saying the lesson again."""
    face, command = reaction
    practice = face.practice
    if before.practice is None or practice is None:
        return reaction
    if isinstance(command, SwitchOff) or face.screen == ScreenName.MENU:
        return Reaction(leave(face), command)
    way = WAYS[practice.lesson]
    if command is None and _has_led(face, way):
        return Reaction(advance(face, practice.sitting))
    fits = _stays(face, way) if command is None else _does(before, command, way)
    if fits:
        return reaction
    stayed = before._replace(touched=face.touched, last=face.last, recent=face.recent)
    return refuse(stayed, now, line(before).key)


def _has_led(face: Face, way: Way) -> bool:
    """Return True if a screen that a lesson leads to is open: *more*, the turns, a turn's table."""
    if face.screen != way.leads:
        return False
    return way.leads != ScreenName.TABLE or face.entry is not None


def _stays(face: Face, way: Way) -> bool:
    """Return True if the screen is one on which the lesson is done."""
    chooses = way.asks is Play and face.screen == ScreenName.CHOOSING
    return chooses or face.screen == way.screen


def _does(before: Face, command: Command, way: Way) -> bool:
    """Return True if a command is what the lesson is about.

    A firework is chosen by as many buttons as the lesson is about; by a key any is right.
    """
    asked = command.action if isinstance(command, Do) else command
    if way.asks is None or not isinstance(asked, way.asks):
        return False
    if not isinstance(asked, Play) or asked.suit is None:
        return True
    if before.preferences.single or before.screen != ScreenName.CHOOSING:
        return True
    return SUIT_PRESSES[asked.suit].count("+") + 1 == way.together


def advance(face: Face, after: Sitting) -> Face:
    """Return the face at the next lesson, once a step is done; the same face without a practice."""
    if face.practice is None:
        return face
    lessons = [lesson for lesson in Lesson if lesson != Lesson.PAIR or not face.preferences.single]
    lesson = lessons[lessons.index(face.practice.lesson) + 1]
    return face._replace(practice=face.practice._replace(sitting=after, lesson=lesson))
