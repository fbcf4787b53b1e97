"""Presses: from a gesture to what is asked of the game, guarded against hasty fingers.

Nothing here changes the game: a command is returned, and `outcomes` says what it did.
"""

from typing import Final

from companion.face.command import Reaction
from companion.face.dialogue import choices, guests, labels, menus, practice
from companion.face.dialogue.grammar import Intent, ScreenGroup, meaning, row_name
from companion.face.dialogue.intents import STEPS
from companion.face.dialogue.outcomes import refuse, say
from companion.face.dialogue.shortcuts import power
from companion.face.dialogue.targets import Target, at_hand
from companion.face.gestures.gestures import (
    HOLD_S,
    SLOW_HOLD_S,
    Chord,
    Gesture,
    Manner,
    Sleeve,
    Tap,
)
from companion.face.state import NOTICE_S, PROMPTS, Face, Notice, ScreenName
from companion.panel import DISCARD, PLAY, POWER
from companion.table.sitting import Sitting

GUARD_S: Final = 0.3
"""Seconds after an action in which no button starts another turn."""
DROPPED_S: Final = 1.0
"""Seconds after a press that came too soon in which another one was meant for what that would have opened."""
MASHED: Final = 4
MASHING_S: Final = 1.0
"""The number of presses within this time that are not intended."""
ASLEEP_S: Final = 10.0
"""Seconds after which the first press only wakes a prompt, or what was entered and does not count yet."""
QUESTIONS: Final = (*PROMPTS, ScreenName.TURN, ScreenName.LEAVING, ScreenName.MORE)
"""Screens on which an answer counts at once."""
_HARMLESS: Final = (
    Intent.UNDO,
    Intent.STEP_BACK,
    Intent.TO_TABLE,
    Intent.NEXT_PAGE,
    Intent.MORE,
    Intent.MARK_BACK,
    Intent.MARK_ON,
    Intent.NOTHING,
)
"""What a gesture can mean at the table, and while a question is open, that takes no turn."""
_AT_TABLE: Final = (ScreenGroup.TABLE, ScreenGroup.LOOK)
_BY_COLUMNS: Final = (ScreenGroup.COLUMNS, ScreenGroup.TILE_COLUMNS)
_ALONE: Final = (Intent.BEGIN, Intent.NEXT_GAME)
"""What counts only where no other press overlaps it."""


def press(
    face: Face, target: Target, gesture: Gesture, now: float, exempt: bool = False
) -> Reaction:
    """Return the face after a gesture, and what it asks of the game.

    exempt: a script pressed, so the guards against hasty fingers do not hold.
    """
    sitting = target.sitting
    if isinstance(gesture, Chord) and row_name(face, sitting) not in _BY_COLUMNS:
        return _overlapping(face, target, gesture, now)
    intent = meaning(face, sitting, gesture)
    control = _control(gesture)
    hasty = not exempt and _too_soon(face, gesture, control, intent)
    face = face._replace(
        last=(control, now), recent=(*face.recent, gesture.began)[-MASHED:], notice=None
    )
    if hasty:
        return refuse(face, now, "too_soon"), None
    if not exempt and _begins(face, intent) and guests.unsettled(face, gesture.began):
        return refuse(face, now, "just_changed"), None
    if control == POWER:
        return power(face, gesture, now)
    if isinstance(gesture, Sleeve):
        explained = labels.explained(face, sitting, control)
        return face._replace(notice=Notice(explained, now + NOTICE_S)), None
    waking = _waking(face, target, now - face.touched)
    face = face._replace(touched=now)
    if waking:
        return say(face, now, waking), None
    if target.leaves(face, gesture):
        return practice.left(face), None
    if intent is None:
        return refuse(face, now, "no_meaning"), None
    return STEPS[intent](face, sitting, now)


def manner(face: Face, sitting: Sitting) -> Manner:
    """How presses of the buttons are told apart now."""
    hold_s = SLOW_HOLD_S if face.preferences.slow else HOLD_S
    row = row_name(face, sitting)
    return Manner(row in _BY_COLUMNS, _opening(face, sitting, row), hold_s)


