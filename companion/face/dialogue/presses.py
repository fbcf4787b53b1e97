"""Presses: from a gesture to what is asked of the game, guarded against hasty fingers.

Nothing here changes the game: a command is returned, and `outcomes` says what it did.
"""

from typing import Final

from companion.face.command import Reaction
from companion.face.dialogue import choices, labels, practice
from companion.face.dialogue.grammar import ONLY_ON, Intent, ScreenGroup, meaning, row_name
from companion.face.dialogue.intents import HANDLERS
from companion.face.dialogue.outcomes import face_saying, refuse_press
from companion.face.dialogue.shortcuts import switch_off_by_key
from companion.face.dialogue.targets import Target, at_hand
from companion.face.gestures.gestures import (
    HOLD_S,
    SLOW_HOLD_S,
    Chord,
    Gesture,
    Manner,
    Sleeve,
    Tap,
    Touch,
)
from companion.face.preferences import Hands
from companion.face.state import NOTICE_S, PROMPTS, TABLES, Face, Notice, ScreenName
from companion.journal.sitting import Sitting
from companion.panel import DISCARD, PLAY, POWER

GUARD_S: Final = 0.3
"""Seconds after an action in which no button starts another turn."""
SAME_S: Final = 0.12
"""Seconds after a press began from which on the same button answers what that press has asked.

No hand is quicker on purpose, and a contact bounces for a shorter time.
"""
DROPPED_S: Final = 1.0
"""Seconds after a press that came too soon in which another was meant for what that would open."""
MASHED: Final = 4
MASHING_S: Final = 1.0
"""The number of presses within this time that are not intended."""
ASLEEP_S: Final = 10.0
"""Seconds after which the first press only wakes a prompt, or what does not count yet."""
QUESTIONS: Final = (
    *PROMPTS,
    ScreenName.TURN,
    ScreenName.LEAVING,
    ScreenName.MORE,
    ScreenName.WELCOME,
)
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
_WHY_BLANK: Final = {Intent.EARLIER: "first_turn", Intent.LATER: "nothing_later"}
"""Why a blank label is refused, where there is more to say than that it means nothing."""
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
        return overlapping(face, target, gesture, now)
    intent = meaning(face, sitting, gesture)
    control = control_of(gesture)
    too_soon = not exempt and is_too_soon(face, gesture, intent)
    recent = (*face.recent, gesture.began)[-MASHED:]
    face = face._replace(last=(control, now), recent=recent, notice=None)
    if too_soon:
        return refuse_press(face, now, "too_soon")
    if control == POWER:
        return switch_off_by_key(face, gesture, now)
    if isinstance(gesture, Sleeve):
        notice = Notice(labels.explanation(face, sitting, control), now + NOTICE_S)
        return Reaction(face._replace(notice=notice))
    return carry_out(face, target, gesture, intent, now)


def carry_out(
    face: Face, target: Target, gesture: Gesture, intent: Intent | None, now: float
) -> Reaction:
    """Do what a press means, unless it only wakes a question."""
    awake = awake_notice(face, target, now - face.touched)
    face = face._replace(touched=now)
    if awake:
        return Reaction(face_saying(face, now, awake))
    if face.practice is not None and practice.leaves(face, gesture):
        return Reaction(practice.leave_practice(face))
    if intent is None or face.screen not in ONLY_ON.get(intent, ScreenName):
        return refuse_press(face, now, "no_meaning")
    # At the table the rules say why a tap is refused, and a question says it of an empty cell.
    says_why = face.choice is not None or face.screen in TABLES
    if not says_why and isinstance(gesture, Tap):
        label = labels.key_phrases(face, target.sitting).get(gesture.control, intent)
        if label is None:
            return refuse_press(face, now, _WHY_BLANK.get(intent, "no_meaning"))
    return HANDLERS[intent](face, target.sitting)


