"""Practice: a clue, a discard, a play, a misfire, an undo and a forgotten turn, in a game of its own.

That game is part of the face and of nothing else: no store, no history and no game on the table ever
hears of it, and whoever leaves is back where they came from.
"""

from typing import Final, NamedTuple

from companion.face.command import Command, Do, GameCommand, SwitchOff, Undo, event
from companion.face.dialogue.outcomes import refuse
from companion.face.gestures.gestures import Chord, Gesture, Hold, Tap
from companion.face.state import CHOOSING, MENU, TABLE, TURNS, Face, Lesson, Phrase, Practice
from companion.game.actions import TILES, Clue, Discard, Misfire, Play
from companion.game.setup import Setup
from companion.panel import BUTTONS, CLUE, DISCARD, PLAY
from companion.table.events import Began
from companion.table.sitting import Sitting, begin, follow

GAME: Final = -1
"""The number of the game that is practised: none that a store has."""


class Way(NamedTuple):
    """How a lesson is done: by which buttons, whether held, on which screen, and what that asks of the game.

    leads: the screen that it opens, where it asks nothing of the game.
    """

    controls: tuple[str, ...]
    held: bool = False
    asks: type | None = None
    screen: str = TABLE
    leads: str = ""


WAYS: Final[dict[Lesson, Way]] = {
    "clue": Way((CLUE,), asks=Clue),
    "discard": Way((DISCARD,), asks=Discard),
    "play": Way((PLAY,), asks=Play),
    "misfire": Way((PLAY,), held=True, asks=Misfire),
    "undo": Way((CLUE,), held=True, asks=Undo),
    "turns": Way((DISCARD, PLAY), leads=TURNS),
    "forgotten": Way((DISCARD,), held=True, screen=TURNS, leads=TABLE),
    "late": Way((CLUE,), asks=Clue),
    "done": Way((PLAY,)),
}
"""The lessons, in their order."""


def started(face: Face, back: Face) -> Face:
    """The face at the first lesson, at a table like that of the next game; `back` is where it leads to."""
    draft = face.draft
    sitting = begin(GAME, Began(Setup(draft.setup.players), draft.names, draft.first, TILES))
    return face.of(TABLE)._replace(practice=Practice(sitting, next(iter(WAYS)), back))


def left(face: Face) -> Face:
    """The face where the practice was opened; the same face where nothing is practised."""
    if face.practice is None:
        return face
    return face.practice.back._replace(
        touched=face.touched, acted=face.acted, last=face.last, recent=face.recent, notice=None
    )


def at_hand(face: Face, sitting: Sitting) -> Sitting:
    """The game that the buttons act on: the one that is practised, else the one on the table."""
    return sitting if face.practice is None else face.practice.sitting


def line(lesson: Lesson) -> Phrase:
    """What to do next."""
    return Phrase(f"practice_{lesson}")


def leaves(face: Face, gesture: Gesture) -> bool:
    """Whether a gesture leaves: what opens or leaves a menu elsewhere; after the last lesson any button."""
    if face.practice is None:
        return False
    match gesture:
        case Chord(controls):
            return controls == {CLUE, PLAY}
        case Hold(control):
            return holding_leaves(face, control)
        case Tap(control):
            return face.practice.lesson == "done" and control in BUTTONS
    return False


def holding_leaves(face: Face, control: str) -> bool:
    """Whether holding this button leaves the practice."""
    practice = face.practice
    if practice is None or control != CLUE or face.screen not in (TABLE, TURNS):
        return False
    return practice.lesson != "undo"


def may_hold(face: Face, control: str) -> bool:
    """Whether holding this button does something, as far as a lesson goes."""
    if face.practice is None or face.screen != TABLE:
        return True
    way = WAYS[face.practice.lesson]
    return way.held and control in way.controls


def guided(before: Face, face: Face, command: Command | None, now: float) -> tuple[Face, Command | None]:
    """What came of a press, where it is what the lesson wants; else the lesson is said once more."""
    practice = face.practice
    if before.practice is None or practice is None:
        return face, command
    if isinstance(command, SwitchOff) or face.screen == MENU:
        return left(face), command
    asked = command.action if isinstance(command, Do) else command
    way = WAYS[practice.lesson]
    if way.leads and asked is None and _there(face, way):
        return _next(face, practice.sitting), None
    if asked is None:
        fine = face.screen == way.screen or (face.screen == CHOOSING and way.asks is Play)
    else:
        fine = way.asks is not None and isinstance(asked, way.asks)
    if fine:
        return face, command
    stayed = before._replace(touched=face.touched, last=face.last, recent=face.recent)
    return refuse(stayed, now, line(practice.lesson).key), None


def _there(face: Face, way: Way) -> bool:
    """Whether the screen is open that a lesson leads to: the list of turns, or the table of one of them."""
    if face.visit is None or face.screen != way.leads:
        return False
    return way.leads == TURNS or face.visit.entry is not None


def stepped(sitting: Sitting, command: GameCommand) -> Sitting:
    """The practised game after a step that a lesson wants.

    Raises:
        CompanionError: the game refuses it.
    """
    return follow(sitting, event(command, sitting))


def advanced(face: Face, after: Sitting) -> Face:
    """The face at the next lesson, once the step of this one is done."""
    return face if face.practice is None else _next(face, after)


def _next(face: Face, sitting: Sitting) -> Face:
    assert face.practice is not None
    lessons = list(WAYS)
    lesson = lessons[lessons.index(face.practice.lesson) + 1]
    return face._replace(practice=face.practice._replace(sitting=sitting, lesson=lesson))