def _opening(face: Face, sitting: Sitting, row: ScreenGroup) -> frozenset[str]:
    """The buttons whose tap opens a question now."""
    if row not in _AT_TABLE or face.laid or face.marked:
        return frozenset()
    return frozenset({PLAY, DISCARD} if menus.names_cards(sitting) else {PLAY})


def _overlapping(face: Face, target: Target, chord: Chord, now: float) -> Reaction:
    """Return the face after presses that overlap where nothing is chosen by columns.

    At the table they count nothing. Elsewhere they are taps in the order in which they began, until one of
    them leads to the table or asks something of the game.
    """
    row = row_name(face, target.sitting)
    if not chord.taps:
        return refuse(face, now, "no_meaning"), None
    answered = not chord.answers or face.screen in (ScreenName.CHOOSING, ScreenName.NAMING)
    if row in _AT_TABLE or not answered:
        return refuse(face, now, "one_at_a_time"), None
    return _one_by_one(face, target, chord.taps, now)


def _one_by_one(face: Face, target: Target, taps: tuple[Tap, ...], now: float) -> Reaction:
    """Return the face after taps, up to one that asks something of the game or leads to another game."""
    command = None
    for tap in taps:
        same_game = type(at_hand(face, target.lowest)) is type(target)
        if command is not None or not same_game or row_name(face, target.sitting) in _AT_TABLE:
            break
        if meaning(face, target.sitting, tap) in _ALONE:
            return refuse(face, now, "one_at_a_time"), None
        face, command = press(face, target, tap, now)
    return face, command


def _control(gesture: Gesture) -> str:
    """The control of a gesture, or the buttons of a chord as one name."""
    return choices.together(gesture.controls) if isinstance(gesture, Chord) else gesture.control


def _waking(face: Face, target: Target, untouched: float) -> str | None:
    """Return what is said of a press that only wakes a question; None where the press counts."""
    if target.patience_s is not None:
        return "awake_turn" if untouched > target.patience_s else None
    if untouched <= ASLEEP_S:
        return None
    if face.unfinished:
        return "awake_correct" if face.menu.staged else "awake_turns"
    return "awake" if face.screen in (ScreenName.CHOOSING, ScreenName.TILE) else None


def _too_soon(face: Face, gesture: Gesture, control: str, intent: Intent | None) -> bool:
    """Return True if hasty fingers made a gesture."""
    if isinstance(gesture, Chord) and gesture.answers:
        return False
    starts = _starts_turn(face, intent)
    if starts and _hasty(face, gesture, control):
        return True
    return (starts or isinstance(gesture, Chord)) and _after_dropped(face, gesture, control)


def _starts_turn(face: Face, intent: Intent | None) -> bool:
    """Return True if an intent may take a turn, or begin a game. In lists and pages every press counts."""
    if face.screen == ScreenName.START:
        return _begins(face, intent)
    if face.screen not in (ScreenName.TABLE, ScreenName.LOOK, *QUESTIONS):
        return False
    return intent not in (None, *_HARMLESS)


def _begins(face: Face, intent: Intent | None) -> bool:
    """Return True if an intent begins the next game."""
    return face.screen == ScreenName.START and intent == Intent.BEGIN


def _after_dropped(face: Face, gesture: Gesture, control: str) -> bool:
    """Return True if a gesture was meant for what another one, which was dropped, would have opened."""
    if face.notice is None or face.notice.phrase.key != "too_soon":
        return False
    last, when = face.last
    return control != last and gesture.began < when + DROPPED_S


def _hasty(face: Face, gesture: Gesture, control: str) -> bool:
    """Too soon after an action, the same button twice, or a child at the buttons."""
    if gesture.began < face.acted + GUARD_S:
        return True
    earlier = face.recent[1 - MASHED :]
    if len(earlier) == MASHED - 1 and gesture.began < earlier[0] + MASHING_S:
        return True
    last, when = face.last
    again = isinstance(gesture, Tap | Chord) and control == last and gesture.began < when + GUARD_S
    return again and face.screen in (*QUESTIONS, ScreenName.START)