def manner_of(face: Face, sitting: Sitting) -> Manner:
    """Return the manner in which presses of the buttons are told apart now."""
    row = row_name(face, sitting)
    opening: frozenset[str] = frozenset()
    if row in _AT_TABLE and not (face.laid or face.marked):
        opening = frozenset({PLAY, DISCARD} if choices.names_cards(sitting) else {PLAY})
    hold_s = SLOW_HOLD_S if face.preferences.hands == Hands.SLOW else HOLD_S
    return Manner(row in _BY_COLUMNS, opening, hold_s)


def overlapping(face: Face, target: Target, chord: Chord, now: float) -> Reaction:
    """Return the face after presses that overlap where nothing is chosen by columns.

    At the table they count nothing. Elsewhere they are taps in the order in which they began, until
    one of them leads to the table or asks something of the game.
    """
    if not chord.taps:
        return refuse_press(face, now, "no_meaning")
    answered = not chord.answers or face.screen in (ScreenName.CHOOSING, ScreenName.NAMING)
    if not answered or row_name(face, target.sitting) in _AT_TABLE:
        return refuse_press(face, now, "one_at_a_time")
    reaction = Reaction(face)
    for tap in chord.taps:
        if reaction.command is not None:
            break
        face = reaction.face
        acts_elsewhere = at_hand(face, target.lowest).sitting is not target.sitting
        if acts_elsewhere or row_name(face, target.sitting) in _AT_TABLE:
            break
        if meaning(face, target.sitting, tap) in _ALONE:
            return refuse_press(face, now, "one_at_a_time")
        reaction = press(face, target, tap, now)
    return reaction


def control_of(gesture: Gesture) -> str:
    """Return the control of a gesture, the buttons of a chord as one name, or what is touched."""
    match gesture:
        case Chord(controls):
            return choices.pressed_together(controls)
        case Touch(target):
            return target
    return gesture.control


def awake_notice(face: Face, target: Target, untouched: float) -> str | None:
    """Return the notice of a press that only wakes a question; None where the press counts."""
    if target.patience_s is not None:
        return "awake_turn" if untouched > target.patience_s else None
    if untouched <= ASLEEP_S or face.practice is not None:
        return None
    if face.is_unfinished:
        return "awake_correct" if face.menu.staged else "awake_turns"
    return "awake" if face.screen in (ScreenName.CHOOSING, ScreenName.TILE) else None


def is_too_soon(face: Face, gesture: Gesture, intent: Intent | None) -> bool:
    """Return True if hasty fingers made a gesture.

    Only what may take a turn or begin a game is guarded: in lists and pages every press counts.
    """
    takes_turn = intent not in (None, *_HARMLESS) and face.screen in (*TABLES, *QUESTIONS)
    starts = intent == Intent.BEGIN or takes_turn
    may_start = starts or isinstance(gesture, Chord)
    if isinstance(gesture, Chord) and gesture.answers:
        return False
    if starts and is_hasty(face, gesture):
        return True
    return may_start and follows_dropped(face, gesture)


def follows_dropped(face: Face, gesture: Gesture) -> bool:
    """Return True if a gesture was meant for what another one, dropped, would have opened."""
    if face.notice is None or face.notice.phrase.key != "too_soon":
        return False
    last, when = face.last
    return control_of(gesture) != last and gesture.began < when + DROPPED_S


def is_hasty(face: Face, gesture: Gesture) -> bool:
    """Return True if a press comes too soon after an action or another press, or is one of many."""
    if gesture.began < face.acted + GUARD_S:
        return True
    earlier = face.recent[1 - MASHED :]
    if len(earlier) == MASHED - 1 and gesture.began < earlier[0] + MASHING_S:
        return True
    if face.screen not in (*QUESTIONS, ScreenName.START) or not isinstance(gesture, Tap | Chord):
        return False
    last, when = face.last
    if control_of(gesture) != last:
        return False
    if face.screen == ScreenName.CHOOSING:
        # What opened the question began last: its own button answers as quickly as others.
        return gesture.began < face.recent[-1] + SAME_S
    return gesture.began < when + GUARD_S
